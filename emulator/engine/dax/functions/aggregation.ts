import { columnOf, tableAlias } from '../../filterContext.ts';
import type { ColumnRef, Table } from '../../modelIndex.ts';
import { nullSql, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument, directionArgument, findTable, measureContext } from '../arguments.ts';
import { ordering } from '../ordering.ts';
import { choose, compare, filled } from '../operators.ts';
import { rowScope } from '../rows.ts';
import { asNumber, asText, commonType, constant, everyRow, inBranches, isNumeric, supportOfAny, typeError } from '../scalar.ts';
import type { Aggregation, Compile, DaxFunction, Scalar, ScalarType, Scope } from '../scalar.ts';
import { callSubqueries, mayShowBlank, valuesTable } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';
import { ofAttempts } from './inspection.ts';

/** An aggregate of a value that each row has. */
type OfValue = (value: Sql) => Aggregation;

function columnSql(scope: Scope, ref: ColumnRef): Sql {
  return columnOf(tableAlias(scope.index.model.tables, ref.table), ref.column);
}

function overColumn(
  type: (column: ScalarType) => ScalarType,
  needsNumber: boolean,
  expression: (value: Sql, type: ScalarType) => Aggregation,
): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope) => {
      const context = measureContext(call, scope);
      const ref = columnArgument(call, 0, scope);
      if (needsNumber && !isNumeric(ref.column.type)) throw typeError(`The function ${call.name}`, ref.column.type, call.at);
      return context.aggregate({
        table: ref.table,
        context: context.filter,
        expression: expression(columnSql(scope, ref), ref.column.type),
        joined: [],
        type: type(ref.column.type),
      });
    },
  };
}

/** Of a column, or of two values, of which one that is blank counts as zero. */
function smallestOf(operator: '<=' | '>=', column: DaxFunction): DaxFunction {
  return {
    takes: [1, 2],
    compile: (call, scope, compile) => {
      if (!call.args[1]) return column.compile(call, scope, compile);
      const [one, other] = [compile(argument(call, 0), scope), compile(call.args[1], scope)];
      const isOne = compare(operator, one, other, call.at).sql;
      const bothBlank = { when: sql`${one.sql} IS NULL AND ${other.sql} IS NULL`, result: nullSql };
      return {
        sql: choose([bothBlank, { when: isOne, result: filled(one, other) }], filled(other, one)),
        type: commonType([one.type, other.type], call.at),
        support: supportOfAny([one.support, other.support]),
      };
    },
  };
}

/** The row of an iterator: the columns of its table, and those of the tables it is related to. */
function iteratorScope(scope: Scope, table: Table, joined: Set<Table>): Scope {
  const reachable = scope.index.reachable(table, scope.context?.filter.using);
  return {
    ...(scope.context ? inBranches(scope, scope.context) : scope),
    row: (ref, at) => {
      if (!reachable.has(ref.table)) {
        throw new DaxError(`Column '${ref.column.name}' of table '${ref.table.name}' is not related to the rows of '${table.name}'.`, at);
      }
      if (ref.table !== table) joined.add(ref.table);
      return columnSql(scope, ref);
    },
  };
}

/** The table of the model that an expression names, where the rows of one table are all that is looked at. */
function plainTable(expression: Expression, scope: Scope): Table | undefined {
  if (scope.context?.subqueries || expression.kind !== 'table') return undefined;
  return scope.variables?.has(expression.name.toLowerCase()) ? undefined : findTable(scope, expression.name, expression.at);
}

type Aggregated = { expression: Aggregation; type: ScalarType };

/** An aggregate of something computed for each row of a table. */
function overRows(takes: DaxFunction['takes'], aggregated: (call: Call, scope: Scope, compile: Compile) => Aggregated): DaxFunction {
  return {
    takes,
    compile: (call, scope, compile) => {
      const context = measureContext(call, scope);
      const [first] = call.args;
      if (scope.group && first?.kind === 'call' && first.name === 'CURRENTGROUP') {
        const { expression, type } = aggregated(
          call,
          { ...scope.group, ...(scope.tries !== undefined && { tries: scope.tries }) },
          compile,
        );
        return constant(expression(everyRow), type);
      }
      const table = plainTable(argument(call, 0), scope);
      if (table) {
        const joined = new Set<Table>();
        const { expression, type } = aggregated(call, iteratorScope(scope, table, joined), compile);
        return context.aggregate({ table, context: context.filter, expression, joined: [...joined], type });
      }
      const { subqueries } = callSubqueries(call, scope);
      const rows = compile.table(argument(call, 0), scope);
      const alias = subqueries.nextAlias();
      const { expression, type } = aggregated(call, rowScope(scope, { ...context, subqueries }, rows, alias), compile);
      return constant(sql`(SELECT ${expression(everyRow)} FROM (${rows.statement()}) AS ${trusted(alias)})`, type);
    },
  };
}

