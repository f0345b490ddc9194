/** How much units are used, counted at night up to yesterday: for a partner its units, for the operator all of them, as counts. */
import { z } from 'zod';
import { download, exportFormats } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, id, moment } from '../fields.ts';
import { periods } from '../periods.ts';
import { openingTroubles } from './openingTroubles.ts';

const read = { capability: 'usage', right: 'read' } as const;

const chosen = {
  /** Days that end yesterday. */
  period: z.enum(periods),
  /** One unit alone. */
  unit_id: id.optional(),
};

/** Ways of signing in that are told apart. */
export const signInWays = ['password', 'azure', 'saml', 'passkey'] as const;
/** How what is counted by its outcome ended. Of openings only those that failed; `left`: closed before a page was shown. A refusal: wrong password or code, too many attempts, by the identity provider, by a rule of the portal. */
const outcomesOf = {
  sign_in: [...signInWays, 'other'],
  refused: ['wrong', 'too_many', 'provider', 'not_allowed'],
  opening: [...openingTroubles, 'left'],
  refresh: ['completed', 'failed', 'not_run'],
} as const;
export const outcomeKinds = ['sign_in', 'refused', 'opening', 'refresh'] as const;

const ended = { now: z.number(), before: z.number() };
const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sign_in'), outcome: z.enum(outcomesOf.sign_in), ...ended }),
  z.object({ kind: z.literal('refused'), outcome: z.enum(outcomesOf.refused), ...ended }),
  z.object({ kind: z.literal('opening'), outcome: z.enum(outcomesOf.opening), ...ended }),
  z.object({ kind: z.literal('refresh'), outcome: z.enum(outcomesOf.refresh), ...ended }),
]);

const numbers = z.object({
  views: z.number(),
  /** Different users within the period, counted in each unit; null where nobody counted them yet. */
  people: z.number().nullable(),
  minutes: z.number(),
  /** Milliseconds until the first page was shown: median and 95th percentile, to the tenth of a second. */
  load_p50: z.number().nullable(),
  load_p95: z.number().nullable(),
  /** Openings after which no page was ever shown. */
  failures: z.number(),
  exports: z.number(),
  sign_ins: z.number(),
  refused: z.number(),
  desktop: z.number(),
  phone: z.number(),
  /** How long capacities ran, and what that costs by Azure's list prices, in US cents. */
  capacity_minutes: z.number(),
  capacity_cents: z.number(),
});
export type AnalyzeNumbers = z.infer<typeof numbers>;

const unitNumbers = numbers.extend({
  id,
  name: z.string(),
  views_before: z.number(),
  /** The last day of the period on which somebody opened a report. */
  last_day: day.nullable(),
  /** Licenses in use now. */
  seats: z.number(),
});

const analyzedReport = z.object({
  id,
  title: z.string(),
  unit_name: z.string(),
  views: z.number(),
  minutes: z.number(),
  failures: z.number(),
  /** The last day, within the period or before, on which somebody opened it. */
  last_day: day.nullable(),
});

const analysis = z.object({
  from: day,
  until: day,
  /** Read from a standby: when that made its last change. */
  as_of: moment.nullable(),
  unit: z.object({ id, name: z.string() }).nullable(),
  now: numbers,
  /** Of as many days before. */
  before: numbers,
  days: z.array(
    z.object({
      day,
      views: z.number(),
      people: z.number(),
      /** Different users of the last 7 and 30 days, with that one. */
      people_7: z.number(),
      people_30: z.number(),
      sign_ins: z.number(),
      refused: z.number(),
    }),
  ),
  /** 0 is Sunday. */
  hours: z.array(z.object({ weekday: z.number(), hour: z.number(), views: z.number() })),
  outcomes: z.array(outcome),
  units: z.array(unitNumbers),
  /** Names of reports are not for the operator. */
  reports: z
    .object({
      top: z.array(analyzedReport),
      unused: z.array(analyzedReport),
      /** How many published reports nobody opened, of how many. */
      unused_count: z.number(),
      report_count: z.number(),
    })
    .nullable(),
});
export type Analysis = z.infer<typeof analysis>;

export const analyze = endpoint({
  method: 'GET',
  path: '/api/analyze',
  can: read,
  may_lag: true,
  summary: 'Use of units within a period and the one before: totals, days, hours, units, most and never used reports',
  query: z.strictObject(chosen),
  answer: analysis,
});

export const analyzeTables = ['days', 'hours', 'units', 'outcomes', 'reports', 'unused'] as const;
export type AnalyzeTable = (typeof analyzeTables)[number];

export const exportAnalyze = endpoint({
  method: 'GET',
  path: '/api/analyze/export',
  can: read,
  may_lag: true,
  summary: 'One table of the use of units as CSV or XLSX',
  query: z.strictObject({ ...chosen, table: z.enum(analyzeTables), format: z.enum(exportFormats) }),
  answer: download,
});
