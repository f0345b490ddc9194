/** The database as one caller sees it: nobody who holds a `Scoped` has to name, or can forget, whose rows these are. */
import type { Database } from './database.ts';
import type { Answer, Statement } from './query.ts';
import type { Caller } from './scope.ts';
import type { Transaction } from './transaction.ts';

export type Scoped = {
  /** All statements in one round trip and one transaction. One statement answers its rows, several a tuple of rows. */
  run: <const S extends readonly [Statement, ...Statement[]]>(...statements: S) => Promise<Answer<S>>;
  /** For work in which a statement depends on the answer to an earlier one. It may run again, so it only asks the database. */
  withTenant: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
};

/** Binds a caller. With `readOnly` the database refuses every write. */
export function scoped(database: Database, caller: Caller, { readOnly = false }: { readOnly?: boolean } = {}): Scoped {
  const bound: Caller = { ...caller, read_only: readOnly };
  return {
    run: (...statements) => database.run(bound, ...statements),
    withTenant: (work) => database.withTenant(bound, work),
  };
}