/** `carries`: where one of the values is no number, the aggregate is none. */
function overNumbers(expression: OfValue, carries = false): DaxFunction {
  return overRows([2, 2], (call, row, compile) => {
    const value = asNumber(compile(argument(call, 1), row), `The function ${call.name}`, call.at);
    return { expression: ofAttempts(value, row, expression, carries), type: 'number' };
  });
}

function overValues(type: (value: ScalarType) => ScalarType, expression: OfValue): DaxFunction {
  return overRows([2, 2], (call, row, compile) => {
    const value = compile(argument(call, 1), row);
    const result = type(value.type);
    // What is no number can only stand among numbers.
    if (row.tries === undefined || !isNumeric(result)) return { expression: expression(value.sql), type: result };
    return { expression: ofAttempts(value, row, expression, false), type: 'number' };
  });
}

/** Values of all rows as one text, in an order. */
const concatenate = overRows([2, 5], (call, row, compile) => {
  // A blank is a text without characters, between its delimiters.
  const value = sql`coalesce(${asText(compile(argument(call, 1), row))}, '')`;
  const delimiter = call.args[2] ? asText(compile(call.args[2], row)) : sql`''`;
  const by = call.args[3] ? compile(call.args[3], row) : undefined;
  const order = by ? sql` ORDER BY ${ordering(by, directionArgument(call, 4) ?? 'ascending')}` : trusted('');
  return { expression: (where) => sql`string_agg(${value}, ${delimiter}${order})${where}`, type: 'text' };
});

const same = (type: ScalarType) => type;

function plain(name: string): OfValue {
  return (value) => (where) => sql`${trusted(name)}(${value})${where}`;
}
const total = plain('sum');
const average = plain('avg');
const median = plain('median');
const smallest = plain('min');
const largest = plain('max');
const counted: OfValue = (value) => (where) => sql`nullif(count(${value})${where}, 0)`;
const distinctKnown: OfValue = (value) => (where) => sql`nullif(count(DISTINCT ${value})${where}, 0)`;
/** A text without characters counts as blank here, and nowhere else. */
const blankCount = (value: Sql, type: ScalarType): Aggregation => {
  const filled = type === 'text' ? sql`nullif(${value}, '')` : value;
  return (where) => sql`nullif(count(*)${where} - count(${filled})${where}, 0)`;
};

/** How many values there are; blank is one of them. */
function valueCount(value: Sql, where: Sql): Sql {
  return sql`count(DISTINCT ${value})${where} + CAST(count(*)${where} > count(${value})${where} AS BIGINT)`;
}
const distinct: OfValue = (value) => (where) => sql`nullif(${valueCount(value, where)}, 0)`;

const countRows: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope, compile): Scalar => {
    const context = measureContext(call, scope);
    const expression: Aggregation = (where) => sql`nullif(count(*)${where}, 0)`;
    const table = plainTable(argument(call, 0), scope);
    if (table) return context.aggregate({ table, context: context.filter, expression, joined: [], type: 'integer' });
    callSubqueries(call, scope);
    return constant(sql`(SELECT ${expression(everyRow)} FROM (${compile.table(argument(call, 0), scope).statement()}))`, 'integer');
  },
};

const isEmpty: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope, compile) => {
    callSubqueries(call, scope);
    return constant(sql`NOT EXISTS (${compile.table(argument(call, 0), scope).statement()})`, 'boolean');
  },
};

/**
 * Whether a column has one value in the filter context, and which; blank is a value as well. Where its table may show a blank
 * row the values are looked at one by one.
 */
function onlyValue(call: Call, scope: Scope): { one: Sql; value: Scalar } {
  const context = measureContext(call, scope);
  const ref = columnArgument(call, 0, scope);
  const { type } = ref.column;
  if (mayShowBlank(scope.index, ref.table)) {
    const { subqueries } = callSubqueries(call, scope);
    const rows = valuesTable(scope.index, subqueries.source, [ref], context.filter, 'with').statement();
    return {
      one: sql`(SELECT count(*) = 1 FROM (${rows}))`,
      value: constant(sql`(SELECT CASE WHEN count(*) = 1 THEN any_value(c0) END FROM (${rows}))`, type),
    };
  }
  const column = columnSql(scope, ref);
  const single: Aggregation = (where) => sql`${valueCount(column, where)} = 1`;
  const aggregate = (expression: Aggregation, of: ScalarType) =>
    context.aggregate({ table: ref.table, context: context.filter, expression, joined: [], type: of });
  return {
    one: sql`coalesce(${aggregate(single, 'boolean').sql}, FALSE)`,
    value: aggregate((where) => sql`CASE WHEN ${single(where)} THEN min(${column})${where} END`, type),
  };
}

