/**
 * Row 8: the clock of tasks on two nodes. Tasks that are due together and only leave a run behind, against plain pg-boss with as many jobs
 * and as many processes; few of them while many wait; and what a run costs of its own beside its query.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Bench, Line, Measurement } from '../bench.ts';
import { asOwner, type Loaded } from '../data.ts';
import { cpuMs } from '../measure/processes.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { administrator, signIn, startPortal } from '../servers/portal.ts';
import { connectReports, startService } from '../servers/reporting.ts';
import { type Server, startServer } from '../servers/server.ts';

/** 100,000 is what the goal speaks of; `BENCH_TRIGGERS` says so. */
const many = Number(process.env.BENCH_TRIGGERS ?? 10_000);
const few = 200;
/** The service answers 120 queries of an application in a minute. */
const questions = 100;
/** What the report of the local service asks. */
const model = '3b7e51d0-8a2c-4f96-b1e7-5d09c8a4f613';
const queueProgram = fileURLToPath(new URL('../limit/queue.ts', import.meta.url));
const minuteMs = 60_000;

type Amount = { due: number; waiting: number; units?: number; kind?: 'notice' | 'alert' };

/** Tasks begin on the minute; enough time before it to write them down. */
function nextMinute(due: number): Date {
  const prepareMs = 3000 + due / 2;
  return new Date(Math.ceil((Date.now() + prepareMs) / minuteMs) * minuteMs);
}

