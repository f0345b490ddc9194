/** How the installation works, and what is done with jobs that failed. Both ways of ending one, and levels of the log, stand in the audit log. */
import * as contract from '@vitrine/contract/organisation/operations.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import { wakingChannel } from '#platform/jobs/queues.ts';
import { readOperations } from './readOperations.ts';

type Ended = { queue: string; job: string; unit_id: string | null };

/** What was done with a failed job. One that somebody else has ended meanwhile is not found. */
async function endFailed(ctx: Context, id: string, act: 'retry' | 'discard'): Promise<void> {
  await ctx.operator().withTenant(async (tx) => {
    const [ended] = await tx.run(
      act === 'retry' ? sql<Ended>`select * from retry_failed_job(${id})` : sql<Ended>`select * from discard_failed_job(${id})`,
    );
    const { queue, job, unit_id } = found(ended);
    const line = JSON.stringify({ job, queue, tenant_id: unit_id });
    await tx.run(
      query.insertInto('audit_log').values({
        action: act === 'retry' ? 'job.retry' : 'job.discard',
        object_type: 'job',
        object_id: id,
        before: act === 'discard' ? line : null,
        after: act === 'retry' ? line : null,
      }),
      // Of a job that was removed nobody has to hear.
      sql`select pg_notify(${wakingChannel}, ${queue}) where ${act === 'retry'}::boolean`,
    );
  });
}

export function operations(serve: Serve): void {
  serve(contract.get, readOperations);
  serve(contract.setLogLevel, async (ctx, { body: { level, minutes } }) => {
    const until = new Date(ctx.now().getTime() + minutes * 60_000);
    await ctx
      .operator()
      .run(sql`update platform_setting set log_level = ${level}, log_level_until = ${until}, log_level_by = ${ctx.actor.actor_id}`);
  });
  serve(contract.endLogLevel, async (ctx) => {
    await ctx.operator().run(sql`update platform_setting set log_level = null, log_level_until = null, log_level_by = null`);
  });
  serve(contract.retry, (ctx, { params: { id } }) => endFailed(ctx, id, 'retry'));
  serve(contract.discard, (ctx, { params: { id } }) => endFailed(ctx, id, 'discard'));
}
