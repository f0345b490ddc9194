/**
 * Provisioning by SCIM 2.0 (docs/reference/product-rules.md 9): tokens with which a directory comes, the log of what it asked and what the
 * portal did, and rehearsals. The protocol itself is answered at `/scim/v2` and is no endpoint: its form is RFC 7644's.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, name, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { scimTokenCodec } from '../wire.ts';

const read = { capability: 'scim_tokens', right: 'read' } as const;
const write = { capability: 'scim_tokens', right: 'write' } as const;

/** Where directories call. */
export const scimPath = '/scim/v2';
export const tokensAtATime = 2;
export const tokenDays = { least: 30, usual: 365, most: 730 } as const;
/** Days for which the log keeps a line. */
export const logDays = 90;

const asked = ['create', 'change', 'replace', 'enable', 'disable', 'delete', 'members'] as const;
export type Asked = (typeof asked)[number];
export const outcomes = ['created', 'revived', 'taken_over', 'changed', 'enabled', 'disabled', 'removed', 'unchanged', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];
/** Why something was refused. */
const reasons = [
  'invalid',
  'not_found',
  'version',
  'seats_full',
  'last_admin',
  'email_taken',
  'email_elsewhere',
  'user_name_taken',
  'external_id_taken',
  'name_taken',
  'unknown_member',
  'unavailable',
] as const;
export type Reason = (typeof reasons)[number];

const counts = z.object({ created: z.number(), changed: z.number(), disabled: z.number(), refused: z.number() });

const token = z.object({
  id,
  name: z.string(),
  last_four: z.string(),
  rehearsal: z.boolean(),
  invites: z.boolean(),
  created_at: moment,
  expires_at: moment,
  expired: z.boolean(),
  last_used_at: moment.nullable(),
  /** What the rehearsal would do so far, in people and groups; null outside of one. */
  rehearsed: counts.nullable(),
  version: z.number(),
});
export type ScimToken = z.infer<typeof token>;

const input = {
  name,
  /** Whether new people get the invitation with a link for a first password. */
  invites: z.boolean().default(false),
};

export const tokens = endpoint({
  method: 'GET',
  path: '/api/auth/scim/token',
  can: read,
  summary: 'Tokens with which directories provision people of the unit, without their secrets',
  answer: z.object({
    data: z.array(token),
    /** What is entered at the directory. */
    addresses: z.array(z.string()),
    provisioned: z.object({ people: z.number(), groups: z.number() }),
    can: z.object({ add: z.boolean() }),
  }),
});
export const add = endpoint({
  method: 'POST',
  path: '/api/auth/scim/add',
  can: write,
  summary: 'Makes a token, whose secret is told once',
  audit: 'scim_token.add',
  status: 201,
  body: z.strictObject({
    ...input,
    days: z.number().int().min(tokenDays.least).max(tokenDays.most).default(tokenDays.usual),
    rehearsal: z.boolean().default(true),
  }),
  answer: z.object({ id, token: z.string() }),
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/auth/scim/update',
  can: write,
  summary: 'Changes the name of a token, and whether it invites',
  audit: 'scim_token.update',
  body: z.strictObject({ token_id: id, ...input, version }),
  wire: { body: scimTokenCodec },
});
export const setRehearsal = endpoint({
  method: 'POST',
  path: '/api/auth/scim/rehearsal',
  can: write,
  summary: 'Begins a rehearsal anew, or ends it: from then on what the directory asks is done',
  audit: 'scim_token.rehearsal',
  body: z.strictObject({ token_id: id, rehearsal: z.boolean() }),
  wire: { body: scimTokenCodec },
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/auth/scim/delete',
  can: write,
  summary: 'Revokes a token; its name is typed',
  audit: 'scim_token.remove',
  query: z.strictObject({ token_id: id, confirm: z.string().max(200) }),
  wire: { query: scimTokenCodec },
});

const change = z.object({
  /** As the directory calls it, such as `displayName`. */
  field: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ScimChange = z.infer<typeof change>;

const line = z.object({
  id,
  at: moment,
  token_name: z.string(),
  rehearsal: z.boolean(),
  kind: z.enum(['user', 'group']),
  /** The person or the group, where it is there to be opened. */
  object_id: id.nullable(),
  name: z.string(),
  user_name: z.string(),
  asked: z.enum(asked),
  outcome: z.enum(outcomes),
  reason: z.enum(reasons).nullable(),
  /** What the directory was answered, in the words of the protocol. */
  detail: z.string().nullable(),
  changes: z.array(change),
  /** Names of people who came into the group and left it, the first of them, and how many they are. */
  added: z.array(z.string()),
  added_count: z.number(),
  removed: z.array(z.string()),
  removed_count: z.number(),
});
export type ScimLine = z.infer<typeof line>;

export const log = endpoint({
  method: 'GET',
  path: '/api/auth/scim/log',
  can: read,
  summary: 'What directories asked, what the portal did, and why not',
  query: listQuery(['-at'], {
    outcome: z.enum(outcomes).optional(),
    kind: z.enum(['user', 'group']).optional(),
    /** Of a rehearsal alone, or of what really happened. */
    rehearsal: z.enum(['yes', 'no']).optional(),
    /** Of one person or group. */
    object_id: id.optional(),
  }),
  answer: listOf(line),
});
