/** Adds and changes tasks: what they ask is tried first, whom they tell has to be there. */
import type { Task, TaskInput } from '@vitrine/contract/automation/task.ts';
import { asksModel, taskLimits } from '@vitrine/contract/automation/task.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { requireMail } from './taskMail/mailOptions.ts';
import { requireReport, tryQuestion } from './question.ts';
import { requireAddress } from './taskWebhook/callAddress.ts';
import type { StoredTask } from './rows.ts';
import { newTriggers, taskRow } from './rows.ts';
import { nextRuns } from './trigger.rules.ts';

/** People and groups of this unit; those of others are not there. */
export async function requireRecipients(
  ctx: Context,
  { membership_ids, user_group_ids }: Pick<TaskInput, 'membership_ids' | 'user_group_ids'>,
): Promise<void> {
  const [people, groups] = await ctx.run(
    sql`select m.id from membership m where m.id = any (${membership_ids}::uuid[])`,
    sql`select g.id from user_group g where g.id = any (${user_group_ids}::uuid[])`,
  );
  if (people.length < membership_ids.length || groups.length < user_group_ids.length) fail('not_found');
}

type AskedBy = Pick<Task, 'report_id' | 'query' | 'use_variables' | 'variables' | 'column_name'>;

/** Two tasks with the same one ask the same. */
export const questionIn = ({ report_id, query: text, use_variables, variables, column_name }: AskedBy): string =>
  JSON.stringify([report_id, text, use_variables, variables.map(({ name, type, value }) => [name, type, value]), column_name]);

/** The service is asked where the question is another one than before. */
async function requireQuestion(ctx: Context, input: TaskInput, before: StoredTask | null): Promise<void> {
  const report = await requireReport(ctx, input.report_id);
  if (input.kind === 'refresh' && report.dataset_id === null) failFields({ report_id: 'no_dataset' });
  if (!asksModel(input) || (before && asksModel(before) && questionIn(before) === questionIn(input))) return;
  await tryQuestion(ctx, report, input);
}

/** Where it leads is looked at when it is another one: what it means later is looked at before each call. */
async function requireWebhook(ctx: Context, { kind, webhook_url }: TaskInput, before: StoredTask | null): Promise<{ webhook_url: string }> {
  if (kind !== 'webhook') return { webhook_url: '' };
  if (before?.webhook_url !== webhook_url) await requireAddress(ctx, webhook_url);
  return { webhook_url };
}

const valuesOf = ({ triggers: _triggers, variables, mail_filters, ...input }: TaskInput) => ({
  ...input,
  variables: JSON.stringify(variables),
  mail_filters: JSON.stringify(input.kind === 'mail' ? mail_filters : []),
});

const timed = (ctx: Context, { triggers }: TaskInput, running: boolean) =>
  triggers.map((trigger) => ({
    ...trigger,
    next_run_at: running ? (nextRuns(trigger, ctx.actor.timezone, ctx.now(), 1)[0] ?? null) : null,
  }));

export async function addTask(ctx: Context, input: TaskInput): Promise<StoredTask> {
  await requireRecipients(ctx, input);
  await requireQuestion(ctx, input, null);
  const sent = { ...(await requireMail(ctx, input, null)), ...(await requireWebhook(ctx, input, null)) };
  const id = uuidv7();
  await ctx.withTenant(async (tx) => {
    // One after the other, so that the last free place is taken once.
    const [, [count]] = await tx.run(
      sql`select pg_advisory_xact_lock(hashtextextended('task ' || app_setting('tenant_id'), 0))`,
      sql<{ tasks: number }>`select count(*) as tasks from task`,
    );
    if ((count?.tasks ?? 0) >= taskLimits.tasks) fail('tasks_full', { limit: taskLimits.tasks });
    await tx.run(
      query.insertInto('task').values({ ...valuesOf(input), ...sent, id, tenant_id: ownTenant, owner_id: ctx.actor.person_id }),
      query.insertInto('task_condition').values({ tenant_id: ownTenant, task_id: id, asked_since: ctx.now() }),
      newTriggers(id, timed(ctx, input, true)),
    );
  });
  return found((await ctx.run(taskRow(ctx.now(), id)))[0]);
}

const triggersIn = (triggers: TaskInput['triggers']): string =>
  JSON.stringify(
    triggers.map((one) => [one.frequency, one.days, one.day_of_month, one.times, one.every_minutes, one.from, one.until, one.expires_on]),
  );

const conditionIn = ({ operator, value, value_to }: TaskInput | StoredTask): string => JSON.stringify([operator, value, value_to]);

/** Null: somebody else saved first. */
export async function updateTask(
  ctx: Context,
  before: StoredTask,
  { version, ...input }: TaskInput & { version: number },
): Promise<string | null> {
  await requireRecipients(ctx, input);
  await requireQuestion(ctx, input, before);
  const asksAnew = questionIn(before) !== questionIn(input);
  const isNew = asksAnew || conditionIn(before) !== conditionIn(input) || before.kind !== input.kind;
  const sent = { ...(await requireMail(ctx, input, before)), ...(await requireWebhook(ctx, input, before)) };
  return ctx.withTenant(async (tx) => {
    const [changed] = await tx.run(
      query
        .updateTable('task')
        .set({ ...valuesOf(input), ...sent, version: version + 1 })
        .where('id', '=', before.id)
        .where('version', '=', version)
        .returning(['id', 'paused']),
    );
    if (!changed) return null;
    // Another question has no past, and whoever corrects it begins to count anew.
    if (isNew)
      await tx.run(sql`
        update task_condition set state = 'unknown', last_value = null, told_times = 0, told_at = null, failures = 0,
          asked_since = case when ${asksAnew} then ${ctx.now()}::timestamptz else asked_since end
        where task_id = ${before.id}`);
    // Triggers that nobody touched keep what is due.
    if (triggersIn(before.triggers) !== triggersIn(input.triggers)) {
      await tx.run(
        sql`delete from task_trigger where task_id = ${before.id}`,
        newTriggers(before.id, timed(ctx, input, changed.paused === null)),
      );
    }
    return changed.id;
  });
}
