/**
 * Open pages of this process, and what they are told. An event is a row written within a transaction; after it, one
 * NOTIFY without content, at most every 20 ms, wakes the processes, which read what is new (a NOTIFY within every
 * transaction would line them all up behind one lock).
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/database.ts';
import { openEar } from './ear.ts';

const wakeEveryMs = 20;
/** A page that is told nothing for so long would be cut off by proxies; whether its session still holds is asked then too. */
const beatMs = 20_000;
/** Behind proxies and in a browser without tabs sharing one, a person needs a few. */
const streamsOfSession = 6;

type Listener = {
  session_id: string;
  tenant_id: string | null;
  person_id: string;
  /** A screen on a wall hears these alone. */
  topics?: readonly string[] | undefined;
  stream: Readable;
};
type Row = { id: string; tenant_id: string; person_id: string | null; topic: string; about: unknown };
/** What has been read: the snapshot it was read in, and the transaction before which nothing can come any more. */
type Place = { snapshot: string; last: string };

export type Live = {
  /** Tells every process that there may be something new; costs nothing while nobody listens anywhere. */
  wake: () => void;
  /** Events from `last` on, until the session ends or the reader goes. */
  open: (listener: Omit<Listener, 'stream'>, from: { last: string | null; once: boolean }) => Promise<Readable>;
  /** Ends all streams; browsers come back to the next process. */
  close: () => Promise<void>;
};

/** `url` leads past a pooler: listening needs a connection of its own, and it is opened when the first page listens. */
export function openLive({ database, url, log, now }: { database: Database; url: string; log: FastifyBaseLogger; now: () => Date }): Live {
  const listeners = new Set<Listener>();
  const ear = openEar(url, log, () => void pass());
  let timer: NodeJS.Timeout | null = null;
  let beating: NodeJS.Timeout | null = null;
  let passing: Promise<void> | null = null;
  let again = false;
  let place: Place = { snapshot: '', last: '' };

  /** What is new, and which of the sessions still hold: one round trip for all pages of this process. */
  async function read() {
    const sessions = [...new Set([...listeners].map(({ session_id }) => session_id))];
    const [rows, holding] = await database.run(
      { kind: 'identity', read_only: true },
      // What is seen now and was not in the snapshot before: nobody waits for a slower transaction, and nothing is read twice.
      sql<Row & Place>`
        with seen as materialized (select pg_current_snapshot() as now)
        select seen.now::text as snapshot, pg_snapshot_xmin(seen.now)::text as last, e.id, e.tenant_id, e.person_id, e.topic, e.about
        from seen left join live_event e on e.xid >= pg_snapshot_xmin(${place.snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(e.xid, ${place.snapshot}::pg_snapshot)
        order by e.xid, e.id`,
      sql<{ id: string }>`select id from session where id = any (${sessions}::uuid[]) and ended_at is null and expires_at > ${now()}`,
    );
    place = rows[0] ?? place;
    const events = rows.filter(({ id }) => id !== null);
    return { events, holding: new Set(holding.map(({ id }) => id)) };
  }

  async function passOnce(): Promise<void> {
    if (listeners.size === 0) return;
    const { events, holding } = await read();
    for (const listener of listeners) {
      for (const event of events) if (isFor(listener, event)) listener.stream.push(written(event, place));
      if (!holding.has(listener.session_id)) finish(listener, 'event: ended\ndata: {}\n\n');
    }
  }

  /** One at a time; what arrives meanwhile is read by one more. */
  async function pass(): Promise<void> {
    again = true;
    passing ??= (async () => {
      while (again) {
        again = false;
        await passOnce().catch((error: unknown) => log.warn({ err: error }, 'live events have to wait'));
      }
      passing = null;
    })();
    await passing;
  }

  function finish(listener: Listener, last = ''): void {
    listeners.delete(listener);
    if (last) listener.stream.push(last);
    listener.stream.push(null);
    if (listeners.size === 0 && beating) {
      clearInterval(beating);
      beating = null;
    }
  }

  function beat(): void {
    for (const { stream } of listeners) stream.push(': beat\n\n');
    void pass();
  }

  return {
    wake() {
      timer ??= setTimeout(() => {
        timer = null;
        database
          .run({ kind: 'identity' }, sql`select pg_notify('vitrine_live', '')`)
          .catch((error: unknown) => log.debug({ err: error }, 'nobody was woken'));
      }, wakeEveryMs).unref();
    },
    async open(who, { last, once }) {
      if (!once) await ear.listen();
      if (listeners.size === 0) place = await currentPlace(database);
      const stream = new Readable({ read() {}, destroy: (error, done) => (listeners.delete(listener), done(error)) });
      const listener: Listener = { ...who, stream };
      const same = [...listeners].filter(({ session_id }) => session_id === who.session_id);
      if (same.length >= streamsOfSession && same[0]) finish(same[0]);
      stream.push(`retry: 2000\nid: ${place.last}\nevent: open\ndata: {}\n\n`);
      for (const event of last === null ? [] : await missed(database, who.tenant_id, last))
        if (isFor(listener, event)) stream.push(written(event, place));
      if (once) {
        stream.push(null);
        return stream;
      }
      listeners.add(listener);
      beating ??= setInterval(beat, beatMs).unref();
      return stream;
    },
    async close() {
      if (timer) clearTimeout(timer);
      for (const listener of listeners) finish(listener);
      await passing;
      await Promise.race([ear.close(), sleep(1000)]);
    },
  };
}

const isFor = ({ tenant_id, person_id, topics }: Listener, event: Row): boolean =>
  event.tenant_id === tenant_id && (event.person_id === null || event.person_id === person_id) && (topics?.includes(event.topic) ?? true);

const written = ({ topic, about }: Row, { last }: Place): string => `id: ${last}\ndata: ${JSON.stringify({ topic, about })}\n\n`;

async function currentPlace(database: Database): Promise<Place> {
  const [row] = await database.run(
    { kind: 'identity', read_only: true },
    sql<Place>`select pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as last`,
  );
  if (!row) throw new Error('PostgreSQL has no snapshot');
  return row;
}

/** What a page did not hear while it was away. Hearing something twice does no harm: it only asks again. */
function missed(database: Database, tenant_id: string | null, last: string): Promise<Row[]> {
  return database.run(
    { kind: 'identity', read_only: true },
    sql<Row>`select id, tenant_id, person_id, topic, about from live_event
      where tenant_id = ${tenant_id}::uuid and xid >= ${last}::xid8 order by xid, id limit 500`,
  );
}
