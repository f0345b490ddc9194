/** What people read before they sign in: of a unit, of a partner, or of the platform, on their own sign-in pages. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, internalPath, locale, moment, text, version, wallClock } from '../fields.ts';
import { editableListOf, listQuery, rowCan } from '../list.ts';

/** So many are shown at once; more would hide the form. */
export const noticesAtOnce = 3;

/** Nobody is known yet, so there is nothing that a name in braces could stand for. */
const words = text(280).refine((written) => !written.includes('{{'), 'invalid');

const link = z.union([internalPath, z.url({ protocol: /^https$/ }).max(300)]).nullable();

const input = z.strictObject({
  /** Portuguese is read in languages without a text of their own. */
  texts: z.partialRecord(locale, words).refine((texts) => Boolean(texts['pt-BR']?.trim()), { message: 'required', path: ['pt-BR'] }),
  link,
  /** One of the own domains; null: every sign-in page of the owner. */
  domain_id: id.nullable(),
  /** By the clock of whoever writes it. */
  starts: wallClock,
  ends: wallClock,
});
export type SignInNoticeInput = z.infer<typeof input>;

const row = input.extend({
  id,
  host: z.string().nullable(),
  state: z.enum(['planned', 'shown', 'over']),
  starts_at: moment,
  ends_at: moment,
  created_at: moment,
  version,
  can: rowCan,
});
export type SignInNotice = z.infer<typeof row>;

const read = { capability: 'notification_templates', right: 'read' } as const;
const write = { capability: 'notification_templates', right: 'write' } as const;

export const list = endpoint({
  method: 'GET',
  path: '/api/sign-in-notices',
  can: read,
  summary: 'Notices of the own sign-in pages, those to come and those that are over',
  query: listQuery(['starts_at', 'ends_at']),
  answer: editableListOf(row),
});

export const domains = endpoint({
  method: 'GET',
  path: '/api/sign-in-notices/domains',
  can: read,
  summary: 'Domains whose sign-in page a notice can be limited to',
  answer: z.object({ data: z.array(z.object({ id, host: z.string() })) }),
});

export const get = endpoint({ method: 'GET', path: '/api/sign-in-notices/:id', can: read, summary: 'One notice', answer: row });

export const add = endpoint({
  method: 'POST',
  path: '/api/sign-in-notices',
  can: write,
  summary: 'Adds a notice; no more than three are shown at once',
  audit: 'sign_in_notice.add',
  status: 201,
  body: input,
  answer: row,
});

export const update = endpoint({
  method: 'PUT',
  path: '/api/sign-in-notices/:id',
  can: write,
  summary: 'Changes a notice',
  audit: 'sign_in_notice.update',
  body: input.extend({ version }),
  answer: row,
});

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/sign-in-notices/:id',
  can: write,
  summary: 'Deletes a notice: it is gone from the sign-in page',
  audit: 'sign_in_notice.remove',
});
