/** Dates and times, value by value. */
import { raise, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument } from '../arguments.ts';
import { asNumber, blank, constant, typeError } from '../scalar.ts';
import type { Compile, DaxFunction, Scalar, Scope } from '../scalar.ts';
import { DaxError } from '../syntax.ts';
import type { Call } from '../syntax.ts';

function dateArgument(call: Call, position: number, scope: Scope, compile: Compile): Scalar {
  const date = compile(argument(call, position), scope);
  if (date.type === 'blank') return { ...date, sql: trusted('CAST(NULL AS DATE)'), type: 'date' };
  if (date.type !== 'date' && date.type !== 'datetime') throw typeError(`The function ${call.name}`, date.type, call.at);
  return date;
}

function numberArgument(call: Call, position: number, scope: Scope, compile: Compile): Sql {
  return sql`coalesce(CAST(${asNumber(compile(argument(call, position), scope), `The function ${call.name}`, call.at).sql} AS INTEGER), 0)`;
}

function datePart(part: 'year' | 'quarter' | 'month' | 'day' | 'hour' | 'minute' | 'second'): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const date = dateArgument(call, 0, scope, compile);
      return { ...date, sql: sql`${trusted(part)}(CAST(${date.sql} AS TIMESTAMP))`, type: 'integer' };
    },
  };
}

/** Months and days beyond their range run over into the next or last year and month. */
const date: DaxFunction = {
  takes: [3, 3],
  compile: (call, scope, compile) => {
    const [year, month, day] = [0, 1, 2].map((position) => asNumber(compile(argument(call, position), scope), 'DATE', call.at).sql);
    if (!year || !month || !day) return blank;
    // Years before 1900 count from there, as in spreadsheets.
    const whole = sql`CAST(coalesce(${year}, 0) AS BIGINT)`;
    const counted = sql`CASE WHEN ${whole} NOT BETWEEN 0 AND 9999 THEN ${raise('An argument of function DATE has the wrong data type or the result is too large or too small.')} WHEN ${whole} < 1900 THEN ${whole} + 1900 ELSE ${whole} END`;
    const start = sql`make_date(${counted}, 1, 1)`;
    const moved = sql`${start} + to_months(CAST(coalesce(${month}, 0) AS INTEGER) - 1) + to_days(CAST(coalesce(${day}, 0) AS INTEGER) - 1)`;
    return constant(sql`CAST(${moved} AS DATE)`, 'date');
  },
};

/** 1 is Sunday by the first way of counting, Monday by the second; the third starts with 0 for Monday. */
const weekday: DaxFunction = {
  takes: [1, 2],
  compile: (call, scope, compile) => {
    const value = dateArgument(call, 0, scope, compile);
    const way = call.args[1];
    const kind = way ? way.kind === 'number' && way.value : 1;
    const expression =
      kind === 1
        ? sql`dayofweek(${value.sql}) + 1`
        : kind === 2
          ? sql`isodow(${value.sql})`
          : kind === 3
            ? sql`isodow(${value.sql}) - 1`
            : undefined;
    if (!expression) throw new DaxError('WEEKDAY counts in the ways 1, 2 and 3.', call.at);
    return { ...value, sql: expression, type: 'integer' };
  },
};

function monthsLater(expression: (moved: Sql) => Sql): DaxFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const value = dateArgument(call, 0, scope, compile);
      const months = numberArgument(call, 1, scope, compile);
      return { ...value, sql: expression(sql`CAST(CAST(${value.sql} AS DATE) + to_months(${months}) AS DATE)`), type: 'date' };
    },
  };
}

const intervals = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'];

/** How many borders between intervals lie between two moments; weeks begin on Sundays. */
const dateDifference: DaxFunction = {
  takes: [3, 3],
  compile: (call, scope, compile) => {
    const [from, to] = [dateArgument(call, 0, scope, compile), dateArgument(call, 1, scope, compile)];
    const unit = argument(call, 2);
    const name = unit.kind === 'table' || unit.kind === 'call' ? unit.name.toUpperCase() : '';
    if (!intervals.includes(name)) throw new DaxError(`DATEDIFF needs an interval: ${intervals.join(', ')}.`, unit.at);
    const moment = (value: Scalar) => {
      const cast = sql`CAST(${value.sql} AS TIMESTAMP)`;
      return name === 'WEEK' ? sql`(${cast} + INTERVAL 1 DAY)` : cast;
    };
    return constant(sql`date_diff(${trusted(`'${name.toLowerCase()}'`)}, ${moment(from)}, ${moment(to)})`, 'integer');
  },
};

const day = (now: Date) => sql`CAST(${now.toISOString().slice(0, 10)} AS DATE)`;
const moment = (now: Date) => sql`CAST(${now.toISOString().slice(0, 19)} AS TIMESTAMP)`;
const today: DaxFunction = { takes: [0, 0], compile: (_, scope) => constant(day(scope.now), 'date') };
const now: DaxFunction = { takes: [0, 0], compile: (_, scope) => constant(moment(scope.now), 'datetime') };

export const dates: Record<string, DaxFunction> = {
  YEAR: datePart('year'),
  QUARTER: datePart('quarter'),
  MONTH: datePart('month'),
  DAY: datePart('day'),
  HOUR: datePart('hour'),
  MINUTE: datePart('minute'),
  SECOND: datePart('second'),
  DATE: date,
  WEEKDAY: weekday,
  EDATE: monthsLater((moved) => moved),
  EOMONTH: monthsLater((moved) => sql`last_day(${moved})`),
  DATEDIFF: dateDifference,
  TODAY: today,
  UTCTODAY: today,
  NOW: now,
  UTCNOW: now,
};
