/** The database as one caller sees it. Code that holds a `Scoped` neither names nor can forget the tenant. */
import type { Database } from './database.ts';
import type { Answer, Statement } from './query.ts';
import type { Caller } from './scope.ts';
import type { Transaction } from './transaction.ts';

export type Scoped = {
  /** All statements in one round trip and one transaction. One statement answers its rows, several a tuple of rows. */
  run: <const S extends readonly [Statement, ...Statement[]]>(...statements: S) => Promise<Answer<S>>;
  /** For work in which a statement depends on the result of an earlier one. It may run again, so it must do nothing but database statements. */
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
