/** Between what the editor holds and what the contract takes: the same parts, without what else an editor writes down. */
import type { Block, Inline, List, Mark, Paragraph, RichText } from '@vitrine/contract/richText.ts';

/** A node as Tiptap gives it. */
export type EditorNode = {
  type?: string;
  text?: string;
  attrs?: Record<string, unknown> | undefined;
  marks?: { type: string; attrs?: Record<string, unknown> | undefined }[];
  content?: EditorNode[];
};

const allowed = /^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d-]+|\{\{link\}\})$/i;
const bare = /^[\w-]+(?:\.[\w-]+)+(?:[/?#][^\s\\]*)?$/;

/** What people type for an address; null for what leads nowhere. */
export function addressOf(typed: string): string | null {
  const address = typed.trim();
  if (allowed.test(address)) return address;
  return bare.test(address) ? `https://${address}` : null;
}

/** What an editor writes down about a part, where it is a text. */
const textIn = (attrs: Record<string, unknown>, name: string): string => (typeof attrs[name] === 'string' ? attrs[name] : '');

const plainMarks = new Set(['bold', 'italic', 'underline', 'strike']);

function markOf({ type, attrs = {} }: NonNullable<EditorNode['marks']>[number]): Mark[] {
  if (plainMarks.has(type)) return [{ type: type as 'bold' }];
  if (type === 'link') {
    const href = addressOf(textIn(attrs, 'href'));
    return href === null ? [] : [{ type, attrs: { href } }];
  }
  const color = textIn(attrs, 'color').toLowerCase();
  return type === 'textStyle' && /^#[0-9a-f]{6}$/.test(color) ? [{ type, attrs: { color } }] : [];
}

const inlineOf = ({ type, text, marks = [] }: EditorNode): Inline[] => {
  if (type === 'hardBreak') return [{ type }];
  if (type !== 'text' || !text) return [];
  const kept = marks.flatMap(markOf);
  return [{ type, text, ...(kept.length > 0 ? { marks: kept } : {}) }];
};

const runsOf = ({ content = [] }: EditorNode) => {
  const runs = content.flatMap(inlineOf);
  return runs.length > 0 ? { content: runs } : {};
};

function alignOf({ attrs = {} }: EditorNode): { textAlign?: 'center' | 'right' } {
  const align = attrs['textAlign'];
  return align === 'center' || align === 'right' ? { textAlign: align } : {};
}

function paragraphOf(node: EditorNode): Paragraph {
  const attrs = alignOf(node);
  return { type: 'paragraph', ...('textAlign' in attrs ? { attrs } : {}), ...runsOf(node) };
}

/** Lists nest three deep; what is deeper is drawn up to there. */
function itemsOf(node: EditorNode, depth: number): List['content'] {
  return (node.content ?? []).map(({ content = [] }) => ({
    type: 'listItem',
    content: content.flatMap((one): (Paragraph | List)[] => {
      if (one.type !== 'bulletList' && one.type !== 'orderedList') return [paragraphOf(one)];
      if (depth < 3) return [{ type: one.type, content: itemsOf(one, depth + 1) }];
      return (one.content ?? []).flatMap(({ content: inner = [] }) => inner.map(paragraphOf));
    }),
  }));
}

function blockOf(node: EditorNode): Block[] {
  const { type, attrs = {} } = node;
  if (type === 'bulletList' || type === 'orderedList') return [{ type, content: itemsOf(node, 1) }];
  if (type === 'heading') return [{ type, attrs: { level: attrs['level'] === 3 ? 3 : 2, ...alignOf(node) }, ...runsOf(node) }];
  if (type === 'image') return attrs['file_id'] ? [{ type, attrs: { file_id: textIn(attrs, 'file_id'), alt: textIn(attrs, 'alt') } }] : [];
  return [paragraphOf(node)];
}

export const textOfEditor = ({ content = [] }: EditorNode): RichText => ({ type: 'doc', content: content.flatMap(blockOf) });

/** Pictures have the address that the server gave for their files. */
export const editorOfText = ({ content }: RichText, pictures: Readonly<Record<string, string>>): EditorNode => ({
  type: 'doc',
  content: content.map((block) =>
    block.type === 'image' ? { type: 'image', attrs: { ...block.attrs, src: pictures[block.attrs.file_id] ?? '' } } : (block as EditorNode),
  ),
});
