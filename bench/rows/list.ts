/** Row 1: my reports whose title holds `sales`, sorted, the first 20, with their number. */
import { deepStrictEqual } from 'node:assert/strict';
import { type Bench, type Line, type Measurement, load, named } from '../bench.ts';
import type { Job } from '../load/job.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { startLimit } from '../servers/limit.ts';
import { reader, type Session, signIn, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';

/** Asks for a list with the sessions given, one connection each. */
export function listJob(sessions: readonly Session[], query: string): Omit<Job, 'host' | 'port' | 'seconds'> {
  const headers = { authorization: '{authorization}', cookie: '{cookie}', lang: 'pt-BR' };
  return {
    steps: [{ method: 'GET', path: `/api/my_reports${query}`, headers, expect: 200 }],
    connections: sessions.map((session) => ({ variables: { ...session } })),
  };
}

/** A baseline that answered less would be no baseline. Numbers and words are compared, not how they are written. */
async function requireSameAnswer(servers: readonly Server[], { authorization, cookie }: Session, query: string): Promise<void> {
  const [ours, theirs] = await Promise.all(
    servers.map(async ({ origin }) => (await fetch(`${origin}/api/my_reports${query}`, { headers: { authorization, cookie } })).json()),
  );
  deepStrictEqual(theirs, ours);
}

/** Readers of several units, so that no side profits from reading the same rows all the time. */
export function signInReaders(server: Server, units: readonly number[]): Promise<Session[]> {
  return Promise.all(units.map((unit) => signIn(server, reader(unit, 2 + (unit % 90)))));
}

export const measureList: Measurement = async (bench) => {
  const database = await bench.data.load('p10k');
  const portal = await startPortal(database);
  const limit = await startLimit(database);
  try {
    const sessions = await signInReaders(portal, [1, 2, 3, 4, 5, 6, 7, 8]);
    for (const session of sessions) await requireSameAnswer([portal, limit], session, '?q=sales');
    const samples = await interleave({ portal: () => round(bench, portal, sessions), limit: () => round(bench, limit, sessions) }, bench);
    const { portal: ours, limit: theirs } = samples;
    const note = `limit ${middleOf(theirs, 'cost at 8').toFixed(2)} CPU-ms; p99 ${ratioOf(ours, theirs, 'p99 at 8').value.toFixed(2)}×`;
    const lines: Line[] = [
      { row: '1', what: 'list: cost', ratio: ratioOf(ours, theirs, 'cost at 8'), target: 1.6, note },
      { row: '1', what: 'list: p50 of 8 connections', ratio: ratioOf(ours, theirs, 'p50 at 8'), target: 1.6 },
      { row: '1', what: 'list: p50 of 1 connection', ratio: ratioOf(ours, theirs, 'p50 at 1'), target: null },
    ];
    return lines;
  } finally {
    await Promise.all([portal.stop(), limit.stop()]);
  }
};

async function round(bench: Bench, server: Server, sessions: readonly Session[]): Promise<Sample> {
  const all = await load(bench, server, listJob(sessions, '?q=sales'));
  const one = await load(bench, server, listJob(sessions.slice(0, 1), '?q=sales'));
  return { ...named('at 8', all), ...named('at 1', one) };
}
