/**
 * Tasks (docs/reference/product-rules.md 14): at their times they ask the data of a report, tell people, or have the data refreshed. On the
 * wire they are `auto_actions` only in the address of the screen.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { editableListOf, listOf, listQuery } from '../list.ts';
import { periods } from '../periods.ts';
import { plain, question, recipient, run, task, taskChange, taskInput, taskRow, taskStates, triggerInput } from './task.ts';

const read = { capability: 'tasks', right: 'read' } as const;
const write = { capability: 'tasks', right: 'write' } as const;

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

export const runs = endpoint({
  method: 'GET',
  path: '/api/tasks/:id/runs',
  can: read,
  summary: 'Runs of a task, the latest first',
  query: listQuery(['due_at']),
  answer: listOf(run),
});

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

/** Single runs within a week, further back the last run of each day. */
export const history = endpoint({
  method: 'GET',
  path: '/api/tasks/:id/history',
  can: read,
  summary: 'The values that a task has found since it asks what it asks now, the earliest first',
  query: z.strictObject({ days: z.enum(periods).default('30') }),
  answer: z.object({ timezone: z.string(), by: z.enum(['run', 'day']), points: z.array(pastValue) }),
});
