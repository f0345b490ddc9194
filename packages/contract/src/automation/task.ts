/**
 * A task as it is written, listed and read (docs/reference/product-rules.md 14): what it asks, when, whom it tells, and what its runs found.
 * Its endpoints stand in `tasks.ts`.
 */
import { z } from 'zod';
import { day, id, moment, name, text, version } from '../fields.ts';
import { rowCan } from '../list.ts';
import { mailed } from './taskMail.ts';
import { called, delivery, webhookFacts } from './taskWebhook.ts';

export const taskLimits = {
  tasks: 50,
  triggers: 10,
  times: 24,
  every_from: 15,
  every_to: 1440,
  variables: 20,
  recipients: 200,
  repetitions: 100,
  /** Rows of a trial. */
  shown_rows: 10,
  query: 8000,
} as const;

export const taskKinds = ['alert', 'notice', 'refresh', 'mail', 'webhook'] as const;

export const operators = [
  'equal',
  'different',
  'more',
  'at_least',
  'less',
  'at_most',
  'between',
  'contains',
  'empty',
  'not_empty',
  'changed',
  'rose',
  'fell',
] as const;
export type Operator = (typeof operators)[number];
/** Those that compare with nothing that is typed. */
export const withoutValue: readonly Operator[] = ['empty', 'not_empty', 'changed'];
/** Those whose value is a number: per cent. */
export const byPercent: readonly Operator[] = ['rose', 'fell'];

/** `once`: when the condition begins to hold; `every`: at each run while it holds; `interval`: the same, but not more often than every so many minutes. */
export const repeatPolicies = ['once', 'every', 'interval'] as const;
export const variableTypes = ['text', 'number', 'date', 'boolean'] as const;
export const frequencies = ['daily', 'weekly', 'monthly'] as const;
/** Of the condition, as the last run left it. */
export const taskStates = ['unknown', 'ok', 'firing', 'error'] as const;
const pauses = ['person', 'failures', 'owner'] as const;
const runStates = ['queued', 'running', 'ok', 'fired', 'done', 'failed', 'skipped'] as const;
const runSources = ['trigger', 'person'] as const;
/** Why somebody was not told. */
const dropReasons = [
  'inactive',
  'no_report',
  'no_rows',
  'no_mails',
  'too_many',
  'export_failed',
  'export_too_large',
  'mail_refused',
  'mail_unsent',
  'mail_unsure',
] as const;
export type DropReason = (typeof dropReasons)[number];

const minute = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid');
const unique = (all: readonly unknown[]): boolean => new Set(all).size === all.length;

export const triggerInput = z
  .strictObject({
    frequency: z.enum(frequencies),
    /** 0 is Sunday; of weekly ones. */
    days: z.array(z.number().int().min(0).max(6)).max(7).refine(unique, 'repeated').default([]),
    /** Of monthly ones; a month that is shorter has its last day instead. */
    day_of_month: z.number().int().min(1).max(31).nullable().default(null),
    /** Times on the clock of the unit; none where it runs every so many minutes. */
    times: z.array(minute).max(taskLimits.times).refine(unique, 'repeated').default([]),
    every_minutes: z.number().int().min(taskLimits.every_from).max(taskLimits.every_to).nullable().default(null),
    from: minute.default('00:00'),
    until: minute.default('23:59'),
    /** The last day on which it runs. */
    expires_on: day.nullable().default(null),
  })
  .superRefine(({ frequency, days, day_of_month, times, every_minutes, from, until }, check) => {
    const refuse = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message });
    if (frequency === 'weekly' && days.length === 0) refuse('days', 'required');
    if (frequency === 'monthly' && day_of_month === null) refuse('day_of_month', 'required');
    if (every_minutes === null && times.length === 0) refuse('times', 'required');
    if (every_minutes !== null && from >= until) refuse('until', 'invalid');
    const minutes = times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))).toSorted((a, b) => a - b);
    if (minutes.some((at, index) => index > 0 && at - (minutes[index - 1] ?? 0) < taskLimits.every_from))
      refuse('times', 'times_too_close');
  });
export type TriggerInput = z.infer<typeof triggerInput>;

const variable = z.strictObject({
  /** Stands as `@name` in the query and in the message. */
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,39}$/, 'invalid'),
  type: z.enum(variableTypes),
  value: text(500),
});
export type TaskVariable = z.infer<typeof variable>;

export const question = {
  /** One DAX query with `EVALUATE`. */
  query: text(taskLimits.query).default(''),
  use_variables: z.boolean().default(false),
  variables: z
    .array(variable)
    .max(taskLimits.variables)
    .refine((all) => unique(all.map((one) => one.name.toLowerCase())), 'repeated')
    .default([]),
};

export const plain = {
  name,
  report_id: id,
  kind: z.enum(taskKinds),
  ...question,
  /** The column of the first row whose value is compared; empty: the first one. */
  column_name: text(200).default(''),
  operator: z.enum(operators).nullable().default(null),
  value: text(200).default(''),
  /** The upper end of `between`. */
  value_to: text(200).default(''),
  /** Runs and keeps the value, and tells nobody. */
  only_execute: z.boolean().default(false),
  repeat: z.enum(repeatPolicies).default('once'),
  repeat_minutes: z.number().int().min(1).max(43_200).nullable().default(null),
  /** How often people are told while the condition holds. */
  repetitions: z.number().int().min(1).max(taskLimits.repetitions).default(1),
  to_self: z.boolean().default(false),
  tell_recovery: z.boolean().default(false),
  message: text(1000).default(''),
  membership_ids: z.array(id).max(taskLimits.recipients).refine(unique, 'repeated').default([]),
  user_group_ids: z.array(id).max(taskLimits.recipients).refine(unique, 'repeated').default([]),
  ...mailed,
  ...called,
};
type Written = z.infer<z.ZodObject<typeof plain>>;

