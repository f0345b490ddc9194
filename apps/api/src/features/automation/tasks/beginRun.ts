/** A run begins, unless something speaks against it; then that is written down in its place. */
import { sql } from 'kysely';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { isMissed } from '#domain/refreshing/schedule.rules.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { Due } from './due.ts';
import { tellOwnerGone } from './telling.ts';

/** A run that takes longer has been lost, and stands in no other's way. */
const longestMs = 15 * 60_000;

/** The owner has left who is an active administrator of the unit no more; a partner's staff has no membership here. */
const ownerGone = sql`
  (not exists (select from membership m where m.person_id = t.owner_id and m.state = 'active' and m.role = 'admin')
    and exists (select from membership m where m.person_id = t.owner_id))`;

/** Runs that are not over, held until the transaction ends. */
export const dueRuns = (run_ids: readonly string[], now: Date) => sql<Due>`
  select t.id, t.name, t.kind, t.report_id, r.title as report, t.owner_id, coalesce((select p.name from person p where p.id = t.owner_id), '') as owner_name,
    t.query, t.use_variables, t.variables, t.column_name, t.operator, t.value, t.value_to, t.only_execute, t.repeat, t.repeat_minutes, t.repetitions,
    t.to_self, t.tell_recovery, t.message, t.membership_ids, t.user_group_ids, t.mail_format, t.mail_page, t.mail_view_id, t.mail_view_name, t.webhook_url, t.paused, t.muted_until, x.id as run_id, x.source, x.due_at, x.started_at,
    x.state as run_state, r.active as report_active, r.data_rule, ${ownerGone} as owner_gone,
    exists (select from report_maintenance w where w.report_id = r.id and w.starts_at <= ${now} and w.ends_at > ${now}) as in_maintenance,
    exists (select from task_run o where o.task_id = t.id and o.id <> x.id and o.state = 'running'
      and o.started_at > ${new Date(now.getTime() - longestMs)}) as overlaps
  from task_run x join task t on t.id = x.task_id join report r on r.id = t.report_id
  where x.id = any (${run_ids}::uuid[]) and x.state in ('queued', 'running') order by x.due_at, x.id for update of x`;

function reasonNot(due: Due, now: Date): string | null {
  const byTrigger = due.source === 'trigger';
  if (byTrigger && due.paused !== null) return 'paused';
  if (due.owner_gone) return 'owner';
  if (due.run_state === 'queued' && byTrigger && isMissed(new Date(due.due_at), now)) return 'missed';
  if (!due.report_active) return 'report_off';
  if (due.in_maintenance) return 'maintenance';
  return due.overlaps ? 'overlap' : null;
}

/** Null: the run is over, or does not begin. */
export const beginRun = (ctx: JobContext, run_id: string): Promise<Due | null> =>
  ctx.withTenant(async (tx) => {
    const [due] = await mayBegin(ctx, tx, [run_id]);
    if (due === undefined) return null;
    const now = ctx.now();
    await tx.run(sql`update task_run set state = 'running', started_at = coalesce(started_at, ${now}) where id = ${run_id}`);
    return { ...due, started_at: due.started_at ?? now.toISOString() };
  });

/** Of these runs those that may begin; of the others it is written down why not. They are held until the transaction ends. */
export async function mayBegin(ctx: JobContext, tx: Transaction, run_ids: readonly string[]): Promise<Due[]> {
  const now = ctx.now();
  const runs = (await tx.run(dueRuns(run_ids, now))).map((due) => ({ due, reason: reasonNot(due, now) }));
  const stopped = new Set<string>();
  for (const { due, reason } of runs) {
    if (reason === null) continue;
    await tx.run(sql`update task_run set state = 'skipped', reason = ${reason}, ended_at = ${now} where id = ${due.run_id}`);
    if (reason !== 'owner' || due.paused !== null || stopped.has(due.id)) continue;
    stopped.add(due.id);
    await stopUnkept(ctx, tx, due);
  }
  return runs.flatMap(({ due, reason }) => (reason === null ? [due] : []));
}

async function stopUnkept(ctx: JobContext, tx: Transaction, due: Due): Promise<void> {
  const [, , people] = await tx.run(
    sql`update task set paused = 'owner', version = version + 1 where id = ${due.id}`,
    sql`update task_trigger set next_run_at = null where task_id = ${due.id}`,
    unitAdministrators,
  );
  for (const statement of tellOwnerGone(ctx.tenant_id, due, people)) await tx.run(statement);
}
