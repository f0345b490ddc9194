import type { Connection } from 'pg';

const limit = 256;

type Column = { name: string; parse: (text: string) => unknown };

/** `columns` are what its rows have; null until the server has said it. */
export type PreparedStatement = { name: string; columns: Column[] | null };

/** The prepared statements of one connection by their SQL text, the least recently used first. */
export type PreparedStatements = {
  known: Map<string, PreparedStatement>;
  /** Names that may exist on the server and are not to be used again; closed with the next batch. */
  closing: string[];
  made: number;
};

const ofConnection = new WeakMap<Connection, PreparedStatements>();

/** What a connection has prepared so far. */
export function preparedOf(connection: Connection): PreparedStatements {
  let prepared = ofConnection.get(connection);
  if (prepared === undefined) {
    prepared = { known: new Map(), closing: [], made: 0 };
    ofConnection.set(connection, prepared);
  }
  return prepared;
}

/** Keeps the names of a batch that succeeded, and closes the least recently used so that the server's memory stays bounded. */
export function keepPrepared(prepared: PreparedStatements, fresh: ReadonlyMap<string, PreparedStatement>): void {
  for (const [sql, statement] of fresh) prepared.known.set(sql, statement);
  for (const [sql, { name }] of prepared.known) {
    if (prepared.known.size <= limit) return;
    prepared.known.delete(sql);
    prepared.closing.push(name);
  }
}

/** Forgets every name, for when the server says that a plan is out of date. */
export function forgetPrepared(prepared: PreparedStatements): void {
  for (const { name } of prepared.known.values()) prepared.closing.push(name);
  prepared.known.clear();
}
