/**
 * Row 18: the longest silence that one request causes. Each endpoint that takes a body is sent the largest that it allows, in
 * hostile shapes, while another connection asks whether the portal is alive, again and again.
 */
import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { upload } from '@vitrine/contract/upload.ts';
import { exampleOf } from '@vitrine/api/test/matrix/slots.ts';
import { uuidv7 } from '@vitrine/api/platform/database/uuid.ts';
import type { Bench, Measurement } from '../bench.ts';
import { asOwner, type Loaded } from '../data.ts';
import { openSessions, type Session, startPortal } from '../servers/portal.ts';
import type { Server } from '../servers/server.ts';

/** What the longest silence may be beyond an idle portal's. */
const allowedMs = 50;
/** The worst are sent again, so that a pause of the machine is not taken for theirs. */
const candidates = 12;
const repeats = 4;

type Attack = { name: string; endpoint: Endpoint; body: string };

const filled = (unit: string, bytes: number): string => unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));

/** Texts as long as they may be: nested and unclosed tags, blanks before a letter, quotes, letters that fold to others. */
const texts = {
  tags: (bytes: number) => `<p>${filled('<b a=1><i>', bytes / 2)}${filled('<p>x', bytes / 2)}`,
  blanks: (bytes: number) => `${filled(' ', bytes - 1)}x`,
  words: (bytes: number) => filled('ﬁ é ', bytes),
  address: (bytes: number) => `${filled('a.', bytes - 20)}@example.com`,
};

/** The example of a body with every text of it made as long as the body may be. */
function lengthened(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((item) => lengthened(item, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, lengthened(item, text)]));
}

function countTexts(value: unknown): number {
  if (typeof value === 'string') return 1;
  return typeof value === 'object' && value !== null ? Object.values(value).reduce<number>((sum, item) => sum + countTexts(item), 0) : 0;
}

/** The example with every list as long as the body allows. */
function widened(value: unknown, count: number): unknown {
  if (Array.isArray(value)) return Array.from({ length: count }, () => value[0] as unknown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, widened(item, count)]));
}

function attacksOn(endpoint: Endpoint): { shape: string; body: string }[] {
  const bytes = endpoint.max_bytes - 200;
  const { body } = exampleOf(endpoint, 'text', () => uuidv7());
  const shared = bytes / Math.max(1, countTexts(body));
  return [
    { shape: 'many keys', body: `{${Array.from({ length: bytes / 14 }, (_, n) => `"key${n}":0`).join(',')}}` },
    { shape: 'keys below the limit', body: `{${Array.from({ length: 199 }, (_, n) => `"${'k'.repeat(bytes / 250)}${n}":0`).join(',')}}` },
    { shape: 'deep', body: `${'{"a":['.repeat(15)}${'1,'.repeat(9000)}1${']}'.repeat(15)}` },
    { shape: 'a long list', body: JSON.stringify(widened(body, Math.min(9000, bytes / 60))) },
    ...Object.entries(texts).map(([shape, make]) => ({ shape, body: JSON.stringify(lengthened(body, make(shared / 2))) })),
  ].filter((attack) => Buffer.byteLength(attack.body) <= endpoint.max_bytes);
}

/** As many people as an import takes, with notes that fill the file. */
function people(bytes: number): string {
  const rows = Array.from({ length: 9999 }, (_, n) => `Person ${n};person${n}@stall.example;`);
  const note = filled('n', Math.min(400, bytes / rows.length / 5 - 12));
  return `Name;E-mail;A;B;C;D;E\n${rows.map((row) => row + [note, note, note, note, note].join(';')).join('\n')}`.slice(0, bytes);
}

/** Files as people might send them, up to what the endpoint takes. */
function uploadsTo({ max_bytes }: Endpoint): { shape: string; body: string }[] {
  const bytes = Math.min(max_bytes, 20_000_000) - 100;
  return [
    { shape: 'text with commas', body: filled('a,b;c\n', bytes) },
    { shape: 'as many rows as are taken', body: people(bytes) },
    { shape: 'quotes', body: filled('"a""', bytes) },
    { shape: 'an archive', body: `PK\u0003\u0004${filled('PK\u0001\u0002', bytes / 2)}` },
  ];
}

