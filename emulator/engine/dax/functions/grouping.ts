/** SUMMARIZECOLUMNS: groups of the model with values, their subtotals, and what filters them. */
import { addFilter, removeColumns, sameColumn } from '../../filterContext.ts';
import type { ContextFilter, FilterContext } from '../../filterContext.ts';
import type { ColumnRef } from '../../modelIndex.ts';
import { allOf, joined, sql, trusted } from '../../sql.ts';
import { argument } from '../arguments.ts';
import { afterTransition, tableFilter, withoutRows } from '../rows.ts';
import type { Compile, DaxColumn, Relate, Scope, TableFunction } from '../scalar.ts';
import { blankOf, callSubqueries, requireSubqueries } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { groupParts, groupings } from './rollup.ts';
import type { Grouped, Grouping } from './rollup.ts';
import { namedArguments } from './tables.ts';

/** A table that filters what is computed, or one marked NONVISUAL, which only chooses among the rows. */
type Filtering = { visual: boolean; filter: ContextFilter };

function filteringOf(given: Expression, scope: Scope, compile: Compile): Filtering {
  const visual = given.kind !== 'call' || given.name !== 'NONVISUAL';
  const expression = visual ? given : argument(given, 0);
  if (!compile.isTable(expression, scope))
    throw new DaxError('The SUMMARIZECOLUMNS function only accepts tables as filters.', expression.at);
  const { subqueries } = requireSubqueries(scope, 'A filter', expression.at);
  return { visual, filter: tableFilter(scope.index, compile.table(expression, scope), subqueries.nextAlias()) };
}

function filterArguments(call: Call, from: number): Expression[] {
  const rest = call.args.slice(from);
  const end = rest.findIndex((one) => one.kind === 'text');
  return end < 0 ? rest : rest.slice(0, end);
}

/** The context with filters that take the place of what filtered the same columns outside. */
function narrowed(context: FilterContext, added: ContextFilter[]): FilterContext {
  const replaced = added.flatMap(({ columns }) => columns);
  const outside = removeColumns(context, (ref) => replaced.some((one) => sameColumn(one, ref)));
  return added.reduce(addFilter, outside);
}

/** Values by name; one marked IGNORE does not make a row appear. */
function namedValues(call: Call, from: number, scope: Scope, compile: Compile) {
  return namedArguments(call, from).map(({ name, expression }) => {
    const ignored = expression.kind === 'call' && expression.name === 'IGNORE';
    const counted = ignored ? argument(expression, 0) : expression;
    const value = (inGroup: Scope) => compile(counted, { ...withoutRows(scope), ...(inGroup.context ? { context: inGroup.context } : {}) });
    return { name, ignored, value };
  });
}

function groupedColumn(column: Grouped): DaxColumn {
  if ('flag' in column) return { name: column.flag, type: 'boolean' };
  const { ref } = column;
  return { table: ref.table.name, name: ref.column.name, type: ref.column.type, lineage: ref };
}

type Values = ReturnType<typeof namedValues>;

/** The rows of one way of grouping, in the columns of the answer. */
function rowsOf({ columns: grouping }: Grouping, values: Values, context: FilterContext, filters: Filtering[], relate: Relate) {
  // What does not make rows appear is computed after the rest.
  const shown = values.filter(({ ignored }) => !ignored);
  const hidden = values.filter(({ ignored }) => ignored);
  const computed = [...shown, ...hidden];
  const filtered = narrowed(
    context,
    filters.filter(({ visual }) => visual).map(({ filter }) => filter),
  );
  const groups = grouping.flatMap(({ column, summed }) => ('ref' in column && !summed ? [column.ref] : []));
  const relation = relate({
    groups: groups.map((ref, position) => ({ position, ref })),
    values: shown.map(({ value }) => value),
    hidden: hidden.map(({ value }) => value),
    filters: filtered.filters,
    ...(filtered.using ? { using: filtered.using } : {}),
  });
  const groupOf = (ref: ColumnRef) => {
    const position = groups.findIndex((one) => sameColumn(one, ref));
    return position < 0 ? undefined : trusted(`g${position}`);
  };
  const list = grouping.map(({ column, summed }) =>
    'flag' in column ? trusted(summed ? 'TRUE' : 'FALSE') : ((summed ? undefined : groupOf(column.ref)) ?? blankOf(column.ref.column)),
  );
  list.push(...values.map((one) => trusted(`v${computed.indexOf(one)}`)));
  const chosen = filters.flatMap((one) => (one.visual ? [] : (one.filter.condition(groupOf) ?? [])));
  const someValue = trusted(shown.map((_, position) => `v${position} IS NOT NULL`).join(' OR '));
  if (grouping.some(({ summed }) => summed) && shown.length > 0) chosen.push(someValue);
  const columns = joined(
    list.map((one, position) => sql`${one} AS ${trusted(`c${position}`)}`),
    ', ',
  );
  const types = values.map((one) => relation.values[computed.indexOf(one)]?.type ?? ('blank' as const));
  return { types, statement: () => sql`SELECT ${columns} FROM (${relation.statement}) WHERE ${allOf(chosen)}` };
}

const summarizeColumns: TableFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => {
    const { subqueries, filter } = callSubqueries(call, scope);
    const parts = groupParts(call, scope, compile);
    const given = filterArguments(call, parts.length);
    const everywhere = given.map((one) => filteringOf(one, scope, compile));
    const values = namedValues(call, parts.length + given.length, scope, compile);
    const context = afterTransition(scope, filter);
    const ways = groupings(parts);
    const all = ways.map((way) => {
      const own = way.filters.map((one) => filteringOf(one, scope, compile));
      return rowsOf(way, values, context, [...everywhere, ...own], subqueries.relate);
    });
    const grouped = (ways[0]?.columns ?? []).map(({ column }) => groupedColumn(column));
    return {
      columns: [...grouped, ...values.map(({ name }, position) => ({ name, type: all[0]?.types[position] ?? ('blank' as const) }))],
      statement: () =>
        joined(
          all.map(({ statement }) => statement()),
          ' UNION ALL ',
        ),
    };
  },
};

export const grouping: Record<string, TableFunction> = { SUMMARIZECOLUMNS: summarizeColumns };
