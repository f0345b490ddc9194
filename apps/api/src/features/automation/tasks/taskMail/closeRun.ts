/** A run that mails ends with the last of its files; what becomes of the mails after that is written down in it as well. */
import type { DropReason } from '@vitrine/contract/automation/task.ts';
import { sql } from 'kysely';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { dueRuns } from '../beginRun.ts';
import { settleRun } from '../settleRun.ts';

/** Ends the run if nothing of it is to be made any more; whoever comes second finds it over. */
export async function closeRun(ctx: JobContext, run_id: string): Promise<void> {
  const [[open], [due]] = await ctx.run(
    sql`select from task_copy where run_id = ${run_id} and state in ('queued', 'running') limit 1`,
    dueRuns([run_id], ctx.now()),
  );
  if (!open && due?.run_state === 'running') await settleRun(ctx, due, { state: 'mailed' });
}

/** Somebody is not sent the report: said in the run, whether it is over or not. The row of the run is held first, as where it is settled. */
export async function dropLetter(
  { tx, now }: { tx: Transaction; now: Date },
  letter: { id: string; run_id: string; person_id: string },
  reason: DropReason,
): Promise<void> {
  await tx.run(
    sql`select from task_run where id = ${letter.run_id} for update`,
    sql`update task_letter set state = 'dropped', reason = ${reason}, ended_at = ${now} where id = ${letter.id}`,
    sql`update task_run set told = greatest(told - 1, 0), dropped = dropped || jsonb_build_array(jsonb_build_object(
          'name', coalesce((select p.name from person p where p.id = ${letter.person_id}), ''), 'reason', ${reason}::text))
        where id = ${letter.run_id} and state in ('done', 'failed')`,
  );
}