/** The one value that a column has in the filter context; without one blank, or what is given instead. */
const selectedValue: DaxFunction = {
  takes: [1, 2],
  compile: (call, scope, compile) => {
    const { one, value } = onlyValue(call, scope);
    if (!call.args[1]) return value;
    const alternate = compile(call.args[1], scope);
    return constant(sql`CASE WHEN ${one} THEN ${value.sql} ELSE ${alternate.sql} END`, commonType([value.type, alternate.type], call.at));
  },
};

const hasOneValue: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope) => constant(onlyValue(call, scope).one, 'boolean'),
};

/** Which place a value has among those of a table. */
const rank: DaxFunction = {
  takes: [2, 5],
  compile: (call, scope, compile) => {
    const context = callSubqueries(call, scope);
    const rows = compile.table(argument(call, 0), scope);
    const alias = context.subqueries.nextAlias();
    const each = asNumber(compile(argument(call, 1), rowScope(scope, context, rows, alias)), 'RANKX', call.at);
    const given = call.args[2];
    const isGiven = given && !isOrder(given) && !(given.kind === 'call' && given.omitted);
    const own = asNumber(compile(isGiven ? given : argument(call, 1), scope), 'RANKX', call.at);
    const position = given && isOrder(given) ? 2 : 3;
    const above = trusted(directionArgument(call, position) === 'ascending' ? '<' : '>');
    const ties = call.args[position + 1];
    const dense = ties?.kind === 'table' && ties.name.toUpperCase() === 'DENSE';
    if (ties && !dense && !(ties.kind === 'table' && ties.name.toUpperCase() === 'SKIP'))
      throw new DaxError('Ties are SKIP or DENSE.', ties.at);
    const value = sql`coalesce(${each.sql}, 0)`;
    const counted = dense ? sql`count(DISTINCT v)` : sql`count(*)`;
    const values = sql`(SELECT ${value} AS v FROM (${rows.statement()}) AS ${trusted(alias)})`;
    return constant(sql`(SELECT ${counted} + 1 FROM ${values} AS ranked WHERE v ${above} coalesce(${own.sql}, 0))`, 'integer');
  },
};

function isOrder(expression: Expression): boolean {
  return expression.kind === 'table' && /^(?:asc|desc)$/i.test(expression.name);
}

export const aggregation: Record<string, DaxFunction> = {
  SUM: overColumn(same, true, total),
  AVERAGE: overColumn(() => 'number', true, average),
  MIN: smallestOf('<=', overColumn(same, false, smallest)),
  MAX: smallestOf('>=', overColumn(same, false, largest)),
  COUNT: overColumn(() => 'integer', false, counted),
  COUNTA: overColumn(() => 'integer', false, counted),
  DISTINCTCOUNT: overColumn(() => 'integer', false, distinct),
  DISTINCTCOUNTNOBLANK: overColumn(() => 'integer', false, distinctKnown),
  COUNTROWS: countRows,
  COUNTBLANK: overColumn(() => 'integer', false, blankCount),
  MEDIAN: overColumn(() => 'number', true, median),
  PRODUCT: overColumn(() => 'number', true, plain('product')),
  'STDEV.P': overColumn(() => 'number', true, plain('stddev_pop')),
  'STDEVX.P': overNumbers(plain('stddev_pop')),
  'STDEV.S': overColumn(() => 'number', true, plain('stddev_samp')),
  'STDEVX.S': overNumbers(plain('stddev_samp')),
  'VAR.P': overColumn(() => 'number', true, plain('var_pop')),
  'VARX.P': overNumbers(plain('var_pop')),
  'VAR.S': overColumn(() => 'number', true, plain('var_samp')),
  'VARX.S': overNumbers(plain('var_samp')),
  PRODUCTX: overNumbers(plain('product')),
  SUMX: overNumbers(total, true),
  AVERAGEX: overNumbers(average, true),
  MEDIANX: overNumbers(median),
  MINX: overValues(same, smallest),
  MAXX: overValues(same, largest),
  COUNTX: overValues(() => 'integer', counted),
  COUNTAX: overValues(() => 'integer', counted),
  CONCATENATEX: concatenate,
  SELECTEDVALUE: selectedValue,
  HASONEVALUE: hasOneValue,
  ISEMPTY: isEmpty,
  RANKX: rank,
};
