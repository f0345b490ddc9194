/** Time intelligence: tables of dates, seen from the dates of the filter context. */
import { columnOf } from '../../filterContext.ts';
import type { ColumnRef } from '../../modelIndex.ts';
import { sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { afterTransition } from '../rows.ts';
import { asNumber } from '../scalar.ts';
import type { Compile, DaxTable, Scalar, Scope, TableFunction } from '../scalar.ts';
import { callSubqueries, valuesTable } from '../subqueries.ts';
import { DaxError } from '../syntax.ts';
import type { Call, Expression } from '../syntax.ts';

const units = ['DAY', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Unit = (typeof units)[number];

/** The column of dates that a function of time intelligence moves about in. */
export function dateColumn(call: Call, scope: Scope): ColumnRef {
  const ref = columnArgument(call, 0, scope);
  if (ref.column.type !== 'date') throw new DaxError(`The ${call.name} function needs a column of dates.`, call.at);
  return ref;
}

export function unitArgument(call: Call, position: number): Unit {
  const expression = argument(call, position);
  const unit = expression.kind === 'table' ? units.find((one) => one === expression.name.toUpperCase()) : undefined;
  if (!unit) throw new DaxError(`${call.name} needs an interval: DAY, MONTH, QUARTER or YEAR.`, expression.at);
  return unit;
}

/** A whole number as it stands, with its sign. */
export function wholeNumber(call: Call, position: number): number {
  const expression = argument(call, position);
  const negative = expression.kind === 'unary' && expression.operator === '-';
  const amount: Expression = expression.kind === 'unary' && expression.operator !== 'NOT' ? expression.operand : expression;
  if (amount.kind !== 'number' || !amount.integer) throw new DaxError(`${call.name} needs a whole number of intervals.`, expression.at);
  return negative ? -amount.value : amount.value;
}

function asDate(value: Scalar, call: Call): Sql {
  if (value.type !== 'date' && value.type !== 'datetime' && value.type !== 'blank')
    throw new DaxError(`${call.name} needs a date.`, call.at);
  return sql`CAST(${value.sql} AS DATE)`;
}

function interval(amount: number, unit: Unit): Sql {
  return trusted(`INTERVAL '${amount} ${unit}'`);
}

/**
 * The dates of a model's column, whatever is filtered, that meet a condition on `y.d`; `x` are the dates of the filter
 * context, of which the rows that are looked at are a part.
 */
function datesWhere(call: Call, scope: Scope, condition: (x: Sql) => Sql): DaxTable {
  const { subqueries, filter } = callSubqueries(call, scope);
  const ref = dateColumn(call, scope);
  const inContext = valuesTable(scope.index, subqueries.source, [ref], afterTransition(scope, filter), 'without');
  const x = sql`(SELECT c0 AS d FROM (${inContext.statement()}) WHERE c0 IS NOT NULL)`;
  const every = sql`SELECT DISTINCT ${columnOf('a', ref.column)} AS d FROM ${subqueries.source(ref.table)} AS a`;
  return {
    columns: [{ table: ref.table.name, name: ref.column.name, type: ref.column.type, lineage: ref }],
    statement: () => sql`SELECT y.d AS c0 FROM (${every}) AS y WHERE y.d IS NOT NULL AND ${condition(x)}`,
  };
}

/**
 * Every date moved by so many intervals. Where both last days of a month are among them, the moved ones reach
 * the end of their month, so that whole months become whole months.
 */
function moved(call: Call, scope: Scope, amount: number, unit: Unit): DaxTable {
  return datesWhere(call, scope, (x) => {
    const direct = sql`y.d IN (SELECT CAST(x.d + ${interval(amount, unit)} AS DATE) FROM ${x} AS x)`;
    if (unit === 'DAY') return direct;
    const back = sql`CAST(y.d - ${interval(amount, unit)} AS DATE)`;
    const ends = sql`SELECT x.d FROM ${x} AS x WHERE x.d = last_day(x.d) AND CAST(x.d - INTERVAL 1 DAY AS DATE) IN (SELECT w.d FROM ${x} AS w)`;
    return sql`(${direct} OR ${back} IN (${ends}))`;
  });
}

/** The last day of a year, as it is written: `"6/30"`, `"06-30"` or a whole date, whose year says nothing. */
function yearEnd(call: Call): { month: number; day: number } | undefined {
  const given = call.args[1];
  if (!given) return undefined;
  const match = given.kind === 'text' ? /^(?:\d{4}[-/])?(\d{1,2})[-/](\d{1,2})$/.exec(given.value) : null;
  const [, month = 0, day = 0] = (match ?? []).map(Number);
  const isDay = new Date(Date.UTC(2024, month - 1, day)).getUTCMonth() === month - 1 && day > 0;
  if (!isDay) throw new DaxError(`${call.name} needs the last day of the year in quotes, such as "6/30".`, given.at);
  return { month, day };
}

/** The first day of the period that a date is in; years may end on another day than 31 December. */
function startOf(call: Call, unit: Unit): (date: Sql) => Sql {
  const end = unit === 'YEAR' ? yearEnd(call) : undefined;
  if (!end || (end.month === 12 && end.day === 31)) return (date) => sql`CAST(date_trunc(${trusted(`'${unit}'`)}, ${date}) AS DATE)`;
  const lastDay = (year: Sql) => {
    const month = sql`make_date(${year}, ${trusted(String(end.month))}, 1)`;
    // In years without 29 February the 28th ends what the 29th would.
    return sql`CAST(${month} + to_days(CAST(least(${trusted(String(end.day))}, day(last_day(${month}))) - 1 AS INTEGER)) AS DATE)`;
  };
  return (date) => {
    const year = sql`year(${date})`;
    const before = sql`CASE WHEN ${date} > ${lastDay(year)} THEN ${lastDay(year)} ELSE ${lastDay(sql`${year} - 1`)} END`;
    return sql`CAST(${before} + INTERVAL 1 DAY AS DATE)`;
  };
}

/** From the start of the last date's period up to it. */
function toDate(unit: Unit): TableFunction {
  return {
    takes: [1, unit === 'YEAR' ? 2 : 1],
    compile: (call, scope) => {
      const start = startOf(call, unit);
      return datesWhere(
        call,
        scope,
        (x) => sql`y.d BETWEEN (SELECT ${start(trusted('max(x.d)'))} FROM ${x} AS x) AND (SELECT max(x.d) FROM ${x} AS x)`,
      );
    },
  };
}

/** The whole period before the first date or after the last. */
function neighbour(unit: Unit, step: 1 | -1): TableFunction {
  const edge = trusted(step < 0 ? 'min(x.d)' : 'max(x.d)');
  return {
    takes: [1, unit === 'YEAR' ? 2 : 1],
    compile: (call, scope) => {
      const start = startOf(call, unit);
      const moved = start(sql`CAST(${start(edge)} + ${interval(step, unit)} AS DATE)`);
      return datesWhere(call, scope, (x) => sql`${start(trusted('y.d'))} = (SELECT ${moved} FROM ${x} AS x)`);
    },
  };
}

/** Whole periods, moved. */
const parallelPeriod: TableFunction = {
  takes: [3, 3],
  compile: (call, scope) => {
    const amount = wholeNumber(call, 1);
    const unit = unitArgument(call, 2);
    const name = trusted(`'${unit}'`);
    if (unit === 'DAY') throw new DaxError('PARALLELPERIOD needs an interval: MONTH, QUARTER or YEAR.', call.at);
    const period = (date: string, by: number) => sql`date_trunc(${name}, ${trusted(date)} + ${interval(by, unit)})`;
    return datesWhere(
      call,
      scope,
      (x) =>
        sql`${period('y.d', 0)} BETWEEN (SELECT ${period('min(x.d)', amount)} FROM ${x} AS x) AND (SELECT ${period('max(x.d)', amount)} FROM ${x} AS x)`,
    );
  },
};

/** The first or the last date of the period that the first or last date is in. */
function edgeOfPeriod(unit: Unit, edge: 'min' | 'max'): TableFunction {
  return {
    takes: [1, unit === 'YEAR' ? 2 : 1],
    compile: (call, scope) => {
      const start = startOf(call, unit);
      const own = start(trusted(`${edge}(x.d)`));
      const wanted = edge === 'min' ? own : sql`CAST(${start(sql`CAST(${own} + ${interval(1, unit)} AS DATE)`)} - INTERVAL 1 DAY AS DATE)`;
      return datesWhere(call, scope, (x) => sql`y.d = (SELECT ${wanted} FROM ${x} AS x)`);
    },
  };
}

function edgeDate(edge: 'min' | 'max'): TableFunction {
  return {
    takes: [1, 1],
    compile: (call, scope) => datesWhere(call, scope, (x) => sql`y.d = (SELECT ${trusted(edge)}(x.d) FROM ${x} AS x)`),
  };
}

function dateArgument(call: Call, position: number, scope: Scope, compile: Compile): Sql {
  return asDate(compile(argument(call, position), scope), call);
}

/** A blank start or end is no bound. */
const between: TableFunction = {
  takes: [3, 3],
  compile: (call, scope, compile) => {
    const [start, end] = [dateArgument(call, 1, scope, compile), dateArgument(call, 2, scope, compile)];
    return datesWhere(call, scope, () => sql`y.d >= coalesce(${start}, y.d) AND y.d <= coalesce(${end}, y.d)`);
  },
};

/** So many intervals from a date on, or back from it. */
const inPeriod: TableFunction = {
  takes: [4, 4],
  compile: (call, scope, compile) => {
    const start = dateArgument(call, 1, scope, compile);
    const amount = asNumber(compile(argument(call, 2), scope), call.name, call.at);
    const step = { DAY: 'to_days(', MONTH: 'to_months(', QUARTER: 'to_months(3 * ', YEAR: 'to_years(' }[unitArgument(call, 3)];
    const count = sql`CAST(coalesce(${amount.sql}, 0) AS INTEGER)`;
    const end = sql`CAST(${start} + ${trusted(step)}${count}) AS DATE)`;
    return datesWhere(
      call,
      scope,
      () => sql`CASE WHEN ${count} < 0 THEN y.d > ${end} AND y.d <= ${start} ELSE y.d >= ${start} AND y.d < ${end} END`,
    );
  },
};

/** Tables of dates; as filters of CALCULATE they look away from whatever else is filtered of their table. */
export const calendar: Record<string, TableFunction> = {
  DATEADD: { takes: [3, 3], compile: (call, scope) => moved(call, scope, wholeNumber(call, 1), unitArgument(call, 2)) },
  SAMEPERIODLASTYEAR: { takes: [1, 1], compile: (call, scope) => moved(call, scope, -1, 'YEAR') },
  PARALLELPERIOD: parallelPeriod,
  DATESYTD: toDate('YEAR'),
  DATESQTD: toDate('QUARTER'),
  DATESMTD: toDate('MONTH'),
  DATESBETWEEN: between,
  DATESINPERIOD: inPeriod,
  PREVIOUSDAY: neighbour('DAY', -1),
  PREVIOUSMONTH: neighbour('MONTH', -1),
  PREVIOUSQUARTER: neighbour('QUARTER', -1),
  PREVIOUSYEAR: neighbour('YEAR', -1),
  NEXTDAY: neighbour('DAY', 1),
  NEXTMONTH: neighbour('MONTH', 1),
  NEXTQUARTER: neighbour('QUARTER', 1),
  NEXTYEAR: neighbour('YEAR', 1),
  STARTOFMONTH: edgeOfPeriod('MONTH', 'min'),
  STARTOFQUARTER: edgeOfPeriod('QUARTER', 'min'),
  STARTOFYEAR: edgeOfPeriod('YEAR', 'min'),
  ENDOFMONTH: edgeOfPeriod('MONTH', 'max'),
  ENDOFQUARTER: edgeOfPeriod('QUARTER', 'max'),
  ENDOFYEAR: edgeOfPeriod('YEAR', 'max'),
  FIRSTDATE: edgeDate('min'),
  LASTDATE: edgeDate('max'),
};
