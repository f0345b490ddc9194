/** Tables as sets of rows: one after another, what they have in common, and each row of one with each of another. */
import { allOf, joined, nullSql, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { commonType } from '../scalar.ts';
import type { Compile, DaxTable, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';

function tablesOf(call: Call, scope: Scope, compile: Compile): [DaxTable, ...DaxTable[]] {
  const [first, ...more] = call.args.map((expression) => compile.table(expression, scope));
  if (!first) throw new DaxError(`Too few arguments were passed to the ${call.name} function.`, call.at);
  if (more.some((table) => table.columns.length !== first.columns.length)) {
    throw new DaxError(`Each table argument of '${call.name}' must have the same number of columns.`, call.at);
  }
  return [first, ...more];
}

function positions(table: DaxTable): string[] {
  return table.columns.map((_, position) => `c${position}`);
}

const union: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    callSubqueries(call, scope);
    const parts = tablesOf(call, scope, compile);
    const columns = parts[0].columns.map(({ lineage, ...column }, position) => {
      const all = parts.map((table) => table.columns[position] ?? column);
      const types = all.map(({ type }) => type);
      const shared = parts.every((table) => table.columns[position]?.lineage?.column === lineage?.column);
      return { ...column, type: commonType(types, call.at), ...(shared && lineage ? { lineage } : {}) };
    });
    const list = trusted(positions(parts[0]).join(', '));
    const all = () => parts.map((table) => sql`SELECT ${list} FROM (${table.statement()})`);
    return { columns, statement: () => joined(all(), ' UNION ALL ') };
  },
};

/** Rows of the first table that are, or are not, in the second; repeated ones stay repeated. */
function membership(word: 'EXISTS' | 'NOT EXISTS'): TableFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const { subqueries } = callSubqueries(call, scope);
      const [left, right] = tablesOf(call, scope, compile);
      const [one, other] = [subqueries.nextAlias(), subqueries.nextAlias()];
      const same = allOf(
        positions(left).map((name, position) => {
          const areTexts = [left, right].every((table) => table?.columns[position]?.type === 'text');
          const side = (alias: string): Sql => (areTexts ? sql`lower(${trusted(`${alias}.${name}`)})` : trusted(`${alias}.${name}`));
          return sql`${side(one)} IS NOT DISTINCT FROM ${side(other)}`;
        }),
      );
      return {
        ...left,
        statement: () =>
          sql`SELECT * FROM (${left.statement()}) AS ${trusted(one)} WHERE ${trusted(word)} (SELECT 1 FROM (${right?.statement() ?? nullSql}) AS ${trusted(other)} WHERE ${same})`,
      };
    },
  };
}

const crossJoin: TableFunction = {
  takes: [2, Infinity],
  compile: (call, scope, compile) => {
    const { subqueries } = callSubqueries(call, scope);
    const parts = call.args.map((expression) => ({ table: compile.table(expression, scope), alias: subqueries.nextAlias() }));
    const columns = parts.flatMap(({ table, alias }) =>
      table.columns.map((column, position) => ({ column, from: trusted(`${alias}.c${position}`) })),
    );
    const list = joined(
      columns.map(({ from }, position) => sql`${from} AS ${trusted(`c${position}`)}`),
      ', ',
    );
    const from = () =>
      joined(
        parts.map(({ table, alias }) => sql`(${table.statement()}) AS ${trusted(alias)}`),
        ' CROSS JOIN ',
      );
    return { columns: columns.map(({ column }) => column), statement: () => sql`SELECT ${list} FROM ${from()}` };
  },
};

export const sets: Record<string, TableFunction> = {
  UNION: union,
  INTERSECT: membership('EXISTS'),
  EXCEPT: membership('NOT EXISTS'),
  CROSSJOIN: crossJoin,
};
