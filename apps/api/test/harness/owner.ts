/** A superuser's connection: sees past every policy. For making what no endpoint makes and looking at what was stored. */
import pg from 'pg';
import type { Statement } from '../../src/core/database/query.ts';
import { prepare } from '../../src/core/database/query.ts';
import { parserOf } from '../../src/core/database/types.ts';

export type Owner = {
  /** Rows of one statement of `query` or of a `sql` template. */
  run: <O>(statement: Statement<O>) => Promise<O[]>;
  close: () => Promise<void>;
};

export async function openOwner(ownerUrl: string): Promise<Owner> {
  const pool = new pg.Pool({
    connectionString: ownerUrl,
    max: 1,
    // Nothing of a test has to outlive a crash of the server.
    options: '-c synchronous_commit=off -c jit=off',
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  });
  // The database may be dropped while a connection is still saying goodbye.
  pool.on('error', () => {});
  return {
    async run<O>(statement: Statement<O>) {
      const { wire } = prepare(statement);
      const { rows } = await pool.query(wire.sql, wire.values);
      return rows as O[];
    },
    close: () => pool.end(),
  };
}
