import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryError } from './query-error.ts';
import { raised } from './sql.ts';
import type { Sql } from './sql.ts';

export type Cell = string | number | boolean | null;

/** What the database says about data and effort, and not about a mistake of this program. */
const dataErrors: [prefix: string, code: string, message: string][] = [
  ['INTERRUPT Error', 'QueryExceededResources', 'The visual took too long to compute.'],
  ['Out of Memory Error', 'QueryExceededResources', 'The visual has exceeded the available resources.'],
  ['Out of Range Error', 'InvalidExpression', 'A value of the visual is too large to be computed.'],
  ['Conversion Error', 'InvalidExpression', 'A value of the visual cannot be converted.'],
];

function cell(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

/** Runs one statement, for at most `limitMs`. Infinity and what is not a number become blank. */
export async function run(connection: DuckDBConnection, statement: Sql, limitMs: number): Promise<Cell[][]> {
  const timer = setTimeout(() => connection.interrupt(), limitMs);
  try {
    const reader = await connection.runAndReadAll(statement.text, statement.values);
    return reader.getRowsJS().map((row) => row.map(cell));
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const said = `Invalid Input Error: ${raised}`;
    if (text.startsWith(said)) throw new QueryError('InvalidExpression', text.slice(said.length));
    const known = dataErrors.find(([prefix]) => text.startsWith(prefix));
    throw known ? new QueryError(known[1], known[2]) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Calculations can be nested in ways that the database cannot turn into a plan; that is the query's, not this program's. */
export function asNestingError(error: unknown): unknown {
  const text = error instanceof Error ? error.message : '';
  const nested = text.startsWith('Binder Error') || text.startsWith('Not implemented Error');
  return nested ? new QueryError('QueryNotSupported', 'The query nests calculations in a way that is not supported.') : error;
}
