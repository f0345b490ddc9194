/** Aggregates and tables as subqueries in their place: whatever rows are being looked at are named from inside them. */
import { frame, frameStatement } from '../branch.ts';
import { columnOf, tableAlias } from '../filterContext.ts';
import type { FilterContext, TableSource } from '../filterContext.ts';
import type { Column, ColumnRef, ModelIndex, Table } from '../modelIndex.ts';
import { allOf, anyOf, joined, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { sqlTypes } from '../sqlTypes.ts';
import { BeyondBranches, constant, everyRow } from './scalar.ts';
import type { Aggregate, Context, DaxTable, Relate, Scope } from './scalar.ts';
import { DaxError } from './syntax.ts';
import type { Call, Position } from './syntax.ts';

export type SubqueryContext = Context & { subqueries: NonNullable<Context['subqueries']> };

/** Names for the rows that a query looks at, each of them once. */
export function aliasCounter(): () => string {
  let count = 0;
  return () => `r${(count += 1)}`;
}

/** The context of a query's own expressions: no aggregate shares a subquery with another. */
export function subqueryContext(
  { index, source, nextAlias }: { index: ModelIndex; source: TableSource; nextAlias: () => string },
  filter: FilterContext,
  relate: Relate,
): SubqueryContext {
  const aggregate = ({ table, context, expression, joined: tables, type }: Aggregate) => {
    const framed = frame(index, source, table, context);
    for (const one of tables) framed.tables.add(one);
    return constant(sql`(${frameStatement(index, source, framed, [{ name: 'a0', expression: expression(everyRow) }])})`, type);
  };
  return { filter, aggregate, subqueries: { source, nextAlias, relate } };
}

/** The context, for what only subqueries can say. */
export function requireSubqueries(scope: Scope, what: string, at: Position): SubqueryContext {
  const { context } = scope;
  if (!context) throw new DaxError(`${what} cannot be used in a row filter.`, at);
  if (!context.subqueries) throw new BeyondBranches();
  return { ...context, subqueries: context.subqueries };
}

export function callSubqueries(call: Call, scope: Scope): SubqueryContext {
  return requireSubqueries(scope, `The ${call.name} function`, call.at);
}

function expansionName(index: ModelIndex, ref: ColumnRef): string {
  return `x${index.model.tables.indexOf(ref.table)}_${ref.table.columns.indexOf(ref.column)}`;
}

/** The rows of a table of the model in a filter context. */
export function modelTable(index: ModelIndex, source: TableSource, table: Table, filter: FilterContext): DaxTable {
  const used = new Map<string, ColumnRef>();
  const alias = (one: Table) => tableAlias(index.model.tables, one);
  return {
    columns: table.columns.map((column) => ({ table: table.name, name: column.name, type: column.type, lineage: { table, column } })),
    expansion: { table, used, using: filter.using },
    statement: () => {
      const framed = frame(index, source, table, filter);
      for (const ref of used.values()) framed.tables.add(ref.table);
      const own = table.columns.map((column, position) => ({ name: `c${position}`, expression: columnOf(alias(table), column) }));
      const further = [...used].map(([name, ref]) => ({ name, expression: columnOf(alias(ref.table), ref.column) }));
      return frameStatement(index, source, framed, [...own, ...further]);
    },
  };
}

/** The name of a related column in the rows of a table, which carries it from now on. */
export function expand(index: ModelIndex, table: DaxTable, ref: ColumnRef): string | undefined {
  if (!table.expansion || !index.reachable(table.expansion.table, table.expansion.using).has(ref.table)) return undefined;
  const name = expansionName(index, ref);
  table.expansion.used.set(name, ref);
  return name;
}

/** Whether rows of other tables refer to rows that the table does not have; DAX then shows a blank row. */
function hasOrphans(index: ModelIndex, source: TableSource, table: Table): Sql[] {
  return index.model.relationships
    .filter(({ to, active }) => active !== false && index.findTable(to.table) === table)
    .flatMap((relationship) => {
      const { from, to } = relationship;
      const many = index.findColumn(from.table, from.column);
      const one = index.findColumn(to.table, to.column);
      if (!many || !one) return [];
      if (index.complete.has(relationship)) return hasOrphans(index, source, many.table);
      const key = columnOf('o', one.column);
      const orphan = sql`EXISTS (SELECT 1 FROM ${source(many.table)} AS m LEFT JOIN ${source(table)} AS o ON ${key} = ${columnOf('m', many.column)} WHERE ${key} IS NULL)`;
      return [orphan, ...hasOrphans(index, source, many.table)];
    });
}

/** Whether a table may show a blank row for rows elsewhere that refer to none of its own. */
export function mayShowBlank(index: ModelIndex, table: Table): boolean {
  return index.model.relationships.some((relationship) => {
    const { from, to, active } = relationship;
    if (active === false || index.findTable(to.table) !== table) return false;
    const many = index.findTable(from.table);
    return !index.complete.has(relationship) || (many !== undefined && mayShowBlank(index, many));
  });
}

/** A blank of a column's type. */
export function blankOf(column: Column): Sql {
  return trusted(`CAST(NULL AS ${sqlTypes[column.type]})`);
}

/** Whether a table shows its blank row in a filter context; undefined where it has none. */
export function blankRow(
  index: ModelIndex,
  source: TableSource,
  table: Table,
  { filters, using, shift }: Pick<FilterContext, 'filters' | 'using' | 'shift'>,
): Sql | undefined {
  const orphans = shift ? [] : hasOrphans(index, source, table);
  if (orphans.length === 0) return undefined;
  const reached = index.reachable(table, using);
  const conditions = filters.flatMap((one) => one.condition((ref) => (reached.has(ref.table) ? blankOf(ref.column) : undefined)) ?? []);
  return allOf([anyOf(orphans), ...conditions]);
}

/** The rows of a table of the model, each as often as it is there, and its blank row where it shows one. */
export function rowsWithBlank(index: ModelIndex, source: TableSource, table: Table, filter: FilterContext): DaxTable {
  const rows = modelTable(index, source, table, filter);
  const statement = () => {
    const blank = blankRow(index, source, table, filter);
    if (!blank) return rows.statement();
    const related = [...(rows.expansion?.used.values() ?? [])];
    const list = [...table.columns, ...related.map(({ column }) => column)].map(blankOf);
    return sql`${rows.statement()} UNION ALL SELECT ${joined(list, ', ')} WHERE ${blank}`;
  };
  return { ...rows, statement };
}

/** The combinations of values that columns of one table have in a filter context. */
export function valuesTable(
  index: ModelIndex,
  source: TableSource,
  refs: ColumnRef[],
  filter: FilterContext,
  blanks: 'with' | 'without',
): DaxTable {
  const [first] = refs;
  if (!first) throw new Error('values need a column');
  const { table } = first;
  const columns = refs.map((ref) => ({ table: table.name, name: ref.column.name, type: ref.column.type, lineage: ref }));
  const statement = () => {
    const framed = frame(index, source, table, filter);
    const list = refs.map((ref, position) => ({
      name: `c${position}`,
      expression: columnOf(tableAlias(index.model.tables, table), ref.column),
    }));
    const rows = frameStatement(index, source, framed, list);
    const blank = blanks === 'with' ? blankRow(index, source, table, filter) : undefined;
    if (!blank) return sql`SELECT DISTINCT * FROM (${rows})`;
    const row = joined(
      refs.map((ref, position) => sql`${blankOf(ref.column)} AS ${trusted(`c${position}`)}`),
      ', ',
    );
    return sql`${rows} UNION SELECT ${row} WHERE ${blank}`;
  };
  return { columns, statement };
}
