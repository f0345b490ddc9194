/** Own data: see, take away, correct; and requests about it, which the unit answers for (docs/reference/product-rules.md 15). */
import { z } from 'zod';
import { download } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { id, name, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';
import { phone } from '../people/users.ts';

const own = { capability: 'own_profile', right: 'read' } as const;
const change = { capability: 'own_profile', right: 'write' } as const;
const see = { capability: 'privacy_desk', right: 'read' } as const;
const act = { capability: 'privacy_desk', right: 'write' } as const;

/** Days that the unit has for an answer. */
export const privacyDays = 15;

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

const dataSection = z.object({
  key: z.string(),
  /** In the caller's language, as the names of the columns. */
  title: z.string(),
  total: z.number(),
  /** Columns that end in `_at` are moments, in `_on` days. */
  columns: z.array(z.object({ key: z.string(), label: z.string() })),
  /** The newest rows; the downloaded file has all of them. */
  rows: z.array(z.record(z.string(), cell)),
});
export type DataSection = z.infer<typeof dataSection>;

export const myData = endpoint({
  method: 'GET',
  path: '/api/my_data',
  can: own,
  summary: 'What the portal keeps about the caller, in the account and in the current unit',
  answer: z.object({
    profile: z.object({
      name: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
      picture_id: id.nullable(),
      picture: z.string().nullable(),
      /** False for people who sign in elsewhere: their name comes from there. */
      name_changeable: z.boolean(),
      /** Only members of a unit have a picture there. */
      member: z.boolean(),
      version,
    }),
    /** Other units that hold data about the person; their data can be seen in those units. */
    other_units: z.array(z.string()),
    sections: z.array(dataSection),
  }),
});

export const downloadMyData = endpoint({
  method: 'GET',
  path: '/api/my_data/download',
  can: own,
  summary: 'All of it as one archive: JSON for programs, CSV for people',
  answer: download,
});

export const correctProfile = endpoint({
  method: 'PUT',
  path: '/api/my_data/profile',
  can: change,
  summary: 'Corrects the own name, phone and picture',
  audit: 'person.correct',
  body: z.strictObject({ name, phone: phone.nullable(), picture_id: id.nullable(), version }),
});

export const privacyKinds = ['correction', 'objection', 'erasure'] as const;
export const privacyStates = ['open', 'accepted', 'denied', 'cancelled'] as const;

const clean = (text: string) => !text.includes('\0') && text.isWellFormed();
const words = z.string().trim().max(2000).refine(clean, 'invalid');

const privacyRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  /** The membership that an accepted erasure anonymises; its name confirms the erasure. */
  membership_id: id,
  kind: z.enum(privacyKinds),
  text: z.string(),
  state: z.enum(privacyStates),
  answer: z.string(),
  created_at: z.string(),
  due_at: z.string(),
  decided_at: z.string().nullable(),
  decided_by: z.string().nullable(),
  version,
  can: z.object({ decide: z.boolean(), cancel: z.boolean() }),
});
export type PrivacyRequest = z.infer<typeof privacyRequest>;

/** `scope=mine` is what the caller has asked for, `scope=unit` the desk. */
export const requests = endpoint({
  method: 'GET',
  path: '/api/privacy_requests',
  can: see,
  summary: 'Requests of the caller, or of the unit’s people for those who answer for them',
  query: listQuery(['due_at', 'created_at', 'name'], {
    scope: z.enum(['mine', 'unit']).default('mine'),
    state: z.enum(privacyStates).optional(),
    kind: z.enum(privacyKinds).optional(),
  }),
  answer: listOf(privacyRequest),
});

export const request = endpoint({
  method: 'GET',
  path: '/api/privacy_requests/:id',
  can: see,
  summary: 'One request, of the caller or for those who answer for the unit',
  answer: privacyRequest,
});

export const ask = endpoint({
  method: 'POST',
  path: '/api/privacy_requests',
  can: act,
  summary: 'Asks the unit to correct or erase the own data, or objects to its use',
  audit: 'privacy_request.add',
  status: 201,
  /** A correction or an objection needs a text; an erasure does not. */
  body: z
    .strictObject({ kind: z.enum(privacyKinds), text: words })
    .refine(({ kind, text }) => kind === 'erasure' || text !== '', { path: ['text'], message: 'required' }),
  answer: privacyRequest,
});

export const cancel = endpoint({
  method: 'POST',
  path: '/api/privacy_requests/:id/cancel',
  can: act,
  summary: 'Takes one’s own open request back',
  audit: 'privacy_request.cancel',
});

export const decide = endpoint({
  method: 'POST',
  path: '/api/privacy_requests/:id/decision',
  can: act,
  summary: 'Answers a request. An accepted erasure is done at once and confirmed by the name in capitals',
  audit: 'privacy_request.decide',
  body: z
    .strictObject({ accept: z.boolean(), answer: words, confirm: z.string().max(200).default(''), version })
    .refine(({ accept, answer }) => accept || answer.length >= 3, { path: ['answer'], message: 'required' }),
  answer: privacyRequest,
});
