/**
 * Runs that ask nobody, which are most that are due at the same minute: many in one transaction, in a queue of their own, so that they
 * wait for no service and their number costs little. Nothing of a transaction that breaks off counts, so each is told once.
 */
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { beginRun, beginWithin } from './beginRun.ts';
import { failureOf } from './outcome.ts';
import { settleRun, settleWithin } from './settleRun.ts';

/** Runs of one job. */
export const noticesAtOnce = 25;

const payload = z.strictObject({ run_ids: z.array(z.guid()).min(1).max(noticesAtOnce) });

async function runTogether(ctx: JobContext, run_ids: readonly string[]): Promise<void> {
  const { timezone } = await readTenantSettings(ctx);
  await ctx.withTenant(async (tx) => {
    for (const due of await beginWithin(ctx, tx, run_ids)) {
      const now = ctx.now();
      await settleWithin({ ctx, tx, due, now, today: dayIn(timezone, now), reads: false }, { state: 'done' });
    }
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
