/** Tasks of a unit: list, page, runs, and what people do to them. */
import * as contract from '@vitrine/contract/automation/tasks.ts';
import type { Task, TaskRow } from '@vitrine/contract/automation/task.ts';
import { taskLimits } from '@vitrine/contract/automation/task.ts';
import { mailOptions } from '@vitrine/contract/automation/taskMail.ts';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { saved } from '#platform/http/saving.ts';
import { pastValues } from './history.ts';
import { readMailOptions } from './taskMail/mailOptions.ts';
import { requireReport, tryQuestion } from './question.ts';
import type { StoredRun, StoredTask } from './rows.ts';
import { fromTask, listed, ownersOfTasks, reportsOfTasks, runColumns, sorts, taskRow } from './rows.ts';
import { addTask, updateTask } from './saving.ts';
import { taskQuestions } from './taskQuestions.ts';
import { deliveries } from './taskWebhook/deliveries.ts';
import { runTask } from './tasks.jobs.ts';
import { nextOfAll, nextRuns } from './trigger.rules.ts';

const runsShown = 3;
const longestMuteMs = 366 * 86_400_000;

const canOf = ({ actor }: Context): TaskRow['can'] => {
  const may = holds(actor, 'tasks', 'write');
  return { edit: may, remove: may };
};

function shownTask(ctx: Context, row: StoredTask): Task {
  const runs = row.paused === null ? nextOfAll(row.triggers, ctx.actor.timezone, ctx.now(), runsShown) : [];
  return { ...row, can: canOf(ctx), timezone: ctx.actor.timezone, next_runs: runs.map((at) => at.toISOString()) };
}

const readTask = async (ctx: Context, id: string): Promise<StoredTask> => found((await ctx.run(taskRow(ctx.now(), id)))[0]);

type Filter = { q: string; report_id?: string | undefined; owner_id?: string | undefined; state?: string | undefined };

const matching = ({ q, report_id, owner_id, state }: Filter) =>
  every(
    holdsWords(q, sql`t.name`, sql`r.title`, sql`(select p.name from person p where p.id = t.owner_id)`),
    report_id === undefined ? undefined : sql`t.report_id = ${report_id}`,
    owner_id === undefined ? undefined : sql`t.owner_id = ${owner_id}`,
    state === undefined
      ? undefined
      : state === 'paused'
        ? sql`t.paused is not null`
        : sql`t.paused is null and coalesce(c.state, 'unknown') = ${state}`,
  );

/** The triggers of a task go on from now, each at its next time. */
async function goOn(ctx: Context, row: StoredTask): Promise<void> {
  const next = row.triggers.map((trigger, position) => ({
    position,
    next_run_at: nextRuns(trigger, ctx.actor.timezone, ctx.now(), 1)[0]?.toISOString() ?? null,
  }));
  await ctx.run(
    sql`update task set paused = null, version = version + 1,
          owner_id = case when paused = 'owner' then ${ctx.actor.person_id}::uuid else owner_id end where id = ${row.id} and paused is not null`,
    sql`update task_condition set failures = 0 where task_id = ${row.id}`,
    sql`update task_trigger g set next_run_at = n.next_run_at
        from jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n (position smallint, next_run_at timestamptz)
        where g.task_id = ${row.id} and g.position = n.position`,
  );
}

