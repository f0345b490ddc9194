/**
 * The live streams of this process. An event is a row written within a transaction; after it, one
 * NOTIFY without content, at most every 20 ms, wakes the processes, which read what is new (a NOTIFY within every
 * transaction would serialise all commits behind one lock).
 */
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#platform/database/database.ts';
import { openListener } from '#platform/database/listener.ts';

const wakeEveryMs = 20;
/** Interval of keep-alive lines, without which proxies would close the stream. The sessions are checked again at the same time. */
const beatMs = 20_000;
/** Streams per person: several browsers, and browsers whose tabs cannot share one stream. */
const streamsOfSession = 6;

/** A page that reads nothing is let go once so much waits for it. It comes back and says what it heard last. */
const unreadBytes = 65_536;

type Who = {
  session_id: string;
  tenant_id: string | null;
  person_id: string;
  /** The only topics that a display receives. */
  topics?: readonly string[] | undefined;
};
type Listener = Who & { page: Writable };
type Row = { id: string; tenant_id: string; person_id: string | null; topic: string; about: unknown };
/** How far events have been read: PostgreSQL's snapshot says of every transaction whether its events were there. */
type Place = { snapshot: string };

export type Live = {
  /** Wakes all processes because there may be new events; costs nothing while no page is open anywhere. */
  wake: () => void;
  /** What a page would receive first: its place, and what it missed since `last`. */
  since: (who: Who, last: string | null) => Promise<string>;
  /** Sends a page that, and from then on what happens, until the session ends or the reader goes. `take` is asked for it when nothing can fail any more. */
  open: (who: Who, last: string | null, take: () => Writable) => Promise<void>;
  /** How many pages of this process listen. */
  listening: () => number;
  /** Ends all streams; browsers come back to the next process. */
  close: () => Promise<void>;
};

/** `url` leads past a pooler, because listening needs a connection of its own. It is opened for the first stream. */
export function openLive({ database, url, log, now }: { database: Database; url: string; log: FastifyBaseLogger; now: () => Date }): Live {
  const listeners = new Set<Listener>();
  const channel = openListener({ url, channel: 'vitrine_live', log }, () => void pass());
  let timer: NodeJS.Timeout | null = null;
  let beating: NodeJS.Timeout | null = null;
  let passing: Promise<void> | null = null;
  let again = false;
  let place: Place = { snapshot: '' };

  /** Reads new events and which sessions are still valid, in one round trip for all pages of this process. */
  async function read() {
    const sessions = [...new Set([...listeners].map(({ session_id }) => session_id))];
    const [rows, holding] = await database.run(
      { kind: 'identity', read_only: true },
      // Events that are visible now and were not in the snapshot before: no wait for slower transactions, and nothing is read twice.
      sql<Row & Place>`
        with seen as materialized (select pg_current_snapshot() as now)
        select seen.now::text as snapshot, e.id, e.tenant_id, e.person_id, e.topic, e.about
        from seen left join live_event e on e.xid >= pg_snapshot_xmin(${place.snapshot}::pg_snapshot)
          and not pg_visible_in_snapshot(e.xid, ${place.snapshot}::pg_snapshot)
        order by e.xid, e.id`,
      // Whoever acts for somebody hears at once that they may no longer.
      sql<{ id: string }>`
        select id from session where id = any (${sessions}::uuid[]) and ended_at is null and expires_at > ${now()}
          and (remote_access_id is null or (remote_access_now(tenant_id, remote_access_id) ->> 'holds')::boolean)`,
    );
    place = rows[0] ?? place;
    const events = rows.filter(({ id }) => id !== null);
    return { events, holding: new Set(holding.map(({ id }) => id)) };
  }

  async function passOnce(): Promise<void> {
    if (listeners.size === 0) return;
    const { events, holding } = await read();
    const messages = events.map((event) => ({ event, bytes: Buffer.from(written(event, place)) }));
    for (const listener of listeners) {
      for (const { event, bytes } of messages) if (isFor(listener, event)) tell(listener.page, bytes);
      if (!holding.has(listener.session_id)) finish(listener, 'event: ended\ndata: {}\n\n');
    }
  }

  /** One read at a time; events that arrive meanwhile are read by one more. */
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

  function add(listener: Listener): void {
    if (listener.page.destroyed) return;
    listeners.add(listener);
    listener.page.once('close', () => drop(listener));
    beating ??= setInterval(beat, beatMs).unref();
  }

  function finish(listener: Listener, last = ''): void {
    drop(listener);
    listener.page.end(last);
  }

  function drop(listener: Listener): void {
    listeners.delete(listener);
    if (listeners.size === 0 && beating) {
      clearInterval(beating);
      beating = null;
    }
  }

  function beat(): void {
    for (const { page } of listeners) tell(page, beatBytes);
    void pass();
  }

  async function since(who: Who, last: string | null): Promise<string> {
    if (listeners.size === 0) place = await currentPlace(database);
    const opening = `retry: 2000\nid: ${place.snapshot}\nevent: open\ndata: {}\n\n`;
    if (last === null) return opening;
    const events = await missed(database, who, last);
    return [opening, ...(events?.map((event) => written(event, place)) ?? [anew])].join('');
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
    since,
    async open(who, last, take) {
      await channel.listen();
      const beginning = await since(who, last);
      const same = [...listeners].filter(({ session_id }) => session_id === who.session_id);
      if (same.length >= streamsOfSession && same[0]) finish(same[0]);
      const page = take();
      page.write(beginning);
      add({ ...who, page });
    },
    listening: () => listeners.size,
    async close() {
      if (timer) clearTimeout(timer);
      for (const listener of listeners) finish(listener);
      await passing;
      await Promise.race([channel.close(), sleep(1000)]);
    },
  };
}

