/**
 * Tells a slow statement from a connection on which nobody answers any more: behind a firewall that forgot it, or a server that is gone
 * without a word. No driver and no socket of Node notices that; the time limit of the statement would be waited out on each connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** An answer that takes longer is looked after. */
const suspectMs = 1500;
/** How long a new connection may take to say that the server is there: in short waits, so that a portal that was busy itself has read what came. */
const probe = { waits: 20, ms: 100 };
/** An answer may still be on its way when the server is already done with it. */
const onItsWayMs = 500;

export type Silence = {
  /** Calls `onSilent` once when the server no longer works on what this connection asked for. The returned function ends the watch. */
  watch: (client: pg.PoolClient, onSilent: () => void) => () => void;
};

type Found = ReadonlySet<number> | 'there' | 'silent';

async function patience(): Promise<'silent'> {
  for (let wait = 0; wait < probe.waits; wait++) await sleep(probe.ms);
  return 'silent';
}

/** `ownProcesses`: the server's process ids are those that the connections know, which a pooler hides. */
export function openSilence(connectionString: string, { ownProcesses }: { ownProcesses: boolean }): Silence {
  let looking: Promise<Found> | null = null;

  /** Processes that are at work, seen over a connection of its own; one look for all who wait. */
  async function look(): Promise<Found> {
    const client = new pg.Client({ connectionString, application_name: 'vitrine silence' });
    client.on('error', () => {});
    try {
      return await Promise.race([ask(client), patience()]);
    } finally {
      void client.end().catch(() => {});
    }
  }

  async function ask(client: pg.Client): Promise<Found> {
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and state is distinct from 'idle'`,
      );
      return ownProcesses ? new Set(rows.map(({ pid }) => pid)) : 'there';
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
    return found.has((client as pg.PoolClient & { processID: number }).processID) ? 'at work' : 'idle';
  }

  return {
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
