/**
 * Makes the calls that runs have written down. A try is counted, and the next one dated, before the receiver is called: a portal that stops
 * in the middle calls again, with the same id, by which the receiver knows what it has had.
 */
import type { DeliveryProblem } from '@vitrine/contract/automation/taskWebhook.ts';
import { webhookLimits } from '@vitrine/contract/automation/taskWebhook.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { JobContext, UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { tellUndelivered } from '../telling.ts';
import { callAddress } from './callAddress.ts';
import { ownerReads } from './owner.ts';
import type { Try } from './problem.rules.ts';
import { nextTryAt } from './problem.rules.ts';
import type { StoredSecrets } from './secret.ts';
import { secretsOf } from './secret.ts';

const payload = z.strictObject({ delivery_id: z.guid() });

type Row = StoredSecrets & {
  id: string;
  body: string;
  holds_data: boolean;
  tries: number;
  next_at: string;
  task_id: string;
  name: string;
  kind: string;
  paused: string | null;
  webhook_url: string;
  owner_id: string;
  owner_name: string;
  report_id: string;
  report: string;
};

const waitingRow = (id: string) => sql<Row>`
  select d.id, d.body, d.holds_data, d.tries, d.next_at, t.id as task_id, t.name, t.kind, t.paused, t.webhook_url, t.owner_id,
    coalesce((select p.name from person p where p.id = t.owner_id), '') as owner_name, t.report_id, r.title as report,
    w.secret, w.secret_before, w.secret_before_until
  from task_delivery d join task_run x on x.id = d.run_id join task t on t.id = x.task_id join report r on r.id = t.report_id
  left join task_webhook w on w.task_id = t.id
  where d.id = ${id} and d.state = 'waiting' for update of d`;

/** What can be repeated by hand no more is not kept. */
const forgetOld = (now: Date) => sql`
  update task_delivery set body = '' where body <> '' and ended_at < ${new Date(now.getTime() - webhookLimits.kept_days * 86_400_000)}`;

/** The owner hears of the first of several. */
async function giveUp(ctx: JobContext, tx: Transaction, row: Row, outcome: Try): Promise<void> {
  const now = ctx.now();
  const [[before]] = await tx.run(
    sql<{ state: string }>`
      select d.state from task_delivery d join task_run x on x.id = d.run_id
      where x.task_id = ${row.task_id} and d.id <> ${row.id} and d.state <> 'waiting' order by d.ended_at desc, d.id desc limit 1`,
    sql`update task_delivery set state = 'failed', status = ${outcome.status}, problem = ${outcome.problem}, next_at = null, ended_at = ${now}
        where id = ${row.id}`,
    forgetOld(now),
  );
  if (before?.state === 'failed') return;
  for (const statement of tellUndelivered(ctx.tenant_id, { ...row, id: row.task_id })) await tx.run(statement);
}

/** Null: it is over, or its time has not come. */
function claim(ctx: JobContext, delivery_id: string): Promise<Row | null> {
  const now = ctx.now();
  return ctx.withTenant(async (tx) => {
    const [row] = await tx.run(waitingRow(delivery_id));
    if (!row) return null;
    const due = new Date(row.next_at);
    if (due.getTime() > now.getTime()) {
      await tx.run(addJob(deliver, ctx.tenant_id, { delivery_id }, { at: due }));
      return null;
    }
    if (row.tries >= webhookLimits.tries) {
      await giveUp(ctx, tx, row, { status: null, problem: 'lost' });
      return null;
    }
    const tries = row.tries + 1;
    await tx.run(sql`update task_delivery set tries = ${tries}, last_at = ${now}, next_at = ${nextTryAt(tries, now)} where id = ${row.id}`);
    return { ...row, tries };
  });
}

/** Why it is not sent at all, whatever the receiver would say. */
async function obstacleOf(ctx: JobContext, row: Row): Promise<DeliveryProblem | null> {
  if (row.kind !== 'webhook' || row.webhook_url === '') return 'address';
  if (row.paused === 'person' || row.paused === 'owner') return 'paused';
  if (row.secret === null) return 'no_secret';
  if (!row.holds_data) return null;
  const { timezone } = await readTenantSettings(ctx);
  return (await ownerReads(ctx, row, dayIn(timezone, ctx.now()))) ? null : 'owner';
}

/** Still that of this try: whoever was slower than the next one has nothing to say. */
const isOpen = ({ id, tries }: Row) =>
  sql`select from task_delivery where id = ${id} and state = 'waiting' and tries = ${tries} for update`;

async function settle(ctx: JobContext, row: Row, outcome: Try, final: boolean): Promise<void> {
  await ctx.withTenant(async (tx) => {
    const [open] = await tx.run(isOpen(row));
    if (!open) return;
    const now = ctx.now();
    if (outcome.problem === null) {
      // What has arrived is not kept here as well.
      await tx.run(
        sql`update task_delivery set state = 'done', status = ${outcome.status}, problem = null, body = '', next_at = null, ended_at = ${now}
            where id = ${row.id}`,
        forgetOld(now),
      );
      return;
    }
    if (final || row.tries >= webhookLimits.tries) return giveUp(ctx, tx, row, outcome);
    const next_at = nextTryAt(row.tries, now);
    await tx.run(
      sql`update task_delivery set status = ${outcome.status}, problem = ${outcome.problem}, next_at = ${next_at} where id = ${row.id}`,
      addJob(deliver, ctx.tenant_id, { delivery_id: row.id }, { at: next_at }),
    );
  });
}

export const deliver: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'task.deliver',
  schema: payload,
  pace: 'calls',
  retry: { limit: 3, delay_seconds: 60 },
  expires_seconds: 60,
  waiting: {
    key: 'delivery_id',
    since: (before) => sql`select id as delivery_id from task_delivery where state = 'waiting' and next_at < ${before}`,
  },
  async work(ctx, { delivery_id }) {
    const row = await claim(ctx, delivery_id);
    if (!row) return;
    const obstacle = await obstacleOf(ctx, row);
    if (obstacle !== null) return settle(ctx, row, { status: null, problem: obstacle }, true);
    const secrets = secretsOf(ctx.secrets, { tenant_id: ctx.tenant_id, task_id: row.task_id }, row, ctx.now());
    const outcome = await callAddress(ctx, { url: row.webhook_url, secrets, id: row.id, body: row.body });
    await settle(ctx, row, outcome, false);
  },
});
