/** What a task does outside of the database: it asks the model, or has the data refreshed. */
import { asksModel } from '@vitrine/contract/automation/task.ts';
import { sql } from 'kysely';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { startRefresh } from '#domain/refreshing/startRefresh.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { Failure, found } from '#platform/http/fail.ts';
import type { Due } from './due.ts';
import type { Outcome } from './outcome.ts';
import { planMail } from './taskMail/planMail.ts';
import { ask, reportToAsk, runsWithinMs } from './question.ts';

/** Null: others go on with the run, and end it. */
export function work(ctx: JobContext, due: Due): Promise<Outcome | null> {
  if (due.kind === 'mail') return unlessPaused(planMail(ctx, due));
  if (due.kind === 'refresh') return refresh(ctx, due);
  return asksModel(due) ? unlessPaused(question(ctx, due)) : Promise.resolve({ state: 'done' });
}

async function question(ctx: JobContext, due: Due): Promise<Outcome> {
  const [report] = await ctx.run(reportToAsk(due.report_id));
  const { rows, value, column } = await ask(ctx.reporting.ofJobs, found(report), due, runsWithinMs);
  if (rows.length > 0 && column === null) return { state: 'failed', reason: 'query_column', detail: due.column_name };
  return { state: 'answered', value, rows_found: rows.length, rows };
}

/** A capacity that stands still is nobody's failure. */
async function unlessPaused<T>(work: Promise<T>): Promise<T | Outcome> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.word === 'capacity_paused') return { state: 'skipped', reason: 'capacity' };
    throw error;
  }
}

/** A second try finds the refresh of the first. */
async function refresh(ctx: JobContext, due: Due): Promise<Outcome> {
  const [[report], [begun]] = await ctx.run(
    reportToAsk(due.report_id),
    sql<{ id: string }>`
      select id from dataset_refresh where report_id = ${due.report_id} and source = 'task' and state in ('queued', 'running', 'completed')
        and asked_at >= ${due.started_at}::timestamptz limit 1`,
  );
  if (begun) return { state: 'done' };
  const { account, dataset_workspace_id, dataset_id } = found(report);
  if (dataset_id === null) return { state: 'failed', reason: 'refresh_not_possible', detail: null };
  const { timezone } = await readTenantSettings(ctx);
  const { row, error } = await startRefresh(
    { run: ctx.run, reporting: ctx.reporting.ofJobs },
    { timezone, now: ctx.now() },
    { account, dataset_workspace_id, dataset_id },
    { source: 'task', asked_by: null, report_id: due.report_id },
  );
  if (error === null) return { state: 'done' };
  if (row.state === 'blocked') return { state: 'skipped', reason: row.reason ?? 'service' };
  throw error;
}
