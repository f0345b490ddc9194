/** The mails of the portal as they look in a brand: each kind with an example, and one of them sent to whoever asks. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, locale } from '../fields.ts';
import { mailGroups, mailKindNames } from '../mailKinds.ts';
import { themeDocument } from './themes.ts';

const kind = z.enum(mailKindNames);

/** What the example of a mail is drawn in. */
const body = z.strictObject({
  kind,
  language: locale,
  /** A theme of the caller as it is published; null: the brand that holds now. */
  theme_id: id.nullable().default(null),
  /** Colours and logo that are being chosen, in place of what is published. What the draft has not of its own is inherited. */
  draft: themeDocument.nullable().default(null),
});

export const list = endpoint({
  method: 'GET',
  path: '/api/theme_mails',
  can: { capability: 'branding', right: 'read' },
  summary: 'Kinds of mails that are drawn in a brand of the caller, with their subjects',
  answer: z.object({ data: z.array(z.object({ kind, group: z.enum(mailGroups), subject: z.string() })) }),
});

/** A mail as it is drawn. */
export const mailExample = z.object({
  subject: z.string(),
  /** Who it comes from. */
  sender: z.string(),
  /** Whole documents, without scripts. Mails decide by themselves; here one for each scheme. */
  light: z.string(),
  dark: z.string(),
  /** The same words for mail programs without HTML. */
  plain: z.string(),
});

export const preview = endpoint({
  method: 'POST',
  path: '/api/theme_mails/preview',
  can: { capability: 'branding', right: 'read' },
  acting: 'reads',
  summary: 'What a mail looks like in the brand that holds, in a published theme, or in a draft; names and numbers are made up',
  body,
  answer: mailExample,
});

export const sendTest = endpoint({
  method: 'POST',
  path: '/api/theme_mails/test',
  can: { capability: 'branding', right: 'write' },
  summary: 'Sends an example to the caller, marked as a test',
  audit: 'theme_mail.test',
  body,
  answer: z.object({ email: z.string() }),
});
