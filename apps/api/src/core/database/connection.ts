import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { MessageBatch, type WireResult, type WireStatement } from './batch.ts';
import { DatabaseUnavailable, isConnectionFailure, isWorthRetrying } from './errors.ts';

/** Sends statements over one connection and waits for the answers to them. */
export type Send = (client: pg.PoolClient, statements: readonly WireStatement[]) => Promise<WireResult[]>;

const tries = 3;

/** Makes the function that sends a batch. It rejects with DatabaseUnavailable when the connection is at fault, not the statement. */
export function sender(options: { named: boolean; statementTimeoutMs: number }): Send {
  return (client, statements) =>
    new Promise((resolve, reject) => {
      // The server limits each statement itself; this is for a network that swallows everything.
      const patienceMs = options.statementTimeoutMs * statements.length + 2000;
      const timer = setTimeout(() => reject(new DatabaseUnavailable('The database did not answer in time')), patienceMs);
      client.query(
        new MessageBatch(statements, options.named, (error, results) => {
          clearTimeout(timer);
          if (error === undefined) resolve(results);
          else reject(isConnectionFailure(error) ? unavailable('The connection to the database broke', error) : error);
        }),
      );
    });
}

/** Lends a connection of the pool to some work. One that broke, or that the work discards, does not go back. */
export async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient, discard: () => void) => Promise<T>): Promise<T> {
  const client = await connect(pool);
  let broken = false;
  try {
    return await work(client, () => {
      broken = true;
    });
  } catch (error) {
    broken ||= error instanceof DatabaseUnavailable;
    // What pg throws was made in the socket's handler; from here the stack leads to the caller.
    if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
    throw error;
  } finally {
    client.release(broken);
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
