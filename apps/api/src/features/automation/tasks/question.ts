/** The question of a task to the model behind its report. */
import type { Task, TaskVariable } from '@vitrine/contract/automation/task.ts';
import { sql } from 'kysely';
import type { Context, Services } from '#domain/serving/context.ts';
import type { ReportToAsk } from '#domain/reportAccess/askService.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { callingColumns } from '#domain/reporting/reportingAccount.ts';
import type { QueryRow } from '#domain/reporting/powerbiCalls.ts';
import { Failure, fail, failFields, found } from '#platform/http/fail.ts';
import type { Value } from './condition.rules.ts';
import { filledQuery, isQuestion } from './variables.rules.ts';

/** Rows of an answer that count. */
const rowsKept = 1000;
export const triesWithinMs = 20_000;
export const runsWithinMs = 60_000;

export type Asked = ReportToAsk & { title: string; dataset_workspace_id: string };
type Question = Pick<Task, 'query' | 'use_variables' | 'column_name'> & { variables: readonly TaskVariable[] };

const askedColumns = sql`r.id, r.title, r.data_rule, r.workspace_id, r.external_report_id, r.dataset_id,
  coalesce(r.dataset_workspace_id, r.workspace_id) as dataset_workspace_id, to_jsonb(account) as account`;
const withAccount = sql`from report r left join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true`;

/** For jobs, which are nobody. */
export const reportToAsk = (id: string) => sql<Asked>`select ${askedColumns} ${withAccount} where r.id = ${id}`;

/** A report that the caller may open. */
export async function requireReport(ctx: Context, id: string): Promise<Asked> {
  const [report] = await ctx.run(sql<Asked>`select ${askedColumns} ${withAccount} where r.id = ${id} and ${isVisible(ctx)}`);
  return found(report);
}

export type Answered = { columns: string[]; rows: QueryRow[]; value: Value };

/** A column of an answer: `Sales[total]`, `[total]`, or `total` alone. */
export function columnIn(columns: readonly string[], wanted: string): string | null {
  if (wanted === '') return columns[0] ?? null;
  const folded = wanted.toLowerCase();
  return columns.find((column) => column.toLowerCase() === folded || column.toLowerCase().endsWith(`[${folded}]`)) ?? null;
}

/** What the service says; `query_secured` where it refuses because each person has rows of their own. */
export async function rowsOf(reporting: Services['reporting'], report: Asked, query: string, withinMs: number): Promise<QueryRow[]> {
  if (report.dataset_id === null) return fail('refresh_not_possible');
  try {
    return await reporting.rows(report.account, report.dataset_workspace_id, report.dataset_id, query, withinMs);
  } catch (error) {
    if (!(error instanceof Failure) || error.word !== 'query_refused') throw error;
    const described = await reporting.describe(report.account, report);
    if (described.identity_required) fail('query_secured', {}, {}, error);
    throw error;
  }
}

/** The answer for a task that runs. The column may be gone since it was saved: then there is no value. */
export async function ask(
  reporting: Services['reporting'],
  report: Asked,
  question: Question,
  withinMs: number,
): Promise<Answered & { column: string | null }> {
  const filled = question.use_variables ? filledQuery(question.query, question.variables) : { query: question.query };
  if ('unknown' in filled) return fail('query_refused', { reason: `@${filled.unknown}` });
  const rows = (await rowsOf(reporting, report, filled.query, withinMs)).slice(0, rowsKept);
  const columns = Object.keys(rows[0] ?? {});
  const column = columnIn(columns, question.column_name);
  return { columns, rows, column, value: column === null ? null : (rows[0]?.[column] ?? null) };
}

/** The same for a person: what is wrong is told at its field. */
export async function tryQuestion(ctx: Context, report: Asked, question: Question): Promise<Answered> {
  if (!isQuestion(question.query)) failFields({ query: 'query_begins' });
  if (question.use_variables) {
    const filled = filledQuery(question.query, question.variables);
    if ('unknown' in filled) failFields({ query: 'query_variable' }, { variable: `@${filled.unknown}` });
  }
  if (report.dataset_id === null) failFields({ report_id: 'no_dataset' });
  try {
    const answer = await ask(ctx.reporting, report, question, triesWithinMs);
    if (answer.rows.length > 0 && answer.column === null)
      failFields({ column_name: 'query_column' }, { columns: answer.columns.slice(0, 10).join(', ') });
    return answer;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.word === 'query_secured') failFields({ query: 'query_secured' });
    if (error.word === 'query_refused')
      failFields({ query: 'query_refused' }, { reason: String(error.values['reason'] ?? '').slice(0, 500) });
    throw error;
  }
}
