/**
 * Tells a slow statement from a connection on which nobody answers any more: behind a firewall that forgot it, or a server that is gone
 * without a word. No driver and no socket of Node notices that; the time limit of the statement would be waited out on each connection.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Patience = {
  /** An answer that takes longer is looked after. */
  suspectMs: number;
  /** An answer may still be on its way when the server is already done with it. */
  onItsWayMs: number;
  /** How long a new connection may take to say that the server is there: in short waits, so that a portal that was busy itself has read what came. */
  probe: { waits: number; ms: number };
};

const usual: Patience = { suspectMs: 1500, onItsWayMs: 500, probe: { waits: 20, ms: 100 } };

export type Silence = {
  /** What the transactions of a connection are to be called at the server, which a pooler makes necessary; null: the connection is known there. */
  nameOf: (client: pg.PoolClient) => string | null;
  /** Calls `onSilent` once when the server no longer works on what this connection asked for. The returned function ends the watch. */
  watch: (client: pg.PoolClient, onSilent: () => void) => () => void;
};

type Found = ReadonlySet<string> | 'there' | 'silent';

type Options = {
  /** The server's process ids are those that the connections know, which a pooler hides. */
  ownProcesses: boolean;
  applicationName: string;
  patience?: Partial<Patience> | undefined;
};

/**
 * A pooler lends connections of its own. It lends them in turn, so once it answers the look, whatever was asked before has reached
 * the server: what is not at work there under its name is done, or was lost.
 */
export function openSilence(connectionString: string, { ownProcesses, applicationName, patience }: Options): Silence {
  const { suspectMs, onItsWayMs, probe } = { ...usual, ...patience };
  let looking: Promise<Found> | null = null;
  const names = new WeakMap<pg.PoolClient, string>();

  function nameOf(client: pg.PoolClient): string {
    const name = names.get(client) ?? `${applicationName} ${randomBytes(6).toString('hex')}`;
    names.set(client, name);
    return name;
  }

  async function waited(): Promise<'silent'> {
    for (let wait = 0; wait < probe.waits; wait++) await sleep(probe.ms);
    return 'silent';
  }

  /** Who is at work, seen over a connection of its own; one look for all who wait. Within a transaction that waits for us nothing is. */
  async function look(): Promise<Found> {
    const client = new pg.Client({ connectionString, application_name: 'vitrine silence' });
    client.on('error', () => {});
    try {
      return await Promise.race([ask(client), waited()]);
    } finally {
      void client.end().catch(() => {});
    }
  }

  async function ask(client: pg.Client): Promise<Found> {
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number; name: string }>(
        `select pid, application_name as name from pg_stat_activity
         where datname = current_database() and (state is null or state not like 'idle%')`,
      );
      return new Set(rows.map(({ pid, name }) => (ownProcesses ? String(pid) : name)));
    } catch (error) {
      // A server that refuses is there.
      return error instanceof pg.DatabaseError ? 'there' : 'silent';
    }
  }

  async function stateOf(client: pg.PoolClient): Promise<'at work' | 'idle' | 'silent'> {
    looking ??= look().finally(() => {
      looking = null;
    });
    const found = await looking;
    if (typeof found === 'string') return found === 'there' ? 'at work' : 'silent';
    // pg knows it and does not tell it in its types.
    const known = ownProcesses ? String((client as pg.PoolClient & { processID: number }).processID) : nameOf(client);
    return found.has(known) ? 'at work' : 'idle';
  }

  return {
    nameOf: (client) => (ownProcesses ? null : nameOf(client)),
    watch(client, onSilent) {
      let over = false;
      let wasIdle = false;
      const after = (ms: number) => setTimeout(() => void check(), ms);
      let timer = after(suspectMs);
      async function check(): Promise<void> {
        const state = await stateOf(client);
        if (over) return;
        if (state === 'silent' || (state === 'idle' && wasIdle)) return onSilent();
        wasIdle = state === 'idle';
        timer = after(wasIdle ? onItsWayMs : suspectMs);
      }
      return () => {
        over = true;
        clearTimeout(timer);
      };
    },
  };
}
