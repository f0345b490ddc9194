/** A refresh that runs is asked about every half minute, until it has ended; then whoever waits is told. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '../../core/jobs/addJob.ts';
import type { JobContext, UnitJob } from '../../core/jobs/defineJob.ts';
import { defineJob } from '../../core/jobs/defineJob.ts';
import type { RefreshAtService } from '../../core/reporting.ts';
import { countRun } from './scheduleHealth.ts';
import { tellAsker } from './tellRefresh.ts';
import type { Watched } from './watched.ts';
import { watchedRow } from './watched.ts';

export const pollMs = 30_000;
/** What has not ended within a day never will. */
const longestMs = 24 * 3_600_000;
/** Clocks differ; a refresh that began this long before it was asked for is another one. */
const skewMs = 60_000;

const payload = z.strictObject({ refresh_id: z.guid() });

export const watchRefresh: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'dataset_refresh.watch',
  schema: payload,
  pace: 'slow',
  retry: { limit: 5, delay_seconds: 60 },
  async work(ctx, { refresh_id }) {
    const [row] = await ctx.run(watchedRow(refresh_id));
    if (!row) return;
    const now = ctx.now();
    const refreshes = await ctx.reporting.refreshes(row.account, row.dataset_workspace_id, row.dataset_id);
    const found = refreshes.find((refresh) => isSame(refresh, row));
    if (found && found.state !== 'running') await ended(ctx, row, found.state, found.reason, found.ended_at ?? now.toISOString());
    else if (now.getTime() - Date.parse(row.asked_at) > longestMs) await ended(ctx, row, 'failed', null, now.toISOString());
    else await ctx.run(again(ctx, refresh_id, pollMs));
  },
  /** The service cannot be asked: later it may. */
  async gaveUp(ctx, { refresh_id }) {
    await ctx.run(again(ctx, refresh_id, 20 * pollMs));
  },
});

const again = ({ tenant_id, now }: JobContext, refresh_id: string, afterMs: number) =>
  addJob(watchRefresh, tenant_id, { refresh_id }, { at: new Date(now().getTime() + afterMs) });

function isSame(refresh: RefreshAtService, row: Watched): boolean {
  if (row.request_id !== null) return refresh.request_id === row.request_id;
  return refresh.started_at !== null && Date.parse(refresh.started_at) > Date.parse(row.asked_at) - skewMs;
}

/** Whatever shows these data asks anew: viewers, and slides on walls. */
const tellOpenPages = (dataset_id: string) => sql`
  insert into live_event (tenant_id, topic, about)
  select tenant_id, 'dataset_refresh', jsonb_build_object('report_id', id) from report where dataset_id = ${dataset_id} and active`;

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
    ...(asked ? tellAsker(ctx.tenant_id, row.asked_by ?? '', row, state === 'completed' ? null : (reason ?? '')) : []),
  );
  // Another try of this job was here before.
  if (changed && row.source === 'schedule' && state !== 'cancelled') await countRun(ctx, row, state === 'completed');
}
