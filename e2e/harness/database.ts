/** The embedded database as its owner: to make what no screen makes, and to look at what was stored. */
import { databaseName, ownerName, readPasswords } from '@vitrine/embedded-postgres/cluster.ts';
import { findLocation } from '@vitrine/embedded-postgres/location.ts';
import { findPostmaster } from '@vitrine/embedded-postgres/postmaster.ts';
import pg from 'pg';
import { dataDirectory } from './addresses.ts';

export type Database = {
  /** Rows of one statement. */
  rows: <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
};

export async function openDatabase(): Promise<Database> {
  const { data } = await findLocation(dataDirectory);
  if (data === null) throw new Error(`There is no database in ${dataDirectory}`);
  const { owner: password } = await readPasswords(data);
  const server = await findPostmaster(data);
  if (server === null) throw new Error(`The database in ${data} does not run`);
  const pool = new pg.Pool({ host: '127.0.0.1', port: server.port, user: ownerName, password, database: databaseName, max: 1 });
  return {
    rows: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    close: () => pool.end(),
  };
}
