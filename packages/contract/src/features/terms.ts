/** Terms of use: versions that never change, where they are shown, whom they concern, and who accepted them (product-decisions 7). */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, name, version } from '../fields.ts';
import { listOf, listQuery, rowCan } from '../list.ts';

const read = { capability: 'terms', right: 'read' } as const;
const write = { capability: 'terms', right: 'write' } as const;

export const termPlaces = ['login', 'first_access', 'footer'] as const;
export const termRoles = ['admin', 'user'] as const;

export const termInput = z.strictObject({
  title: name,
  text: z.string().trim().min(1, 'required').max(100_000),
  place: z.enum(termPlaces),
  /** Empty: everybody. */
  roles: z.array(z.enum(termRoles)).max(2).default([]),
  group_ids: z.array(id).max(100).default([]),
  /** Null: once for each version. */
  repeat_months: z.number().int().min(1).max(36).nullable().default(null),
  active: z.boolean().default(true),
});
export type TermInput = z.infer<typeof termInput>;

export const termRow = termInput.omit({ text: true }).extend({
  id,
  /** What was published last; null before the first time. */
  number: z.number().nullable(),
  published_at: z.string().nullable(),
  /** Something is written that nobody sees yet. */
  has_draft: z.boolean(),
  accepted_count: z.number(),
  version: z.number(),
  can: rowCan,
});
export type TermRow = z.infer<typeof termRow>;
export const term = termRow.extend({ text: z.string() });
export type Term = z.infer<typeof term>;

export const list = endpoint({
  method: 'GET',
  path: '/api/terms',
  can: read,
  summary: 'Terms of the unit',
  query: listQuery(['title', 'published_at']),
  answer: listOf(termRow),
});
export const get = endpoint({
  method: 'GET',
  path: '/api/terms/:id',
  can: read,
  summary: 'A term with what is being written',
  answer: term,
});
export const add = endpoint({
  method: 'POST',
  path: '/api/terms',
  can: write,
  summary: 'Begins a term; nobody sees it before it is published',
  audit: 'term.add',
  status: 201,
  body: termInput,
  answer: term,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/terms/:id',
  can: write,
  summary: 'Changes what is being written, where it will stand and whom it concerns',
  audit: 'term.update',
  body: termInput.extend({ version }),
  answer: term,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/terms/:id',
  can: write,
  summary: 'Removes a term that was never published; a published one is kept and can be switched off',
  audit: 'term.remove',
});
export const publish = endpoint({
  method: 'POST',
  path: '/api/terms/:id/publish',
  can: write,
  summary: 'Publishes what is written as the next version; it has to be accepted from the next page on',
  audit: 'term.publish',
  body: z.strictObject({ version }),
  answer: term,
});

export const versions = endpoint({
  method: 'GET',
  path: '/api/terms/:id/versions',
  can: read,
  summary: 'Every version that was published, the newest first',
  answer: z.array(
    z.object({ id, number: z.number(), title: z.string(), text: z.string(), published_at: z.string(), accepted_count: z.number() }),
  ),
});

export const acceptance = z.object({
  id,
  name: z.string(),
  email: z.string(),
  number: z.number(),
  accepted_at: z.string(),
  ip: z.string(),
  language: z.string(),
  text_hash: z.string(),
});
export type Acceptance = z.infer<typeof acceptance>;
export const acceptances = endpoint({
  method: 'GET',
  path: '/api/terms/:id/acceptances',
  can: read,
  summary: 'Who accepted which version, when and from where',
  query: listQuery(['accepted_at', 'name']),
  answer: listOf(acceptance),
});
export const exportAcceptances = endpoint({
  method: 'GET',
  path: '/api/terms/:id/acceptances/export',
  can: read,
  summary: 'Who accepted, as CSV or XLSX',
  query: exportQuery(acceptances.query),
  answer: download,
});

/** A version as people read it. */
export const shownTerm = z.object({ version_id: id, title: z.string(), text: z.string(), number: z.number(), published_at: z.string() });
export type ShownTerm = z.infer<typeof shownTerm>;

export const pending = endpoint({
  method: 'GET',
  path: '/api/my_terms/pending',
  can: 'session',
  before_terms: true,
  summary: 'What the signed-in person has to accept before anything else',
  answer: z.array(shownTerm),
});
export const accept = endpoint({
  method: 'POST',
  path: '/api/my_terms/accept',
  can: 'session',
  before_terms: true,
  summary: 'Accepts versions as they were shown; refusing is signing out',
  body: z.strictObject({ version_ids: z.array(id).min(1).max(20) }),
});
export const mine = endpoint({
  method: 'GET',
  path: '/api/my_terms',
  can: 'session',
  summary: 'What one has accepted in this unit, and the terms that are only linked',
  answer: z.array(shownTerm.extend({ accepted_at: z.string().nullable() })),
});
export const atSignIn = endpoint({
  method: 'POST',
  path: '/api/login/terms',
  can: 'public',
  summary: 'Terms that the sign-in page of this host links to',
  answer: z.array(shownTerm),
});
