/** Numbers, and who is asking. */
import { raise, sql, trusted } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { argument, columnArgument } from '../arguments.ts';
import { asNumber, blank, constant, literal } from '../scalar.ts';
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

/** Rounding away from zero or towards it; without digits to whole numbers. */
function roundTo(takes: DaxFunction['takes'], expression: (scaled: Sql) => Sql): DaxFunction {
  return {
    takes,
    compile: (call, scope, compile) => {
      const number = asNumber(compile(argument(call, 0), scope), call.name, call.at);
      const digits = call.args[1] ? asNumber(compile(call.args[1], scope), call.name, call.at).sql : trusted('0');
      const factor = sql`pow(10.0, coalesce(${digits}, 0))`;
      return { ...number, sql: sql`(${expression(sql`(CAST(${number.sql} AS DOUBLE) * ${factor})`)} / ${factor})`, type: 'number' };
    },
  };
}

/** To the next multiple of a number, up or down. */
function multiple(edge: 'ceil' | 'floor'): DaxFunction {
  return {
    takes: [2, 2],
    compile: (call, scope, compile) => {
      const number = asNumber(compile(argument(call, 0), scope), call.name, call.at);
      const step = asNumber(compile(argument(call, 1), scope), call.name, call.at);
      const expression = sql`${trusted(edge)}(CAST(${number.sql} AS DOUBLE) / nullif(${step.sql}, 0)) * ${step.sql}`;
      return { ...number, sql: sql`(${expression})`, type: 'number' };
    },
  };
}

/** What is left has the sign of the divisor. */
const remainder: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const [left, right] = [0, 1].map((position) => asNumber(compile(argument(call, position), scope), 'MOD', call.at));
    if (!left || !right) return blank;
    const divisor = sql`CASE WHEN coalesce(${right.sql}, 0) = 0 THEN ${raise('MOD divides by zero.')} ELSE ${right.sql} END`;
    const type = left.type === 'integer' && right.type === 'integer' ? 'integer' : 'number';
    return { ...left, sql: sql`(${left.sql} - floor(${left.sql} / CAST(${divisor} AS DOUBLE)) * ${right.sql})`, type };
  },
};

const power: DaxFunction = {
  takes: [2, 2],
  compile: (call, scope, compile) => {
    const [left = blank, right = blank] = call.args.map((one) => asNumber(compile(one, scope), 'POWER', call.at));
    return constant(sql`pow(CAST(coalesce(${left.sql}, 0) AS DOUBLE), CAST(coalesce(${right.sql}, 0) AS DOUBLE))`, 'number');
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
  ROUNDUP: roundTo([2, 2], (scaled) => sql`(sign(${scaled}) * ceil(abs(${scaled})))`),
  ROUNDDOWN: roundTo([2, 2], (scaled) => sql`trunc(${scaled})`),
  TRUNC: roundTo([1, 2], (scaled) => sql`trunc(${scaled})`),
  CEILING: multiple('ceil'),
  FLOOR: multiple('floor'),
  MOD: remainder,
  POWER: power,
  EXP: ofNumber(
    () => 'number',
    (value) => sql`exp(CAST(${value} AS DOUBLE))`,
  ),
  LN: ofNumber(
    () => 'number',
    (value) => sql`ln(CAST(${value} AS DOUBLE))`,
  ),
  LOG10: ofNumber(
    () => 'number',
    (value) => sql`log10(CAST(${value} AS DOUBLE))`,
  ),
  SIGN: ofNumber(
    () => 'integer',
    (value) => sql`CAST(sign(${value}) AS BIGINT)`,
  ),
  PI: { takes: [0, 0], compile: () => literal(trusted('pi()'), 'number') },
  USERNAME: userName,
  USERPRINCIPALNAME: userName,
  CUSTOMDATA: ofIdentity((scope) => scope.identity?.custom_data),
};