type Complaint = [field: string, message: string];

function complaintsAboutAlert({ query, operator, only_execute, value, value_to }: Written): Complaint[] {
  const complaints: Complaint[] = [];
  if (query === '') complaints.push(['query', 'required']);
  if (operator === null) return only_execute ? complaints : [...complaints, ['operator', 'required']];
  if (!withoutValue.includes(operator) && value === '') complaints.push(['value', 'required']);
  else if (byPercent.includes(operator) && !(Number(value.replace(',', '.')) > 0)) complaints.push(['value', 'invalid']);
  if (operator === 'between' && value_to === '') complaints.push(['value_to', 'required']);
  return complaints;
}

/** Whether a task asks the model: an alert does, and one that calls an address where it has a query. */
export const asksModel = ({ kind, query }: Pick<Written, 'kind' | 'query'>): boolean =>
  kind === 'alert' || (kind === 'webhook' && query !== '');

function complaintsAboutWebhook({ query, operator, message, webhook_url, only_execute, ...task }: Written): Complaint[] {
  const complaints: Complaint[] = [];
  if (query === '' && operator !== null) complaints.push(['query', 'required']);
  if (webhook_url === '') complaints.push(['webhook_url', 'required']);
  if (only_execute) complaints.push(['only_execute', 'invalid']);
  const tells = task.to_self || task.membership_ids.length + task.user_group_ids.length > 0;
  // Without a value there is nothing to say but what somebody wrote.
  if (query === '' && tells && message === '') complaints.push(['message', 'required']);
  return complaints;
}

function complaintsAboutTelling(task: Written): Complaint[] {
  const complaints: Complaint[] = [];
  if (task.kind === 'notice' && task.message === '') complaints.push(['message', 'required']);
  if (task.kind === 'mail' && task.only_execute) complaints.push(['only_execute', 'invalid']);
  const tells = task.kind !== 'refresh' && !task.only_execute;
  if (tells && !task.to_self && task.membership_ids.length + task.user_group_ids.length === 0)
    complaints.push(['membership_ids', 'required']);
  return complaints;
}

function complaintsAbout(task: Written): Complaint[] {
  const complaints = asksModel(task) ? complaintsAboutAlert(task) : [];
  if (task.repeat === 'interval' && task.repeat_minutes === null) complaints.push(['repeat_minutes', 'required']);
  return [...complaints, ...(task.kind === 'webhook' ? complaintsAboutWebhook(task) : complaintsAboutTelling(task))];
}

const triggers = z.array(triggerInput).max(taskLimits.triggers).default([]);

export const taskInput = z.strictObject({ ...plain, triggers }).superRefine((task, check) => {
  for (const [field, message] of complaintsAbout(task)) check.addIssue({ code: 'custom', path: [field], message });
});
export type TaskInput = z.infer<typeof taskInput>;

export const taskChange = z.strictObject({ ...plain, triggers, version }).superRefine((task, check) => {
  for (const [field, message] of complaintsAbout(task)) check.addIssue({ code: 'custom', path: [field], message });
});

export const taskRow = z.object({
  id,
  name: z.string(),
  kind: z.enum(taskKinds),
  report_id: id,
  report: z.string(),
  owner_id: id,
  owner_name: z.string(),
  state: z.enum(taskStates),
  paused: z.enum(pauses).nullable(),
  muted_until: moment.nullable(),
  next_run_at: moment.nullable(),
  last_run_at: moment.nullable(),
  last_value: z.string().nullable(),
  failures: z.number(),
  version: z.number(),
  can: rowCan,
});
export type TaskRow = z.infer<typeof taskRow>;

export const recipient = z.object({ id, name: z.string() });
export type TaskRecipient = z.infer<typeof recipient>;

export const task = taskRow.extend({
  ...plain,
  name: z.string(),
  triggers: z.array(triggerInput),
  /** Of the bookmark; one without an id is gone. */
  mail_view_name: z.string().nullable(),
  ...webhookFacts,
  people: z.array(recipient),
  groups: z.array(recipient),
  timezone: z.string(),
  next_runs: z.array(moment),
  created_at: moment,
});
export type Task = z.infer<typeof task>;

export const run = z.object({
  id,
  source: z.enum(runSources),
  state: z.enum(runStates),
  due_at: moment,
  started_at: moment.nullable(),
  ended_at: moment.nullable(),
  value: z.string().nullable(),
  /** Where the value is a number: for the picture of the past. */
  number_value: z.number().nullable(),
  rows_found: z.number().nullable(),
  /** Why it was left out, or what went wrong: a word of its own or one of `errors.ts`. */
  reason: z.string().nullable(),
  /** The service's own sentence. */
  detail: z.string().nullable(),
  told: z.number(),
  muted: z.boolean(),
  dropped: z.array(z.object({ name: z.string(), reason: z.enum(dropReasons) })),
  /** The call of the address; null where none was due. */
  delivery: delivery.nullable(),
});
export type TaskRun = z.infer<typeof run>;
