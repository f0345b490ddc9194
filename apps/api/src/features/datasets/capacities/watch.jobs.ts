/** Looks at a capacity now and then, and does what its rule wants. Each look adds the next one. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { wantedOf } from '#domain/reporting/capacityShift.rules.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Statement } from '#platform/database/query.ts';
import { Failure } from '#platform/http/fail.ts';
import { perform } from './act.ts';
import { followAct } from './follow.jobs.ts';
import type { FullRow } from './rows.ts';
import { askedRule, fullRow } from './rows.ts';
import { look } from './seen.ts';
import { tellEnd } from './tell.ts';

const payload = z.strictObject({ capacity_id: z.guid() });
/** Where nothing switches it by itself, the cost alone depends on it. */
const [ruledMs, restingMs] = [30_000, 5 * 60_000];
/** What Azure has refused is not asked again at once. */
const refusedPause = sql`interval '15 minutes'`;

export const watchCapacity: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'capacity.watch',
  schema: payload,
  pace: 'service',
  retry: { limit: 3, delay_seconds: 60 },
  waiting: {
    key: 'capacity_id',
    since: (before) => sql`
      select c.id as capacity_id from capacity c where c.created_at < ${before} and not exists (
        select from capacity_seen s where s.capacity_id = c.id and s.seen_until > ${before}::timestamptz - interval '10 minutes')`,
  },
  async work(ctx, { capacity_id }) {
    const [row] = await ctx.run(fullRow(capacity_id));
    if (!row) return;
    const { state } = await look(ctx, row);
    await ctx.run(
      sql`delete from capacity_seen where capacity_id = ${capacity_id} and seen_until < ${ctx.now()}::timestamptz - interval '400 days'`,
    );
    // One that a reader asked for, or whose job is gone, is followed from here.
    if (row.open_act) await ctx.run(addJob(followAct, ctx.tenant_id, { act_id: row.open_act.id }, { key: `watched ${row.open_act.id}` }));
    else await applyRule(ctx, row, state);
    await ctx.run(watchNext(ctx.tenant_id, capacity_id, ctx.now(), row.auto_activate || row.auto_pause ? ruledMs : restingMs));
  },
});

/** The looks of one capacity fall into turns, in each of which there is one. */
export function watchNext(tenant_id: string, capacity_id: string, now: Date, turnMs = 0): Statement {
  if (turnMs === 0) return addJob(watchCapacity, tenant_id, { capacity_id });
  const at = new Date((Math.floor(now.getTime() / turnMs) + 1) * turnMs);
  return addJob(watchCapacity, tenant_id, { capacity_id }, { at, key: `${capacity_id} ${at.toISOString()}` });
}

const isUnanswered = ({ word }: Failure): boolean => word === 'reporting_unavailable' || word === 'reporting_throttled';

/** The first refusal of a day is told; those after it stand in the history. */
const refusedOften = (id: string, kind: string) => sql`
  select from capacity_act where capacity_id = ${id} and kind = ${kind} and source = 'rule' and state in ('failed', 'refused')
    and asked_at > now() - interval '1 day' offset 1`;

async function applyRule(ctx: JobContext, row: FullRow, state: FullRow['state']): Promise<void> {
  if (state !== 'active' && state !== 'paused') return;
  const { timezone } = await readTenantSettings(ctx);
  const { rule, hours, use } = askedRule(row, timezone);
  const { wanted, reason } = wantedOf(rule, hours, use, ctx.now());
  const kind = wanted === 'run' ? 'resume' : 'pause';
  if (wanted === 'leave' || (state === 'active') === (wanted === 'run')) return;
  const refused = await ctx.run(sql`
    select from capacity_act where capacity_id = ${row.id} and kind = ${kind} and source = 'rule' and state in ('failed', 'refused')
      and asked_at > ${ctx.now()}::timestamptz - ${refusedPause}`);
  if (refused.length > 0) return;
  await perform(ctx, ctx.tenant_id, row, { kind, to_sku: null, source: 'rule', reason, asked_by: null }).catch(async (error: unknown) => {
    // It stands in the history, or is found out by the job that follows.
    if (!(error instanceof Failure)) throw error;
    if (isUnanswered(error) || (await ctx.run(refusedOften(row.id, kind))).length > 0) return;
    await tellEnd(ctx, ctx.tenant_id, { capacity_id: row.id, capacity: row.name, kind, ended: 'refused', asked_by: null });
  });
}
