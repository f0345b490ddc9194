/** Row 11: how soon a fresh process answers its ready check, and what it holds while nobody asks. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gap, Line, Measurement } from '../bench.ts';
import { pssKiB } from '../measure/processes.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { startLimit } from '../servers/limit.ts';
import { startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';

const settleMs = 5000;

async function round(start: () => Promise<Server>): Promise<Sample> {
  const server = await start();
  try {
    await sleep(settleMs);
    return { start: server.startMs, memory: pssKiB([server.pid]) };
  } finally {
    await server.stop();
  }
}

export const measureStart: Measurement = async (bench) => {
  // The database is there already, for both: where it is embedded, its own start comes on top.
  const database = await bench.data.load('p10k');
  const samples = await interleave(
    { portal: () => round(() => startPortal(database)), limit: () => round(() => startLimit(database)) },
    { rounds: bench.rounds },
  );
  const { portal, limit } = samples;
  const lines: Line[] = [
    {
      row: '11',
      what: 'start to the first ready answer',
      ratio: ratioOf(portal, limit, 'start'),
      target: 3,
      note: `limit ${middleOf(limit, 'start').toFixed(0)} ms`,
    },
    {
      row: '11',
      what: 'memory after 5 s (PSS)',
      ratio: ratioOf(portal, limit, 'memory'),
      target: 2,
      note: `limit ${(middleOf(limit, 'memory') / 1024).toFixed(0)} MiB`,
    },
  ];
  const noStream: Gap = { row: '11', what: '10,000 idle event streams', missing: 'the portal has no event stream yet' };
  return [...lines, noStream];
};
