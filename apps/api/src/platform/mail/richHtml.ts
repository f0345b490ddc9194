/** A text with its form as HTML for mails: elements and styles of our own, everything that people wrote escaped. */
import type { Block, Inline, List, Mark, RichText } from '@vitrine/contract/richText.ts';
import { escapeHtml } from './escapeHtml.ts';

/** The address of a picture by the id of its file; null where there is none any more. */
type Pictures = (file_id: string) => string | null;

const plainMarks = { bold: 'strong', italic: 'em', underline: 'u', strike: 's' } as const;

function marked(html: string, mark: Mark): string {
  if (mark.type === 'link') return `<a href="${escapeHtml(mark.attrs.href)}" rel="noopener noreferrer">${html}</a>`;
  if (mark.type === 'textStyle') return `<span style="color:${mark.attrs.color}">${html}</span>`;
  const name = plainMarks[mark.type];
  return `<${name}>${html}</${name}>`;
}

const runs = (content: readonly Inline[] = []): string =>
  content.map((part) => (part.type === 'hardBreak' ? '<br>' : (part.marks ?? []).reduce(marked, escapeHtml(part.text)))).join('');

const isList = (block: Block): block is List => block.type === 'bulletList' || block.type === 'orderedList';

function blockHtml(block: Block, pictures: Pictures): string {
  if (block.type === 'image') {
    const address = pictures(block.attrs.file_id);
    return address === null
      ? ''
      : `<img src="${escapeHtml(address)}" alt="${escapeHtml(block.attrs.alt)}" style="display:block;max-width:100%;height:auto;border:0;margin:0 0 16px">`;
  }
  if (isList(block)) {
    const name = block.type === 'bulletList' ? 'ul' : 'ol';
    const items = block.content.map(({ content }) => `<li>${content.map((one) => blockHtml(one, pictures)).join('')}</li>`).join('');
    return `<${name} style="margin:0 0 16px;padding:0 0 0 24px">${items}</${name}>`;
  }
  const align = block.attrs?.textAlign;
  const style = `margin:0 0 16px${align ? `;text-align:${align}` : ''}`;
  if (block.type === 'paragraph') return `<p style="${style}">${runs(block.content) || '&nbsp;'}</p>`;
  const size = block.attrs.level === 2 ? 20 : 17;
  return `<h${block.attrs.level} style="${style};font-size:${size}px">${runs(block.content)}</h${block.attrs.level}>`;
}

export const richHtml = ({ content }: RichText, pictures: Pictures): string =>
  content.map((block) => blockHtml(block, pictures)).join('\n');
