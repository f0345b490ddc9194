/** What is looked up in a table, and whether it is there. */
import { columnOf } from '../../filterContext.ts';
import { allOf, anyOf, raise, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { compare } from '../operators.ts';
import { commonType, constant } from '../scalar.ts';
import type { Compile, DaxFunction, Scope } from '../scalar.ts';
import { callSubqueries } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';

/** Pairs of a column and the value that it must have, from a position on. */
function conditionsOf(call: Call, from: number, scope: Scope, compile: Compile, valueOf: (position: number) => Sql): Sql[] {
  const conditions: Sql[] = [];
  for (let position = from; position + 1 < call.args.length; position += 2) {
    const ref = columnArgument(call, position, scope);
    const value = compile(argument(call, position + 1), scope);
    conditions.push(compare('==', constant(valueOf(position), ref.column.type), value, call.at).sql);
  }
  return conditions;
}

/** The value of the rows, whatever is filtered, whose columns have the values that are searched. */
const lookupValue: DaxFunction = {
  takes: [3, Infinity],
  compile: (call, scope, compile) => {
    const { subqueries } = callSubqueries(call, scope);
    const result = columnArgument(call, 0, scope);
    const alias = subqueries.nextAlias();
    const searched = (position: number): Sql => {
      const ref = columnArgument(call, position, scope);
      if (ref.table !== result.table) throw new DaxError('All columns of the LOOKUPVALUE function must be from the same table.', call.at);
      return columnOf(alias, ref.column);
    };
    const condition = allOf(conditionsOf(call, 1, scope, compile, searched));
    const alternate = call.args.length % 2 === 0 ? compile(argument(call, call.args.length - 1), scope) : undefined;
    const rows = (list: Sql) => sql`(SELECT ${list} FROM ${subqueries.source(result.table)} AS ${trusted(alias)} WHERE ${condition})`;
    const value = columnOf(alias, result.column);
    const count = rows(sql`count(DISTINCT ${value}) + CAST(count(*) > count(${value}) AS BIGINT)`);
    const several =
      alternate?.sql ??
      sql`[${rows(sql`any_value(${value})`)}][${raise('A table of multiple values was supplied where a single value was expected.')}]`;
    const none = alternate ? sql`WHEN 0 THEN ${alternate.sql} ` : trusted('');
    return constant(
      sql`CASE ${count} ${none}WHEN 1 THEN ${rows(sql`any_value(${value})`)} WHEN 0 THEN NULL ELSE ${several} END`,
      commonType([result.column.type, ...(alternate ? [alternate.type] : [])], call.at),
    );
  },
};

/** Whether some row of a table has certain values in certain columns. */
const contained: DaxFunction = {
  takes: [3, Infinity],
  compile: (call, scope, compile) => {
    if (call.args.length % 2 === 0) throw new DaxError('Too few arguments were passed to the CONTAINS function.', call.at);
    const { subqueries } = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const alias = subqueries.nextAlias();
    const conditions = conditionsOf(call, 1, scope, compile, (position) => {
      const ref = columnArgument(call, position, scope);
      const found = table.columns.findIndex(({ lineage }) => lineage?.column === ref.column);
      if (found < 0) throw new DaxError(`Column '${ref.column.name}' in table '${ref.table.name}' cannot be found.`, call.at);
      return trusted(`${alias}.c${found}`);
    });
    return constant(sql`EXISTS (SELECT 1 FROM (${table.statement()}) AS ${trusted(alias)} WHERE ${allOf(conditions)})`, 'boolean');
  },
};

/** Whether a table has a row of these values. */
const containedRow: DaxFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const [table, ...items] = call.args;
    if (!table) throw new DaxError('Too few arguments were passed to the CONTAINSROW function.', call.at);
    const left = { kind: 'tuple', items, at: call.at } as const;
    return compile({ kind: 'binary', operator: 'IN', left, right: table, at: call.at }, scope);
  },
};

/** Whether a row comes after another in an order; each value with what it has there, and a direction. */
function after(itself: 'itself' | 'not itself'): DaxFunction {
  return {
    takes: [2, Infinity],
    compile: (call, scope, compile) => {
      const conditions: Sql[] = [];
      let equal: Sql[] = [];
      for (let position = 0; position < call.args.length;) {
        const [value, start] = [compile(argument(call, position), scope), compile(argument(call, position + 1), scope)];
        const said = call.args[position + 2];
        const order = said?.kind === 'table' && /^(?:asc|desc)$/i.test(said.name) ? said.name.toUpperCase() : undefined;
        const further = compare(order === 'DESC' ? '<' : '>', value, start, call.at).sql;
        conditions.push(allOf([...equal, further]));
        equal = [...equal, compare('=', value, start, call.at).sql];
        position += order === undefined ? 2 : 3;
      }
      if (itself === 'itself') conditions.push(allOf(equal));
      return constant(anyOf(conditions), 'boolean');
    },
  };
}

export const lookup: Record<string, DaxFunction> = {
  LOOKUPVALUE: lookupValue,
  CONTAINS: contained,
  CONTAINSROW: containedRow,
  ISAFTER: after('not itself'),
  ISONORAFTER: after('itself'),
};
