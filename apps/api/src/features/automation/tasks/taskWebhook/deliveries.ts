/** Calls of tasks as people see them, and what they do to them: a test, another secret, and one that was given up once more. */
import type { TaskDelivery, TestAnswer } from '@vitrine/contract/automation/taskWebhook.ts';
import * as contract from '@vitrine/contract/automation/taskWebhook.ts';
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ofId, requireAttempt } from '#platform/http/rateLimit.ts';
import type { StoredTask } from '../rows.ts';
import { taskRow } from '../rows.ts';
import { callAddress } from './callAddress.ts';
import { deliver } from './deliver.jobs.ts';
import { callBody } from './payload.rules.ts';
import { deliveryRow, isKept } from './rows.ts';
import type { StoredSecrets } from './secret.ts';
import { makeSecret, secretsOf } from './secret.ts';

const noted = (action: string, { id, name, webhook_url }: Pick<StoredTask, 'id' | 'name' | 'webhook_url'>) =>
  query.insertInto('audit_log').values({
    action,
    object_type: 'task',
    object_id: id,
    before: null,
    after: JSON.stringify({ name, webhook_url }),
  });

async function webhookTask(ctx: Context, id: string): Promise<StoredTask> {
  const task = found((await ctx.run(taskRow(ctx.now(), id)))[0]);
  return task.kind === 'webhook' ? task : fail('not_found');
}

/** An example: it says what the task asks and holds no data of the report. */
async function testCall(ctx: Context, task_id: string): Promise<TestAnswer> {
  const task = await webhookTask(ctx, task_id);
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  await requireAttempt(ctx.identity, [ofId('webhook_test', tenant_id)], ctx.now());
  const [[stored]] = await ctx.run(
    sql<StoredSecrets>`select secret, secret_before, secret_before_until from task_webhook where task_id = ${task_id}`,
    noted('task.webhook_test', task),
  );
  if (!stored) return { status: null, problem: 'no_secret', milliseconds: 0 };
  const [id, at] = [uuidv7(), ctx.now()];
  const body = callBody({ id, kind: 'test', at }, { ...task, run_id: null, due_at: at.toISOString() }, null, false);
  const started = performance.now();
  const secrets = secretsOf(ctx.secrets, { tenant_id, task_id }, stored, at);
  const outcome = await callAddress(ctx, { url: task.webhook_url, secrets, id, body });
  return { ...outcome, milliseconds: Math.round(performance.now() - started) };
}

async function repeat(ctx: Context, task_id: string, delivery_id: string): Promise<TaskDelivery> {
  const task = await webhookTask(ctx, task_id);
  const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
  const now = ctx.now();
  return ctx.withTenant(async (tx) => {
    const [known] = await tx.run(sql<{ kept: boolean }>`
      select ${isKept(now)} as kept from task_delivery d join task_run x on x.id = d.run_id
      where d.id = ${delivery_id} and x.task_id = ${task_id} for update of d`);
    if (!found(known).kept) fail('conflict');
    const [, , , [row]] = await tx.run(
      sql`update task_delivery set state = 'waiting', tries = 0, status = null, problem = null, next_at = ${now}, ended_at = null where id = ${delivery_id}`,
      noted('task.webhook_repeat', task),
      addJob(deliver, tenant_id, { delivery_id }),
      deliveryRow(delivery_id, now),
    );
    return found(row);
  });
}

export function deliveries(serve: Serve): void {
  serve(contract.newSecret, (ctx, { params }) => makeSecret(ctx, params.id));
  serve(contract.testCall, (ctx, { params }) => testCall(ctx, params.id));
  serve(contract.repeat, (ctx, { params }) => repeat(ctx, params.id, params.delivery_id));
}
