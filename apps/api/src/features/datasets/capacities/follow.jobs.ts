/** Follows what was asked of Azure to its end. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import type { UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { endedAct } from './ended.ts';
import { fullRow } from './rows.ts';
import { look } from './seen.ts';
import { tellEnd } from './tell.ts';

const payload = z.strictObject({ act_id: z.guid() });
const againMs = 5_000;
/** Afterwards it has failed. */
const patienceMs = 10 * 60_000;

type Open = {
  id: string;
  capacity_id: string;
  kind: 'resume' | 'pause' | 'scale';
  to_sku: string | null;
  asked_at: string;
  asked_by: string | null;
};

export const followAct: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'capacity.follow',
  schema: payload,
  pace: 'service',
  retry: { limit: 5, delay_seconds: 10 },
  waiting: {
    key: 'act_id',
    since: (before) => sql`select id as act_id from capacity_act where state = 'asked' and asked_at < ${before}`,
  },
  async work(ctx, { act_id }) {
    const [act] = await ctx.run(
      sql<Open>`select id, capacity_id, kind, to_sku, asked_at, asked_by from capacity_act where id = ${act_id} and state = 'asked'`,
    );
    if (!act) return;
    const [row] = await ctx.run(fullRow(act.capacity_id));
    if (!row) return;
    const { state, sku } = await look(ctx, row);
    const isThere =
      act.kind === 'scale' ? sku === act.to_sku && state === 'active' : state === (act.kind === 'pause' ? 'paused' : 'active');
    const now = ctx.now();
    const isOver = isThere || state === 'failed' || now.getTime() - Date.parse(act.asked_at) > patienceMs;
    if (isOver) {
      const late = state === 'unknown' ? 'silent' : 'timeout';
      const ended = isThere ? 'done' : 'failed';
      await ctx.run(endedAct(act.id, ended, now, isThere || state === 'failed' ? null : late));
      await tellEnd(ctx, ctx.tenant_id, { ...act, capacity: row.name, ended });
    } else await ctx.run(addJob(followAct, ctx.tenant_id, { act_id }, { at: new Date(now.getTime() + againMs) }));
  },
});
