/** Acting for somebody: asked for, allowed by the person, for a while, and told afterwards (docs/reference/product-rules.md 6). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, internalPath, moment } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { screens } from '../screens.ts';
import type { ScreenName } from '../screens.ts';
import { signedInCodec } from '../wire.ts';
import { signedIn } from './signIn.ts';

const asks = { capability: 'remote_access_request', right: 'use' } as const;
const answers = { capability: 'remote_access_answer', right: 'use' } as const;
const switches = { capability: 'partner_switch', right: 'use' } as const;

const remoteModes = ['read', 'full'] as const;
/** How long somebody may ask for, in minutes. */
const remoteMinutes = [15, 30, 60, 120] as const;

/** `expired`: nobody answered in time, or nobody came; `open`: somebody is inside. */
const remoteStates = ['waiting', 'expired', 'denied', 'cancelled', 'allowed', 'open', 'ended'] as const;

const reason = z
  .string()
  .trim()
  .min(10)
  .max(300)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'invalid');

const remoteAccess = z.object({
  id,
  state: z.enum(remoteStates),
  asker_id: id,
  asker_name: z.string(),
  asker_role: z.enum(['operator', 'partner', 'admin']),
  person_id: id,
  person_name: z.string(),
  reason: z.string(),
  minutes: z.number(),
  wished: z.enum(remoteModes),
  /** What was allowed; null while it is not. */
  mode: z.enum(remoteModes).nullable(),
  /** Whether the person said yes to this request, or to everybody who may ask, or the unit is the partner's own. */
  consent: z.enum(['asked', 'standing', 'own_unit']).nullable(),
  word: z.string(),
  created_at: moment,
  answer_until: moment,
  started_at: moment.nullable(),
  ends_at: moment.nullable(),
  ended_at: moment.nullable(),
  end_reason: z.enum(['asker', 'person', 'time', 'session']).nullable(),
  /** Where whoever asked was, and comes back to. */
  back_path: z.string(),
  /** The screen that was opened last, while somebody is inside. */
  last_screen: z.string().nullable(),
});
export type RemoteAccess = z.infer<typeof remoteAccess>;

const wish = z.strictObject({
  reason,
  minutes: z.literal(remoteMinutes),
  mode: z.enum(remoteModes),
  /** The page on which one asks, and to which the way back leads. */
  from: internalPath.default('/'),
});

export const ask = endpoint({
  method: 'POST',
  path: '/api/remote_access',
  can: asks,
  summary: 'Asks a person of the unit whether one may act for them; a request that waits already is replaced',
  audit: 'remote_access.ask',
  status: 201,
  body: wish.extend({ membership_id: id }),
  answer: remoteAccess,
});

export const askStaff = endpoint({
  method: 'POST',
  path: '/api/remote_access/staff',
  can: { capability: 'partners', right: 'write' },
  summary: 'Asks somebody of a partner whether the operator may act for them; they are told by mail',
  audit: 'remote_access.ask',
  status: 201,
  body: wish.extend({ person_id: id }),
  answer: remoteAccess,
});

/** Who acts is signed in as the person here, or on the host of their unit by a token that works once. */
const entered = z.discriminatedUnion('status', [
  signedIn.extend({ status: z.literal('ok') }),
  z.object({ status: z.literal('change'), domain: z.string(), token: z.string(), intended: z.string() }),
]);
export type Entered = z.infer<typeof entered>;

export const cancel = endpoint({
  method: 'POST',
  path: '/api/remote_access/:id/cancel',
  can: asks,
  summary: 'Takes a request back that nobody has answered',
  audit: 'remote_access.cancel',
});

export const enter = endpoint({
  method: 'POST',
  path: '/api/remote_access/:id/enter',
  can: asks,
  summary: 'Begins a session that acts for the person who allowed it; once, from the session that asked',
  audit: 'remote_access.enter',
  answer: entered,
  wire: { answer: signedInCodec },
});

export const leave = endpoint({
  method: 'POST',
  path: '/api/remote_access/leave',
  can: 'public',
  summary: 'Ends acting for somebody, and goes back to the own session with the rights of now; also after the time is up',
  audit: 'remote_access.leave',
  answer: entered,
  wire: { answer: signedInCodec },
});

