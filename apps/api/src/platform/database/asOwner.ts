/** Writes as the owner of the tables, past every policy and in one transaction. For what no caller may do, such as the past of a demo. */
import pg from 'pg';
import type { Statement } from './query.ts';
import { prepare } from './query.ts';

export async function writeAsOwner(ownerUrl: string, statements: readonly Statement[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'vitrine owner' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local role portal_owner');
    for (const { wire } of statements.map(prepare)) await client.query(wire.sql, [...wire.values]);
    await client.query('commit');
  } finally {
    // What was not committed is undone with the connection.
    await client.end();
  }
}
