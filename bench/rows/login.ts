/** Row 5: a sign-in costs little more than the hash, and does not slow others down. */
import { type Bench, type Measurement, load, named } from '../bench.ts';
import { asOwner } from '../data.ts';
import { startGenerator } from '../load/generator.ts';
import type { Job } from '../load/job.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { password } from '../data.ts';
import { startLimit } from '../servers/limit.ts';
import { reader, type Session, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';
import { listJob, signInReaders } from './list.ts';

type Load = Omit<Job, 'host' | 'port' | 'seconds'>;

/** Each connection signs in people of its own, from an address of its own: the guard counts by person and by network. */
function loginJob(count: number): Load {
  const body = JSON.stringify({ email: '{email}', password });
  const steps = Array.from({ length: 90 }, (_, index) => ({
    method: 'POST' as const,
    path: '/api/login',
    headers: { lang: 'pt-BR' },
    body: body.replace('{email}', reader(0, index + 2).replace('unit0', 'unit{unit}')),
    expect: 200,
  }));
  return {
    steps,
    connections: Array.from({ length: count }, (_, index) => ({ variables: { unit: String(index + 1) }, address: `127.0.1.${index + 1}` })),
  };
}

/** Something small, asked by one connection while eight sign in. */
async function inTheStorm(bench: Bench, server: Server, beside: Load): Promise<Sample> {
  const storm = startGenerator();
  try {
    const signingIn = storm.run({ ...loginJob(8), host: server.host, port: server.port, seconds: bench.seconds + 0.5 });
    const sample = await load(bench, server, beside);
    await signingIn;
    return sample;
  } finally {
    storm.close();
  }
}

const pingJob = (path: string): Load => ({ steps: [{ method: 'GET', path, expect: 200 }], connections: [{ variables: {} }] });

async function round(bench: Bench, server: Server, ping: string, sessions: readonly Session[]): Promise<Sample> {
  const login = await load(bench, server, loginJob(4));
  const pinged = await inTheStorm(bench, server, pingJob(ping));
  const one = sessions.slice(0, 1);
  const alone = await load(bench, server, listJob(one, '?q=sales'));
  const crowded = await inTheStorm(bench, server, listJob(one, '?q=sales'));
  return { ...named('of login', login), ...named('of ping', pinged), ...named('alone', alone), ...named('in the storm', crowded) };
}

/** The parameters that are stored beside every hash. Below OWASP's minimum the row would measure nothing. */
async function requireStrongHash(ownerUrl: string): Promise<void> {
  const [row] = await asOwner(
    ownerUrl,
    async (client) => (await client.query<{ password_hash: string }>('select password_hash from person limit 1')).rows,
  );
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(row?.password_hash ?? '') ?? [];
  if (Number(memory) < 19_456 || Number(time) < 2) throw new Error('The stored hash is weaker than it has to be');
}

export const measureLogin: Measurement = async (bench) => {
  const database = await bench.data.load('p10k');
  const portal = await startPortal(database);
  const limit = await startLimit(database);
  try {
    const sessions = await signInReaders(portal, [10]);
    const samples = await interleave(
      { portal: () => round(bench, portal, '/api/health/alive', sessions), limit: () => round(bench, limit, '/ping', sessions) },
      bench,
    );
    await requireStrongHash(database.ownerUrl);
    const { portal: ours, limit: theirs } = samples;
    const note = `limit ${middleOf(theirs, 'rate of login').toFixed(0)} a second`;
    return [
      { row: '5', what: 'login: sign-ins a second', ratio: ratioOf(ours, theirs, 'rate of login'), target: 0.85, atLeast: true, note },
      { row: '5', what: 'login: cost', ratio: ratioOf(ours, theirs, 'cost of login'), target: 1.15 },
      { row: '5', what: 'ping beside 8 who sign in: p99', ratio: ratioOf(ours, theirs, 'p99 of ping'), target: 2 },
      {
        row: '5',
        what: 'list beside 8 who sign in: p50 against alone',
        ratio: ratioOf(renamed(ours, 'in the storm'), renamed(ours, 'alone'), 'p50'),
        target: 2.5,
      },
    ];
  } finally {
    await Promise.all([portal.stop(), limit.stop()]);
  }
};

const renamed = (samples: readonly Sample[], suffix: string): Sample[] =>
  samples.map((sample) => ({ p50: sample[`p50 ${suffix}`] ?? Number.NaN }));
