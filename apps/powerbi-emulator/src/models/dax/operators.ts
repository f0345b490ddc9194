import { anyOf, certain, joined, nullSql, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { asCondition, asNumber, asText, isNumeric, supportOfAll, supportOfAny, typeNames } from './scalar.ts';
import type { Scalar, ScalarType } from './scalar.ts';
import { DaxError } from './syntax.ts';
import type { BinaryOperator, Position } from './syntax.ts';

type Kind = 'text' | 'number' | 'boolean' | 'date' | 'blank';

function kindOf(type: ScalarType): Kind {
  if (isNumeric(type)) return 'number';
  return type === 'datetime' ? 'date' : (type as Kind);
}

/** What a blank equals when it is compared with values of a kind. */
const blankValues: Record<Kind, Sql> = {
  text: trusted("''"),
  number: trusted('0'),
  boolean: trusted('FALSE'),
  date: trusted("DATE '1899-12-30'"),
  blank: trusted('0'),
};

/** A value where a blank counts as what it equals. */
export function filled(scalar: Scalar, other: Scalar): Sql {
  const kind = kindOf(scalar.type === 'blank' ? other.type : scalar.type);
  return scalar.type === 'blank' ? blankValues[kind] : sql`coalesce(${scalar.sql}, ${blankValues[kind]})`;
}

function comparedKind(left: Scalar, right: Scalar, at: Position): Kind {
  const one = kindOf(left.type);
  const other = kindOf(right.type);
  if (one === other || other === 'blank') return one;
  if (one === 'blank') return other;
  throw new DaxError(
    `DAX comparison operations do not support comparing values of type ${typeNames[left.type]} with values of type ${typeNames[right.type]}.`,
    at,
  );
}

/** Text compares whatever its case. */
function comparable(value: Sql, kind: Kind): Sql {
  return kind === 'text' ? sql`lower(${value})` : value;
}

/** A comparison that is true or false, never blank. */
export function compare(operator: '=' | '==' | '<>' | '<' | '<=' | '>' | '>=', left: Scalar, right: Scalar, at: Position): Scalar {
  const kind = comparedKind(left, right, at);
  const support = 'everywhere';
  if (operator === '==') {
    const same = sql`${comparable(left.sql, kind)} IS NOT DISTINCT FROM ${comparable(right.sql, kind)}`;
    return { sql: certain(same), type: 'boolean', support };
  }
  const side = (scalar: Scalar) => {
    if (scalar.type === 'blank') return blankValues[kind];
    return comparable(scalar.sql.certain ? scalar.sql : sql`coalesce(${scalar.sql}, ${blankValues[kind]})`, kind);
  };
  return { sql: certain(sql`${side(left)} ${trusted(operator)} ${side(right)}`), type: 'boolean', support };
}

/** `value IN {…}`: strict, so that blank is only in a list that names it. */
export function contains(value: Scalar, options: Scalar[], at: Position): Scalar {
  const conditions: Sql[] = [];
  const literals: Sql[] = [];
  for (const option of options) {
    const kind = comparedKind(value, option, at);
    if (option.type === 'blank') conditions.push(sql`${value.sql} IS NULL`);
    else literals.push(option.sql.certain ? certain(comparable(option.sql, kind)) : comparable(option.sql, kind));
  }
  if (literals.length > 0) {
    const found = sql`${comparable(value.sql, kindOf(value.type))} IN (${joined(literals, ', ')})`;
    conditions.push(value.sql.certain && literals.every((one) => one.certain) ? found : sql`coalesce(${found}, FALSE)`);
  }
  return { sql: certain(anyOf(conditions)), type: 'boolean', support: 'everywhere' };
}

function arithmeticType(left: Scalar, right: Scalar): ScalarType {
  return left.type === 'integer' && right.type === 'integer' ? 'integer' : 'number';
}

function addToDate(date: Scalar, days: Scalar, sign: '+' | '-', at: Position): Scalar {
  const number = asNumber(days, `Operator '${sign}'`, at);
  if (number.type === 'number') {
    // Parts of days are hours, minutes and seconds.
    const parts = sql`to_microseconds(CAST(round(coalesce(${number.sql}, 0) * 86400000000.0) AS BIGINT))`;
    return { sql: sql`(CAST(${date.sql} AS TIMESTAMP) ${trusted(sign)} ${parts})`, type: 'datetime', support: date.support };
  }
  const moved = sql`${date.sql} ${trusted(sign)} to_days(CAST(coalesce(${number.sql}, 0) AS INTEGER))`;
  const cast = date.type === 'date' ? sql`CAST(${moved} AS DATE)` : moved;
  return { sql: cast, type: date.type, support: date.support };
}

function arithmetic(operator: '+' | '-' | '*' | '/' | '^', left: Scalar, right: Scalar, at: Position): Scalar {
  if ((operator === '+' || operator === '-') && kindOf(left.type) === 'date' && kindOf(right.type) !== 'date')
    return addToDate(left, right, operator, at);
  if (operator === '-' && kindOf(left.type) === 'date' && kindOf(right.type) === 'date') {
    const support = supportOfAll([left.support, right.support]);
    if (left.type === 'date' && right.type === 'date')
      return { sql: sql`date_diff('day', ${right.sql}, ${left.sql})`, type: 'integer', support };
    const [one, other] = [left, right].map((side) => sql`epoch_us(CAST(${side.sql} AS TIMESTAMP))`);
    return { sql: sql`((${one ?? left.sql} - ${other ?? right.sql}) / 86400000000.0)`, type: 'number', support };
  }
  const one = asNumber(left, `Operator '${operator}'`, at);
  const other = asNumber(right, `Operator '${operator}'`, at);
  const either = supportOfAny([one.support, other.support]);
  const both = supportOfAll([one.support, other.support]);
  const type = arithmeticType(one, other);
  switch (operator) {
    // A blank counts as nothing in sums, and makes products blank.
    case '+':
      return { sql: sql`coalesce(${one.sql} + ${other.sql}, ${one.sql}, ${other.sql})`, type, support: either };
    case '-':
      return { sql: sql`coalesce(${one.sql} - ${other.sql}, ${one.sql}, -${other.sql})`, type, support: either };
    case '*':
      return { sql: sql`(${one.sql} * ${other.sql})`, type, support: both };
    case '/':
      return { sql: sql`(CAST(${one.sql} AS DOUBLE) / CAST(coalesce(${other.sql}, 0) AS DOUBLE))`, type: 'number', support: one.support };
    default:
      return { sql: sql`pow(CAST(${one.sql} AS DOUBLE), CAST(coalesce(${other.sql}, 0) AS DOUBLE))`, type: 'number', support: either };
  }
}

export function binary(operator: Exclude<BinaryOperator, 'IN'>, left: Scalar, right: Scalar, at: Position): Scalar {
  switch (operator) {
    case '&&':
    case '||': {
      const what = `Operator '${operator}'`;
      const word = trusted(operator === '&&' ? 'AND' : 'OR');
      const both = sql`${asCondition(left, what, at)} ${word} ${asCondition(right, what, at)}`;
      return { sql: certain(both), type: 'boolean', support: 'everywhere' };
    }
    case '&': {
      const text = sql`(coalesce(${asText(left)}, '') || coalesce(${asText(right)}, ''))`;
      return { sql: text, type: 'text', support: supportOfAny([left.support, right.support]) };
    }
    case '+':
    case '-':
    case '*':
    case '/':
    case '^':
      return arithmetic(operator, left, right, at);
    default:
      return compare(operator, left, right, at);
  }
}

export function unary(operator: '-' | '+' | 'NOT', operand: Scalar, at: Position): Scalar {
  if (operator === 'NOT') return { sql: certain(sql`NOT ${asCondition(operand, 'NOT', at)}`), type: 'boolean', support: 'everywhere' };
  const number = asNumber(operand, `Operator '${operator}'`, at);
  return operator === '-' ? { ...number, sql: sql`(-${number.sql})` } : number;
}

/** `CASE`: the first condition that holds decides, blank if none does and nothing else is said. */
export function choose(cases: { when: Sql; result: Sql }[], otherwise: Sql = nullSql): Sql {
  return sql`CASE ${joined(
    cases.map(({ when, result }) => sql`WHEN ${when} THEN ${result}`),
    ' ',
  )} ELSE ${otherwise} END`;
}
