/**
 * Runs that ask nobody, which are most that are due at the same minute: many in one transaction, in a queue of their own, so that they
 * wait for no service and their number costs little. Nothing of a transaction that breaks off counts, so each is told once.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { beginRun, mayBegin } from './beginRun.ts';
import { failureOf } from './outcome.ts';
import { settleRun } from './settleRun.ts';
import { tellNotice } from './telling.ts';

/** Runs of one job. */
export const noticesAtOnce = 100;

const payload = z.strictObject({ run_ids: z.array(z.guid()).min(1).max(noticesAtOnce) });

async function runTogether(ctx: JobContext, run_ids: readonly string[]): Promise<void> {
  const { timezone } = await readTenantSettings(ctx);
  await ctx.withTenant(async (tx) => {
    const runs = await mayBegin(ctx, tx, run_ids);
    if (runs.length === 0) return;
    const started = ctx.now();
    const over = [];
    for (const due of runs) {
      const told = await tellNotice({ ctx, tx, due, today: dayIn(timezone, started) }, started);
      over.push({ id: due.run_id, ...told });
    }
    const now = ctx.now();
    await tx.run(
      sql`
        update task_run x set state = 'done', started_at = coalesce(x.started_at, ${started}), ended_at = ${now},
          told = n.told, muted = n.muted, dropped = n.dropped
        from jsonb_to_recordset(${JSON.stringify(over)}::jsonb) as n (id uuid, told integer, muted boolean, dropped jsonb) where x.id = n.id`,
      sql`update task_condition set state = 'ok', failures = 0, last_run_at = ${now} where task_id = any (${runs.map(({ id }) => id)}::uuid[])`,
    );
  });
}

export const runNotices: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'task.run_notices',
  schema: payload,
  retry: { limit: 3, delay_seconds: 10 },
  async work(ctx, { run_ids }) {
    if (ctx.attempt === 1) return runTogether(ctx, run_ids);
    // One of them has failed: it stops none of the others.
    return eachByItself(
      ctx,
      run_ids.map((run_id) => ({ run_id })),
      ({ run_id }) => runTogether(ctx, [run_id]),
    );
  },
  async gaveUp(ctx, { run_ids }, error) {
    for (const run_id of run_ids) {
      const due = await beginRun(ctx, run_id);
      if (due) await settleRun(ctx, due, failureOf(error));
    }
  },
});
