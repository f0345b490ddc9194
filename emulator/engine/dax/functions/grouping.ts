/** SUMMARIZE and SUMMARIZECOLUMNS. */
import { addFilter, removeColumns, sameColumn } from '../../filterContext.ts';
import type { ColumnRef } from '../../modelIndex.ts';
import { allOf, joined, sql, trusted } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { afterTransition, findPosition, rowScope, tableFilter, withColumns, withoutRows } from '../rows.ts';
import type { Compile, DaxColumn, DaxTable, Scope, TableFunction } from '../scalar.ts';
import { blankOf, callSubqueries, expand } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';
import { groupParts, groupings } from './rollup.ts';
import type { Grouped } from './rollup.ts';
import { namedArguments } from './tables.ts';

/** How many arguments from a position on are columns. */
function countColumns(call: Call, from: number): number {
  const rest = call.args.slice(from);
  const end = rest.findIndex((one) => one.kind !== 'column');
  return end < 0 ? rest.length : end;
}

function nameOf(scope: Scope, table: DaxTable, ref: ColumnRef, call: Call): string {
  const position = findPosition(table, ref);
  const name = position >= 0 ? `c${position}` : expand(scope.index, table, ref);
  if (name === undefined)
    throw new DaxError(`The column '${ref.column.name}' specified in the 'SUMMARIZE' function was not found in the input table.`, call.at);
  return name;
}

/** The combinations of columns that rows of a table have. */
function combinations(table: DaxTable, refs: ColumnRef[], scope: Scope, call: Call): DaxTable {
  const names = refs.map((ref) => nameOf(scope, table, ref, call));
  const list = trusted(names.map((name, position) => `${name} AS c${position}`).join(', '));
  return {
    columns: refs.map((ref) => ({ table: ref.table.name, name: ref.column.name, type: ref.column.type, lineage: ref })),
    statement: () => sql`SELECT DISTINCT ${list} FROM (${table.statement()})`,
  };
}

const summarize: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const source = argument(call, 0);
    const count = countColumns(call, 1);
    const refs = Array.from({ length: count }, (_, position) => columnArgument(call, position + 1, scope));
    if (count === 0) throw new DaxError('The SUMMARIZE function needs a column to group by.', call.at);
    const groups = combinations(compile.table(source, scope), refs, scope, call);
    const pairs = namedArguments(call, count + 1);
    if (pairs.length === 0) return groups;
    if (source.kind !== 'table' || scope.variables?.has(source.name.toLowerCase())) {
      throw new DaxError('The SUMMARIZE function computes values over a table of the model only; ADDCOLUMNS does over any.', call.at);
    }
    const alias = context.subqueries.nextAlias();
    const row = rowScope(scope, context, groups, alias);
    const inGroup = { ...row, context: { ...context, filter: afterTransition(row, context.filter) } };
    const added = pairs.map(({ name, expression }) => {
      const value = compile(expression, inGroup);
      return { column: { name, type: value.type }, value };
    });
    return withColumns(groups, alias, added);
  },
};

/** Filters of what is computed, and those marked NONVISUAL, which only choose among the rows. */
function filterTables(call: Call, from: number, scope: Scope, compile: Compile): { table: DaxTable; visual: boolean }[] {
  const found: { table: DaxTable; visual: boolean }[] = [];
  for (let position = from; position < call.args.length; position += 1) {
    const given = argument(call, position);
    if (given.kind === 'text') break;
    const visual = given.kind !== 'call' || given.name !== 'NONVISUAL';
    const expression = visual ? given : argument(given, 0);
    if (!compile.isTable(expression, scope))
      throw new DaxError('The SUMMARIZECOLUMNS function only accepts tables as filters.', expression.at);
    found.push({ table: compile.table(expression, scope), visual });
  }
  return found;
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

const summarizeColumns: TableFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => {
    const { subqueries, filter } = callSubqueries(call, scope);
    const parts = groupParts(call, scope);
    const tables = filterTables(call, parts.length, scope, compile);
    const filters = tables.map(({ table, visual }) => ({ visual, filter: tableFilter(scope.index, table, subqueries.nextAlias()) }));
    const added = filters.filter(({ visual }) => visual).map((one) => one.filter);
    const replaced = added.flatMap(({ columns }) => columns);
    const outside = removeColumns(afterTransition(scope, filter), (ref) => replaced.some((one) => sameColumn(one, ref)));
    const filtered = added.reduce(addFilter, outside);
    const values = namedValues(call, parts.length + tables.length, scope, compile);
    // What does not make rows appear is computed after the rest.
    const computed = [...values.filter(({ ignored }) => !ignored), ...values.filter(({ ignored }) => ignored)];
    const counted = computed.findIndex(({ ignored }) => ignored);
    const shown = counted < 0 ? computed : computed.slice(0, counted);
    const ways = groupings(parts);
    const all = ways.map((grouping) => {
      const groups = grouping.flatMap(({ column, summed }) => ('ref' in column && !summed ? [column.ref] : []));
      const relation = subqueries.relate({
        groups: groups.map((ref, position) => ({ position, ref })),
        values: shown.map(({ value }) => value),
        hidden: computed.slice(shown.length).map(({ value }) => value),
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
      return { relation, statement: () => sql`SELECT ${columns} FROM (${relation.statement}) WHERE ${allOf(chosen)}` };
    });
    const [first] = all;
    return {
      columns: [
        ...(ways[0] ?? []).map(({ column }) => groupedColumn(column)),
        ...values.map((one) => ({ name: one.name, type: first?.relation.values[computed.indexOf(one)]?.type ?? ('blank' as const) })),
      ],
      statement: () =>
        joined(
          all.map(({ statement }) => statement()),
          ' UNION ALL ',
        ),
    };
  },
};

export const grouping: Record<string, TableFunction> = { SUMMARIZE: summarize, SUMMARIZECOLUMNS: summarizeColumns };
