/**
 * A text with its form, as the editor writes it: a list of what may stand, in a shape that nests no deeper than is written here.
 * Nothing of it is HTML: whoever shows it makes the elements, so that no text ever becomes one.
 */
import { z } from 'zod';
import { colour, id } from './fields.ts';

const richTextLimits = { characters: 10_000, blocks: 500, runs: 500, pictures: 20, address: 500 } as const;

const clean = (text: string) => !text.includes('\0') && text.isWellFormed();
/** Where a link may lead: a page, a mail, a telephone, or the variable that stands for the address of the announcement. */
const address = z
  .string()
  .max(richTextLimits.address)
  .regex(/^(?:https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d-]+|\{\{link\}\})$/i, 'invalid')
  .refine(clean, 'invalid');

const mark = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['bold', 'italic', 'underline', 'strike']) }),
  z.strictObject({ type: z.literal('link'), attrs: z.strictObject({ href: address }) }),
  z.strictObject({ type: z.literal('textStyle'), attrs: z.strictObject({ color: colour }) }),
]);
export type Mark = z.infer<typeof mark>;

const inline = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('text'),
    text: z.string().min(1).max(richTextLimits.characters).refine(clean, 'invalid'),
    marks: z.array(mark).max(6).optional(),
  }),
  z.strictObject({ type: z.literal('hardBreak') }),
]);
export type Inline = z.infer<typeof inline>;

const runs = z.array(inline).max(richTextLimits.runs).optional();
const textAlign = z.enum(['left', 'center', 'right']).optional();
const paragraph = z.strictObject({ type: z.literal('paragraph'), attrs: z.strictObject({ textAlign }).optional(), content: runs });
const heading = z.strictObject({
  type: z.literal('heading'),
  attrs: z.strictObject({ level: z.union([z.literal(2), z.literal(3)]), textAlign }),
  content: runs,
});
const picture = z.strictObject({
  type: z.literal('image'),
  attrs: z.strictObject({ file_id: id, alt: z.string().trim().max(200).refine(clean, 'invalid') }),
});

const listKind = z.enum(['bulletList', 'orderedList']);
const items = <Content extends z.ZodType>(content: Content) =>
  z
    .array(z.strictObject({ type: z.literal('listItem'), content: z.array(content).min(1).max(20) }))
    .min(1)
    .max(200);
const innermost = z.strictObject({ type: listKind, content: items(paragraph) });
const inner = z.strictObject({ type: listKind, content: items(z.union([paragraph, innermost])) });
const list = z.strictObject({ type: listKind, content: items(z.union([paragraph, inner])) });

export type Paragraph = z.infer<typeof paragraph>;
/** As deep as lists nest, the same parts. */
export type List = { type: 'bulletList' | 'orderedList'; content: { type: 'listItem'; content: (Paragraph | List)[] }[] };
export type Block = Paragraph | z.infer<typeof heading> | z.infer<typeof picture> | List;
export type RichText = { type: 'doc'; content: Block[] };

/** The texts of a document in their order, with what stands between them. */
export function* textsOf(blocks: readonly Block[]): Generator<string> {
  for (const block of blocks) {
    if (block.type === 'image') continue;
    if (block.type === 'bulletList' || block.type === 'orderedList') for (const { content } of block.content) yield* textsOf(content);
    else yield (block.content ?? []).map((part) => (part.type === 'text' ? part.text : '\n')).join('');
  }
}

export const plainText = ({ content }: RichText): string => [...textsOf(content)].join('\n').trim();

/** Ids of the pictures of a document. */
export const picturesOf = ({ content }: RichText): string[] =>
  content.flatMap((block) => (block.type === 'image' ? [block.attrs.file_id] : []));

export const isEmpty = (doc: RichText): boolean => plainText(doc) === '' && picturesOf(doc).length === 0;

const shape: z.ZodType<RichText, RichText> = z.strictObject({
  type: z.literal('doc'),
  content: z.array(z.union([paragraph, heading, picture, list])).max(richTextLimits.blocks),
});

export const richText = shape
  .refine((doc) => [...textsOf(doc.content)].reduce((sum, { length }) => sum + length, 0) <= richTextLimits.characters, 'too_long')
  .refine((doc) => picturesOf(doc).length <= richTextLimits.pictures, 'too_many_items');

export const emptyText: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };
