/** Tables beside each other: row by row, by what they share, and by the place that one has in the other. */
import { allOf, joined, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, directionArgument, textArgument } from '../arguments.ts';
import { ordering } from '../ordering.ts';
import { rowScope } from '../rows.ts';
import { asNumber, commonType, isNumeric } from '../scalar.ts';
import type { Compile, DaxColumn, DaxTable, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';

function projected(columns: Sql[]): Sql {
  return joined(
    columns.map((from, position) => sql`${from} AS ${trusted(`c${position}`)}`),
    ', ',
  );
}

function columnsFrom(table: DaxTable, alias: string): Sql[] {
  return table.columns.map((_, position) => trusted(`${alias}.c${position}`));
}

/** For each row of a table the rows of another, which sees it. */
function generate(join: 'JOIN' | 'LEFT JOIN'): TableFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const context = callSubqueries(call, scope);
      const outer = compile.table(argument(call, 0), scope);
      const [one, other] = [context.subqueries.nextAlias(), context.subqueries.nextAlias()];
      const inner = compile.table(argument(call, 1), rowScope(scope, context, outer, one));
      const list = projected([...columnsFrom(outer, one), ...columnsFrom(inner, other)]);
      return {
        columns: [...outer.columns, ...inner.columns],
        statement: () => {
          const rows = inner.statement();
          return sql`SELECT ${list} FROM (${outer.statement()}) AS ${trusted(one)} ${trusted(join)} LATERAL (${rows}) AS ${trusted(other)} ON TRUE`;
        },
      };
    },
  };
}

/** Numbers or dates from a first to a last. */
const series: TableFunction = {
  takes: [2, 3],
  compile: (call, scope, compile) => {
    const [first, last, step] = call.args.map((expression) => compile(expression, scope));
    if (!first || !last) throw new DaxError('Too few arguments were passed to the GENERATESERIES function.', call.at);
    const type = commonType([first.type, last.type], call.at);
    const by = step ? asNumber(step, 'GENERATESERIES', call.at) : undefined;
    const width = by?.sql ?? trusted('1');
    if (isNumeric(type)) {
      const whole = type === 'integer' && (by?.type ?? 'integer') === 'integer';
      const count = sql`CAST(floor((${last.sql} - ${first.sql}) / CAST(${width} AS DOUBLE) + 1e-9) AS BIGINT) + 1`;
      return {
        columns: [{ name: 'Value', type: whole ? 'integer' : 'number' }],
        statement: () => sql`SELECT ${first.sql} + s.i * ${width} AS c0 FROM (SELECT unnest(range(${count})) AS i) AS s`,
      };
    }
    if (type !== 'date' || (by && by.type !== 'integer')) throw new DaxError('GENERATESERIES counts in numbers or in whole days.', call.at);
    return {
      columns: [{ name: 'Value', type }],
      statement: () =>
        sql`SELECT CAST(unnest(generate_series(CAST(${first.sql} AS TIMESTAMP), CAST(${last.sql} AS TIMESTAMP), to_days(CAST(${width} AS INTEGER)))) AS DATE) AS c0`,
    };
  },
};

function sameColumn(one: DaxColumn, other: DaxColumn): boolean {
  if (one.lineage ?? other.lineage) return one.lineage?.column === other.lineage?.column;
  return one.name.toLowerCase() === other.name.toLowerCase();
}

/** Which column of another table is the same as each of a table's; -1 for none. */
function shared(table: DaxTable, other: DaxTable): number[] {
  return table.columns.map((column) => other.columns.findIndex((one) => sameColumn(column, one)));
}

function equal(common: number[], one: string, other: string): Sql {
  return allOf(
    common.flatMap((found, position) => (found < 0 ? [] : [trusted(`${one}.c${position} IS NOT DISTINCT FROM ${other}.c${found}`)])),
  );
}

/** Rows of two tables that agree in all columns that both have. */
function naturalJoin(join: 'JOIN' | 'LEFT JOIN'): TableFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const { subqueries } = callSubqueries(call, scope);
      const left = compile.table(argument(call, 0), scope);
      const right = compile.table(argument(call, 1), scope);
      const common = shared(left, right);
      if (common.every((found) => found < 0))
        throw new DaxError(
          `No common join columns detected. The join function '${call.name}' requires at-least one common join column.`,
          call.at,
        );
      const [one, other] = [subqueries.nextAlias(), subqueries.nextAlias()];
      const further = right.columns.map((column, position) => ({ column, position })).filter(({ position }) => !common.includes(position));
      const list = projected([...columnsFrom(left, one), ...further.map(({ position }) => trusted(`${other}.c${position}`))]);
      return {
        columns: [...left.columns, ...further.map(({ column }) => column)],
        statement: () =>
          sql`SELECT ${list} FROM (${left.statement()}) AS ${trusted(one)} ${trusted(join)} (${right.statement()}) AS ${trusted(other)} ON ${equal(common, one, other)}`,
      };
    },
  };
}

function ordersOf(call: Call, from: number, rows: Scope, compile: Compile): Sql[] {
  const orders: Sql[] = [];
  for (let position = from; position < call.args.length; position += 2)
    orders.push(ordering(compile(argument(call, position), rows), directionArgument(call, position + 1) ?? 'ascending'));
  return orders;
}

/** Columns that a table shares with another become the place, from 0, that they have there. */
const substituteWithIndex: TableFunction = {
  takes: [4, Infinity],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const table = compile.table(argument(call, 0), scope);
    const name = textArgument(call, 1);
    const places = compile.table(argument(call, 2), scope);
    const [one, other] = [context.subqueries.nextAlias(), context.subqueries.nextAlias()];
    const orders = joined(ordersOf(call, 3, rowScope(scope, context, places, other), compile), ', ');
    const common = shared(table, places);
    const left = table.columns.map((column, position) => ({ column, position })).filter(({ position }) => (common[position] ?? -1) < 0);
    const list = projected([...left.map(({ position }) => trusted(`${one}.c${position}`)), trusted('placed.n')]);
    return {
      columns: [...left.map(({ column }) => column), { name, type: 'integer' }],
      statement: () =>
        sql`SELECT ${list} FROM (${table.statement()}) AS ${trusted(one)} JOIN (SELECT *, row_number() OVER (ORDER BY ${orders}) - 1 AS n FROM (${places.statement()}) AS ${trusted(other)}) AS placed ON ${equal(common, one, 'placed')}`,
    };
  },
};

export const joins: Record<string, TableFunction> = {
  GENERATE: generate('JOIN'),
  GENERATEALL: generate('LEFT JOIN'),
  GENERATESERIES: series,
  NATURALINNERJOIN: naturalJoin('JOIN'),
  NATURALLEFTOUTERJOIN: naturalJoin('LEFT JOIN'),
  SUBSTITUTEWITHINDEX: substituteWithIndex,
};
