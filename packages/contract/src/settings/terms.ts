/** Terms of use: versions that never change, where they are shown, whom they concern, and who accepted them (docs/reference/product-rules.md 7). */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import type { Access } from '../endpoint.ts';
import { endpoint } from '../endpoint.ts';
import { id, name, version } from '../fields.ts';
import { editableListOf, listOf, listQuery, rowCan } from '../list.ts';

export const termPlaces = ['login', 'first_access', 'footer'] as const;
export const termRoles = ['partner', 'admin', 'user'] as const;

/** The level that owns the term: its people write it, everybody below has to accept it. */
export const termLevels = ['platform', 'partner', 'unit'] as const;

export const termInput = z.strictObject({
  title: name,
  text: z.string().trim().min(1, 'required').max(100_000),
  place: z.enum(termPlaces),
  /** Roles that have to accept; empty: all. A unit's terms are never asked of partner staff. */
  roles: z.array(z.enum(termRoles)).max(3).default([]),
  /** Of a unit's term: its groups. Empty: everybody. */
  group_ids: z.array(id).max(100).default([]),
  /** Of a partner's term: its units; of the platform's: partners. Empty: all. */
  only_ids: z.array(id).max(1000).default([]),
  /** Null: once for each version. */
  repeat_months: z.number().int().min(1).max(36).nullable().default(null),
  active: z.boolean().default(true),
});
export type TermInput = z.infer<typeof termInput>;

const termRow = termInput.omit({ text: true }).extend({
  id,
  /** What was published last; null before the first time. */
  number: z.number().nullable(),
  published_at: z.string().nullable(),
  /** There is a draft that is not published. */
  has_draft: z.boolean(),
  accepted_count: z.number(),
  version: z.number(),
  can: rowCan,
});
export type TermRow = z.infer<typeof termRow>;
const term = termRow.extend({ text: z.string() });
export type Term = z.infer<typeof term>;

const termVersion = z.object({
  id,
  number: z.number(),
  title: z.string(),
  text: z.string(),
  published_at: z.string(),
  accepted_count: z.number(),
});

const acceptance = z.object({
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
const acceptanceQuery = listQuery(['accepted_at', 'name']);

/** Who accepted a term, as a list and as a file. */
function acceptancesOf<const Path extends string, const Read extends Access>(path: Path, read: Read) {
  return {
    acceptances: endpoint({
      method: 'GET',
      path: `${path}/:id/acceptances` as const,
      can: read,
      summary: 'Who accepted which version, when and from where',
      query: acceptanceQuery,
      answer: listOf(acceptance),
    }),
    exportAcceptances: endpoint({
      method: 'GET',
      path: `${path}/:id/acceptances/export` as const,
      can: read,
      summary: 'Who accepted, as CSV or XLSX',
      query: exportQuery(acceptanceQuery),
      answer: download,
    }),
  };
}

/** Endpoints to write and publish terms and to list acceptances, for a unit's terms or those of a level above. */
export function termDesk<const Path extends string, const Read extends Access, const Write extends Access>(
  path: Path,
  { whose, object, read, write }: { whose: string; object: string; read: Read; write: Write },
) {
  const at = <const Rest extends string>(rest: Rest) => `${path}${rest}` as const;
  return {
    list: endpoint({
      method: 'GET',
      path,
      can: read,
      summary: `Terms of ${whose}`,
      query: listQuery(['title', 'published_at']),
      answer: editableListOf(termRow),
    }),
    get: endpoint({
      method: 'GET',
      path: at('/:id'),
      can: read,
      summary: `A term of ${whose} with what is being written`,
      answer: term,
    }),
    add: endpoint({
      method: 'POST',
      path,
      can: write,
      summary: `Begins a term of ${whose}; nobody sees it before it is published`,
      audit: `${object}.add`,
      status: 201,
      body: termInput,
      answer: term,
    }),
    update: endpoint({
      method: 'PUT',
      path: at('/:id'),
      can: write,
      summary: 'Changes what is being written, where it will stand and whom it concerns',
      audit: `${object}.update`,
      body: termInput.extend({ version }),
      answer: term,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: at('/:id'),
      can: write,
      summary: 'Removes a term that was never published; a published one is kept and can be switched off',
      audit: `${object}.remove`,
    }),
    publish: endpoint({
      method: 'POST',
      path: at('/:id/publish'),
      can: write,
      summary: 'Publishes what is written as the next version; it has to be accepted from the next page on',
      audit: `${object}.publish`,
      body: z.strictObject({ version }),
      answer: term,
    }),
    versions: endpoint({
      method: 'GET',
      path: at('/:id/versions'),
      can: read,
      summary: 'Every version that was published, the newest first',
      answer: z.array(termVersion),
    }),
    ...acceptancesOf(path, read),
  };
}

export const { list, get, add, update, remove, publish, versions, acceptances, exportAcceptances } = termDesk('/api/terms', {
  whose: 'the unit',
  object: 'term',
  read: { capability: 'terms', right: 'read' },
  write: { capability: 'terms', right: 'write' },
});

/** A version as people read it. */
export const shownTerm = z.object({
  version_id: id,
  level: z.enum(termLevels),
  title: z.string(),
  text: z.string(),
  number: z.number(),
  published_at: z.string(),
});
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
