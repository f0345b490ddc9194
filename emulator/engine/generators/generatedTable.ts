import type { ColumnType } from '../../definitions/model.ts';

/** One column of a generated table, held as a whole; a `date` counts days since 1970-01-01. */
export type GeneratedColumn = { name: string; type: ColumnType; values: ArrayLike<string | number | boolean> };
export type GeneratedTable = GeneratedColumn[];

/** Days since 1970-01-01 of a calendar day. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

type Cell = string | number | boolean;

/** A table of rows, as its columns: name, type and value of each. */
export const tableOf = <Row>(
  rows: readonly Row[],
  columns: Record<string, [ColumnType, (row: Row, index: number) => Cell]>,
): GeneratedTable => Object.entries(columns).map(([name, [type, cell]]) => ({ name, type, values: rows.map(cell) }));
