/** Row 11: memory of an open page that only listens, and how soon the last of thousands receives an event. */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Line, Measurement } from '../bench.ts';
import { asOwner } from '../data.ts';
import type { Heard, Listening } from '../load/listeners.ts';
import { pssKiB } from '../measure/processes.ts';
import { interleave, middleOf, ratioOf, type Sample } from '../measure/rounds.ts';
import { openSessions, type Session, startPortal, subdomainOf } from '../servers/portal.ts';
import { type Server, startServer } from '../servers/server.ts';

const bareProgram = fileURLToPath(new URL('../limit/events.ts', import.meta.url));
const collect = fileURLToPath(new URL('../measure/collect.ts', import.meta.url));
/** When a process collects what requests left behind is its own affair, so what pages keep is measured after it was told to. */
const collecting = { NODE_OPTIONS: `--expose-gc --import ${collect}` };
const listenersProgram = fileURLToPath(new URL('../load/listeners.ts', import.meta.url));

/** The unit of `tenfold` with 1,000 people; each has so many pages open. */
const unit = 2;
const pagesEach = 2;
const settleMs = 4000;
const broadcasts = 5;

/** Telling all of them; resolved when it has been told, not when it was heard. */
type Tell = (word: string) => Promise<void>;

async function keptKiB({ pid }: Server): Promise<number> {
  process.kill(pid, 'SIGUSR2');
  await sleep(settleMs);
  return pssKiB([pid]);
}

async function round(server: Server, requests: string[], tell: Tell): Promise<Sample> {
  await sleep(settleMs);
  const keptBefore = await keptKiB(server);
  const child = fork(listenersProgram, { stdio: 'inherit' });
  const exchange = async (message: Listening): Promise<Heard> => {
    child.send(message);
    return next();
  };
  const next = async (): Promise<Heard> => {
    const [heard] = (await once(child, 'message')) as [Heard];
    if ('error' in heard) throw new Error(heard.error);
    return heard;
  };
  try {
    await exchange({ open: { host: server.host, port: server.port, requests } });
    await sleep(settleMs);
    const memory = (pssKiB([server.pid]) - keptBefore) / requests.length;
    const kept = ((await keptKiB(server)) - keptBefore) / requests.length;
    const delays: number[] = [];
    for (let count = 0; count < broadcasts; count++) {
      const word = randomUUID();
      await exchange({ expect: word });
      const heard = next();
      const told = performance.timeOrigin + performance.now();
      await tell(word);
      const last = await heard;
      if (!('at' in last)) throw new Error('The listeners answered something else');
      delays.push(last.at - told);
      await sleep(200);
    }
    // The first wakes code that was never run before, on either side.
    return { kept, memory, broadcast: delays.slice(1).toSorted((a, b) => a - b)[Math.floor((broadcasts - 1) / 2)] ?? Number.NaN };
  } finally {
    child.kill();
  }
}

const requestOf = ({ authorization, cookie }: Session): string =>
  `GET /api/live HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: ${authorization}\r\ncookie: ${cookie}\r\naccept: text/event-stream\r\n\r\n`;

export const measureLive: Measurement = async (bench) => {
  const database = await bench.data.load('tenfold');
  const sessions = await openSessions(database.ownerUrl, unit);
  const requests = Array.from({ length: pagesEach }, () => sessions.map(requestOf)).flat();
  const tellPortal: Tell = (word) =>
    asOwner(database.ownerUrl, async (client) => {
      // As a change does it: the row first, and a NOTIFY without content after it.
      await client.query(
        `insert into live_event (tenant_id, topic, about) select id, 'report', jsonb_build_object('id', $1::text) from tenant where subdomain = $2`,
        [word, subdomainOf(unit)],
      );
      await client.query(`select pg_notify('vitrine_live', '')`);
    });
  const through = async (server: Server, tell: Tell): Promise<Sample> => {
    try {
      return await round(server, requests, tell);
    } finally {
      await server.stop();
    }
  };
  const samples = await interleave(
    {
      portal: async () => through(await startPortal(database, collecting), tellPortal),
      bare: async () => {
        const server = await startServer(bareProgram, collecting, '/ping');
        return through(server, async (word) => void (await fetch(`${server.origin}/${word}`, { method: 'POST' })));
      },
    },
    { rounds: Math.min(3, bench.rounds), warmUps: 0 },
  );
  const { portal, bare } = samples;
  const pages = `${requests.length} pages`;
  const note = (what: string, digits: number, end: string) =>
    `${middleOf(portal, what).toFixed(digits)}, bare ${middleOf(bare, what).toFixed(digits)} ${end}`;
  const lines: Line[] = [
    {
      row: '11',
      what: `${pages} listen: memory that each keeps`,
      ratio: ratioOf(portal, bare, 'kept'),
      target: 1.5,
      note: note('kept', 1, 'KiB'),
    },
    {
      row: '11',
      what: `${pages} listen: with what their opening left behind`,
      ratio: ratioOf(portal, bare, 'memory'),
      target: null,
      note: note('memory', 1, 'KiB'),
    },
    {
      row: '11',
      what: `${pages} listen: until the last has heard`,
      ratio: ratioOf(portal, bare, 'broadcast'),
      target: 1.5,
      note: note('broadcast', 0, 'ms'),
    },
  ];
  return lines;
};
