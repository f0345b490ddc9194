/** What a run has found is written down and told in one transaction: a second try finds that it is over. */
import { sql } from 'kysely';
import { dayIn } from '#domain/access/accessRules.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { failuresUntilPause } from '#domain/refreshing/schedule.rules.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { Due } from './due.ts';
import { isMuted } from './due.ts';
import { tableIn } from './messageTable.rules.ts';
import { mailedBy } from './taskMail/mailed.ts';
import type { Value } from './condition.rules.ts';
import { decide, numberOf, textOf } from './condition.rules.ts';
import type { Told } from './telling.ts';
import { nobody, tellFailed, tellNotice, tellPaused, tellPeople } from './telling.ts';
import type { Outcome } from './outcome.ts';
import { ownerReads } from './taskWebhook/owner.ts';
import { writeDelivery } from './taskWebhook/writeDelivery.ts';

const longestValue = 500;

/** As it came, so that the past can be asked; a long text as far as it is kept. */
const keptAnswer = (value: Value): Value => (typeof value === 'string' ? value.slice(0, longestValue) : value);

type Known = { state: string; failures: number; last_value: Value | null; answered: boolean; told_times: number; told_at: string | null };

const condition = (task_id: string) => sql<Known>`
  select c.state, c.failures, c.last_value, c.last_value is not null as answered, c.told_times, c.told_at
  from task_condition c where c.task_id = ${task_id} for update`;

type Answered = Omit<Extract<Outcome, { state: 'answered' }>, 'state'>;
type Settling = { ctx: JobContext; tx: Transaction; due: Due; now: Date; today: string; known: Known; reads: boolean };

const endOf = (
  { due, now }: Settling,
  run: { state: string; value?: Value; rows_found?: number; reason?: string; detail?: string | null },
  told: Told,
) =>
  sql`
    update task_run set state = ${run.state}, ended_at = ${now}, value = ${textOf(run.value ?? null).slice(0, longestValue) || null},
      number_value = ${run.value === undefined ? null : numberOf(run.value)},
      answer = ${run.value === undefined ? null : JSON.stringify(keptAnswer(run.value))}::jsonb, rows_found = ${run.rows_found ?? null}, reason = ${run.reason ?? null},
      detail = ${run.detail ?? null}, told = ${told.told}, muted = ${told.muted}, dropped = ${JSON.stringify(told.dropped)}::jsonb
    where id = ${due.run_id}`;

const ended = (settling: Settling, ...what: [run: Parameters<typeof endOf>[1], told: Told]) => settling.tx.run(endOf(settling, ...what));

/** Told once in a series; the fourth failure in a row stops the task. */
async function failed(
  settling: Settling,
  { reason, detail }: { reason: string; detail: string | null },
  told: Told = nobody,
): Promise<void> {
  const { ctx, tx, due, now, known } = settling;
  const failures = known.failures + 1;
  await ended(settling, { state: 'failed', reason, detail }, told);
  await tx.run(sql`update task_condition set state = 'error', failures = ${failures}, last_run_at = ${now} where task_id = ${due.id}`);
  if (failures === 1) for (const statement of tellFailed(ctx.tenant_id, due)) await tx.run(statement);
  if (failures < failuresUntilPause || due.paused !== null) return;
  const [, , people] = await tx.run(
    sql`update task set paused = 'failures', version = version + 1 where id = ${due.id}`,
    sql`update task_trigger set next_run_at = null where task_id = ${due.id}`,
    unitAdministrators,
  );
  for (const statement of tellPaused(ctx.tenant_id, due, people, failuresUntilPause)) await tx.run(statement);
}

async function answered(settling: Settling, answer: Answered): Promise<void> {
  const { tx, due, now, known } = settling;
  const { value, rows_found, rows } = answer;
  // An error between two answers does not end what had begun to hold.
  const firing = known.state === 'firing' || (known.state === 'error' && known.told_times > 0);
  const before = {
    firing,
    told_times: known.told_times,
    told_at: known.told_at === null ? null : new Date(known.told_at),
    value: known.answered ? known.last_value : undefined,
  };
  const { met, what, after } = decide(due, before, { value, now, muted: isMuted(due, now) });
  const told =
    what === null
      ? nobody
      : isMuted(due, now)
        ? { ...nobody, muted: true }
        : await tellPeople(settling, what, { value, rows_found, table: tableIn(rows) });
  if (due.kind === 'webhook' && what !== null && !told.muted) await writeDelivery(settling, what, answer);
  await ended(settling, { state: met ? 'fired' : 'ok', value, rows_found }, told);
  await tx.run(sql`
    update task_condition set state = ${met ? 'firing' : 'ok'}, failures = 0, last_run_at = ${now}, last_value = ${JSON.stringify(value)}::jsonb,
      told_times = ${after.told_times}, told_at = ${after.told_at}::timestamptz
    where task_id = ${due.id}`);
}

async function toldOf(settling: Settling): Promise<Told> {
  const { due, now } = settling;
  if (due.kind === 'notice') return tellNotice(settling, now);
  if (due.kind !== 'mail' && due.kind !== 'webhook') return nobody;
  if (isMuted(due, now)) return { ...nobody, muted: true };
  if (due.kind === 'mail') return nobody;
  await writeDelivery(settling, 'due', null);
  return tellPeople(settling, 'notice', null);
}

async function done(settling: Settling, told: Told): Promise<void> {
  const { tx, due, now } = settling;
  await tx.run(
    endOf(settling, { state: 'done' }, told),
    sql`update task_condition set state = 'ok', failures = 0, last_run_at = ${now} where task_id = ${due.id}`,
  );
}

/** All files are made: whoever has one gets it, whatever the mail server says later. */
async function mailed(settling: Settling): Promise<void> {
  const { failure, ...told } = await mailedBy(settling.tx, settling.due.run_id);
  await (failure === null ? done(settling, told) : failed(settling, { reason: failure, detail: null }, told));
}

export async function settleRun(ctx: JobContext, due: Due, outcome: Outcome): Promise<void> {
  const now = ctx.now();
  const today = dayIn((await readTenantSettings(ctx)).timezone, now);
  const reads = due.kind === 'webhook' && (await ownerReads(ctx, due, today));
  await ctx.withTenant((tx) => settleWithin({ ctx, tx, due, now, today, reads }, outcome));
}

async function settleWithin(about: Omit<Settling, 'known'>, outcome: Outcome): Promise<void> {
  const { tx, due } = about;
  const [[open], [known]] = await tx.run(
    sql`select from task_run where id = ${due.run_id} and state = 'running' for update`,
    condition(due.id),
  );
  // Another attempt has done this, or the task was deleted meanwhile.
  if (!open || !known) return;
  const settling: Settling = { ...about, known };
  if (outcome.state === 'failed') await failed(settling, outcome);
  else if (outcome.state === 'answered') await answered(settling, outcome);
  else if (outcome.state === 'done') await done(settling, await toldOf(settling));
  else if (outcome.state === 'mailed') await mailed(settling);
  else await ended(settling, outcome, nobody);
}
