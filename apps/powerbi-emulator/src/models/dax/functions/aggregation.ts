import { columnOf, tableAlias } from '../../filter-context.ts';
import type { ColumnRef, Table } from '../../model-index.ts';
import { sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument, measureContext, tableArgument } from '../arguments.ts';
import { asNumber, isNumeric, typeError } from '../scalar.ts';
import type { DaxFunction, Scalar, ScalarType, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';

function columnSql(scope: Scope, ref: ColumnRef): Sql {
  return columnOf(tableAlias(scope.index.model.tables, ref.table), ref.column);
}

function overColumn(type: (column: ScalarType) => ScalarType, needsNumber: boolean, expression: (column: Sql) => Sql): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope) => {
      const context = measureContext(call, scope);
      const ref = columnArgument(call, 0, scope);
      if (needsNumber && !isNumeric(ref.column.type)) throw typeError(`The function ${call.name}`, ref.column.type, call.at);
      return context.aggregate({
        table: ref.table,
        context: context.filter,
        expression: expression(columnSql(scope, ref)),
        joined: [],
        type: type(ref.column.type),
      });
    },
  };
}

/** The row of an iterator: the columns of its table, and those of the tables it is related to. */
function iteratorScope(scope: Scope, table: Table, joined: Set<Table>): Scope {
  const reachable = scope.index.reachable(table);
  const { context: _, ...rest } = scope;
  return {
    ...rest,
    row: (ref, at) => {
      if (!reachable.has(ref.table)) {
        throw new DaxError(`Column '${ref.column.name}' of table '${ref.table.name}' is not related to the rows of '${table.name}'.`, at);
      }
      if (ref.table !== table) joined.add(ref.table);
      return columnSql(scope, ref);
    },
  };
}

function overRows(needsNumber: boolean, expression: (value: Sql) => Sql): DaxFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const context = measureContext(call, scope);
      const table = tableArgument(call, 0, scope);
      const joined = new Set<Table>();
      const value = compile(argument(call, 1), iteratorScope(scope, table, joined));
      const summed = needsNumber ? asNumber(value, `The function ${call.name}`, call.at) : value;
      return context.aggregate({
        table,
        context: context.filter,
        expression: expression(summed.sql),
        joined: [...joined],
        type: summed.type === 'integer' ? 'number' : summed.type,
      });
    },
  };
}

const same = (type: ScalarType) => type;
const average = (column: Sql) => sql`avg(${column})`;
const smallest = (column: Sql) => sql`min(${column})`;
const largest = (column: Sql) => sql`max(${column})`;
const counted = (column: Sql) => sql`nullif(count(${column}), 0)`;

function total(column: Sql): Sql {
  return sql`sum(${column})`;
}

/** Blank is one of the values that DISTINCTCOUNT counts. */
function distinct(column: Sql): Sql {
  return sql`nullif(count(DISTINCT ${column}) + CAST(count(*) > count(${column}) AS BIGINT), 0)`;
}

const countRows: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope): Scalar => {
    const context = measureContext(call, scope);
    const table = tableArgument(call, 0, scope);
    return context.aggregate({ table, context: context.filter, expression: trusted('nullif(count(*), 0)'), joined: [], type: 'integer' });
  },
};

const selectedValue: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope) => {
    const context = measureContext(call, scope);
    const ref = columnArgument(call, 0, scope);
    const column = columnSql(scope, ref);
    const expression = sql`CASE WHEN count(DISTINCT ${column}) = 1 AND count(*) = count(${column}) THEN min(${column}) END`;
    return context.aggregate({ table: ref.table, context: context.filter, expression, joined: [], type: ref.column.type });
  },
};

export const aggregation: Record<string, DaxFunction> = {
  SUM: overColumn(same, true, total),
  AVERAGE: overColumn(() => 'number', true, average),
  MIN: overColumn(same, false, smallest),
  MAX: overColumn(same, false, largest),
  COUNT: overColumn(() => 'integer', false, counted),
  COUNTA: overColumn(() => 'integer', false, counted),
  DISTINCTCOUNT: overColumn(() => 'integer', false, distinct),
  DISTINCTCOUNTNOBLANK: overColumn(
    () => 'integer',
    false,
    (column) => sql`nullif(count(DISTINCT ${column}), 0)`,
  ),
  COUNTROWS: countRows,
  SUMX: overRows(true, total),
  AVERAGEX: overRows(true, average),
  MINX: overRows(false, smallest),
  MAXX: overRows(false, largest),
  SELECTEDVALUE: selectedValue,
};
