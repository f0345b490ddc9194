/** Looking at the rows of a table one by one: what FILTER, ADDCOLUMNS, SUMX and their like do. */
import { addFilter, removeColumns, sameColumn } from '../filterContext.ts';
import type { ContextFilter, FilterContext, ResolveColumn } from '../filterContext.ts';
import type { ColumnRef, ModelIndex } from '../modelIndex.ts';
import { allOf, joined, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { constant } from './scalar.ts';
import type { DaxColumn, DaxTable, Scalar, Scope } from './scalar.ts';
import { expand } from './subqueries.ts';
import type { SubqueryContext } from './subqueries.ts';
import { DaxError } from './syntax.ts';

function sameName(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase();
}

export function findPosition(table: DaxTable, ref: ColumnRef): number {
  return table.columns.findIndex((column) => sameName(column.table, ref.table.name) && sameName(column.name, ref.column.name));
}

function valueAt(alias: string, position: number): Sql {
  return trusted(`${alias}.c${position}`);
}

function equalities(pairs: { left: Sql; right: Sql }[]): Sql | undefined {
  return pairs.length === 0 ? undefined : allOf(pairs.map(({ left, right }) => sql`${left} IS NOT DISTINCT FROM ${right}`));
}

type Known = { ref: ColumnRef; value: (alias: string) => Sql };

/** Columns that a row of the table gives values to: its own and, of a model's table, those of the tables it is related to. */
function knownColumns(index: ModelIndex, table: DaxTable): { own: Known[]; related: Known[] } {
  const own = table.columns.flatMap(({ lineage }, position) =>
    lineage ? [{ ref: lineage, value: (alias: string) => valueAt(alias, position) }] : [],
  );
  const base = table.expansion?.table;
  if (!base) return { own, related: [] };
  const related = [...index.reachable(base, table.expansion?.using).keys()].filter((one) => one !== base);
  return {
    own,
    related: related.flatMap((one) =>
      one.columns.map((column) => {
        const ref = { table: one, column };
        return { ref, value: (alias: string) => trusted(`${alias}.${expand(index, table, ref) ?? 'NULL'}`) };
      }),
    ),
  };
}

function matching(known: { own: Known[]; related: Known[] }, resolve: ResolveColumn, alias: string): Sql | undefined {
  const pairs = (list: Known[]) =>
    list.flatMap(({ ref, value }) => {
      const left = resolve(ref);
      return left ? [{ left, right: value(alias) }] : [];
    });
  // The own columns say which row it is; those of related tables matter where the table itself is out of reach.
  return equalities(pairs(known.own)) ?? equalities(pairs(known.related));
}

/** What a row of a table filters when CALCULATE looks at it. */
function transitionOf(index: ModelIndex, table: DaxTable, alias: string): ContextFilter {
  const known = knownColumns(index, table);
  return {
    columns: [...known.own, ...known.related].map(({ ref }) => ref),
    grouped: known.own.map(({ ref }) => ref),
    ...(table.keeps && { keeps: true }),
    condition: (resolve) => matching(known, resolve, alias),
  };
}

/** A table as a filter: only what agrees with one of its rows. */
export function tableFilter(index: ModelIndex, table: DaxTable, alias: string): ContextFilter {
  const known = knownColumns(index, table);
  return {
    columns: [...known.own, ...known.related].map(({ ref }) => ref),
    condition: (resolve) => {
      const condition = matching(known, resolve, alias);
      return condition && sql`EXISTS (SELECT 1 FROM (${table.statement()}) AS ${trusted(alias)} WHERE ${condition})`;
    },
  };
}

/** The context with one more filter, which takes the place of what filtered the same columns unless it keeps that. */
function replaceFilter(context: FilterContext, filter: ContextFilter): FilterContext {
  if (filter.keeps) return addFilter(context, filter);
  return addFilter(
    removeColumns(context, (ref) => filter.columns.some((one) => sameColumn(one, ref))),
    filter,
  );
}

/** The scope of an expression that is computed for each row; `alias` names the row in SQL. */
export function rowScope(scope: Scope, context: SubqueryContext, table: DaxTable, alias: string): Scope {
  const { predicate: _, group: __, ...outer } = scope;
  return {
    ...outer,
    context,
    row: (ref, at) => {
      const position = findPosition(table, ref);
      if (position >= 0) return valueAt(alias, position);
      const related = expand(scope.index, table, ref);
      if (related !== undefined) return trusted(`${alias}.${related}`);
      if (scope.row) return scope.row(ref, at);
      throw new DaxError(
        `A single value for column '${ref.column.name}' in table '${ref.table.name}' cannot be determined: it is not a column of the rows that are looked at.`,
        at,
      );
    },
    named: (name, which) => {
      const matches = (column: DaxColumn) => sameName(column.name, name) && (which === 'any' || column.table === undefined);
      const position = table.columns.findIndex(matches);
      const column = table.columns[position];
      return column ? constant(valueAt(alias, position), column.type) : scope.named?.(name, which);
    },
    transition: [...(scope.transition ?? []), transitionOf(scope.index, table, alias)],
  };
}

/** The scope inside CALCULATE or a measure: rows that were looked at have become filters. */
export function withoutRows(scope: Scope): Scope {
  const { row: _, named: __, transition: ___, ...rest } = scope;
  return rest;
}

export function afterTransition(scope: Scope, context: FilterContext): FilterContext {
  return (scope.transition ?? []).reduce(replaceFilter, context);
}

/** Rows of a table with further columns, whose values are computed for each row. */
export function withColumns(given: DaxTable, alias: string, added: { column: DaxColumn; value: Scalar }[]): DaxTable {
  const { keeps: _, ...table } = given;
  const first = table.columns.length;
  return {
    ...table,
    columns: [...table.columns, ...added.map(({ column }) => column)],
    statement: () => {
      const list = joined(
        added.map(({ value }, position) => sql`${value.sql} AS ${trusted(`c${first + position}`)}`),
        ', ',
      );
      return sql`SELECT ${trusted(alias)}.*, ${list} FROM (${table.statement()}) AS ${trusted(alias)}`;
    },
  };
}
