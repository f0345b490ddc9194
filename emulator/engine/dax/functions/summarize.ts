/** SUMMARIZE: the groups of a table's rows, with subtotals where ROLLUP asks for them. */
import { joined, sql, trusted } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { afterTransition, rowScope, withColumns } from '../rows.ts';
import { constant } from '../scalar.ts';
import type { Compile, DaxColumn, DaxFunction, DaxTable, Scope, TableFunction } from '../scalar.ts';
import { blankOf, callSubqueries } from '../subqueries.ts';
import type { SubqueryContext } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { keyOf } from './groupBy.ts';
import type { Key } from './groupBy.ts';
import { groupings, rollup } from './rollup.ts';
import { namedArguments } from './tables.ts';

type Pair = { name: string; expression: Expression };

/** Columns to group by from the second argument on, and the ways in which they are: one of all, and more with ROLLUP. */
function groupsOf(call: Call, table: DaxTable, scope: Scope): { keys: Key[]; ways: Key[][]; count: number } {
  const keys: Key[] = [];
  let ways: Key[][] = [[]];
  let count = 0;
  const add = (own: Key[][]) => {
    keys.push(...(own[0] ?? []));
    ways = ways.flatMap((one) => own.map((other) => [...one, ...other]));
  };
  for (const expression of call.args.slice(1)) {
    if (expression.kind === 'text') break;
    if (expression.kind === 'call' && expression.name === 'ROLLUP') {
      const key = (position: number, at: Call) => keyOf(argument(at, position), table, scope, 'SUMMARIZE');
      add(rolledKeys(expression, scope, key));
    } else {
      const key = keyOf(expression, table, scope, 'SUMMARIZE');
      if (!key) throw new DaxError('The SUMMARIZE function needs columns of its table to group by.', expression.at);
      add([[key]]);
    }
    count += 1;
  }
  return { keys, ways, count };
}

/** The columns of ROLLUP from all levels to none. */
function rolledKeys(call: Call, scope: Scope, keyAt: (position: number, call: Call) => Key | undefined): Key[][] {
  const named = new Map<unknown, Key>();
  for (const [position, expression] of call.args.entries()) {
    const inner = expression.kind === 'call' && expression.name === 'ROLLUPGROUP' ? expression : undefined;
    for (const [each] of (inner?.args ?? [expression]).entries()) {
      const key = inner ? keyAt(each, inner) : keyAt(position, call);
      if (key?.column.lineage) named.set(key.column.lineage.column, key);
    }
  }
  return groupings([rollup(call, scope)]).map(({ columns }) =>
    columns.flatMap(({ column, summed }) => (summed || !('ref' in column) ? [] : (named.get(column.ref.column) ?? []))),
  );
}

/** The combinations of columns that rows of a table have. */
function combinations(table: DaxTable, keys: Key[]): DaxTable {
  const list = trusted(keys.map(({ name }, position) => `${name} AS c${position}`).join(', '));
  const one = trusted('SELECT 1 AS total WHERE EXISTS');
  return {
    columns: keys.map(({ column }) => column),
    statement: () => (keys.length > 0 ? sql`SELECT DISTINCT ${list} FROM (${table.statement()})` : sql`${one} (${table.statement()})`),
  };
}

/** Values of each group, computed over the rows of the model that are in it. */
function withValues(groups: DaxTable, left: Key[], pairs: Pair[], scope: Scope, context: SubqueryContext, compile: Compile): DaxTable {
  const alias = context.subqueries.nextAlias();
  const row = rowScope(scope, context, groups, alias);
  const summed = left.flatMap(({ column }) => column.lineage ?? []);
  const inGroup = { ...row, summed, context: { ...context, filter: afterTransition(row, context.filter) } };
  return withColumns(
    groups,
    alias,
    pairs.map(({ name, expression }) => {
      const value = compile(expression, inGroup);
      return { column: { name, type: value.type }, value };
    }),
  );
}

const summarize: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const source = argument(call, 0);
    const table = compile.table(source, scope);
    const { keys, ways, count } = groupsOf(call, table, scope);
    if (count === 0) throw new DaxError('The SUMMARIZE function needs a column to group by.', call.at);
    const pairs = namedArguments(call, count + 1);
    if (pairs.length > 0 && (source.kind !== 'table' || scope.variables?.has(source.name.toLowerCase()))) {
      throw new DaxError('The SUMMARIZE function computes values over a table of the model only; ADDCOLUMNS does over any.', call.at);
    }
    const all = ways.map((shown) => {
      const groups = combinations(table, shown);
      const left = keys.filter((key) => !shown.includes(key));
      return { shown, answer: pairs.length > 0 ? withValues(groups, left, pairs, scope, context, compile) : groups };
    });
    const [first] = all;
    if (!first || all.length === 1) return first?.answer ?? combinations(table, keys);
    const columns: DaxColumn[] = first.answer.columns;
    return {
      columns,
      statement: () =>
        joined(
          all.map(({ shown, answer }) => sql`SELECT ${laidOut(columns, keys, shown)} FROM (${answer.statement()})`),
          ' UNION ALL ',
        ),
    };
  },
};

/** The columns of one way in the places that they have when all are shown; a blank for those that it sums up. */
function laidOut(columns: DaxColumn[], keys: Key[], shown: Key[]) {
  const list = columns.map((_, position) => {
    const key = keys[position];
    const found = key ? shown.indexOf(key) : shown.length + position - keys.length;
    if (found >= 0) return trusted(`c${found} AS c${position}`);
    return sql`${key?.column.lineage ? blankOf(key.column.lineage.column) : trusted('NULL')} AS ${trusted(`c${position}`)}`;
  });
  return joined(list, ', ');
}

/** Whether a row of SUMMARIZE with ROLLUP is the subtotal over a column. */
const isSubtotal: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope) => {
    const ref = columnArgument(call, 0, scope);
    if (!scope.summed) throw new DaxError('The ISSUBTOTAL function stands only among the values of SUMMARIZE.', call.at);
    return constant(trusted(scope.summed.some((one) => one.column === ref.column) ? 'TRUE' : 'FALSE'), 'boolean');
  },
};

export const summarizing: Record<string, TableFunction> = { SUMMARIZE: summarize };
export const subtotalling: Record<string, DaxFunction> = { ISSUBTOTAL: isSubtotal };
