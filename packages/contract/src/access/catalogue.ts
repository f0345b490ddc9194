/** The catalogue: what there is to ask for, asking for it, and deciding about it (docs/reference/product-rules.md 11). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { grantInput } from './reportAccess.ts';

const ask = { capability: 'catalogue', right: 'use' } as const;
const decide = { capability: 'catalogue_decision', right: 'use' } as const;

/** How a report stands to the person who looks at the catalogue. `waiting`: denied less than a day ago. */
export const catalogueStates = ['visible', 'open', 'waiting', 'free'] as const;

/** Title, words and picture of a report; never data. */
const catalogueReport = z.object({
  id,
  title: z.string(),
  description: z.string(),
  group_id: id,
  group_name: z.string(),
  owner_name: z.string().nullable(),
  /** Address of its cover; null without one. */
  cover: z.string().nullable(),
  /** End of the last good refresh. */
  refreshed_at: z.string().nullable(),
  state: z.enum(catalogueStates),
  request_id: id.nullable(),
  /** When it may be asked for again. */
  again_at: z.string().nullable(),
  /** The reason of the last denial. */
  answer: z.string().nullable(),
});
export type CatalogueReport = z.infer<typeof catalogueReport>;

export const browse = endpoint({
  method: 'GET',
  path: '/api/catalogue',
  can: ask,
  summary: 'Reports of the catalogue, and how each stands to the caller',
  query: listQuery(['title'], { report_id: id.optional(), group_id: id.optional(), state: z.enum(catalogueStates).optional() }),
  answer: listOf(catalogueReport),
});

export const requestStates = ['open', 'granted', 'denied', 'cancelled', 'lapsed'] as const;

const clean = (text: string) => !text.includes('\0') && text.isWellFormed();
const reason = z.string().trim().min(10).max(500).refine(clean, 'invalid');

const accessRequest = z.object({
  id,
  report_id: id,
  title: z.string(),
  group_name: z.string(),
  /** For whom: a person, or a whole user group with so many active members; `name` is theirs. */
  membership_id: id.nullable(),
  for_group: z.object({ id, members: z.number() }).nullable(),
  name: z.string(),
  email: z.string().nullable(),
  department: z.string().nullable(),
  /** Who shares the report with the person or group and asks for it; null: the person. */
  asked_by: z.string().nullable(),
  reason: z.string(),
  state: z.enum(requestStates),
  answer: z.string(),
  group: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: z.string().nullable(),
  created_at: z.string(),
  /** When an open request lapses by itself. */
  lapses_at: z.string(),
  data_rule: z.enum(['none', 'filter', 'rls']),
  roles_required: z.boolean(),
  version: z.number(),
  can: z.object({ decide: z.boolean(), cancel: z.boolean() }),
});
export type AccessRequest = z.infer<typeof accessRequest>;

export const request = endpoint({
  method: 'POST',
  path: '/api/catalogue_requests',
  can: ask,
  summary: 'Asks for a report of the catalogue, with a reason',
  audit: 'catalogue_request.add',
  status: 201,
  body: z.strictObject({ report_id: id, reason }),
  answer: accessRequest,
});

/** `scope=mine` is what the caller has asked for, `scope=unit` what the caller may decide about. */
export const requests = endpoint({
  method: 'GET',
  path: '/api/catalogue_requests',
  can: ask,
  summary: 'Requests of the caller, or for those who decide, of the unit; the last twelve months',
  query: listQuery(['created_at', 'title', 'name'], {
    scope: z.enum(['mine', 'unit']).default('mine'),
    state: z.enum(requestStates).optional(),
  }),
  answer: listOf(accessRequest),
});

export const getRequest = endpoint({
  method: 'GET',
  path: '/api/catalogue_requests/:id',
  can: ask,
  summary: 'One request, of the caller or for those who decide',
  answer: accessRequest,
});

export const cancel = endpoint({
  method: 'POST',
  path: '/api/catalogue_requests/:id/cancel',
  can: ask,
  summary: 'Takes one’s own open request back',
  audit: 'catalogue_request.cancel',
});

export const grantRequest = endpoint({
  method: 'POST',
  path: '/api/catalogue_requests/:id/grant',
  can: decide,
  summary:
    'Grants a request: to the person or group that it is for, plain or with filters, roles and an end, or by putting the person into a group',
  audit: 'catalogue_request.grant',
  body: grantInput
    .omit({ to: true, to_id: true })
    .extend({ user_group_id: id.nullable().default(null), answer: z.string().trim().max(500).default(''), version }),
  answer: accessRequest,
});

export const denyRequest = endpoint({
  method: 'POST',
  path: '/api/catalogue_requests/:id/deny',
  can: decide,
  summary: 'Denies a request; the person reads the reason',
  audit: 'catalogue_request.deny',
  body: z.strictObject({ answer: z.string().trim().min(3).max(500).refine(clean, 'invalid'), version }),
  answer: accessRequest,
});

/** Groups that a request can be granted through, those that see the report already first. */
export const grantGroups = endpoint({
  method: 'GET',
  path: '/api/catalogue_requests/:id/groups',
  can: decide,
  summary: 'User groups to grant a request through',
  answer: z.object({ data: z.array(z.object({ id, name: z.string(), sees: z.boolean() })) }),
});

/** How many requests wait for a decision, for the mark at the menu and the home page. */
export const waiting = endpoint({
  method: 'GET',
  path: '/api/catalogue_requests/waiting',
  can: decide,
  summary: 'Number of requests that wait for a decision of the caller',
  answer: z.object({ waiting: z.number() }),
});
