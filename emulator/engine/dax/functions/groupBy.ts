/** GROUPBY: groups of any table, and aggregates of their rows. */
import { joined, sql, trusted } from '../../sql.ts';
import { argument, findColumn } from '../arguments.ts';
import { findPosition, rowScope, withoutRows } from '../rows.ts';
import type { DaxTable, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries, expand } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { namedArguments } from './tables.ts';

export type Key = { column: DaxTable['columns'][number]; name: string };

/** A column to group by: one of the table's own, named or not, or of a table that its rows lead to. */
export function keyOf(expression: Expression, table: DaxTable, scope: Scope, name: 'GROUPBY' | 'SUMMARIZE'): Key | undefined {
  if (expression.kind === 'measure') {
    const position = table.columns.findIndex(({ name }) => name.toLowerCase() === expression.name.toLowerCase());
    const column = table.columns[position];
    return column && { column, name: `c${position}` };
  }
  if (expression.kind !== 'column') return undefined;
  const ref = findColumn(scope, expression.table, expression.column, expression.at);
  const position = findPosition(table, ref);
  const found = position >= 0 ? `c${position}` : expand(scope.index, table, ref);
  if (found === undefined)
    throw new DaxError(
      `The column '${ref.column.name}' specified in the '${name}' function was not found in the input table.`,
      expression.at,
    );
  return { column: { table: ref.table.name, name: ref.column.name, type: ref.column.type, lineage: ref }, name: found };
}

function keysOf(call: Call, table: DaxTable, scope: Scope): Key[] {
  const keys: Key[] = [];
  for (const expression of call.args.slice(1)) {
    if (expression.kind === 'text') break;
    const key = keyOf(expression, table, scope, 'GROUPBY');
    if (!key) throw new DaxError('The GROUPBY function only accepts columns of its table to group by.', expression.at);
    keys.push(key);
  }
  return keys;
}

const groupBy: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const keys = keysOf(call, table, scope);
    const alias = context.subqueries.nextAlias();
    const inGroup = { ...withoutRows(scope), group: rowScope(scope, context, table, alias) };
    const values = namedArguments(call, keys.length + 1).map(({ name, expression }) => ({ name, value: compile(expression, inGroup) }));
    const list = [...keys.map(({ name }) => trusted(`${alias}.${name}`)), ...values.map(({ value }) => value.sql)].map(
      (one, position) => sql`${one} AS ${trusted(`c${position}`)}`,
    );
    const grouping = keys.length > 0 ? trusted(` GROUP BY ${keys.map((_, position) => position + 1).join(', ')}`) : trusted('');
    return {
      columns: [...keys.map(({ column }) => column), ...values.map(({ name, value }) => ({ name, type: value.type }))],
      statement: () => sql`SELECT ${joined(list, ', ')} FROM (${table.statement()}) AS ${trusted(alias)}${grouping}`,
    };
  },
};

const currentGroup: TableFunction = {
  takes: [0, 0],
  compile: (call) => {
    throw new DaxError('The CURRENTGROUP function stands only in GROUPBY, as the table of SUMX and its like.', call.at);
  },
};

export const groups: Record<string, TableFunction> = { GROUPBY: groupBy, CURRENTGROUP: currentGroup };
