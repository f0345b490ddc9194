/**
 * Refreshing data sets (docs/reference/product-rules.md 14): now, by schedule, within the daily budget, with its history. Everything is
 * asked for by a report; what is answered concerns its data set, which other reports may share.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment, version } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

const read = { capability: 'refresh_schedules', right: 'read' } as const;
const write = { capability: 'refresh_schedules', right: 'write' } as const;
const view = { capability: 'report_view', right: 'read' } as const;
const refreshNow = { capability: 'dataset_refresh', right: 'use' } as const;

/** `missed`: the portal was not running when it was due; `blocked`: a rule of the portal prevented it (see `refreshReasons`). */
export const refreshStates = ['queued', 'running', 'completed', 'failed', 'cancelled', 'blocked', 'missed'] as const;
const refreshSources = ['schedule', 'person', 'task'] as const;
/** Why a refresh did not start, in words of the portal. */
export const refreshReasons = ['budget', 'capacity', 'running', 'missed', 'account', 'service', 'unfinished'] as const;

/** How much of its daily limit a dataset has used. */
const refreshBudget = z.object({
  used: z.number(),
  /** Scheduled for the rest of the day. */
  reserved: z.number(),
  /** 8 on shared capacity, 48 on a dedicated one. */
  limit: z.number(),
  on_capacity: z.boolean(),
});
export type RefreshBudget = z.infer<typeof refreshBudget>;

const datasetRefresh = z.object({
  id,
  state: z.enum(refreshStates),
  source: z.enum(refreshSources),
  asked_by_name: z.string().nullable(),
  /** A word of `refreshReasons`, or the service's own sentence. */
  reason: z.string().nullable(),
  asked_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
});
export type DatasetRefresh = z.infer<typeof datasetRefresh>;

/** For the viewer: when the data are from, whether a refresh runs, and whether the caller may ask for one now. */
export const status = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/refresh',
  can: view,
  summary: 'Freshness of a report’s data and what the caller may do about it',
  answer: z.object({
    last_success_at: moment.nullable(),
    /** A refresh failed after the last successful one. */
    failed: z.object({ at: moment, reason: z.string().nullable() }).nullable(),
    running: z.object({ id, state: z.enum(['queued', 'running']), asked_at: moment }).nullable(),
    next_run_at: moment.nullable(),
    budget: refreshBudget.nullable(),
    /** Why the caller cannot refresh now, or null: no right, a refresh is running, the caller asked a moment ago, the daily limit is reached, no dataset. */
    can_refresh: z.boolean(),
    why_not: z.enum(['forbidden', 'running', 'cooldown', 'budget', 'no_dataset']).nullable(),
    /** When the caller may ask again. */
    again_at: moment.nullable(),
  }),
});
export type RefreshStatus = z.infer<typeof status.answer>;

/** A report that the caller sees, with its data as `status` tells of them. */
const myRefresh = status.answer.extend({ id, title: z.string(), group_name: z.string() });
export type MyRefresh = z.infer<typeof myRefresh>;

export const mine = endpoint({
  method: 'GET',
  path: '/api/my_refreshes',
  can: refreshNow,
  summary: 'Reports that the caller may see and whose data can be refreshed, with how fresh they are',
  query: listQuery(['title']),
  answer: listOf(myRefresh),
});

export const myHistory = endpoint({
  method: 'GET',
  path: '/api/my_reports/:id/refreshes',
  can: refreshNow,
  summary: 'The latest refreshes of the report’s data; of those who asked for one, only the caller is named',
  answer: myRefresh.extend({ history: z.array(datasetRefresh) }),
});

export const start = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/refresh',
  can: refreshNow,
  summary: 'Starts a refresh of the report’s data set; it may take minutes',
  audit: 'dataset_refresh.start',
  status: 202,
  answer: datasetRefresh,
});

/** On the half hour, on the clock of the unit. */
const halfHour = z.string().regex(/^([01]\d|2[0-3]):[03]0$/, 'invalid');
const days = z
  .array(z.number().int().min(0).max(6))
  .min(1, 'required')
  .max(7)
  .refine((all) => new Set(all).size === all.length, 'repeated');
const times = z
  .array(halfHour)
  .min(1, 'required')
  .max(48)
  .refine((all) => new Set(all).size === all.length, 'repeated');

const scheduleInput = z.strictObject({
  /** 0 is Sunday. */
  days,
  times,
  active: z.boolean().default(true),
});

