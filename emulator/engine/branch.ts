/** One subquery over one table: joined to what it needs, filtered by its context, grouped by what of the visual reaches it. */
import { columnOf, groupExpression, tableAlias } from './filterContext.ts';
import type { DateShift, FilterContext, GroupKey, ResolveColumn, TableSource } from './filterContext.ts';
import type { ModelIndex, Relationship, Table } from './modelIndex.ts';
import { allOf, joined, sql, trusted } from './sql.ts';
import type { Sql } from './sql.ts';

export type Frame = {
  table: Table;
  groups: { position: number; value: Sql; sort?: Sql }[];
  conditions: Sql[];
  /** Tables to be joined by the model's relationships. */
  tables: Set<Table>;
  using: readonly Relationship[];
  /** Joins to moved dates. */
  shifts: Sql[];
};

function groupOf(group: GroupKey, resolve: ResolveColumn): Frame['groups'] {
  const column = resolve(group.ref);
  if (!column) return [];
  const sort = group.sort_by && resolve({ table: group.ref.table, column: group.sort_by });
  return [{ position: group.position, value: groupExpression(column, group.grain), ...(sort ? { sort } : {}) }];
}

function conditionsOf(context: FilterContext, resolve: ResolveColumn): Sql[] {
  return context.filters.map((filter) => filter.condition(resolve)).filter((condition) => condition !== undefined);
}

/** Rows at `date` count for the context date that a move by `amount` leads to `date` from. */
function shiftJoin(source: TableSource, shift: DateShift, alias: string, below: string): Sql {
  const moved = sql`CAST(${columnOf(below, shift.ref.column)} - ${trusted(`INTERVAL '${shift.amount} ${shift.unit}'`)} AS DATE)`;
  return sql` JOIN ${source(shift.ref.table)} AS ${trusted(alias)} ON ${columnOf(alias, shift.ref.column)} = ${moved}`;
}

/** Finds out what of a filter context concerns a table, and how. */
export function frame(index: ModelIndex, source: TableSource, table: Table, context: FilterContext): Frame {
  const { using = [] } = context;
  const reachable = index.reachable(table, using);
  const alias = (one: Table) => tableAlias(index.model.tables, one);
  const tables = new Set<Table>();
  const resolve: ResolveColumn = (ref) => {
    const steps = reachable.get(ref.table);
    if (!steps) return undefined;
    tables.add(ref.table);
    const column = columnOf(alias(ref.table), ref.column);
    return index.filled.has(ref.column) && steps.every((step) => index.complete.has(step)) ? { ...column, certain: true } : column;
  };
  const conditions = conditionsOf(context, resolve);
  const groups = context.groups.flatMap((group) => groupOf(group, resolve));
  const shifts: Sql[] = [];
  for (let shift = context.shift, below: string | undefined; shift && reachable.has(shift.ref.table); shift = shift.outer.shift) {
    const { ref, outer } = shift;
    tables.add(ref.table);
    const shifted = `${alias(ref.table)}_${shifts.length + 1}`;
    shifts.push(shiftJoin(source, shift, shifted, below ?? alias(ref.table)));
    const resolveShifted: ResolveColumn = (one) => (one.table === ref.table ? columnOf(shifted, one.column) : undefined);
    conditions.push(...conditionsOf(outer, resolveShifted));
    groups.push(...outer.groups.flatMap((group) => groupOf(group, resolveShifted)));
    below = shifted;
  }
  return { table, groups, conditions, tables, shifts, using };
}

function joinsOf(index: ModelIndex, source: TableSource, { table: start, tables, using }: Frame): Sql[] {
  const reachable = index.reachable(start, using);
  /** Whether a step finds a row for every row that comes to it. */
  const steps = new Map<Relationship, boolean>();
  for (const table of tables) {
    let complete = true;
    for (const step of reachable.get(table) ?? []) {
      complete &&= index.complete.has(step);
      steps.set(step, complete);
    }
  }
  const alias = (name: string) => {
    const table = index.findTable(name);
    return table ? { table, alias: tableAlias(index.model.tables, table) } : undefined;
  };
  return [...steps].flatMap(([{ from, to }, complete]) => {
    const join = trusted(complete ? ' JOIN ' : ' LEFT JOIN ');
    const many = alias(from.table);
    const one = alias(to.table);
    const manyColumn = index.findColumn(from.table, from.column)?.column;
    const oneColumn = index.findColumn(to.table, to.column)?.column;
    if (!many || !one || !manyColumn || !oneColumn) return [];
    return [
      sql`${join}${source(one.table)} AS ${trusted(one.alias)} ON ${columnOf(one.alias, oneColumn)} = ${columnOf(many.alias, manyColumn)}`,
    ];
  });
}

/** The statement of a frame, with aggregates as further columns. */
export function frameStatement(index: ModelIndex, source: TableSource, one: Frame, aggregates: { name: string; expression: Sql }[]): Sql {
  const groupColumns = one.groups.flatMap(({ position, value, sort }) => [
    sql`${value} AS ${trusted(`g${position}`)}`,
    ...(sort ? [sql`${sort} AS ${trusted(`s${position}`)}`] : []),
  ]);
  const columns = [...groupColumns, ...aggregates.map(({ name, expression }) => sql`${expression} AS ${trusted(name)}`)];
  const from = sql`${source(one.table)} AS ${trusted(tableAlias(index.model.tables, one.table))}`;
  const joins = joined(joinsOf(index, source, one), '');
  const where = one.conditions.length > 0 ? sql` WHERE ${allOf(one.conditions)}` : trusted('');
  const grouping =
    groupColumns.length > 0 ? trusted(` GROUP BY ${groupColumns.map((_, position) => position + 1).join(', ')}`) : trusted('');
  const list = columns.length > 0 ? joined(columns, ', ') : trusted('1');
  return sql`SELECT ${list} FROM ${from}${joins}${joined(one.shifts, '')}${where}${grouping}`;
}