const takesBody = (endpoint: Endpoint): boolean =>
  endpoint.body === upload || exampleOf(endpoint, 'text', () => uuidv7()).body !== undefined;
const taking = endpoints.filter(({ endpoint }) => takesBody(endpoint));
const attacks = (): Attack[] =>
  taking.flatMap(({ name, endpoint }) => {
    const made = endpoint.body === upload ? uploadsTo(endpoint) : attacksOn(endpoint);
    return made.map(({ shape, body }) => ({ name: `${name}, ${shape}`, endpoint, body }));
  });

/** The longest answer that the portal gave to whoever asked whether it is alive, while the request was answered. */
async function silenceDuring(bench: Bench, portal: Server, work: () => Promise<unknown>): Promise<number> {
  const state = { answered: false };
  const working = work().finally(() => {
    state.answered = true;
  });
  let longest = 0;
  do {
    const outcome = await bench.generator.run({
      host: portal.host,
      port: portal.port,
      steps: [{ method: 'GET', path: '/api/health/alive', expect: 200 }],
      connections: [{ variables: {} }],
      seconds: 0.05,
    });
    longest = Math.max(longest, outcome.longest);
  } while (!state.answered);
  await working;
  return longest;
}

function send(portal: Server, session: Session, { endpoint, body }: Attack): Promise<unknown> {
  const { authorization, cookie, xsrf } = session;
  const type = endpoint.body === upload ? 'application/octet-stream' : 'application/json';
  const path = endpoint.path.replaceAll(/:\w+/g, () => uuidv7());
  const headers = { authorization, cookie, 'x-xsrf-token': xsrf, lang: 'pt-BR', 'content-type': type };
  return (
    fetch(`${portal.origin}${path}`, { method: endpoint.method, headers, body })
      .then((answer) => answer.arrayBuffer())
      // A body that is too large may be cut off while it is sent.
      .catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
      })
  );
}

export const measureStalls: Measurement = async (bench) => {
  const database = await bench.data.load('small', { fresh: true });
  const portal = await startPortal(database);
  try {
    const nextAdministrator = await administrators(database);
    const during = async (attack: Attack) => {
      const session = await nextAdministrator();
      return silenceDuring(bench, portal, () => send(portal, session, attack));
    };
    const found: { attack: Attack; ms: number }[] = [];
    for (const attack of attacks()) found.push({ attack, ms: await during(attack) });
    const worst = found.toSorted((a, b) => b.ms - a.ms).slice(0, candidates);
    for (let n = 0; n < repeats; n++) for (const one of worst) one.ms = Math.min(one.ms, await during(one.attack));
    const idles: number[] = [];
    for (let n = 0; n < candidates; n++) idles.push(await silenceDuring(bench, portal, async () => {}));
    const idle = Math.min(...idles);
    const [first, ...others] = worst.toSorted((a, b) => b.ms - a.ms);
    const beyond = (ms: number): number => Math.max(0, ms - idle) / allowedMs;
    if (!first) throw new Error('No endpoint takes a body');
    return [
      {
        row: '18',
        what: `longest silence of ${found.length} hostile requests, in parts of what is allowed`,
        ratio: { value: beyond(first.ms), low: beyond(others.at(-1)?.ms ?? first.ms), high: beyond(first.ms) },
        target: 1,
        note: `${first.attack.name}: ${first.ms.toFixed(0)} ms, idle ${idle.toFixed(0)} ms; then ${others[0]?.attack.name}: ${others[0]?.ms.toFixed(0)} ms`,
      },
    ];
  } finally {
    await portal.stop();
  }
};

function requireSession(session: Session | undefined): Session {
  if (!session) throw new Error('The unit has nobody');
  return session;
}

/** Some endpoints end sessions or change what somebody may, so every attack has an administrator and a session of its own. */
async function administrators({ ownerUrl }: Loaded): Promise<() => Promise<Session>> {
  await asOwner(ownerUrl, (client) => client.query(`update membership set role = 'admin'`));
  let sessions: Session[] = [];
  return async () => {
    if (sessions.length === 0) sessions = await openSessions(ownerUrl, 1);
    return requireSession(sessions.pop());
  };
}
