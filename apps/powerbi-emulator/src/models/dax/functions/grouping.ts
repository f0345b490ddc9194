/** SUMMARIZE and SUMMARIZECOLUMNS. */
import { addFilter, removeColumns, sameColumn } from '../../filter-context.ts';
import type { ColumnRef } from '../../model-index.ts';
import { joined, sql, trusted } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { afterTransition, findPosition, rowScope, tableFilter, withColumns } from '../rows.ts';
import type { Compile, DaxTable, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries, expand } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';
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

function filterTables(call: Call, from: number, scope: Scope, compile: Compile): DaxTable[] {
  const found: DaxTable[] = [];
  for (let position = from; position < call.args.length; position += 1) {
    const expression = argument(call, position);
    if (expression.kind === 'text') break;
    if (!compile.isTable(expression, scope))
      throw new DaxError('The SUMMARIZECOLUMNS function only accepts tables as filters.', expression.at);
    found.push(compile.table(expression, scope));
  }
  return found;
}

const summarizeColumns: TableFunction = {
  takes: [1, Infinity],
  compile: (call, scope, compile) => {
    const { subqueries, filter } = callSubqueries(call, scope);
    const count = countColumns(call, 0);
    const refs = Array.from({ length: count }, (_, position) => columnArgument(call, position, scope));
    const tables = filterTables(call, count, scope, compile);
    const added = tables.map((table) => tableFilter(scope.index, table, subqueries.nextAlias()));
    const replaced = added.flatMap(({ columns }) => columns);
    const outside = removeColumns(afterTransition(scope, filter), (ref) => replaced.some((one) => sameColumn(one, ref)));
    const filtered = added.reduce(addFilter, outside);
    const pairs = namedArguments(call, count + tables.length);
    const relation = subqueries.relate({
      groups: refs.map((ref, position) => ({ position, ref })),
      values: pairs.map(({ expression }) => (inGroup) => {
        const { row: _, named: __, transition: ___, ...outer } = scope;
        return compile(expression, { ...outer, ...(inGroup.context ? { context: inGroup.context } : {}) });
      }),
      filters: filtered.filters,
      ...(filtered.using ? { using: filtered.using } : {}),
    });
    const list = joined(
      [
        ...refs.map((_, position) => trusted(`g${position} AS c${position}`)),
        ...pairs.map((_, position) => trusted(`v${position} AS c${count + position}`)),
      ],
      ', ',
    );
    return {
      columns: [
        ...refs.map((ref) => ({ table: ref.table.name, name: ref.column.name, type: ref.column.type, lineage: ref })),
        ...pairs.map(({ name }, position) => ({ name, type: relation.values[position]?.type ?? ('blank' as const) })),
      ],
      statement: () => sql`SELECT ${list} FROM (${relation.statement})`,
    };
  },
};

export const grouping: Record<string, TableFunction> = { SUMMARIZE: summarize, SUMMARIZECOLUMNS: summarizeColumns };
