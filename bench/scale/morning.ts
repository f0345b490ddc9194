/** One morning: what each act costs the nodes and the database, the acts mixed, pages that only listen, and what stays in the tables. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { asOwner, type Data, type DataSet } from '../data.ts';
import type { Generator } from '../load/generator.ts';
import type { Outcome, Step } from '../load/job.ts';
import type { Heard, Listening } from '../load/listeners.ts';
import { cpuMs, pssKiB } from '../measure/processes.ts';
import { administrator, openSessions, reader, signIn, startPortal, subdomainOf } from '../servers/portal.ts';
import { connectReports } from '../servers/reporting.ts';
import type { Server } from '../servers/server.ts';
import { type Act, acts, signingIn } from './acts.ts';

export type Place = { data: Data; generators: readonly Generator[]; reporting: Server; seconds: number };

/** The units whose people are awake: so many, each so many after the one before. */
type Awake = { units: number; apart: number };

/** CPU milliseconds per act, of the nodes and of PostgreSQL; waits in milliseconds. */
type Cost = { name: string; times: number; node: number; database: number; p50: number; p99: number };

export type Morning = {
  units: number;
  people: number;
  /** Bytes of the whole database. */
  bytes: number;
  acts: Cost[];
  /** All acts but signing in, as often as they come, from as many connections as there are. */
  mix: {
    connections: number;
    rate: number;
    p50: number;
    p99: number;
    nodeCores: number;
    databaseCores: number;
    databaseConnections: number;
  };
  /** Memory of one node for each page that only listens. */
  listening: { pages: number; kib: number };
  /** How many rows a morning of one person adds, and the bytes that one takes, indexes included. */
  rows: Record<keyof Sizes, { added: number; bytes: number }>;
};

const connectionsEach = 12;
const peopleEach = 20;
const listenersProgram = fileURLToPath(new URL('../load/listeners.ts', import.meta.url));

type Caller = Record<string, string>;

/** People of the units that are awake, each with a session and a report to open. */
async function callersOf(ownerUrl: string, node: Server, units: readonly number[]): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const unit of units) {
    await connectReports(node, await signIn(node, administrator(unit)), ownerUrl, unit);
    const sessions = (await openSessions(ownerUrl, unit)).slice(1, 1 + peopleEach);
    const report = await commonReport(ownerUrl, unit);
    // Others sign in: whoever does so often enough ends sessions of their own.
    for (const [index, session] of sessions.entries()) callers.push({ ...session, report, email: reader(unit, 51 + index) });
  }
  // Neighbours at the same time would be of one unit.
  return callers.map((_, index) => callers[(index * 7919) % callers.length] as Caller);
}

/** A report that everybody of the unit may open. */
async function commonReport(ownerUrl: string, unit: number): Promise<string> {
  const { rows } = await asOwner(ownerUrl, (client) =>
    client.query<{ report_id: string }>(
      'select g.report_id from report_grant g join tenant t on t.id = g.tenant_id where t.subdomain = $1 and g.unit limit 1',
      [subdomainOf(unit)],
    ),
  );
  if (!rows[0]) throw new Error(`Unit ${unit} has no report for everybody`);
  return rows[0].report_id;
}

