/** How a report is doing: five checks, one mark and one advice; and the archive of what nobody opens (docs/reference/product-rules.md 11). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';

const read = { capability: 'reports', right: 'read' } as const;
const write = { capability: 'reports', right: 'write' } as const;

/** From the best to the worst. */
export const healthMarks = ['good', 'attention', 'act'] as const;
/** In the order in which they are looked after. */
export const healthChecks = ['covered', 'fresh', 'owned', 'fast', 'used'] as const;
/** What each check found. */
const healthFindings = [
  'covered',
  'no_rule',
  'readers_without_rule',
  'open_to_all',
  'fresh',
  'failed',
  'paused',
  'late',
  'old',
  'never_seen',
  'no_data',
  'owned',
  'owner_gone',
  'nobody',
  'fast',
  'slow',
  'too_slow',
  'too_few',
  'used',
  'quiet',
  'unused',
  'new',
] as const;
/** The one thing that is advised, each with the place where it is done. */
const healthAdvices = [
  'set_rule',
  'give_rules',
  'see_refresh',
  'take_up_schedule',
  'set_schedule',
  'name_owner',
  'see_loads',
  'see_access',
  'archive',
] as const;

const mark = z.enum(healthMarks);
/** As a list shows it; null for what is not active. */
export const reportMark = z.object({ mark, advice: z.enum(healthAdvices).nullable() });
export type ReportMark = z.infer<typeof reportMark>;

const check = z.object({
  check: z.enum(healthChecks),
  /** Null: nothing to judge, or not yet. */
  mark: mark.nullable(),
  finding: z.enum(healthFindings),
  since: moment.nullable(),
  /** Milliseconds, of `fast` alone. */
  p95_ms: z.number().nullable(),
});
export type HealthCheck = z.infer<typeof check>;

export const get = endpoint({
  method: 'GET',
  path: '/api/reports/:id/health',
  can: read,
  summary: 'What a report is judged by, since when, and the one thing that is advised',
  answer: z.object({ health: reportMark.extend({ checks: z.array(check) }).nullable() }),
});

/** Nobody opened it for so many days. */
export const unusedDays = 90;
/** So many are offered at once; the longest unused first. */
export const unusedLimit = 200;

const unusedReport = z.object({
  id,
  title: z.string(),
  group_name: z.string(),
  /** Null: never. */
  last_opened_at: moment.nullable(),
  /** What hangs on it, which stays and is shown to nobody while it is archived. */
  grants: z.number(),
  favourites: z.number(),
  playlists: z.number(),
  links: z.number(),
  embeddings: z.number(),
  /** Its data go on being refreshed by a schedule, and no other active report uses them. */
  refreshed_for_nobody: z.boolean(),
});
export type UnusedReport = z.infer<typeof unusedReport>;

export const unused = endpoint({
  method: 'GET',
  path: '/api/unused_reports',
  can: write,
  summary: 'Active reports that nobody opened for 90 days, with what hangs on them',
  answer: z.object({ data: z.array(unusedReport) }),
});

const chosen = z.strictObject({ report_ids: z.array(id).min(1).max(unusedLimit) });

export const archive = endpoint({
  method: 'POST',
  path: '/api/archived_reports',
  can: write,
  summary: 'Archives those of the reports that still nobody opened for 90 days; readers see them no longer',
  audit: 'report.archive',
  body: chosen,
  /** Those that were archived; what somebody opened meanwhile is left out. */
  answer: z.object({ report_ids: z.array(id) }),
});

export const restore = endpoint({
  method: 'POST',
  path: '/api/archived_reports/restore',
  can: write,
  summary: 'Brings archived reports back, with their rights, history and links',
  audit: 'report.restore',
  body: chosen,
  answer: z.object({ report_ids: z.array(id) }),
});