export const changeBack = endpoint({
  method: 'POST',
  path: '/api/auth/change/back/partner',
  can: 'public',
  summary: 'The same for partners: back from an administrator or reader, to the page where the change began',
  audit: 'remote_access.leave',
  answer: entered,
  wire: { answer: signedInCodec },
});

const changed = z.discriminatedUnion('status', [
  z.object({ status: z.literal('wait_authorization'), token: z.string() }),
  ...entered.options,
]);
const change = wish.extend({ tenant_id: id, membership_id: id });

export const changeToMember = endpoint({
  method: 'POST',
  path: '/api/auth/change/partner/to/admin',
  can: switches,
  summary: 'A partner becomes an administrator or reader of one of its units; waits for the person’s yes where that is needed',
  audit: 'remote_access.ask',
  body: change,
  answer: changed,
  wire: { answer: signedInCodec },
});

export const changeToMemberAtOnce = endpoint({
  method: 'POST',
  path: '/api/auth/change/partner/to/admin/no/verify',
  can: switches,
  summary: 'The same to look only, in the partner’s own unit or towards somebody who allows it to everybody; otherwise it is refused',
  audit: 'remote_access.ask',
  body: change,
  answer: entered,
  wire: { answer: signedInCodec },
});

const choices = z.object({
  /** Whether the unit allows remote access at all. */
  allowed: z.boolean(),
  people: z.array(
    z.object({
      membership_id: id,
      name: z.string(),
      email: z.string(),
      role: z.enum(['admin', 'user']),
      /** Whether the person is asked before somebody looks. */
      asks: z.boolean(),
    }),
  ),
});
export type ChangeChoices = z.infer<typeof choices>;

export const changeChoices = endpoint({
  method: 'GET',
  path: '/api/auth/change/partner/people',
  can: switches,
  summary: 'Active people of one of the partner’s units, administrators first; at most fifty',
  query: z.strictObject({ tenant_id: id, q: z.string().trim().max(100).default('') }),
  answer: choices,
});

const screenNames = Object.keys(screens) as [ScreenName, ...ScreenName[]];

export const seen = endpoint({
  method: 'POST',
  path: '/api/remote_access/screen',
  can: 'session',
  acting: 'reads',
  summary: 'Notes for the receipt which screen is shown to somebody who acts for a person; says nothing of anybody else',
  body: z.strictObject({ screen: z.enum(screenNames) }),
});

export const answer = endpoint({
  method: 'POST',
  path: '/api/remote_access/:id/answer',
  can: answers,
  summary: 'Allows that somebody acts for oneself, or not; `mode` null is a no',
  audit: 'remote_access.answer',
  body: z.strictObject({ mode: z.enum(remoteModes).nullable(), word: z.string().trim().max(300).default('') }),
  answer: remoteAccess,
});

export const end = endpoint({
  method: 'POST',
  path: '/api/remote_access/:id/end',
  can: answers,
  summary: 'Ends at once that somebody acts for oneself',
  audit: 'remote_access.end',
});

export const get = endpoint({
  method: 'GET',
  path: '/api/remote_access/:id',
  can: 'session',
  summary: 'A request and what became of it, for those whom it concerns and those who look after the unit; the operator waits here too',
  answer: remoteAccess,
});

export const list = endpoint({
  method: 'GET',
  path: '/api/remote_access',
  can: answers,
  summary: 'Who asked to act for whom, the latest first: the own ones, or those of the unit for those who look after it',
  query: listQuery(['created_at'], { mine: z.stringbool().optional(), state: z.enum(remoteStates).optional() }),
  answer: listOf(remoteAccess),
});

const remoteEvent = z.object({
  at: moment,
  /** `screen`: a screen was opened, `report`: a report was; otherwise the action of the audit log. */
  action: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  /** Title of a report that was opened. */
  title: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type RemoteEvent = z.infer<typeof remoteEvent>;

export const receipt = endpoint({
  method: 'GET',
  path: '/api/remote_access/:id/receipt',
  can: answers,
  summary: 'What was opened and changed while somebody acted, in its order; at most a thousand lines',
  answer: z.object({ events: z.array(remoteEvent), more: z.boolean() }),
});

export const exportReceipt = endpoint({
  method: 'GET',
  path: '/api/remote_access/:id/receipt/export',
  can: answers,
  summary: 'The receipt as CSV or XLSX: who, why and how, and every line',
  query: z.strictObject({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  answer: download,
});
