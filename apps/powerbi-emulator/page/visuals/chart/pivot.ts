import type { FieldRef } from '../../../src/definition.ts';
import type { FormatColumn, Formatter } from '../../format.ts';
import type { QueryTable } from '../../query/cache.ts';
import { fieldKey, fieldName, sameField } from '../../state/fields.ts';
import type { Cell } from '../../state/filters.ts';
import type { IdentityPart, Sort } from '../../state/view.ts';
import type { Point } from '../visual.ts';

type Column = QueryTable['columns'][number];

export type Series = {
  label: string;
  /** The column whose numbers these are. */
  column: Column;
  /** One a category. */
  points: (Point | undefined)[];
  values: (number | null)[];
};

export type Pivot = {
  category: Column | undefined;
  categories: { value: Cell; label: string }[];
  series: Series[];
};

export type ChartRoles = { category: FieldRef | undefined; series: FieldRef | undefined };

export const numeric = (value: Cell | undefined): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Puts a series that is seen for the first time behind the one before it in the same category. */
function placeSeries(order: string[], key: string, before: string | undefined): void {
  if (!order.includes(key)) order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
}

const formatted = (format: Formatter, column: FormatColumn, value: Cell) => ({
  field: column.field,
  value,
  formatted: format.full(value, column),
});

/**
 * Turns rows (category, series, values…) into series over categories.
 * With a series field every value of it is a series; without one, every value field is.
 */
export function pivot(table: QueryTable, roles: ChartRoles, sort: Sort | undefined, format: Formatter): Pivot {
  const at = (field: FieldRef | undefined) => (field ? table.columns.findIndex((column) => sameField(column.field, field)) : -1);
  const categoryAt = at(roles.category);
  const seriesAt = at(roles.series);
  const groups = new Set([categoryAt, seriesAt]);
  const valueAts = table.columns.map((_, index) => index).filter((index) => !groups.has(index));
  const category = table.columns[categoryAt];
  const seriesColumn = table.columns[seriesAt];

  const categories = new Map<Cell, { label: string; total: number; index: number }>();
  const series = new Map<string, Series>();
  const seriesOrder: string[] = [];
  let before: { category: Cell; key: string } | undefined;
  const shownValues = seriesColumn ? valueAts.slice(0, 1) : valueAts;

  const sortedByCategory = !seriesColumn || !category || !sort || sameField(sort.field, category.field);
  for (const row of table.rows) {
    const name = row[categoryAt] ?? null;
    const known = categories.get(name) ?? { label: category ? format.label(name, category) : '', total: 0, index: categories.size };
    categories.set(name, known);
    for (const valueAt of shownValues) {
      const column = table.columns[valueAt];
      if (!column) continue;
      const group = seriesColumn ? (row[seriesAt] ?? null) : null;
      const key = seriesColumn ? JSON.stringify(group) : fieldKey(column.field);
      const label = seriesColumn ? format.label(group, seriesColumn) : fieldName(column.field);
      const one = series.get(key) ?? { label, column, points: [], values: [] };
      series.set(key, one);
      placeSeries(seriesOrder, key, before?.category === name || !sortedByCategory ? before?.key : undefined);
      before = { category: name, key };
      const value = row[valueAt] ?? null;
      known.total += numeric(value) ?? 0;
      const identity: IdentityPart[] = [];
      if (category) identity.push({ field: category.field, equals: name });
      if (seriesColumn) identity.push({ field: seriesColumn.field, equals: group });
      one.values[known.index] = numeric(value);
      one.points[known.index] = {
        identity,
        values: [formatted(format, column, value)],
        label: [category && known.label, (seriesColumn ?? shownValues.length > 1) && label].filter(Boolean).join(', ') || label,
      };
    }
  }

  const ordered = [...categories.entries()];
  // Rows are ordered by their own value; a category with several series is ordered by the sum of what it shows.
  if (seriesColumn && sort && category && !sameField(sort.field, category.field)) {
    const sign = sort.direction === 'descending' ? -1 : 1;
    ordered.sort(([, a], [, b]) => sign * (a.total - b.total));
  }
  const order = ordered.map(([, { index }]) => index);
  const all = seriesOrder.flatMap((key) => series.get(key) ?? []);
  return {
    category,
    categories: ordered.map(([value, { label }]) => ({ value, label })),
    series: all.map((one) => ({
      ...one,
      points: order.map((index) => one.points[index]),
      values: order.map((index) => one.values[index] ?? null),
    })),
  };
}
