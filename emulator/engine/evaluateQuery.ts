/** Answers DAX queries as the REST API does. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Cell } from '../definitions/queries.ts';
import { planEvaluate } from './dax/evaluate.ts';
import type { Identity } from './dax/scalar.ts';
import { asNestingError, run } from './run.ts';

/** What the REST API allows a query to answer (docs/reference/powerbi.md A4). */
const mostRows = 100_000;
const mostValues = 1_000_000;

export type EvaluateOptions = {
  identity?: Identity;
  /** Blank cells are left out otherwise. */
  includeNulls?: boolean;
  mostRows?: number;
  mostValues?: number;
};

export type EvaluateAnswer = {
  /** By `Table[Column]` and `[Measure]`. */
  rows: Record<string, Cell>[];
  /** Why the answer is not all of it. */
  cut?: 'rows' | 'tables';
};

type Planner = Parameters<typeof planEvaluate>[0];

/** The first table of a query, as far as the limits allow. */
export async function evaluateQuery(
  connection: DuckDBConnection,
  planner: Planner,
  query: string,
  { includeNulls = false, ...limits }: EvaluateOptions,
  queryLimitMs: number,
): Promise<EvaluateAnswer> {
  const limit = (columns: number) =>
    Math.min(limits.mostRows ?? mostRows, Math.floor((limits.mostValues ?? mostValues) / Math.max(1, columns)));
  const planned = planEvaluate(planner, query, limit);
  const rows = await run(connection, planned.statement, queryLimitMs).catch((error: unknown) => {
    throw asNestingError(error);
  });
  const most = limit(planned.columns.length);
  const cut = rows.length > most ? 'rows' : planned.further ? 'tables' : undefined;
  const named = (row: Cell[]) =>
    Object.fromEntries(
      planned.columns.map((name, position) => [name, row[position] ?? null] as const).filter(([, cell]) => includeNulls || cell !== null),
    );
  return { rows: rows.slice(0, most).map(named), ...(cut ? { cut } : {}) };
}
