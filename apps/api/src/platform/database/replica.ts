/**
 * A standby of the database for reading what may be a little behind, so that long counting takes nothing from people at work. Whoever reads
 * through it is answered by the database itself while the standby cannot be reached, is too far behind, or fails at the question.
 */
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { DatabaseUnavailable, isConflict, isUnknownName } from './errors.ts';

export type ReplicaState = {
  /** One that has made no change yet cannot be reached either. */
  state: 'used' | 'behind' | 'unreachable';
  /** Since the last change that the standby has made; the portal changes something every minute. Null: unreachable. */
  lag_seconds: number | null;
};

export type Replica = {
  /** Reads at the standby while that is fit, otherwise at the database. Refuses every write. */
  database: Database;
  /** As it was found at most some seconds ago. */
  state: () => Promise<ReplicaState>;
  close: () => Promise<void>;
};

/** More than the portal's own rhythm of a minute, less than anybody would notice in numbers of yesterday. */
export const mostLagSeconds = 300;

/** A server that follows nobody has made every change that there is. */
const lag = sql<{ lag_seconds: number | null }>`
  select case when pg_is_in_recovery() then extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 else 0 end as lag_seconds`;

/** When the server that answers made its last change, if it is a standby: what is read in the same transaction is as of then. */
export const readAsOf = sql<{ as_of: string | null }>`
  select case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end as as_of`;

/** The standby is at fault, not the question: it is gone, throws readers out to follow, or does not know a table that is new. */
const isItsFault = (error: unknown): boolean => error instanceof DatabaseUnavailable || isConflict(error) || isUnknownName(error);

export function openReplica(
  primary: Database,
  {
    log,
    mostLag = mostLagSeconds,
    lookedForMs = 10_000,
    ...options
  }: DatabaseOptions & { log: FastifyBaseLogger; mostLag?: number; lookedForMs?: number },
): Replica {
  const standby = openDatabase({ poolSize: 4, applicationName: 'vitrine analysis', ...options });
  let looked: { until: number; found: Promise<ReplicaState> } | null = null;
  let told: ReplicaState['state'] = 'used';

  async function look(): Promise<ReplicaState> {
    try {
      const [row] = await standby.run({ kind: 'identity', read_only: true }, lag);
      const lag_seconds = row?.lag_seconds ?? null;
      if (lag_seconds === null) return { state: 'unreachable', lag_seconds };
      return { state: lag_seconds <= mostLag ? 'used' : 'behind', lag_seconds };
    } catch (error) {
      if (!isItsFault(error)) throw error;
      return { state: 'unreachable', lag_seconds: null };
    }
  }

  /** Told once when it changes, not with every question. */
  function tell({ state, lag_seconds }: ReplicaState): void {
    if (state === told) return;
    told = state;
    if (state === 'used') log.info({ lag_seconds }, 'analyses are read from the standby again');
    else log.warn({ state, lag_seconds }, 'the standby is not fit: the database itself answers analyses');
  }

  async function state(): Promise<ReplicaState> {
    if (looked === null || looked.until < performance.now()) looked = { until: performance.now() + lookedForMs, found: look() };
    const found = await looked.found;
    tell(found);
    return found;
  }

  async function read<T>(work: (database: Database) => Promise<T>): Promise<T> {
    if ((await state()).state !== 'used') return work(primary);
    try {
      return await work(standby);
    } catch (error) {
      if (!isItsFault(error)) throw error;
      log.warn({ err: error }, 'the standby failed at an analysis: the database itself answers it');
      looked = null;
      return work(primary);
    }
  }

  return {
    state,
    close: () => standby.close(),
    database: {
      run: (caller, ...statements) => read((database) => database.run({ ...caller, read_only: true }, ...statements)),
      runEach: (caller, statements) => read((database) => database.runEach({ ...caller, read_only: true }, statements)),
      withTenant: (caller, work) => read((database) => database.withTenant(caller, work, { readOnly: true })),
      connections: () => standby.connections(),
      close: () => standby.close(),
    },
  };
}
