/** The past of a rule that is not saved yet: by what the task's runs were answered, or else by the dates of the model. */
import type * as contract from '@vitrine/contract/automation/taskQuestions.ts';
import type { BackTest } from '@vitrine/contract/automation/taskQuestions.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#domain/serving/context.ts';
import type { QueryRow } from '#domain/reporting/powerbiCalls.ts';
import { Failure, failFields, found } from '#platform/http/fail.ts';
import { dayAfter, nextShown } from '#platform/wallClock.ts';
import { dayColumn, queryByDay } from './byDay.rules.ts';
import type { Value } from './condition.rules.ts';
import { modelOf } from './model.ts';
import type { Answer } from './past.rules.ts';
import { areEnough, byDay, dayOf, decisionsOn, runsWithin } from './past.rules.ts';
import type { Asked } from './question.ts';
import { columnIn, requireReport, rowsOf, triesWithinMs } from './question.ts';
import { taskRow } from './rows.ts';
import { questionIn, requireRecipients } from './saving.ts';
import { recipients } from './telling.ts';
import { filledQuery, isQuestion } from './variables.rules.ts';

type Body = z.infer<typeof contract.backTest.body>;
type Gap = Pick<BackTest, 'gap' | 'detail'>;
type Window = { from: string; until: string };

const answersKept = 20_000;

/** What the saved task's runs were answered since it asks this question; none where another one is looked at. */
async function storedAnswers(ctx: Context, { task_id, ...body }: Body): Promise<{ answers: Answer[]; owner_id: string }> {
  if (task_id === null) return { answers: [], owner_id: ctx.actor.person_id };
  const task = found((await ctx.run(taskRow(ctx.now(), task_id)))[0]);
  if (questionIn(task) !== questionIn(body)) return { answers: [], owner_id: task.owner_id };
  const since = new Date(ctx.now().getTime() - body.days * 86_400_000);
  const rows = await ctx.run(sql<{ due_at: string; answer: Value }>`
    select x.due_at, x.answer from task_run x join task_condition c on c.task_id = x.task_id
    where x.task_id = ${task_id} and x.state in ('ok', 'fired') and x.answer is not null and x.due_at >= ${since}
      and coalesce(x.started_at, x.due_at) >= c.asked_since
    order by x.due_at, x.id limit ${sql.lit(answersKept)}`);
  return { answers: rows.map(({ due_at, answer }) => ({ at: new Date(due_at), value: answer })), owner_id: task.owner_id };
}

/** The first row of each day; a day without rows has none. */
function firstOfDays(rows: readonly QueryRow[], column_name: string, from: string): Map<string, Value> {
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== dayColumn);
  const column = columnIn(columns, column_name);
  if (rows.length > 0 && column === null) failFields({ column_name: 'query_column' }, { columns: columns.slice(0, 10).join(', ') });
  const values = new Map<string, Value>();
  for (const row of rows) {
    const { date } = dayAfter(from, Number(row[dayColumn] ?? 0));
    if (!values.has(date)) values.set(date, column === null ? null : (row[column] ?? null));
  }
  return values;
}

const refusedBy = (failure: Failure): Gap => ({ gap: 'refused', detail: String(failure.values['reason'] ?? '').slice(0, 500) || null });

/** Why the query says nothing of single days, or that of each. */
async function queryOfDays(ctx: Context, report: Asked, body: Body, { from }: Window): Promise<string | Gap> {
  const filled = body.use_variables ? filledQuery(body.query, body.variables) : { query: body.query };
  if ('unknown' in filled) failFields({ query: 'query_variable' }, { variable: `@${filled.unknown}` });
  const written = queryByDay(filled.query, { from, count: body.days }, body.date_column);
  if ('query' in written) return written.query;
  if (written.gap === 'not_by_day') return { gap: 'not_by_day', detail: null };
  const { columns } = await modelOf(ctx.reporting, report);
  return { gap: columns.some(({ type }) => type === 'date') ? 'choose_date' : 'no_dates', detail: null };
}

async function valuesByDay(ctx: Context, report: Asked, body: Body, window: Window): Promise<Map<string, Value> | Gap> {
  const asked = await queryOfDays(ctx, report, body, window);
  if (typeof asked !== 'string') return asked;
  try {
    const rows = await rowsOf(ctx.reporting, report, asked, triesWithinMs);
    const values = firstOfDays(rows, body.column_name, window.from);
    return [...values.values()].every((value) => value === null) ? { gap: 'no_values', detail: null } : values;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.word === 'query_secured') failFields({ query: 'query_secured' });
    if (error.word !== 'query_refused') throw error;
    return refusedBy(error);
  }
}

/** Days that are over: of today the model does not have all. */
async function answersOfModel(ctx: Context, report: Asked, body: Body, window: Window): Promise<Answer[] | Gap> {
  const values = await valuesByDay(ctx, report, body, window);
  if (!(values instanceof Map)) return values;
  const { timezone } = ctx.actor;
  const midnight = (day: string) => nextShown(timezone, Date.parse(`${day}T00:00:00Z`), -Infinity);
  const [begin, end] = [midnight(window.from), midnight(dayAfter(window.until, 1).date)];
  // One at midnight itself counts.
  return runsWithin(body.triggers, timezone, new Date(begin.getTime() - 1), end).map((at) => ({
    at,
    value: values.get(dayOf(timezone, at)) ?? null,
  }));
}

async function counted(ctx: Context, body: Body, owner_id: string, today: string): Promise<Pick<BackTest, 'recipients' | 'dropped'>> {
  const people = await ctx.run(recipients({ due: { ...body, owner_id }, today }));
  const reached = people.filter(({ active, reads }) => active && reads).length;
  // As at a run: a partner's staff has no membership of the unit and sees all its reports.
  const own = body.to_self && !people.some(({ person_id }) => person_id === owner_id) ? 1 : 0;
  return { recipients: reached + own, dropped: people.length - reached };
}

export async function testPast(ctx: Context, body: Body): Promise<BackTest> {
  if (!isQuestion(body.query)) failFields({ query: 'query_begins' });
  const report = await requireReport(ctx, body.report_id);
  if (report.dataset_id === null) failFields({ report_id: 'no_dataset' });
  await requireRecipients(ctx, body);
  const { timezone } = ctx.actor;
  const today = dayOf(timezone, ctx.now());
  const { answers, owner_id } = await storedAnswers(ctx, body);
  const people = await counted(ctx, body, owner_id, today);
  const stored = areEnough(answers, body.days);
  const window = { from: dayAfter(today, -body.days).date, until: stored ? today : dayAfter(today, -1).date };
  const past = stored ? answers : await answersOfModel(ctx, report, body, window);
  const none = { ...window, ...people, timezone, told_at: [], days: [], fired: 0, recovered: 0, messages: 0 };
  if (!Array.isArray(past)) return { ...none, source: null, ...past };
  const decided = decisionsOn({ ...body, only_execute: false }, past);
  const told = decided.filter(({ what }) => what !== null);
  const fired = told.filter(({ what }) => what === 'fired').length;
  return {
    ...none,
    source: stored ? 'results' : 'model',
    gap: null,
    detail: null,
    told_at: told.map(({ at }) => at.toISOString()),
    days: byDay(decided, timezone, window),
    fired,
    recovered: told.length - fired,
    messages: told.length * people.recipients,
  };
}
