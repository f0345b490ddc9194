/** The portal's own mails and notifications in the words of a unit (docs/reference/product-rules.md 14). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, locale, moment } from '../fields.ts';
import type { MailKind } from '../mailKinds.ts';
import { mailGroups, mailKindNames, mailKinds } from '../mailKinds.ts';
import { mailExample } from '../organisation/themeMails.ts';

/** Mails of units; an announcement has the words of who wrote it. */
export const wordableKinds = mailKindNames.filter((kind) => mailKinds[kind].brand === 'unit' && kind !== 'notice_message') as [
  MailKind,
  ...MailKind[],
];
const kind = z.enum(wordableKinds);

/** `{{name}}`, where a value of the kind is to stand. */
export const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g;
/** Versions that are kept of each kind and language. */
export const versionsKept = 20;

const words = z.strictObject({
  subject: z
    .string()
    .trim()
    .min(1, 'required')
    .max(120)
    .regex(/^\P{Cc}*$/u, 'invalid'),
  /** Paragraphs are set apart by an empty line. */
  text: z.string().trim().min(1, 'required').max(2000),
});
export type Words = z.infer<typeof words>;

const can = { capability: 'notification_templates', right: 'read' } as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/wordings',
  can,
  summary: 'Kinds of mails and notifications of the unit, each with its subject and the languages that the unit worded',
  answer: z.object({
    data: z.array(z.object({ kind, group: z.enum(mailGroups), subject: z.string(), worded: z.array(locale) })),
    can: z.object({ edit: z.boolean() }),
  }),
});

const earlier = z.object({
  id,
  number: z.number(),
  /** Null: back to the portal's own sentences. */
  words: words.nullable(),
  author: z.string().nullable(),
  at: moment,
});

export const get = endpoint({
  method: 'GET',
  path: '/api/wordings/:kind/:language',
  can,
  summary: 'The words of one kind in one language: the portal’s own, the unit’s, what can stand in them, and earlier versions',
  params: z.strictObject({ kind, language: locale }),
  answer: z.object({
    /** What the portal says, with its variables. */
    standard: words,
    /** What the unit says instead. */
    words: words.nullable(),
    /** Number of the newest version, 0 without any. */
    version: z.number(),
    /** Each with what it might say. */
    variables: z.array(z.object({ name: z.string(), example: z.string() })),
    versions: z.array(earlier),
  }),
});

export const save = endpoint({
  method: 'PUT',
  path: '/api/wordings/:kind/:language',
  can: { capability: 'notification_templates', right: 'write' },
  summary: 'The unit’s words from now on, or the portal’s own again; refused when somebody else saved meanwhile',
  params: z.strictObject({ kind, language: locale }),
  body: z.strictObject({ words: words.nullable(), version: z.int().min(0) }),
  answer: z.object({ version: z.number() }),
});

export const preview = endpoint({
  method: 'POST',
  path: '/api/wordings/:kind/:language/preview',
  can,
  acting: 'reads',
  summary: 'The mail with these words, in the brand of the unit; names and numbers are made up',
  params: z.strictObject({ kind, language: locale }),
  body: z.strictObject({ words: words.nullable() }),
  answer: mailExample,
});
