/** Polls a running refresh every half minute until it has ended, then notifies the people who wait for it. */
import { refreshReasons } from '@vitrine/contract/datasets/datasetRefresh.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import type { PowerbiRefresh } from '#domain/reporting/powerbiCalls.ts';
import { countRun } from './scheduleHealth.ts';
import { tellAsker } from './publishRefresh.ts';
import type { Watched } from './watched.ts';
import { watchedRow } from './watched.ts';

export const pollMs = 30_000;
/** A refresh that has not ended within a day is given up. */
const longestMs = 24 * 3_600_000;
/** A refresh of which the service knows nothing after this time was never started: the portal was interrupted. */
const startWithinMs = 3 * 60_000;
/** Tolerance for clock differences; a refresh that started earlier than this before the request is another one. */
const skewMs = 60_000;

const payload = z.strictObject({ refresh_id: z.guid() });

export const watchRefresh: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'dataset_refresh.watch',
  schema: payload,
  pace: 'service',
  retry: { limit: 5, delay_seconds: 60 },
  waiting: {
    key: 'refresh_id',
    since: (before) => sql`select id as refresh_id from dataset_refresh where state in ('queued', 'running') and asked_at < ${before}`,
  },
  async work(ctx, { refresh_id }) {
    const [row] = await ctx.run(watchedRow(refresh_id));
    if (!row) return;
    const now = ctx.now();
    const refreshes = await ctx.reporting.refreshes(row.account, row.dataset_workspace_id, row.dataset_id);
    const found = refreshes.find((refresh) => isSame(refresh, row));
    const waitedMs = now.getTime() - Date.parse(row.asked_at);
    if (found && found.state !== 'running') await ended(ctx, row, found.state, found.reason, found.ended_at ?? now.toISOString());
    else if (!found && row.state === 'queued' && waitedMs > startWithinMs) await ended(ctx, row, 'failed', 'unfinished', now.toISOString());
    else if (waitedMs > longestMs) await ended(ctx, row, 'failed', null, now.toISOString());
    else await ctx.run(again(ctx, refresh_id, pollMs), ...(found && row.state === 'queued' ? [adopt(row, found)] : []));
  },
  /** The service does not answer now; the job tries again, until it is too late. */
  async gaveUp(ctx, { refresh_id }) {
    const [row] = await ctx.run(watchedRow(refresh_id));
    if (!row) return;
    const now = ctx.now();
    if (now.getTime() - Date.parse(row.asked_at) > longestMs) await ended(ctx, row, 'failed', 'service', now.toISOString());
    else await ctx.run(again(ctx, refresh_id, 20 * pollMs));
  },
});

const again = ({ tenant_id, now }: JobContext, refresh_id: string, afterMs: number) =>
  addJob(watchRefresh, tenant_id, { refresh_id }, { at: new Date(now().getTime() + afterMs) });

/** The service runs what the portal did not get to note. */
const adopt = ({ id }: Watched, { request_id, started_at }: PowerbiRefresh) => sql`
  update dataset_refresh set state = 'running', request_id = ${request_id}, started_at = coalesce(${started_at}::timestamptz, asked_at)
  where id = ${id} and state = 'queued'`;

function isSame(refresh: PowerbiRefresh, row: Watched): boolean {
  if (row.request_id !== null) return refresh.request_id === row.request_id;
  return refresh.started_at !== null && Date.parse(refresh.started_at) > Date.parse(row.asked_at) - skewMs;
}

/** Viewers and displays that show these data reload them. */
const tellOpenPages = (dataset_id: string) => sql`
  insert into live_event (tenant_id, topic, about)
  select tenant_id, 'dataset_refresh', jsonb_build_object('report_id', id) from report where dataset_id = ${dataset_id} and active`;

/** The service's own words; a word of the portal stands in the history. */
const sentenceOf = (reason: string | null): string => (reason === null || refreshReasons.some((word) => word === reason) ? '' : reason);

async function ended(
  ctx: JobContext,
  row: Watched,
  state: 'completed' | 'failed' | 'cancelled',
  reason: string | null,
  at: string,
): Promise<void> {
  const asked = row.source === 'person' && row.asked_by !== null && state !== 'cancelled';
  const [[changed]] = await ctx.run(
    sql<{ id: string }>`
    update dataset_refresh set state = ${state}, reason = ${reason}, ended_at = ${at} where id = ${row.id} and state in ('queued', 'running')
    returning id`,
    tellOpenPages(row.dataset_id),
    ...(asked ? tellAsker(ctx.tenant_id, row.asked_by ?? '', row, state === 'completed' ? null : sentenceOf(reason)) : []),
  );
  // Another attempt of this job has already done this.
  if (changed && row.source === 'schedule' && state !== 'cancelled') await countRun(ctx, row, state === 'completed');
}
