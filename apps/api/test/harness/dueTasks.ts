/** Tasks whose time has come, nodes of an installation that work them, and what has become of each time. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import { claimTasks } from '#features/automation/tasks/tasks.jobs.ts';
import type { World } from './world.ts';

/** A node as a process of its own; `said` is its log. */
export async function startNode({ url, services }: World) {
  const node = fork(new URL('jobNode.ts', import.meta.url), [url, JSON.stringify(services.environment)], { silent: true });
  let said = '';
  node.stdout?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const kill = async () => {
    node.kill('SIGKILL');
    if (node.exitCode === null && node.signalCode === null) await once(node, 'exit');
  };
  onTestFinished(kill);
  await once(node, 'message');
  return { signal: (name: NodeJS.Signals) => node.kill(name), kill, said: () => said };
}

type Made = { unit: { id: string }; administrator: { id: string }; report: { id: string } };

/** Tasks of a unit's administrator that tell themselves, by a notice or by what a query answers. */
export function addTasks(world: World, { unit, administrator, report }: Made, kind: 'notice' | 'alert', count: number): Promise<void> {
  return world.owner.write([
    sql`
      insert into task (tenant_id, id, report_id, owner_id, name, kind, query, column_name, operator, value, to_self, repeat,
        repetitions, message)
      select ${unit.id}, uuid_v7(), ${report.id}, ${administrator.id}, 'Task ' || n, ${kind}, ${kind === 'alert' ? 'EVALUATE ROW("total", 41)' : ''}, '',
        'more', '40', true, 'every', 100, 'Look at the numbers.'
      from generate_series(1, ${count}::integer) n`,
    sql`insert into task_condition (tenant_id, task_id) select tenant_id, id from task where tenant_id = ${unit.id}`,
    sql`
      insert into task_trigger (tenant_id, id, task_id, position, frequency, times)
      select tenant_id, uuid_v7(), id, 0, 'daily', '{08:00}' from task where tenant_id = ${unit.id}`,
  ]);
}

/** The time of every task has come, and the nodes are told so as each minute tells them. */
export async function comeDue(world: World): Promise<void> {
  await world.owner.run(sql`update task_trigger set next_run_at = date_trunc('second', now()) - interval '1 second'`);
  await world.services.database.run({ kind: 'identity' }, addPlatformJob(claimTasks, {}));
}

/** What the nodes do together waits here until the test lets it go on. */
export function gates(world: World) {
  /** Rows of a table that are written meet a gate, and take a moment behind it. */
  const build = (table: 'task_run' | 'notification', gate: number, only = sql`true`) =>
    world.owner.write([
      sql`
        create function ${sql.ref(`gate_${gate}`)}() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock_shared(${sql.lit(gate)});
          perform pg_sleep(0.01);
          return new;
        end $$`,
      sql`create trigger ${sql.ref(`gate_${gate}`)} before insert on ${sql.table(table)} for each row when (${only}) execute function ${sql.ref(`gate_${gate}`)}()`,
    ]);
  return {
    build,
    close: (gate: number) => world.owner.run(sql`select pg_advisory_lock(${gate}::bigint)`),
    open: (gate: number) => world.owner.run(sql`select pg_advisory_unlock(${gate}::bigint)`),
    /** How many stand before it. */
    waiting: async (gate: number) =>
      (
        await world.owner.run(sql`
          select from pg_locks l where l.locktype = 'advisory' and not l.granted and l.objid = ${gate}
            and l.database = (select oid from pg_database where datname = current_database())`)
      ).length,
  };
}

/** Alike notices become one as long as nobody has read them: each is read at once, so that one too many can be seen. */
export const readNoticesAtOnce = (world: World): Promise<void> =>
  world.owner.write([
    sql`
      create function read_at_once() returns trigger language plpgsql as $$
      begin
        new.read_at := now();
        new.read_by := 'portal';
        return new;
      end $$`,
    sql`create trigger read_at_once before insert on notification for each row execute function read_at_once()`,
  ]);

export const notices = async (world: World): Promise<number> =>
  (await world.owner.run<{ n: number }>(sql`select count(*)::int as n from notification`))[0]?.n ?? 0;

/** How many tasks there are of each outcome: runs of how many times, how many of them ended well, notices; whether each has a next time. */
export const outcomes = (
  world: World,
): Promise<{ tasks: number; runs: number; times: number; ended: number; notices: number; next: boolean }[]> =>
  world.owner.run(sql`
    select count(*)::int as tasks, runs, times, ended, notices, next from (
      select
        (select count(*)::int from task_run x where x.task_id = t.id) as runs,
        (select count(distinct x.due_at)::int from task_run x where x.task_id = t.id) as times,
        (select count(*)::int from task_run x where x.task_id = t.id and x.state in ('done', 'fired') and x.told = 1) as ended,
        (select count(*)::int from notification n where n.tenant_id = t.tenant_id and n.values ->> 'task' = t.name) as notices,
        (select bool_and(g.next_run_at > now()) from task_trigger g where g.task_id = t.id) as next
      from task t) as each
    group by runs, times, ended, notices, next order by 1 desc`);

/** Jobs of tasks that are not over. */
export const openJobsOfTasks = async (world: World): Promise<number> =>
  (
    await world.owner.run<{ n: number }>(
      sql`select count(*)::int as n from jobs.job where state < 'completed' and data ->> 'job' in ('tasks.claim', 'task.run_notices', 'task.run_now')`,
    )
  )[0]?.n ?? 0;
