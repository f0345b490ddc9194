/** Row 4: a report group is added, changed and deleted, with permission, validation and the audit row of each. */
import { type Bench, type Measurement, load, named } from '../bench.ts';
import type { Job, Step } from '../load/job.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { startLimit } from '../servers/limit.ts';
import { administrator, type Session, signIn, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';

const headers = { authorization: '{authorization}', cookie: '{cookie}', 'x-xsrf-token': '{xsrf}', lang: 'pt-BR' };
const path = '/api/report_groups';

const steps: Step[] = [
  {
    method: 'POST',
    path,
    headers,
    body: '{"name":"Added {n}","description":"Made by nobody","icon":"store"}',
    expect: 201,
    keep: ['id', 'version'],
  },
  {
    method: 'PUT',
    path: `${path}/{id}`,
    headers,
    body: '{"name":"Changed {n}","description":"Changed by nobody","icon":"truck","version":{version}}',
    expect: 200,
  },
  { method: 'DELETE', path: `${path}/{id}`, headers, expect: 204 },
];

function job(sessions: readonly Session[]): Omit<Job, 'host' | 'port' | 'seconds'> {
  return { steps, connections: sessions.map((session) => ({ variables: { ...session } })) };
}

async function round(bench: Bench, server: Server, sessions: readonly Session[]): Promise<Sample> {
  const all = await load(bench, server, job(sessions));
  const one = await load(bench, server, job(sessions.slice(0, 1)));
  return { ...named('at 8', all), ...named('at 1', one) };
}

export const measureWrites: Measurement = async (bench) => {
  const database = await bench.data.load('p10k');
  const portal = await startPortal(database);
  const limit = await startLimit(database);
  try {
    const sessions = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((unit) => signIn(portal, administrator(unit))));
    const samples = await interleave({ portal: () => round(bench, portal, sessions), limit: () => round(bench, limit, sessions) }, bench);
    const { portal: ours, limit: theirs } = samples;
    const note = `limit ${middleOf(theirs, 'cost at 8').toFixed(2)} CPU-ms`;
    return [
      { row: '4', what: 'write and audit: cost', ratio: ratioOf(ours, theirs, 'cost at 8'), target: 1.8, note },
      { row: '4', what: 'write and audit: p50 of 8 connections', ratio: ratioOf(ours, theirs, 'p50 at 8'), target: null },
      { row: '4', what: 'write and audit: p50 of 1 connection', ratio: ratioOf(ours, theirs, 'p50 at 1'), target: null },
    ];
  } finally {
    await Promise.all([portal.stop(), limit.stop()]);
  }
};