async function measured(place: Place, nodes: readonly Server[], steps: readonly Step[], callers: readonly Caller[], seconds: number) {
  const before = { node: cpuMs(nodes.map(({ pid }) => pid)), database: cpuMs([place.data.postmaster]) };
  const outcomes = await Promise.all(
    nodes.map((node, index) => {
      const connections = callers.filter((_, at) => at % nodes.length === index).slice(0, connectionsEach);
      const job = { host: node.host, port: node.port, seconds, steps, connections: connections.map((variables) => ({ variables })) };
      return (place.generators[index] as Generator).run(job);
    }),
  );
  const failed = outcomes.find(({ failures }) => failures > 0);
  if (failed) throw new Error(`${failed.failures} answers were not expected: ${failed.firstFailure}`);
  const spent = {
    node: cpuMs(nodes.map(({ pid }) => pid)) - before.node,
    database: cpuMs([place.data.postmaster]) - before.database,
  };
  return { outcomes, spent, requests: sum(outcomes, ({ requests }) => requests), seconds: Math.max(...outcomes.map((one) => one.seconds)) };
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number => items.reduce((total, item) => total + of(item), 0);
const worst = (outcomes: readonly Outcome[], of: 'p50' | 'p99'): number => Math.max(...outcomes.map((outcome) => outcome[of]));

async function costOf(place: Place, nodes: readonly Server[], act: Act, callers: readonly Caller[]): Promise<Cost> {
  // Once before, so that plans are made and pages are read.
  await measured(place, nodes, act.steps, callers, 1);
  const { outcomes, spent, requests } = await measured(place, nodes, act.steps, callers, place.seconds / 4);
  const done = requests / act.steps.length;
  const { name, times } = act;
  return {
    name,
    times,
    node: spent.node / done,
    database: spent.database / done,
    p50: worst(outcomes, 'p50'),
    p99: worst(outcomes, 'p99'),
  };
}

/** One after the other, each as often as it comes. */
const wholeMorning: readonly Step[] = acts.flatMap(({ steps, times }) => Array.from({ length: times }, () => steps).flat());

async function listen(node: Server, callers: readonly Caller[]): Promise<Morning['listening']> {
  await sleep(3000);
  const before = pssKiB([node.pid]);
  const child = fork(listenersProgram, { stdio: 'inherit' });
  try {
    const requests = callers.map(
      ({ authorization, cookie }) =>
        `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`,
    );
    child.send({ open: { host: node.host, port: node.port, requests } } satisfies Listening);
    const [heard] = (await once(child, 'message')) as [Heard];
    if ('error' in heard) throw new Error(heard.error);
    await sleep(3000);
    return { pages: requests.length, kib: (pssKiB([node.pid]) - before) / requests.length };
  } finally {
    child.kill();
  }
}

type Sizes = Record<'audit_log' | 'report_view' | 'report_page_view', { bytes: number; rows: number }>;

/** A divided table has the size of its parts. */
const sizesOf = (ownerUrl: string): Promise<Sizes> =>
  asOwner(ownerUrl, async (client) => {
    const sizeOf = async (table: string) => {
      const { rows } = await client.query<{ bytes: number; rows: number }>(
        `select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1::regclass)), 0)::float8 + pg_total_relation_size($1::regclass)::float8 as bytes, (select count(*) from ${table})::float8 as rows`,
        [table],
      );
      return rows[0] ?? { bytes: 0, rows: 0 };
    };
    return {
      audit_log: await sizeOf('audit_log'),
      report_view: await sizeOf('report_view'),
      report_page_view: await sizeOf('report_page_view'),
    };
  });

const one = (ownerUrl: string, text: string): Promise<number> =>
  asOwner(ownerUrl, async (client) => Number((await client.query<{ value: string }>(text)).rows[0]?.value));

export async function measureMorning(place: Place, name: DataSet, { units, apart }: Awake): Promise<Morning> {
  const { ownerUrl, url } = await place.data.load(name);
  const { origin } = place.reporting;
  const service = { ENTRA_URL: origin, POWERBI_URL: origin, ARM_URL: origin };
  const nodes = [await startPortal({ ownerUrl, url }, service), await startPortal({ ownerUrl, url }, service)];
  try {
    const [first] = nodes as [Server];
    const awake = Array.from({ length: units }, (_, index) => 1 + index * apart);
    const callers = await callersOf(ownerUrl, first, awake);
    const costs: Cost[] = [];
    for (const act of [signingIn, ...acts]) costs.push(await costOf(place, nodes, act, callers));
    const before = await sizesOf(ownerUrl);
    const { outcomes, spent, requests, seconds } = await measured(place, nodes, wholeMorning, callers, place.seconds);
    const after = await sizesOf(ownerUrl);
    const mornings = requests / wholeMorning.length;
    const rowsOf = (table: keyof Sizes) => ({
      added: (after[table].rows - before[table].rows) / mornings,
      bytes: after[table].bytes / after[table].rows,
    });
    return {
      units: await one(ownerUrl, 'select count(*) as value from tenant'),
      people: await one(ownerUrl, 'select count(*) as value from person'),
      bytes: await one(ownerUrl, 'select pg_database_size(current_database()) as value'),
      acts: costs,
      mix: {
        connections: connectionsEach * nodes.length,
        rate: requests / seconds,
        p50: worst(outcomes, 'p50'),
        p99: worst(outcomes, 'p99'),
        nodeCores: spent.node / seconds / 1000,
        databaseCores: spent.database / seconds / 1000,
        databaseConnections: await one(ownerUrl, 'select count(*) as value from pg_stat_activity where datname = current_database()'),
      },
      listening: await listen(first, callers),
      rows: { audit_log: rowsOf('audit_log'), report_view: rowsOf('report_view'), report_page_view: rowsOf('report_page_view') },
    };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}
