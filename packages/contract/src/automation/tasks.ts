/**
 * Tasks (docs/reference/product-rules.md 14): at their times they ask the data of a report, tell people, or have the data refreshed. On the
 * wire they are `auto_actions` only in the address of the screen.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, id, moment, name, text, version } from '../fields.ts';
import { editableListOf, listOf, listQuery, rowCan } from '../list.ts';
import { mailed } from './taskMail.ts';
import { called, delivery, webhookFacts } from './taskWebhook.ts';

const read = { capability: 'tasks', right: 'read' } as const;
const write = { capability: 'tasks', right: 'write' } as const;

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
const taskStates = ['unknown', 'ok', 'firing', 'error'] as const;
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

const question = {
  /** One DAX query with `EVALUATE`. */
  query: text(taskLimits.query).default(''),
  use_variables: z.boolean().default(false),
  variables: z
    .array(variable)
    .max(taskLimits.variables)
    .refine((all) => unique(all.map((one) => one.name.toLowerCase())), 'repeated')
    .default([]),
};

const plain = {
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

const taskInput = z.strictObject({ ...plain, triggers }).superRefine((task, check) => {
  for (const [field, message] of complaintsAbout(task)) check.addIssue({ code: 'custom', path: [field], message });
});
export type TaskInput = z.infer<typeof taskInput>;

const taskChange = z.strictObject({ ...plain, triggers, version }).superRefine((task, check) => {
  for (const [field, message] of complaintsAbout(task)) check.addIssue({ code: 'custom', path: [field], message });
});

const taskRow = z.object({
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

const recipient = z.object({ id, name: z.string() });
export type TaskRecipient = z.infer<typeof recipient>;

const task = taskRow.extend({
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

export const list = endpoint({
  method: 'GET',
  path: '/api/tasks',
  can: read,
  summary: 'Tasks of the unit',
  query: listQuery(['name', 'report', 'next_run_at', 'last_run_at'], {
    report_id: id.optional(),
    owner_id: id.optional(),
    state: z.enum([...taskStates, 'paused']).optional(),
  }),
  answer: editableListOf(taskRow),
});
export const choices = endpoint({
  method: 'GET',
  path: '/api/tasks/choices',
  can: read,
  summary: 'Reports and owners of the tasks of the unit, to filter the list by',
  answer: z.object({ reports: z.array(recipient), owners: z.array(recipient) }),
});
export const get = endpoint({ method: 'GET', path: '/api/tasks/:id', can: read, summary: 'One task', answer: task });
export const add = endpoint({
  method: 'POST',
  path: '/api/tasks',
  can: write,
  summary: 'Adds a task; its query is tried first',
  audit: 'task.add',
  status: 201,
  body: taskInput,
  answer: task,
});
export const update = endpoint({
  method: 'PUT',
  path: '/api/tasks/:id',
  can: write,
  summary: 'Changes a task',
  audit: 'task.update',
  body: taskChange,
  answer: task,
});
export const remove = endpoint({
  method: 'DELETE',
  path: '/api/tasks/:id',
  can: write,
  summary: 'Deletes a task with its runs',
  audit: 'task.remove',
});
export const pause = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/pause',
  can: write,
  summary: 'The task runs no more until somebody resumes it',
  audit: 'task.pause',
  answer: task,
});
export const resume = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/resume',
  can: write,
  summary: 'The task runs again; one whose owner has left belongs to the caller from now on',
  audit: 'task.resume',
  answer: task,
});
export const mute = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/mute',
  can: write,
  summary: 'The task runs, but tells nobody until then; null: it tells again',
  audit: 'task.mute',
  body: z.strictObject({ until: z.iso.datetime().nullable() }),
  answer: task,
});
export const runNow = endpoint({
  method: 'POST',
  path: '/api/tasks/:id/run',
  can: write,
  summary: 'Runs the task now, as at one of its times',
  audit: 'task.run',
  status: 202,
  answer: z.object({ run_id: id }),
});

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** What the query answers, before the task is saved. */
export const tryOut = endpoint({
  method: 'POST',
  path: '/api/tasks/try',
  can: write,
  summary: 'The first rows of a query, with the value that would be compared',
  acting: 'reads',
  body: z.strictObject({ report_id: id, ...question, column_name: plain.column_name }),
  answer: z.object({ columns: z.array(z.string()), rows: z.array(z.array(cell)), count: z.number(), value: cell }),
});
export type TrialAnswer = z.infer<typeof tryOut.answer>;

export const nextRuns = endpoint({
  method: 'POST',
  path: '/api/tasks/next_runs',
  can: read,
  summary: 'When a trigger would run next, on the clock of the unit',
  acting: 'reads',
  body: z.strictObject({ trigger: triggerInput }),
  answer: z.object({ timezone: z.string(), next_runs: z.array(moment) }),
});

const run = z.object({
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

export const runs = endpoint({
  method: 'GET',
  path: '/api/tasks/:id/runs',
  can: read,
  summary: 'Runs of a task, the latest first',
  query: listQuery(['due_at']),
  answer: listOf(run),
});

/** The days that the history of a task looks back: single runs within a week, further back the last run of each day. */
export const historyDays = ['7', '30', '90', '365'] as const;

const pastValue = z.object({
  id,
  at: moment,
  value: z.string().nullable(),
  number_value: z.number().nullable(),
  /** In a run of that day, where a point is a day. */
  met: z.boolean(),
  told: z.number(),
});
export type PastValue = z.infer<typeof pastValue>;

export const history = endpoint({
  method: 'GET',
  path: '/api/tasks/:id/history',
  can: read,
  summary: 'The values that a task has found since it asks what it asks now, the earliest first',
  query: z.strictObject({ days: z.enum(historyDays).default('30') }),
  answer: z.object({ timezone: z.string(), by: z.enum(['run', 'day']), points: z.array(pastValue) }),
});
