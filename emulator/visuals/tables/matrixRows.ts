import type { VisualDefinition } from '../../definitions/report.ts';
import type { Formatter } from '../format/format.ts';
import type { QueryTable, Cell } from '../../definitions/queries.ts';
import type { Say } from '../words/words.ts';

export type MatrixData = Record<string, QueryTable>;
type Column = QueryTable['columns'][number];

/** One row of a matrix: the path of its group, and a number for each column header and value. */
type MatrixRow = { path: Cell[]; level: number; branch: boolean; cells: (Cell | undefined)[] };
type MatrixColumn = { path: Cell[]; value: Column };
export type Matrix = { columns: MatrixColumn[]; rows: MatrixRow[]; total: Cell[]; fields: Column[]; series: Column[] };

/** Up to so many rows a matrix starts open. */
const openUpTo = 30;

/** Whether the branches of a matrix are open before the reader turns any. */
export const startsOpen = (data: MatrixData): boolean => (data.rows?.rows.length ?? 0) <= openUpTo;

/** What stands above a column: the values it is of, or that it is the total. */
export const headerOf = (path: Cell[], series: Column[], format: Formatter, say: Say): string =>
  path.length === 0 ? say('total') : path.map((value, at) => (series[at] ? format.label(value, series[at]) : String(value))).join(' · ');

const key = (path: Cell[]): string => JSON.stringify(path);

/** Cells by row path, then column path. */
function cellIndex(table: QueryTable | undefined, level: number, seriesCount: number): Map<string, Map<string, Cell[]>> {
  const index = new Map<string, Map<string, Cell[]>>();
  for (const row of table?.rows ?? []) {
    const path = key(row.slice(0, level));
    const cells = index.get(path) ?? new Map<string, Cell[]>();
    index.set(path, cells);
    cells.set(key(row.slice(level, level + seriesCount)), row.slice(level + seriesCount));
  }
  return index;
}

/**
 * Lays the answers of a matrix out as rows and columns. Every total comes from a question of its own;
 * none is added up here, so averages and distinct counts are right on all levels.
 */
export function layMatrix(definition: VisualDefinition, data: MatrixData, isOpen: (path: Cell[]) => boolean): Matrix {
  const depth = definition.category.length;
  const across = definition.series.length;
  const values = (data.rows?.columns ?? []).slice(depth);
  const headers = across ? (data.columns?.rows ?? []).map((row) => row.slice(0, across)) : [];
  const columns: MatrixColumn[] = [...headers, []].flatMap((path) => values.map((value) => ({ path, value })));

  const totals = (level: number) => (level === depth ? data.rows : data[`level${level}`]);
  const cells = (level: number) => cellIndex(level === depth ? data.main : data[`cells${level}`], level, across);
  const indexes = Array.from({ length: depth }, (_, at) => (across ? cells(at + 1) : new Map<string, Map<string, Cell[]>>()));
  const children = Array.from({ length: depth }, (_, at) => {
    const groups = new Map<string, Cell[][]>();
    for (const row of totals(at + 1)?.rows ?? []) {
      const parent = key(row.slice(0, at));
      groups.set(parent, [...(groups.get(parent) ?? []), row]);
    }
    return groups;
  });

  const rows: MatrixRow[] = [];
  const visit = (parent: Cell[]): void => {
    const level = parent.length;
    for (const row of children[level]?.get(key(parent)) ?? []) {
      const path = row.slice(0, level + 1);
      const found = indexes[level]?.get(key(path));
      const inner = headers.flatMap((header) => values.map((_, at) => found?.get(key(header))?.[at]));
      rows.push({ path, level, branch: level + 1 < depth, cells: [...inner, ...row.slice(level + 1)] });
      if (level + 1 < depth && isOpen(path)) visit(path);
    }
  };
  visit([]);

  const bottom = (data.columns?.rows ?? []).flatMap((row) => row.slice(across));
  const grand = (data.rows?.total ?? []).slice(depth);
  return {
    columns,
    rows,
    total: [...bottom, ...grand],
    fields: (data.rows?.columns ?? []).slice(0, depth),
    series: (data.columns?.columns ?? []).slice(0, across),
  };
}
