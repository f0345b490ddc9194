/** Who reads what, how long, how fast (docs/reference/product-rules.md 15). Names for the unit and its partner; counts for the operator. */
import { z } from 'zod';
import { download, exportQuery } from '../download.ts';
import { endpoint } from '../endpoint.ts';
import { day, id, moment } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

const read = { capability: 'usage', right: 'read' } as const;

/** Days of the unit's calendar, both included. */
const period = { from: day, until: day };

const numbers = {
  views: z.number(),
  people: z.number(),
  minutes: z.number(),
  /** Milliseconds until the first page was shown: median and 95th percentile. */
  load_p50: z.number().nullable(),
  load_p95: z.number().nullable(),
  exports: z.number(),
  /** Openings after which no page was ever shown. */
  failures: z.number(),
};

export const overview = endpoint({
  method: 'GET',
  path: '/api/usage',
  can: read,
  may_lag: true,
  summary: 'Reading of a unit, a group or a report within a period: totals, days, hours and devices',
  query: z.strictObject({ ...period, report_id: id.optional(), group_id: id.optional() }),
  answer: z.object({
    /** Read from a standby: when that made its last change. */
    as_of: moment.nullable(),
    totals: z.object({ ...numbers, reports: z.number(), unused: z.number() }),
    days: z.array(z.object({ day, views: z.number(), people: z.number() })),
    /** 0 is Sunday. */
    hours: z.array(z.object({ weekday: z.number(), hour: z.number(), views: z.number() })),
    devices: z.array(z.object({ device: z.enum(['desktop', 'phone']), views: z.number() })),
  }),
});
export type UsageOverview = z.infer<typeof overview.answer>;

const reportUsage = z.object({
  id,
  title: z.string(),
  group_id: id,
  group_name: z.string(),
  ...numbers,
  last_view_at: moment.nullable(),
});
export type ReportUsage = z.infer<typeof reportUsage>;

export const byReport = endpoint({
  method: 'GET',
  path: '/api/usage/reports',
  can: read,
  may_lag: true,
  summary: 'Reading by report; reports that nobody opened stand there with zeros',
  query: listQuery(['views', 'title', 'people', 'minutes', 'load_p95', 'last_view_at'], {
    ...period,
    group_id: id.optional(),
    unused: z.stringbool().optional(),
  }),
  answer: listOf(reportUsage),
});
export const exportByReport = endpoint({
  method: 'GET',
  path: '/api/usage/reports/export',
  can: read,
  may_lag: true,
  summary: 'Reading by report as CSV or XLSX',
  query: exportQuery(byReport.query),
  answer: download,
});

const groupUsage = z.object({ id, name: z.string(), reports: z.number(), ...numbers });
export type GroupUsage = z.infer<typeof groupUsage>;

export const byGroup = endpoint({
  method: 'GET',
  path: '/api/usage/groups',
  can: read,
  may_lag: true,
  summary: 'Reading by report group',
  query: listQuery(['views', 'name', 'people', 'minutes', 'load_p95'], period),
  answer: listOf(groupUsage),
});
export const exportByGroup = endpoint({
  method: 'GET',
  path: '/api/usage/groups/export',
  can: read,
  may_lag: true,
  summary: 'Reading by report group as CSV or XLSX',
  query: exportQuery(byGroup.query),
  answer: download,
});

const personUsage = z.object({
  id,
  name: z.string(),
  email: z.string(),
  views: z.number(),
  reports: z.number(),
  minutes: z.number(),
  load_p50: numbers.load_p50,
  load_p95: numbers.load_p95,
  exports: z.number(),
  last_view_at: moment.nullable(),
});
export type PersonUsage = z.infer<typeof personUsage>;

/** Names: for administrators and partners. The operator is refused. */
export const byPerson = endpoint({
  method: 'GET',
  path: '/api/usage/people',
  can: { capability: 'users', right: 'read' },
  summary: 'Reading by person, of the unit or of one report',
  query: listQuery(['views', 'name', 'reports', 'minutes', 'load_p95', 'last_view_at'], { ...period, report_id: id.optional() }),
  answer: listOf(personUsage),
});
export const exportByPerson = endpoint({
  method: 'GET',
  path: '/api/usage/people/export',
  can: { capability: 'users', right: 'read' },
  summary: 'Reading by person as CSV or XLSX',
  query: exportQuery(byPerson.query),
  answer: download,
});

const ownRead = { capability: 'own_profile', right: 'read' } as const;

/** What one reads oneself: everybody sees what is counted of them. */
export const own = endpoint({
  method: 'GET',
  path: '/api/usage/own',
  can: ownRead,
  summary: 'The own reading within a period: totals and days',
  query: z.strictObject(period),
  answer: z.object({
    totals: z.object({
      views: numbers.views,
      minutes: numbers.minutes,
      /** Different reports, whether they may still be opened or not. */
      reports: z.number(),
      load_p50: numbers.load_p50,
      exports: numbers.exports,
      /** Views of reports that the person no longer may open: they are counted and not named. */
      hidden: z.number(),
      /** Views in the person's name by somebody who acted for them; in none of the other numbers. */
      by_others: z.number(),
    }),
    days: z.array(z.object({ day, views: z.number(), minutes: z.number() })),
  }),
});
export type OwnUsage = z.infer<typeof own.answer>;

const ownReport = z.object({ id, title: z.string(), group_name: z.string(), views: z.number(), minutes: z.number(), last_view_at: moment });
export type OwnReportUsage = z.infer<typeof ownReport>;

export const ownByReport = endpoint({
  method: 'GET',
  path: '/api/usage/own/reports',
  can: ownRead,
  summary: 'The own reading by report, of reports that may still be opened',
  query: listQuery(['views', 'title', 'minutes', 'last_view_at'], period),
  answer: listOf(ownReport),
});
export const exportOwnByReport = endpoint({
  method: 'GET',
  path: '/api/usage/own/reports/export',
  can: ownRead,
  summary: 'The own reading by report as CSV or XLSX',
  query: exportQuery(ownByReport.query),
  answer: download,
});

/** The browser reports at intervals how long a report has been visible. */
export const viewTime = endpoint({
  method: 'POST',
  path: '/api/auth/log/report/view/time',
  can: { capability: 'report_view', right: 'read' },
  acting: 'reads',
  summary: 'Logs how long an open report has been in sight',
  body: z.strictObject({ view_id: id, seconds: z.number().int().min(1).max(86_400) }),
});
