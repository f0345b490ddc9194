import type { Connection } from 'pg';

const limit = 256;

/** The prepared statements of one connection: SQL text → name on the server, the least recently used first. */
export type PreparedStatements = {
  names: Map<string, string>;
  /** Names that may exist on the server and are not to be used again; closed with the next batch. */
  closing: string[];
  made: number;
};

const ofConnection = new WeakMap<Connection, PreparedStatements>();

/** What a connection has prepared so far. */
export function preparedOf(connection: Connection): PreparedStatements {
  let prepared = ofConnection.get(connection);
  if (prepared === undefined) {
    prepared = { names: new Map(), closing: [], made: 0 };
    ofConnection.set(connection, prepared);
  }
  return prepared;
}

/** Keeps the names of a batch that succeeded, and lets go of the oldest so that the server's memory stays bounded. */
export function keepPrepared(prepared: PreparedStatements, fresh: ReadonlyMap<string, string>): void {
  for (const [sql, name] of fresh) prepared.names.set(sql, name);
  for (const [sql, name] of prepared.names) {
    if (prepared.names.size <= limit) return;
    prepared.names.delete(sql);
    prepared.closing.push(name);
  }
}

/** Forgets every name, for when the server says that a plan is out of date. */
export function forgetPrepared(prepared: PreparedStatements): void {
  prepared.closing.push(...prepared.names.values());
  prepared.names.clear();
}