/** There is more to tell than can be told: the page asks for everything that it shows. */
const anew = 'event: anew\ndata: {}\n\n';
/** Beyond so many events it is cheaper to ask anew. */
const mostMissed = 500;

const beatBytes = Buffer.from(': beat\n\n');

function tell(page: Writable, bytes: Buffer): void {
  if (page.writableLength > unreadBytes) page.destroy();
  else page.write(bytes);
}

const isFor = ({ tenant_id, person_id, topics }: Who, event: Row): boolean =>
  event.tenant_id === tenant_id && (event.person_id === null || event.person_id === person_id) && (topics?.includes(event.topic) ?? true);

const written = ({ topic, about }: Row, { snapshot }: Place): string => `id: ${snapshot}\ndata: ${JSON.stringify({ topic, about })}\n\n`;

async function currentPlace(database: Database): Promise<Place> {
  const [row] = await database.run({ kind: 'identity', read_only: true }, sql<Place>`select pg_current_snapshot()::text as snapshot`);
  if (!row) throw new Error('PostgreSQL has no snapshot');
  return row;
}

/** What a listener is told of events `e`, in SQL. */
const isForSql = ({ tenant_id, person_id, topics }: Who) => sql`
  e.tenant_id = ${tenant_id}::uuid and (e.person_id is null or e.person_id = ${person_id}::uuid)
    and (${topics ?? null}::text[] is null or e.topic = any (${topics ?? null}::text[]))`;

/**
 * Events that a page missed while it was disconnected. Null when they are too many, when some of them have been removed, and when the
 * place is of another time: of an earlier version of the portal, or of a database that has been restored since.
 */
async function missed(database: Database, who: Who, place: string): Promise<Row[] | null> {
  if (!place.includes(':')) return null;
  const last = sql`${place}::pg_snapshot`;
  const unheard = sql`exists (select from unnest(e.removed) as gone (xid) where not pg_visible_in_snapshot(gone.xid, ${last}))`;
  const [rows, [lost]] = await database.run(
    { kind: 'identity', read_only: true },
    sql<Row>`select e.id, e.tenant_id, e.person_id, e.topic, e.about from live_event e
      where e.xid >= pg_snapshot_xmin(${last}) and not pg_visible_in_snapshot(e.xid, ${last}) and ${isForSql(who)}
      order by e.xid, e.id limit ${sql.lit(mostMissed + 1)}`,
    sql<{ some: boolean }>`select pg_snapshot_xmax(${last}) > pg_snapshot_xmax(pg_current_snapshot())
      or exists (select from live_event e where ${isForSql(who)} and ${unheard}) as some`,
  );
  return lost?.some || rows.length > mostMissed ? null : rows;
}
