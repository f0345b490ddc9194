/**
 * The filter context of DAX: which rows an aggregate is computed over.
 * It is a list of filters, the grouping of the visual, and, after a time shift, the context that the shifted dates came from.
 */
import type { Column, ColumnRef, Relationship, Table } from './modelIndex.ts';
import { identifier, sql, trusted } from './sql.ts';
import type { Sql } from './sql.ts';

/** The table as a query may read it. There is no other way to a table. */
export type TableSource = (table: Table) => Sql;

export type Grain = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** A column that the visual groups by; `sort_by` travels along so that its values can be ordered. */
export type GroupKey = { position: number; ref: ColumnRef; grain?: Grain; sort_by?: Column };

/** How a filter sees a column; undefined where it does not reach the table in question. */
export type ResolveColumn = (ref: ColumnRef) => Sql | undefined;

export type ContextFilter = {
  columns: ColumnRef[];
  /** Those that rows are grouped by, or looked at one by one. */
  grouped?: ColumnRef[];
  /** Stands beside what filtered the same columns before. */
  keeps?: true;
  /** The condition on a row, or undefined when none of the columns restricts it. */
  condition: (resolve: ResolveColumn) => Sql | undefined;
};

export type DateShift = { ref: ColumnRef; amount: number; unit: 'DAY' | 'MONTH' | 'QUARTER' | 'YEAR'; outer: FilterContext };

export type FilterContext = {
  filters: ContextFilter[];
  groups: GroupKey[];
  shift?: DateShift;
  /** Relationships that are followed instead of the active ones. */
  using?: readonly Relationship[];
};

export function sameColumn(one: ColumnRef, other: ColumnRef): boolean {
  return one.table === other.table && one.column === other.column;
}

function withoutColumns(filter: ContextFilter, removed: (ref: ColumnRef) => boolean): ContextFilter[] {
  const left = filter.columns.filter((ref) => !removed(ref));
  if (left.length === filter.columns.length) return [filter];
  if (left.length === 0) return [];
  const grouped = filter.grouped?.filter((ref) => !removed(ref));
  return [
    {
      columns: left,
      ...(grouped && { grouped }),
      condition: (resolve) => filter.condition((ref) => (removed(ref) ? undefined : resolve(ref))),
    },
  ];
}

/** The context without anything that restricts the columns in question: ALL, REMOVEFILTERS, and what CALCULATE overrides. */
export function removeColumns(context: FilterContext, removed: (ref: ColumnRef) => boolean): FilterContext {
  return {
    filters: context.filters.flatMap((filter) => withoutColumns(filter, removed)),
    groups: context.groups.filter((group) => !removed(group.ref)),
    ...(context.shift && !removed(context.shift.ref) ? { shift: context.shift } : {}),
    ...(context.using ? { using: context.using } : {}),
  };
}

/** The context without what the visual adds to some columns; what comes from outside of it stays. */
export function toSelected(
  context: FilterContext,
  selected: readonly ContextFilter[],
  removed: (ref: ColumnRef) => boolean,
): FilterContext {
  const own = context.filters.filter((filter) => !selected.includes(filter));
  const rest = removeColumns({ ...context, filters: own }, removed);
  return { ...rest, filters: [...selected, ...rest.filters] };
}

export function addFilter(context: FilterContext, filter: ContextFilter): FilterContext {
  return { ...context, filters: [...context.filters, filter] };
}

/** A time shift: the current restriction of the date table is moved by `amount` units. */
export function shiftDates(context: FilterContext, ref: ColumnRef, amount: number, unit: DateShift['unit']): FilterContext {
  const ofDates = (one: ColumnRef) => one.table === ref.table;
  const { shift, ...unshifted } = context;
  const inner = removeColumns(unshifted, ofDates);
  const outer = removeColumns(unshifted, (one) => !ofDates(one));
  return { ...inner, shift: { ref, amount, unit, outer: shift ? { ...outer, shift } : outer } };
}

/** The value that rows are grouped by: the column itself, or the first day of its period. */
export function groupExpression(column: Sql, grain: Grain | undefined): Sql {
  if (grain === undefined || grain === 'day') return grain === 'day' ? sql`CAST(${column} AS DATE)` : column;
  return sql`CAST(date_trunc(${trusted(`'${grain}'`)}, ${column}) AS DATE)`;
}

/** Tables have one alias each, so a column is written the same wherever its table is joined. */
export function tableAlias(tables: Table[], table: Table): string {
  return `t${tables.indexOf(table)}`;
}

export function columnOf(alias: string, column: Column): Sql {
  return sql`${trusted(alias)}.${identifier(column.name)}`;
}
