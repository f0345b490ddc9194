/**
 * Embedded access (docs/reference/product-rules.md 10): another application shows single reports of the unit. Its server signs a
 * short token (JWT, HS256) with the unit's secret, and the page in the frame exchanges it once for a session that reads these reports.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { columnFilter } from '../access/reportAccess.ts';
import { errors } from '../errors.ts';
import type { ErrorWord } from '../errors.ts';
import { id, version } from '../fields.ts';
import { embedding as embedToken, shownReport } from '../reading/reportReading.ts';

const read = { capability: 'embedded_token', right: 'read' } as const;
const write = { capability: 'embedded_token', right: 'write' } as const;

/** Seconds: how long a token may live, how long its session does, and what clocks may differ by. */
export const tokenSeconds = 300;
export const sessionSeconds = 3600;
export const clockSeconds = 30;
/** Hours for which a secret that was exchanged still signs. */
export const overlapHours = 24;
const reportsAtMost = 50;

/** `https://intranet.example`, also with a port; `http` for machines of one's own alone. Compared letter by letter, as browsers say it. */
const origin = z
  .string()
  .trim()
  .max(300)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text, 'invalid')
  .refine((text) => text.startsWith('https://') || /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(text), 'invalid');

const identity = z.strictObject({
  username: z.string().trim().min(1).max(256).regex(/^\S+$/, 'invalid'),
  roles: z
    .array(
      z
        .string()
        .trim()
        .min(1)
        .max(50)
        .refine((role) => !role.includes(','), 'invalid'),
    )
    .max(50),
});

const moment = z.number().int().min(0).max(100_000_000_000);

/** What the host's server says in the token. Unknown claims are refused: a misspelt filter would show more than was meant. */
export const embedClaims = z
  .strictObject({
    /** The unit. */
    iss: id,
    /** E-mail of a person of the unit, or whatever the other application calls its reader; without it nobody in particular. */
    sub: z.string().trim().min(1).max(254).optional(),
    iat: moment,
    nbf: moment.optional(),
    exp: moment,
    /** Used once. */
    jti: z.string().min(8).max(200),
    /** Origin of the page that holds the frame. */
    origin,
    reports: z.array(id).min(1).max(reportsAtMost).optional(),
    /** All reports of the group that may be embedded, instead of `reports`. */
    group: id.optional(),
    filters: z.array(columnFilter).max(10).default([]),
    /** Whose rows people see whom the unit does not know. People of the unit see their own. */
    rls: identity.optional(),
  })
  .refine((claims) => (claims.reports === undefined) !== (claims.group === undefined), { path: ['reports'] });
export type EmbedClaims = z.infer<typeof embedClaims>;

const settings = {
  origins: z.array(origin).max(20).default([]),
  /** In whose place people read whom the unit does not know: a reader of the unit. Null refuses them. */
  anonymous_membership_id: id.nullable().default(null),
  anonymous_identity: identity.nullable().default(null),
  group_id: id.nullable().default(null),
};

const embeddingRow = z.object({
  ...settings,
  /** The unit's id, the claim `iss`. */
  unit_id: id,
  /** Whether the unit may embed at all: `enable_embedded`. */
  enabled: z.boolean(),
  /** Where the page stands: `<page>/<token>` is the address of the frame. */
  page: z.string(),
  has_secret: z.boolean(),
  secret_made_at: z.string().nullable(),
  /** Until when the secret before still signs. */
  secret_before_until: z.string().nullable(),
  anonymous_name: z.string().nullable(),
  group_name: z.string().nullable(),
  reports: z.array(z.object({ id, title: z.string() })),
  revoked_at: z.string().nullable(),
  /** Different readers of each month, the latest first. */
  months: z.array(z.object({ month: z.string(), readers: z.number() })),
  version: z.number(),
  can: z.object({ edit: z.boolean() }),
});
export type EmbeddingSettings = z.infer<typeof embeddingRow>;

export const get = endpoint({
  method: 'GET',
  path: '/api/embedding',
  can: read,
  summary: 'How reports of the unit may be embedded',
  answer: embeddingRow,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/embedding',
  can: write,
  summary: 'Says who may embed which reports',
  audit: 'embedding.update',
  body: z.strictObject({ ...settings, report_ids: z.array(id).max(500).default([]), version }),
  answer: embeddingRow,
});
export const newSecret = endpoint({
  method: 'POST',
  path: '/api/embedding/secret',
  can: write,
  summary: 'Makes a new secret, told once; the one before still signs for a day, or no more',
  audit: 'embedding.secret',
  body: z.strictObject({ at_once: z.boolean().default(false) }),
  answer: z.object({ secret: z.string(), secret_before_until: z.string().nullable() }),
});
export const revoke = endpoint({
  method: 'POST',
  path: '/api/embedding/revoke',
  can: write,
  summary: 'Ends every token and session of embedded reports from before now',
  audit: 'embedding.revoke',
  answer: z.object({ revoked_at: z.string() }),
});

const token = z.string().min(1).max(6000);
const word = z.enum(Object.keys(errors) as [ErrorWord, ...ErrorWord[]]);

const explained = z.object({
  /** Null: the exchange would answer with a session now. */
  refusal: z.object({ word, message: z.string() }).nullable(),
  /** Whether the unit's secret signed it: without, nothing of what it says is believed. */
  signed: z.boolean(),
  /** What the token says, as far as it can be read. */
  claims: z.array(z.object({ name: z.string(), value: z.string() })),
  expires_at: z.string().nullable(),
  reader: z.object({ name: z.string(), anonymous: z.boolean() }).nullable(),
  reports: z.array(z.object({ id, title: z.string() })),
});
export type ExplainedToken = z.infer<typeof explained>;

export const explain = endpoint({
  method: 'POST',
  path: '/api/embedding/explain',
  can: write,
  summary: 'What a token says and why it would be refused; it is neither stored nor used up',
  body: z.strictObject({ token }),
  answer: explained,
});

const session = z.object({
  token: z.string(),
  expires_at: z.string(),
  /** Who is told what happens in the frame. */
  origin: z.string(),
});
export type EmbeddedSession = z.infer<typeof session>;

export const enter = endpoint({
  method: 'POST',
  path: '/api/embedded/session',
  can: 'public',
  summary: 'Turns a token of the host’s server into a session that reads its reports, once',
  max_bytes: 8 * 1024,
  body: z.strictObject({ token }),
  answer: session,
});

const ofSession = { can: 'session', embedded: true, before_terms: true } as const;

export const embeddedReports = endpoint({
  method: 'GET',
  path: '/api/embedded/reports',
  ...ofSession,
  summary: 'The reports of an embedded session that may be read now',
  answer: z.object({ data: z.array(z.object({ id, title: z.string() })) }),
});
export const embeddedOpen = endpoint({
  method: 'POST',
  path: '/api/embedded/reports/:id/open',
  ...ofSession,
  summary: 'Everything to show a report in an embedded session',
  audit: 'report.open',
  answer: shownReport,
});
export const embeddedToken = endpoint({
  method: 'POST',
  path: '/api/embedded/reports/:id/token',
  ...ofSession,
  summary: 'A new embed token for a report that is open in an embedded session',
  answer: embedToken,
});
