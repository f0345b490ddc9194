import type { Block, Inline, Mark, RichText } from '@vitrine/contract/richText.ts';
import type { ReactNode } from 'react';
import { Fragment } from 'react';
import css from './richText.module.css';

type Pictures = Readonly<Record<string, string>>;

const plainMarks = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

function marked(content: ReactNode, mark: Mark): ReactNode {
  if (mark.type === 'link')
    return (
      <a href={mark.attrs.href} rel="noopener noreferrer" target="_blank">
        {content}
      </a>
    );
  if (mark.type === 'textStyle') return <span style={{ color: mark.attrs.color }}>{content}</span>;
  const Name = plainMarks[mark.type];
  return <Name>{content}</Name>;
}

const runs = (content: readonly Inline[] = []) =>
  content.map((part, index) => (
    // Nothing of a text that is shown moves.
    // eslint-disable-next-line react/no-array-index-key
    <Fragment key={index}>{part.type === 'hardBreak' ? <br /> : (part.marks ?? []).reduce<ReactNode>(marked, part.text)}</Fragment>
  ));

function Part({ block, pictures }: { block: Block; pictures: Pictures }) {
  if (block.type === 'image') {
    const address = pictures[block.attrs.file_id];
    return address ? <img src={address} alt={block.attrs.alt} /> : null;
  }
  if (block.type === 'paragraph' || block.type === 'heading') {
    const Name = block.type === 'paragraph' ? 'p' : (`h${block.attrs.level}` as const);
    return <Name style={block.attrs?.textAlign ? { textAlign: block.attrs.textAlign } : {}}>{runs(block.content)}</Name>;
  }
  const Name = block.type === 'bulletList' ? 'ul' : 'ol';
  return (
    <Name>
      {block.content.map(({ content }, index) => (
        // eslint-disable-next-line react/no-array-index-key
        <li key={index}>
          <Parts blocks={content} pictures={pictures} />
        </li>
      ))}
    </Name>
  );
}

const Parts = ({ blocks, pictures }: { blocks: readonly Block[]; pictures: Pictures }) =>
  // eslint-disable-next-line react/no-array-index-key
  blocks.map((block, index) => <Part key={index} block={block} pictures={pictures} />);

/** A text with its form, made of elements: nothing that people wrote becomes HTML. */
export const RichTextView = ({ text, pictures }: { text: RichText; pictures: Pictures }) => (
  <div className={css.text}>
    <Parts blocks={text.content} pictures={pictures} />
  </div>
);
