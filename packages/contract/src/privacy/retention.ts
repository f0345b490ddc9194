/** How long the portal keeps what of a unit, what goes when, and legal holds, which stop it (docs/reference/product-rules.md 15). */
import { z } from 'zod';
import { download, exportFormats } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, id, text } from '../fields.ts';

const see = { capability: 'privacy_desk', right: 'read' } as const;
const act = { capability: 'privacy_desk', right: 'write' } as const;

export const retentionKinds = [
  'access',
  'addresses',
  'audit',
  'views',
  'notifications',
  'remote_access',
  'catalogue_requests',
  'imports',
  'provisioning',
  'faq_searches',
  'deleted_members',
  'incidents',
] as const;
export type RetentionKindName = (typeof retentionKinds)[number];

/** Rows of a kind are counted up to this number. */
export const retentionCountCap = 100_000;

const retentionRow = z.object({
  kind: z.enum(retentionKinds),
  /** Kept for so many. */
  period: z.object({ unit: z.enum(['years', 'months', 'days']), count: z.number() }),
  /** What becomes of it: it is removed, or stays without saying who it was. */
  becomes: z.enum(['removed', 'anonymous']),
  /** Whether a legal hold keeps it. */
  held: z.boolean(),
  total: z.number(),
  total_is_capped: z.boolean(),
  /** How many go within a week and within thirty days, those included that are due already. */
  week: z.number(),
  month: z.number(),
  /** Past their time, and kept by a hold alone. */
  held_back: z.number(),
  /** When the next ones go; null where there is nothing that will. */
  next_at: z.string().nullable(),
  /** When a job last looked for what is due. */
  looked_at: z.string().nullable(),
  /** When something last went, and how many. */
  last_at: z.string().nullable(),
  last_removed: z.number().nullable(),
});
export type RetentionRow = z.infer<typeof retentionRow>;

const legalHoldStates = ['standing', 'ended', 'lifted'] as const;

const legalHold = z.object({
  id,
  /** Whose data; null: those of everybody in the unit. */
  member: z.object({ membership_id: id, name: z.string() }).nullable(),
  reason: z.string(),
  state: z.enum(legalHoldStates),
  ends_on: z.string().nullable(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  lifted_at: z.string().nullable(),
  lifted_by: z.string().nullable(),
});
export type LegalHold = z.infer<typeof legalHold>;

const retention = z.object({
  kinds: z.array(retentionRow),
  /** Notices that were read are kept for so many days only. */
  read_notice_days: z.number(),
  /** The newest hundred. */
  holds: z.array(legalHold),
  can: z.object({ hold: z.boolean() }),
});
export type Retention = z.infer<typeof retention>;

export const get = endpoint({
  method: 'GET',
  path: '/api/retention',
  can: see,
  summary: 'What is kept of the unit for how long, how much goes when, and its legal holds, those that stand first',
  answer: retention,
});

export const exportKinds = endpoint({
  method: 'GET',
  path: '/api/retention/export',
  can: see,
  summary: 'What is kept for how long and how much goes when, as CSV or XLSX',
  query: z.strictObject({ format: z.enum(exportFormats) }),
  answer: download,
});

const holdInput = z.strictObject({
  /** Null: the whole unit. */
  membership_id: id.nullable().default(null),
  reason: text(500).min(1, 'required'),
  /** The last day; null: until it is lifted. */
  ends_on: day.nullable().default(null),
});

export const hold = endpoint({
  method: 'POST',
  path: '/api/retention/holds',
  can: act,
  summary: 'Puts a legal hold on the unit or on one member: nothing that it covers is removed while it stands',
  audit: 'legal_hold.add',
  status: 201,
  body: holdInput,
  answer: legalHold,
});

export const lift = endpoint({
  method: 'POST',
  path: '/api/retention/holds/:id/lift',
  can: act,
  summary: 'Lifts a legal hold: what is past its time goes with the next clean-up',
  audit: 'legal_hold.lift',
});