const refreshSchedule = scheduleInput.extend({
  id,
  /** Why the schedule is paused. */
  paused: z.enum(['person', 'failures']).nullable(),
  failures: z.number(),
  owner_id: id,
  owner_name: z.string(),
  /** The owner has left or may no longer manage schedules: another person has to take it over. */
  owner_gone: z.boolean(),
  next_run_at: moment.nullable(),
  version: z.number(),
});
export type RefreshSchedule = z.infer<typeof refreshSchedule>;

/** For the form: the schedule, the budget, the next runs and the history of the report's data set. */
export const get = endpoint({
  method: 'GET',
  path: '/api/reports/:id/refresh',
  can: read,
  summary: 'Schedule, budget and history of a report’s data set',
  answer: z.object({
    timezone: z.string(),
    dataset_id: id.nullable(),
    /** Other reports of the unit on the same data set. */
    shared_with: z.array(z.object({ id, title: z.string() })),
    schedule: refreshSchedule.nullable(),
    next_runs: z.array(moment),
    budget: refreshBudget.nullable(),
    history: z.array(datasetRefresh),
  }),
});
export type ReportRefresh = z.infer<typeof get.answer>;

export const saveSchedule = endpoint({
  method: 'PUT',
  path: '/api/reports/:id/refresh/schedule',
  can: write,
  summary: 'Sets when the data set is refreshed; whoever saves keeps the schedule',
  audit: 'refresh_schedule.save',
  /** Version 0 makes a new one. */
  body: scheduleInput.extend({ version: version.or(z.literal(0)) }),
  answer: refreshSchedule,
});
export const removeSchedule = endpoint({
  method: 'DELETE',
  path: '/api/reports/:id/refresh/schedule',
  can: write,
  summary: 'Ends scheduled refreshes of the data set',
  audit: 'refresh_schedule.remove',
});

/** Every refresh of the unit. */
export const history = endpoint({
  method: 'GET',
  path: '/api/refreshes',
  can: read,
  summary: 'Refreshes of the unit, the latest first',
  query: listQuery(['asked_at'], { state: z.enum(refreshStates).optional() }),
  answer: listOf(
    datasetRefresh.extend({ dataset_id: id, account_name: z.string(), reports: z.array(z.object({ id, title: z.string() })) }),
  ),
});

/** Every data set that is refreshed or has reports, by account: how much of the day's budget is left, and who keeps the schedule. */
export const budgets = endpoint({
  method: 'GET',
  path: '/api/refresh_budgets',
  can: read,
  summary: 'Refreshes used and left today, by account and data set',
  answer: z.object({
    timezone: z.string(),
    data: z.array(
      z.object({
        account_id: id,
        account_name: z.string(),
        dataset_id: id,
        reports: z.array(z.object({ id, title: z.string() })),
        budget: refreshBudget,
        schedule: refreshSchedule.nullable(),
        last: datasetRefresh.nullable(),
      }),
    ),
  }),
});

const ledgerSlot = z.object({
  number: z.number(),
  /** Reserved: a schedule will take it later today. */
  use: z.enum(['taken', 'reserved']),
  /** Outside: somebody started it in Power BI itself. */
  source: z.enum([...refreshSources, 'outside']),
  by: z.string().nullable(),
  at: moment,
  ended_at: moment.nullable(),
  state: z.enum(refreshStates).nullable(),
  /** More than the limit of the day. */
  beyond: z.boolean(),
});

/** Each slot of the day: who took it, when and how it ended, and what is kept for schedules. */
export const ledger = endpoint({
  method: 'GET',
  path: '/api/reports/:id/refresh/ledger',
  can: read,
  summary: 'The refreshes of the day of a report’s data set, slot by slot, those outside of the portal included',
  answer: z.object({
    timezone: z.string(),
    limit: z.number(),
    on_capacity: z.boolean(),
    slots: z.array(ledgerSlot),
    used: z.number(),
    reserved: z.number(),
    free: z.number(),
    /** Tight: from 80 % on. Short: not every run of the schedule finds a slot. Spent: none is left. */
    warning: z.enum(['tight', 'short', 'spent']).nullable(),
    /** Whether the service said what was started outside of the portal. */
    outside_known: z.boolean(),
  }),
});
export type RefreshLedger = z.infer<typeof ledger.answer>;

export const takeOver = endpoint({
  method: 'POST',
  path: '/api/refresh_schedules/:schedule_id/take_over',
  can: write,
  summary: 'The caller keeps the schedule from now on; what failures had stopped runs again',
  audit: 'refresh_schedule.take_over',
  answer: refreshSchedule,
});