function reading(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const where = matching(wanted);
    const rows = listed(ctx.now(), where, sql`${orderBy(wanted.sort, sorts, sql`search_text(t.name), t.id`)} ${pageOf(wanted)}`);
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select ${fromTask} where ${where}`);
    return { data: data.map((row) => ({ ...row, can: canOf(ctx) })), meta, can: { add: mayCall(ctx.actor, contract.add.can) } };
  });
  serve(contract.choices, async (ctx) => {
    const [reports, owners] = await ctx.run(reportsOfTasks, ownersOfTasks);
    return { reports, owners };
  });
  serve(contract.get, async (ctx, { params }) => shownTask(ctx, await readTask(ctx, params.id)));
  serve(contract.runs, async (ctx, { params, query: wanted }) => {
    const direction = wanted.sort === 'due_at' ? sql`desc` : sql`asc`;
    const [[task], page] = await Promise.all([
      ctx.run(query.selectFrom('task').select('id').where('id', '=', params.id)),
      listPage(
        ctx,
        wanted,
        sql<StoredRun>`select ${runColumns(ctx.now())} from task_run x where x.task_id = ${params.id} order by x.due_at ${direction}, x.id ${direction} ${pageOf(wanted)}`,
        sql`select from task_run x where x.task_id = ${params.id}`,
      ),
    ]);
    found(task);
    return page;
  });
  serve(contract.history, async (ctx, { params, query: { days } }) => {
    const { timezone } = ctx.actor;
    const { by, rows } = pastValues(params.id, { days: Number(days), timezone, now: ctx.now() });
    const [[task], points] = await ctx.run(query.selectFrom('task').select('id').where('id', '=', params.id), rows);
    found(task);
    return { timezone, by, points };
  });
  serve(contract.nextRuns, (ctx, { body: { trigger } }) => {
    const { timezone } = ctx.actor;
    return Promise.resolve({ timezone, next_runs: nextRuns(trigger, timezone, ctx.now(), runsShown).map((at) => at.toISOString()) });
  });
  serve(mailOptions, (ctx, { body }) => readMailOptions(ctx, body.report_id));
  serve(contract.tryOut, async (ctx, { body: { report_id, ...question } }) => {
    const { columns, rows, value } = await tryQuestion(ctx, await requireReport(ctx, report_id), question);
    const shown = rows.slice(0, taskLimits.shown_rows).map((row) => columns.map((column) => row[column] ?? null));
    return { columns, rows: shown, count: rows.length, value };
  });
}

export function tasks(serve: Serve): void {
  reading(serve);
  taskQuestions(serve);
  deliveries(serve);
  serve(contract.add, async (ctx, { body }) => shownTask(ctx, await addTask(ctx, body)));
  serve(contract.update, async (ctx, { params, body }) => {
    const before = await readTask(ctx, params.id);
    const changed = await updateTask(ctx, before, body);
    return shownTask(ctx, saved(changed ? [changed] : [], await readTask(ctx, params.id)));
  });
  serve(contract.remove, async (ctx, { params }) => {
    found((await ctx.run(query.deleteFrom('task').where('id', '=', params.id).returning('id')))[0]);
  });
  serve(contract.pause, async (ctx, { params }) => {
    const [, , [row]] = await ctx.run(
      sql`update task set paused = 'person', version = version + 1 where id = ${params.id} and paused is null`,
      sql`update task_trigger set next_run_at = null where task_id = ${params.id}`,
      taskRow(ctx.now(), params.id),
    );
    return shownTask(ctx, found(row));
  });
  serve(contract.resume, async (ctx, { params }) => {
    const before = await readTask(ctx, params.id);
    if (before.paused !== null) await goOn(ctx, before);
    return shownTask(ctx, await readTask(ctx, params.id));
  });
  serve(contract.mute, async (ctx, { params, body: { until } }) => {
    const now = ctx.now().getTime();
    if (until !== null && Date.parse(until) <= now) failFields({ until: 'in_the_past' });
    if (until !== null && Date.parse(until) > now + longestMuteMs) failFields({ until: 'invalid' });
    const [, [row]] = await ctx.run(
      sql`update task set muted_until = ${until}, version = version + 1 where id = ${params.id}`,
      taskRow(ctx.now(), params.id),
    );
    return shownTask(ctx, found(row));
  });
  serve(contract.runNow, async (ctx, { params }) => {
    const tenant_id = ctx.actor.tenant_id ?? fail('not_found_companies');
    const run_id = uuidv7();
    await ctx.withTenant(async (tx) => {
      const [asked] = await tx.run(sql<{ id: string }>`
        insert into task_run (tenant_id, id, task_id, source, asked_by, due_at)
        select ${ownTenant}, ${run_id}::uuid, t.id, 'person', ${ctx.actor.person_id}::uuid, ${ctx.now()} from task t where t.id = ${params.id}
        on conflict (tenant_id, task_id, due_at) do nothing returning id`);
      found(asked);
      await tx.run(addJob(runTask, tenant_id, { run_id }));
    });
    return { run_id };
  });
}
