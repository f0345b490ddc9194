/** *Report a problem*: what a reader says about a report, together with what was on the screen. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { listOf, listQuery } from '../list.ts';

const manage = { capability: 'report_access', right: 'use' } as const;

const duration = z.number().int().min(0).max(3_600_000).nullable().default(null);
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'invalid');

/** What was on the screen. */
export const problemScene = {
  view_id: id.nullable().default(null),
  page: text(200).default(''),
  /** As a person reads them: `Loja · Região: Sul`. */
  filters: z.array(text(300)).max(50).default([]),
  refreshed_at: moment.pipe(z.iso.datetime()).nullable().default(null),
  load_ms: duration,
  render_ms: duration,
  details: text(2000).default(''),
};

export const report = endpoint({
  method: 'POST',
  path: '/api/my_reports/:id/problems',
  can: { capability: 'report_view', right: 'read' },
  summary: 'Tells the administrators of a unit without a help desk about a problem with a report; with one, `helpDesk.add` takes it',
  audit: 'report_problem.report',
  status: 201,
  body: z.strictObject({
    description: text(2000).min(1, 'required'),
    ...problemScene,
  }),
  answer: z.object({ id }),
});

const reportProblem = z.object({
  id,
  report_id: id,
  title: z.string(),
  person_name: z.string(),
  description: z.string(),
  page: z.string(),
  filters: z.array(z.string()),
  refreshed_at: moment.nullable(),
  load_ms: z.number().nullable(),
  render_ms: z.number().nullable(),
  details: z.string(),
  created_at: moment,
  /** Of one with a ticket: when that was resolved. */
  solved_at: moment.nullable(),
  ticket: z.object({ id, number: z.number() }).nullable(),
});
export type ReportProblem = z.infer<typeof reportProblem>;

export const list = endpoint({
  method: 'GET',
  path: '/api/report_problems',
  can: manage,
  summary: 'Problems that readers reported, the latest first',
  query: listQuery(['created_at'], { report_id: id.optional(), open: z.stringbool().optional() }),
  answer: listOf(reportProblem),
});

export const solve = endpoint({
  method: 'PUT',
  path: '/api/report_problems/:problem_id/solved',
  can: manage,
  summary: 'Marks a problem without a ticket as solved, or as open again',
  audit: 'report_problem.solve',
  body: z.strictObject({ solved: z.boolean() }),
});
