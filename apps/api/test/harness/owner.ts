/** A superuser's connection: sees past every policy. For making what no endpoint makes and looking at what was stored. */
import pg from 'pg';
import { sender, withClient } from '#platform/database/connection.ts';
import type { Statement } from '#platform/database/query.ts';
import { prepare } from '#platform/database/query.ts';

export type Owner = {
  /** Rows of one statement of `query` or of a `sql` template. */
  run: <O>(statement: Statement<O>) => Promise<O[]>;
  /** Statements of which nobody wants the rows: in one round trip and one transaction, each planned once. */
  write: (statements: readonly Statement[]) => Promise<void>;
  close: () => Promise<void>;
};

export async function openOwner(ownerUrl: string): Promise<Owner> {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    // Nothing of a test has to outlive a crash of the server.
    options: '-c synchronous_commit=off -c jit=off',
  });
  const send = sender({ named: true, statementTimeoutMs: 60_000 });
  // The database may be dropped while a connection is still saying goodbye.
  pool.on('error', () => {});
  return {
    async run<O>(statement: Statement<O>) {
      const { wire } = prepare(statement);
      const [result] = await withClient(pool, (client) => send(client, [wire]));
      return (result?.rows ?? []) as O[];
    },
    async write(statements) {
      const wires = statements.map((statement) => prepare(statement).wire);
      await withClient(pool, (client) => send(client, wires));
    },
    close: () => pool.end(),
  };
}
