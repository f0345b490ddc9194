import { BIGINT, BOOLEAN, DOUBLE, INTEGER, VARCHAR } from '@duckdb/node-api';
import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import type { Cell } from '../definitions/queries.ts';
import { QueryError } from './queryError.ts';
import { raised } from './sql.ts';
import type { Sql } from './sql.ts';

const tooLarge = (what: string) => `${what} has the wrong data type or the result is too large or too small.`;

/** What the database says about data and effort, and not about a mistake of this program. */
const dataErrors: [said: RegExp, code: string, message: string][] = [
  [/^INTERRUPT Error/, 'QueryExceededResources', 'The visual took too long to compute.'],
  [/^Out of Memory Error/, 'QueryExceededResources', 'The visual has exceeded the available resources.'],
  [/Max expression depth/, 'QueryNotSupported', 'The expression is nested too deeply.'],
  [/^Out of Range Error: cannot take square root/, 'InvalidExpression', tooLarge("An argument of function 'SQRT'")],
  [/^Out of Range Error: cannot take logarithm/, 'InvalidExpression', tooLarge('An argument of a logarithm')],
  [/^Out of Range Error: Cannot create a string/, 'InvalidExpression', 'A text of the visual is too long.'],
  [
    /^(?:Conversion Error|Out of Range Error): [^\n]*(?:timestamp|date|interval)/i,
    'InvalidExpression',
    'A date of the visual is out of range.',
  ],
  [
    /^(?:Out of Range Error|Conversion Error: [^\n]*out of range)/,
    'InvalidExpression',
    'Overflow: a whole number of the visual is too large to be computed.',
  ],
  [/^Conversion Error/, 'InvalidExpression', 'A value of the visual cannot be converted.'],
];

const saidByItself = new RegExp(`^Conversion Error: Could not convert string '${raised}([^']*)'`);

function cell(value: unknown): Cell {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

function typeOf(value: Sql['values'][number]): DuckDBType {
  if (typeof value === 'string') return VARCHAR;
  if (typeof value === 'boolean') return BOOLEAN;
  // What is too large for a whole number is none.
  if (!Number.isSafeInteger(value)) return DOUBLE;
  return Math.abs(value) < 2 ** 31 ? INTEGER : BIGINT;
}

/** Runs one statement, for at most `limitMs`. Infinity and what is not a number become blank. */
export async function run(connection: DuckDBConnection, statement: Sql, limitMs: number): Promise<Cell[][]> {
  const timer = setTimeout(() => connection.interrupt(), limitMs);
  try {
    const reader = await connection.runAndReadAll(statement.text, statement.values, statement.values.map(typeOf));
    return reader.getRowsJS().map((row) => row.map(cell));
  } catch (error) {
    const text = error instanceof Error ? error.message : '';
    const [, said] = saidByItself.exec(text) ?? [];
    if (said !== undefined) throw new QueryError('InvalidExpression', said);
    const known = dataErrors.find(([one]) => one.test(text));
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
