import type { VisualDefinition } from '../../definitions/report.ts';
import type { Formatter } from '../format/format.ts';
import type { QueryTable, Cell } from '../../definitions/queries.ts';
import type { Point } from '../visual.ts';

export type PointRow = { cells: Cell[]; point: Point };

/** Every row as a point of its own: groups identify it, values describe it. */
export function pointRows(table: QueryTable, definition: VisualDefinition, format: Formatter): PointRow[] {
  const groups = definition.category.length + definition.series.length;
  return table.rows.map((cells) => ({
    cells,
    point: {
      identity: table.columns.slice(0, groups).map((column, at) => ({ field: column.field, equals: cells[at] ?? null })),
      values: table.columns.slice(groups).map((column, at) => {
        const value = cells[groups + at] ?? null;
        return { field: column.field, value, formatted: format.full(value, column) };
      }),
      label: table.columns
        .slice(0, groups)
        .map((column, at) => format.label(cells[at] ?? null, column))
        .join(', '),
    },
  }));
}

/** The rows by the value of the first series field; one nameless group without one. */
export function bySeries(
  rows: PointRow[],
  table: QueryTable,
  definition: VisualDefinition,
  format: Formatter,
): { label: string; rows: PointRow[] }[] {
  const at = definition.category.length;
  const column = definition.series.length ? table.columns[at] : undefined;
  if (!column) return [{ label: '', rows }];
  const groups = new Map<string, PointRow[]>();
  for (const row of rows) {
    const label = format.label(row.cells[at] ?? null, column);
    const group = groups.get(label) ?? [];
    groups.set(label, group);
    group.push(row);
  }
  return [...groups.entries()]
    .toSorted(([a], [b]) => a.localeCompare(b, format.locale, { numeric: true }))
    .map(([label, members]) => ({ label, rows: members }));
}
