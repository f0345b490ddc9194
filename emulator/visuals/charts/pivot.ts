import type { FieldRef } from '../../definitions/model.ts';
import type { FormatColumn, Formatter } from '../format/format.ts';
import type { QueryTable, Cell } from '../../definitions/queries.ts';
import { fieldKey, fieldName, sameField } from '../view/fields.ts';
import type { IdentityPart, Sort } from '../view/view.ts';
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

type CategoryTotals = { label: string; total: number; index: number };

/** Where the roles of a chart stand in an answer. */
type Columns = { categoryAt: number; seriesAt: number; valueAts: number[]; category: Column | undefined; series: Column | undefined };

function columnsOf({ columns }: QueryTable, roles: ChartRoles): Columns {
  const at = (field: FieldRef | undefined) => (field ? columns.findIndex((column) => sameField(column.field, field)) : -1);
  const [categoryAt, seriesAt] = [at(roles.category), at(roles.series)];
  const valueAts = columns.map((_, index) => index).filter((index) => index !== categoryAt && index !== seriesAt);
  const series = columns[seriesAt];
  return { categoryAt, seriesAt, valueAts: series ? valueAts.slice(0, 1) : valueAts, category: columns[categoryAt], series };
}

/** The series that a value belongs to: the value of the series field, or the field itself. */
function seriesOf(row: Cell[], { seriesAt, series }: Columns, column: Column, format: Formatter) {
  if (!series) return { key: fieldKey(column.field), label: fieldName(column.field), parts: [] };
  const group = row[seriesAt] ?? null;
  return { key: JSON.stringify(group), label: format.label(group, series), parts: [{ field: series.field, equals: group }] };
}

/** Rows are ordered by their own value; a category with several series is ordered by the sum of what it shows. */
function orderedCategories(categories: Map<Cell, CategoryTotals>, { category, series }: Columns, sort: Sort | undefined) {
  const entries = [...categories.entries()];
  if (!series || !sort || !category || sameField(sort.field, category.field)) return entries;
  const sign = sort.direction === 'descending' ? -1 : 1;
  return entries.toSorted(([, a], [, b]) => sign * (a.total - b.total));
}

/** How a point is called: by its category, and by its series where there are several. */
function pointLabel(columns: Columns, category: string, series: string): string {
  const names = [columns.category && category, (columns.series ?? columns.valueAts.length > 1) && series];
  return names.filter(Boolean).join(', ') || series;
}

/** Collects values row by row; series keep the order in which they are met beside each other. */
function createCollector(columns: Columns, format: Formatter, sortedByCategory: boolean) {
  const categories = new Map<Cell, CategoryTotals>();
  const series = new Map<string, Series>();
  const order: string[] = [];
  let before: { category: Cell; key: string } | undefined;

  const categoryFor = (name: Cell): CategoryTotals => {
    const label = columns.category ? format.label(name, columns.category) : '';
    const known = categories.get(name) ?? { label, total: 0, index: categories.size };
    categories.set(name, known);
    return known;
  };

  return {
    categories,
    /** A category is there even when it has no numbers. */
    meet: (row: Cell[]) => void categoryFor(row[columns.categoryAt] ?? null),
    series: () => order.flatMap((key) => series.get(key) ?? []),
    add(row: Cell[], valueAt: number, column: Column): void {
      const name = row[columns.categoryAt] ?? null;
      const known = categoryFor(name);
      const { key, label, parts } = seriesOf(row, columns, column, format);
      const one = series.get(key) ?? { label, column, points: [], values: [] };
      series.set(key, one);
      placeSeries(order, key, before?.category === name || !sortedByCategory ? before?.key : undefined);
      before = { category: name, key };
      const value = row[valueAt] ?? null;
      known.total += numeric(value) ?? 0;
      const identity: IdentityPart[] = columns.category ? [{ field: columns.category.field, equals: name }, ...parts] : parts;
      one.values[known.index] = numeric(value);
      one.points[known.index] = { identity, values: [formatted(format, column, value)], label: pointLabel(columns, known.label, label) };
    },
  };
}

/**
 * Turns rows (category, series, values…) into series over categories.
 * With a series field every value of it is a series; without one, every value field is.
 */
export function pivot(table: QueryTable, roles: ChartRoles, sort: Sort | undefined, format: Formatter): Pivot {
  const columns = columnsOf(table, roles);
  const { category, series } = columns;
  const sortedByCategory = !series || !category || !sort || sameField(sort.field, category.field);
  const collector = createCollector(columns, format, sortedByCategory);
  for (const row of table.rows) {
    collector.meet(row);
    for (const valueAt of columns.valueAts) {
      const column = table.columns[valueAt];
      if (column) collector.add(row, valueAt, column);
    }
  }
  const ordered = orderedCategories(collector.categories, columns, sort);
  const order = ordered.map(([, { index }]) => index);
  return {
    category,
    categories: ordered.map(([value, { label }]) => ({ value, label })),
    series: collector.series().map((one) => ({
      ...one,
      points: order.map((index) => one.points[index]),
      values: order.map((index) => one.values[index] ?? null),
    })),
  };
}
