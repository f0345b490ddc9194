/** The words of an announcement as one person reads them: the own language, and what stands for something of the reader. */
import type { Texts, Variable, Written } from '@vitrine/contract/notifications/broadcasts.ts';
import { variables } from '@vitrine/contract/notifications/broadcasts.ts';
import type { Block, Inline, List, RichText } from '@vitrine/contract/richText.ts';
import { plainText, textsOf } from '@vitrine/contract/richText.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import { defaultLocale, locales } from '@vitrine/contract/fields.ts';

export type Values = Record<Variable, string>;
/** What lists show of a text. */
export type Excerpts = Record<Locale, { subject: string; text: string } | null>;

const longestExcerpt = 240;
const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;
const known: ReadonlySet<string> = new Set(variables);

const filled = (text: string, values: Values): string =>
  text.replaceAll(placeholder, (whole, name: string) => (known.has(name) ? values[name as Variable] : whole));

const addressesOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type === 'image') return [];
    if (block.type === 'bulletList' || block.type === 'orderedList') return block.content.flatMap(({ content }) => addressesOf(content));
    return (block.content ?? []).flatMap((part) =>
      part.type === 'text' ? (part.marks ?? []).flatMap((mark) => (mark.type === 'link' ? [mark.attrs.href] : [])) : [],
    );
  });

/** Every name that stands in braces. */
export const namesIn = ({ subject, body }: Written): string[] =>
  [subject, ...textsOf(body.content), ...addressesOf(body.content)].flatMap((text) =>
    [...text.matchAll(placeholder)].map(([, name = '']) => name),
  );

export const unknownNames = (written: Written): string[] => namesIn(written).filter((name) => !known.has(name));

export const writtenFor = <Part>(texts: Record<Locale, Part | null>, language: Locale): Part | null =>
  texts[language] ?? texts[defaultLocale];

/** What lists show, before the names are filled in. */
export const excerptsOf = (texts: Texts): Excerpts =>
  Object.fromEntries(
    locales.map((locale) => {
      const written = texts[locale];
      const text = written ? plainText(written.body).replaceAll(/\s+/g, ' ') : '';
      return [
        locale,
        written && { subject: written.subject, text: text.length > longestExcerpt ? `${text.slice(0, longestExcerpt)}…` : text },
      ];
    }),
  ) as Excerpts;

export function excerptFor(excerpts: Excerpts, language: Locale, values: Values): { subject: string; text: string } {
  const { subject, text } = writtenFor(excerpts, language) ?? { subject: '', text: '' };
  return { subject: filled(subject, values), text: filled(text, values) };
}

const filledRun = (part: Inline, values: Values): Inline[] => {
  if (part.type === 'hardBreak') return [part];
  const text = filled(part.text, values);
  const marks = part.marks?.map((mark) => (mark.type === 'link' ? { ...mark, attrs: { href: filled(mark.attrs.href, values) } } : mark));
  // Of what stands for nothing, nothing is left.
  return text === '' ? [] : [{ type: 'text', text, ...(marks ? { marks } : {}) }];
};

const filledList = ({ type, content }: List, values: Values): List => ({
  type,
  content: content.map((item) => ({
    type: item.type,
    content: item.content.map((one) => (one.type === 'paragraph' ? filledWords(one, values) : filledList(one, values))),
  })),
});

const filledWords = <Part extends { content?: Inline[] | undefined }>(part: Part, values: Values): Part =>
  part.content ? { ...part, content: part.content.flatMap((one) => filledRun(one, values)) } : part;

function filledBlock(block: Block, values: Values): Block {
  switch (block.type) {
    case 'image':
      return block;
    case 'paragraph':
    case 'heading':
      return filledWords(block, values);
    default:
      return filledList(block, values);
  }
}

/** The whole text for one reader. */
export const bodyFor = ({ content }: RichText, values: Values): RichText => ({
  type: 'doc',
  content: content.map((block) => filledBlock(block, values)),
});

export const subjectFor = (subject: string, values: Values): string => filled(subject, values);

type Reader = { name: string; unit: string; report: string | null; sent_at: Date; link: string; language: Locale; timezone: string };

export const valuesFor = ({ name, unit, report, sent_at, link, language, timezone }: Reader): Values => ({
  name,
  first_name: name.split(' ')[0] ?? name,
  unit,
  report: report ?? '',
  date: new Intl.DateTimeFormat(language, { timeZone: timezone }).format(sent_at),
  link,
});

/** Where an announcement leads; without a place of its own to the report, if there is one. */
export const leadsTo = ({ link, report_id }: { link: string | null; report_id: string | null }): string | null =>
  link ?? (report_id === null ? null : `/${report_id}/reports/view`);