/** Waits until as many runs are over, and says how late they were over. */
async function lateness(client: pg.Client, table: 'task_run' | 'limit_run', at: Date, due: number): Promise<Sample> {
  await sleep(Math.max(0, at.getTime() - Date.now()));
  for (;;) {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table} where ended_at is not null`);
    if ((rows[0]?.n ?? 0) >= due) break;
    await sleep(200);
  }
  const { rows } = await client.query<Sample & { runs: number; apart: number }>(`
    select count(*)::int as runs, count(distinct ${table === 'task_run' ? 'task_id' : 'id'})::int as apart,
      percentile_cont(0.5) within group (order by late) as p50, percentile_cont(0.99) within group (order by late) as p99,
      count(*) / (max(late) / 1000) as rate
    from (select *, 1000 * extract(epoch from ended_at - due_at)::float8 as late from ${table}) r`);
  const { runs = 0, apart = 0, ...sample } = rows[0] ?? {};
  if (runs !== due || apart !== due) throw new Error(`${runs} runs of ${apart} tasks instead of ${due}`);
  return sample;
}

async function fillTasks(client: pg.Client, at: Date, { due, waiting, units = 10, kind = 'notice' }: Amount): Promise<void> {
  const template = await readFile(fileURLToPath(new URL('../data/schedule.sql', import.meta.url)), 'utf8');
  const values: Record<string, string> = { due: String(due), waiting: String(waiting), units: String(units), at: at.toISOString(), kind };
  const text = template.replaceAll(/\$([a-z]+)\b/g, (whole, name: string) => values[name] ?? whole);
  // A vacuum is no part of a transaction, which several statements in one text are.
  for (const statement of text.split(/;\n+/)) if (statement.trim() !== '') await client.query(statement);
}

const tasksRound =
  ({ ownerUrl }: Loaded, amount: Amount, roots: readonly number[]) =>
  (): Promise<Sample> =>
    asOwner(ownerUrl, async (client) => {
      const at = nextMinute(amount.due + amount.waiting);
      await fillTasks(client, at, amount);
      await sleep(Math.max(0, at.getTime() - Date.now() - 100));
      const before = cpuMs(roots);
      const sample = await lateness(client, 'task_run', at, amount.due);
      return { ...sample, cost: (cpuMs(roots) - before) / amount.due };
    });

const queueRound =
  (boss: PgBoss, { ownerUrl }: Loaded, { due, waiting }: Amount) =>
  (): Promise<Sample> =>
    asOwner(ownerUrl, async (client) => {
      await client.query('truncate limit_run');
      await boss.deleteAllJobs('run');
      const at = new Date(Date.now() + 2000 + (due + waiting) / 5);
      const job = (startAfter: Date) => ({ data: { due_at: startAfter.toISOString() }, startAfter });
      const jobs = [
        ...Array.from({ length: due }, () => job(at)),
        ...Array.from({ length: waiting }, () => job(new Date(at.getTime() + 3 * 24 * 60 * minuteMs))),
      ];
      for (let from = 0; from < jobs.length; from += 5000) await boss.insert('run', jobs.slice(from, from + 5000));
      await client.query('vacuum (analyze) limit_jobs.job_common, limit_run');
      return lateness(client, 'limit_run', at, due);
    });

/** Two processes of each side; only those that are measured are there. */
async function withTwo<T>(start: () => Promise<Server>, work: (servers: Server[]) => Promise<T>): Promise<T> {
  const servers: Server[] = [];
  try {
    servers.push(await start(), await start());
    return await work(servers);
  } finally {
    for (const server of servers) await server.stop();
  }
}

const ms = (samples: readonly Sample[], what: string) => `${middleOf(samples, what).toFixed(0)} ms`;

async function against(bench: Bench, database: Loaded, portals: readonly Server[], boss: PgBoss): Promise<Line[]> {
  const lines: Line[] = [];
  const roots = [...portals.map(({ pid }) => pid), bench.data.postmaster];
  const amounts = {
    [`${few} of ${many} tasks due together`]: { due: few, waiting: many - few },
    [`${many} tasks due together`]: { due: many, waiting: 0 },
  };
  for (const [what, amount] of Object.entries(amounts)) {
    const targets = { ours: tasksRound(database, amount, roots), theirs: queueRound(boss, database, amount) };
    const { ours, theirs } = await interleave(targets, { rounds: Math.min(bench.rounds, amount.due === few ? 2 : 1), warmUps: 0 });
    const p99 = `p50 ${ms(ours, 'p50')} against ${ms(theirs, 'p50')}, p99 ${ms(ours, 'p99')} against ${ms(theirs, 'p99')}`;
    const rate = `${middleOf(ours, 'rate').toFixed(0)} against ${middleOf(theirs, 'rate').toFixed(0)} in a second, ${middleOf(ours, 'cost').toFixed(1)} CPU-ms each`;
    lines.push(
      { row: '8', what: `${what}: lateness p99`, ratio: ratioOf(ours, theirs, 'p99'), target: amount.due === few ? 0.5 : 2, note: p99 },
      { row: '8', what: `${what}: rate`, ratio: ratioOf(ours, theirs, 'rate'), target: null, atLeast: true, note: rate },
    );
  }
  return lines;
}

/** CPU of the portal and its database for each run that asks, against that of the service for each query. */
async function besideQuery(bench: Bench, database: Loaded, portals: readonly Server[], service: Server): Promise<Line> {
  const roots = [...portals.map(({ pid }) => pid), bench.data.postmaster];
  const before = cpuMs([service.pid]);
  const asked = await tasksRound(database, { due: questions, waiting: 0, units: 1, kind: 'alert' }, roots)();
  const query = (cpuMs([service.pid]) - before) / questions;
  const value = (asked.cost ?? Number.NaN) / query;
  return {
    row: '8',
    what: 'a run that asks: own CPU against that of the query',
    ratio: { value, low: value, high: value },
    target: null,
    note: `${(asked.cost ?? 0).toFixed(1)} against ${query.toFixed(1)} CPU-ms`,
  };
}

export const measureSchedule: Measurement = async (bench) => {
  const database = await bench.data.load('p10k', { fresh: true });
  await asOwner(database.ownerUrl, (client) =>
    client.query(
      'drop schema if exists limit_jobs cascade; drop table if exists limit_run; create table limit_run (id uuid primary key, due_at timestamptz, started_at timestamptz, ended_at timestamptz)',
    ),
  );
  const boss = new PgBoss({ connectionString: database.ownerUrl, schema: 'limit_jobs', supervise: false, schedule: false });
  boss.on('error', (error: Error) => console.error(error));
  await boss.start();
  await boss.createQueue('run');
  const service = await startService();
  const origins = { ENTRA_URL: service.origin, POWERBI_URL: service.origin, ARM_URL: service.origin };
  try {
    return await withTwo(
      () => startPortal(database, origins),
      (portals) =>
        withTwo(
          () => startServer(queueProgram, { DATABASE_URL: database.ownerUrl }),
          async () => {
            const lines = await against(bench, database, portals, boss);
            const [portal] = portals;
            if (!portal) return lines;
            await connectReports(portal, await signIn(portal, administrator(1)), database.ownerUrl, 1);
            await asOwner(database.ownerUrl, (client) =>
              client.query('update report set dataset_id = $1 where tenant_id = (select min(id::text)::uuid from tenant)', [model]),
            );
            return [...lines, await besideQuery(bench, database, portals, service)];
          },
        ),
    );
  } finally {
    await boss.stop({ graceful: false });
    await service.stop();
  }
};
