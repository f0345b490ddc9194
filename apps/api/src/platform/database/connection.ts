import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageBatch, type WireResult, type WireStatement } from './batch.ts';
import { isConnectionFailure } from '@vitrine/embedded-postgres/connectionFailure.ts';
import { DatabaseUnavailable, isWorthRetrying, SilentConnection } from './errors.ts';
import type { Silence } from './silence.ts';

/** Sends statements over one connection and waits for their results. */
export type Send = (client: pg.PoolClient, statements: readonly WireStatement[]) => Promise<WireResult[]>;

const tries = 3;
/** The server ends a statement by itself; its word of it needs some time. */
const onItsWayMs = 2000;

/**
 * When each connection was heard last, and when one was found on which nobody answers. Those that have not been heard since are not used
 * again: whatever took one of them has probably taken all.
 */
const heard = new WeakMap<pg.PoolClient, number>();
const silentSince = new WeakMap<pg.Pool, number>();

/** Makes the function that sends a batch. It rejects with DatabaseUnavailable when the connection is at fault, not the statement. */
export function sender(options: { named: boolean; statementTimeoutMs: number; silence?: Silence }): Send {
  return (client, statements) =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        end();
        reject(new SilentConnection('The database did not answer in time'));
      };
      const timer = setTimeout(giveUp, options.statementTimeoutMs + onItsWayMs);
      const unwatch = options.silence?.watch(client, giveUp);
      const end = () => {
        clearTimeout(timer);
        unwatch?.();
      };
      client.query(
        new MessageBatch(statements, options.named, (error, results) => {
          end();
          heard.set(client, performance.now());
          if (error === undefined) resolve(results);
          else reject(isConnectionFailure(error) ? unavailable('The connection to the database broke', error) : error);
        }),
      );
    });
}

/** Runs work with a connection of the pool. A connection that broke, or that the work discards, is closed. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient, discard: () => void) => Promise<T>): Promise<T> {
  const client = await connectionThatAnswers(pool);
  let broken = false;
  try {
    return await work(client, () => {
      broken = true;
    });
  } catch (error) {
    broken ||= error instanceof DatabaseUnavailable;
    if (error instanceof SilentConnection) silentSince.set(pool, performance.now());
    // What pg throws was made in the socket's handler; from here the stack leads to the caller.
    if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

async function connectionThatAnswers(pool: pg.Pool): Promise<pg.PoolClient> {
  for (;;) {
    const client = await connect(pool);
    const last = heard.get(client);
    if (last === undefined || last > (silentSince.get(pool) ?? -Infinity)) return client;
    client.release(true);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unavailable('The database cannot be reached', error);
  }
}

/** Repeats work whose transaction was undone through no fault of its own. */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === tries || !isWorthRetrying(error)) throw error;
      await sleep(Math.random() * 10 * 4 ** attempt);
    }
  }
}

function unavailable(what: string, error: unknown): DatabaseUnavailable {
  return new DatabaseUnavailable(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
}
