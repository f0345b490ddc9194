/** Numbers, text, dates and who is asking. */
import { sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { asNumber, asText, blank, constant, typeError } from '../scalar.ts';
import type { DaxFunction, Scalar, ScalarType, Scope } from '../scalar.ts';

function ofNumber(type: (argumentType: ScalarType) => ScalarType, expression: (value: Sql) => Sql): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const number = asNumber(compile(argument(call, 0), scope), `The function ${call.name}`, call.at);
      return { ...number, sql: expression(number.sql), type: type(number.type) };
    },
  };
}

const round: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const number = asNumber(compile(argument(call, 0), scope), 'ROUND', call.at);
    const digits = asNumber(compile(argument(call, 1), scope), 'ROUND', call.at);
    return { ...number, sql: sql`round(CAST(${number.sql} AS DOUBLE), CAST(coalesce(${digits.sql}, 0) AS INTEGER))`, type: 'number' };
  },
};

function ofText(type: ScalarType, expression: (value: Sql) => Sql): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const value = compile(argument(call, 0), scope);
      return { ...value, sql: expression(asText(value)), type };
    },
  };
}

function textPart(from: 'left' | 'right'): DaxFunction {
  return {
    takes: [1, 2],
    compile: (call, scope, compile) => {
      const value = compile(argument(call, 0), scope);
      const length = call.args[1] ? asNumber(compile(call.args[1], scope), call.name, call.at).sql : trusted('1');
      return { ...value, sql: sql`${trusted(from)}(${asText(value)}, CAST(coalesce(${length}, 0) AS BIGINT))`, type: 'text' };
    },
  };
}

const containsText: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const within = compile(argument(call, 0), scope);
    const find = compile(argument(call, 1), scope);
    return constant(sql`contains(lower(coalesce(${asText(within)}, '')), lower(coalesce(${asText(find)}, '')))`, 'boolean');
  },
};

function datePart(part: 'year' | 'quarter' | 'month' | 'day'): DaxFunction {
  return {
    takes: [1, 1],
    compile: (call, scope, compile) => {
      const date = compile(argument(call, 0), scope);
      if (date.type === 'blank') return blank;
      if (date.type !== 'date' && date.type !== 'datetime') throw typeError(`The function ${call.name}`, date.type, call.at);
      return { ...date, sql: sql`${trusted(part)}(${date.sql})`, type: 'integer' };
    },
  };
}

/** Months and days beyond their range run over into the next or last year and month. */
const date: DaxFunction = {
  takes: [3, 3],
  compile: (call, scope, compile) => {
    const [year, month, day] = [0, 1, 2].map((position) => asNumber(compile(argument(call, position), scope), 'DATE', call.at).sql);
    if (!year || !month || !day) return blank;
    const start = sql`make_date(CAST(${year} AS BIGINT), 1, 1)`;
    const moved = sql`${start} + to_months(CAST(${month} AS INTEGER) - 1) + to_days(CAST(${day} AS INTEGER) - 1)`;
    return constant(sql`CAST(${moved} AS DATE)`, 'date');
  },
};

function ofIdentity(value: (scope: Scope) => string | undefined): DaxFunction {
  return {
    takes: [0, 0],
    compile: (_, scope): Scalar => {
      const text = value(scope);
      return text === undefined ? { ...blank, sql: trusted('CAST(NULL AS VARCHAR)'), type: 'text' } : constant(sql`${text}`, 'text');
    },
  };
}

/** The column of the one row that the current row belongs to. */
const related: DaxFunction = {
  takes: [1, 1],
  compile: (call, scope, compile) => {
    columnArgument(call, 0, scope);
    return compile(argument(call, 0), scope);
  },
};

const today = (now: Date) => sql`CAST(${now.toISOString().slice(0, 10)} AS DATE)`;
const userName = ofIdentity((scope) => scope.identity?.username);

export const values: Record<string, DaxFunction> = {
  RELATED: related,
  ABS: ofNumber(
    (type) => type,
    (value) => sql`abs(${value})`,
  ),
  INT: ofNumber(
    () => 'integer',
    (value) => sql`CAST(floor(${value}) AS BIGINT)`,
  ),
  SQRT: ofNumber(
    () => 'number',
    (value) => sql`sqrt(CAST(${value} AS DOUBLE))`,
  ),
  ROUND: round,
  UPPER: ofText('text', (value) => sql`upper(${value})`),
  LOWER: ofText('text', (value) => sql`lower(${value})`),
  TRIM: ofText('text', (value) => sql`trim(${value})`),
  LEN: ofText('integer', (value) => sql`length(${value})`),
  LEFT: textPart('left'),
  RIGHT: textPart('right'),
  CONTAINSSTRING: containsText,
  YEAR: datePart('year'),
  QUARTER: datePart('quarter'),
  MONTH: datePart('month'),
  DAY: datePart('day'),
  DATE: date,
  TODAY: { takes: [0, 0], compile: (_, scope) => constant(today(scope.now), 'date') },
  USERNAME: userName,
  USERPRINCIPALNAME: userName,
  CUSTOMDATA: ofIdentity((scope) => scope.identity?.custom_data),
};
