import { allOf, anyOf, certain, joined, nullSql, sql, trusted } from '../sql.ts';
import type { Sql } from '../sql.ts';
import { asCondition, asNumber, asText, supportOfAll, supportOfAny, typeNames } from './scalar.ts';
import type { Scalar, ScalarType } from './scalar.ts';
import { DaxError } from './syntax.ts';
import type { BinaryOperator, Position } from './syntax.ts';

type Kind = 'text' | 'number' | 'boolean' | 'date' | 'blank';

const kinds: Record<ScalarType, Kind> = {
  text: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
  blank: 'blank',
};

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
  const kind = kinds[scalar.type === 'blank' ? other.type : scalar.type];
  return scalar.type === 'blank' ? blankValues[kind] : sql`coalesce(${scalar.sql}, ${blankValues[kind]})`;
}

function comparedKind(left: Scalar, right: Scalar, at: Position): Kind {
  const one = kinds[left.type];
  const other = kinds[right.type];
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
    const found = sql`${comparable(value.sql, kinds[value.type])} IN (${joined(literals, ', ')})`;
    conditions.push(value.sql.certain && literals.every((one) => one.certain) ? found : sql`coalesce(${found}, FALSE)`);
  }
  return { sql: certain(anyOf(conditions)), type: 'boolean', support: 'everywhere' };
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

/** Written twice, a text of this length does no harm. */
const shortText = 100;

type Term = { sign: '+' | '-'; value: Scalar };

/** A blank counts as nothing, and only blanks add up to blank. Each term is written once: sums stand inside of sums. */
function sum(terms: Term[]): Scalar {
  const type = terms.every(({ value }) => value.type === 'integer') ? 'integer' : 'number';
  const support = supportOfAny(terms.map(({ value }) => value.support));
  const [first, second, ...more] = terms.map(({ sign, value }) => ({ sign: trusted(sign), value: value.sql }));
  if (first && second && more.length === 0) {
    const [one, other] = [first, second].map(({ value }) => (value.certain ? value : sql`coalesce(${value}, 0)`));
    if (one && other && (first.value.certain || second.value.certain))
      return { sql: certain(sql`${one} ${second.sign} ${other}`), type, support };
    const both = sql`${first.value} ${second.sign} ${second.value}`;
    if (both.text.length < shortText) return { sql: sql`coalesce(${both}, ${first.value}, ${second.sign} ${second.value})`, type, support };
  }
  const signed = terms.map(({ sign, value }) => (sign === '-' ? sql`- ${value.sql}` : value.sql));
  return { sql: sql`list_sum([${joined(signed, ', ')}])`, type, support };
}

function datesApart(left: Scalar, right: Scalar): Scalar {
  const support = supportOfAll([left.support, right.support]);
  if (left.type === 'date' && right.type === 'date')
    return { sql: sql`date_diff('day', ${right.sql}, ${left.sql})`, type: 'integer', support };
  const [one, other] = [left, right].map((side) => sql`epoch_us(CAST(${side.sql} AS TIMESTAMP))`);
  return { sql: sql`((${one ?? left.sql} - ${other ?? right.sql}) / 86400000000.0)`, type: 'number', support };
}

/** What stands after an operator. */
export type Operand = { operator: BinaryOperator; value: Scalar; at: Position };

/** A row of sums and differences, in which a date moves by days. */
function sums(first: Scalar, others: Operand[]): Scalar {
  const terms: Term[] = [];
  let start = first;
  for (const { operator, value, at } of others) {
    const sign = operator === '-' ? '-' : '+';
    const what = `Operator '${sign}'`;
    if (kinds[start.type] === 'date')
      start = kinds[value.type] === 'date' && sign === '-' ? datesApart(start, value) : addToDate(start, value, sign, at);
    else {
      if (terms.length === 0) terms.push({ sign: '+', value: asNumber(start, what, at) });
      terms.push({ sign, value: asNumber(value, what, at) });
    }
  }
  return terms.length > 0 ? sum(terms) : start;
}

/** A product of many is written as a product of products, because the database follows rows only so far. */
function product(factors: Sql[]): Sql {
  const [only] = factors;
  if (only && factors.length === 1) return only;
  const half = Math.ceil(factors.length / 2);
  return sql`(${product(factors.slice(0, half))} * ${product(factors.slice(half))})`;
}

function numbers(first: Scalar, others: Operand[]): [Scalar, ...Scalar[]] {
  const what = (one: Operand | undefined) => `Operator '${one?.operator ?? ''}'`;
  return [
    asNumber(first, what(others[0]), others[0]?.at ?? { line: 1, column: 1 }),
    ...others.map((one) => asNumber(one.value, what(one), one.at)),
  ];
}

/** Both sides, and what follows where the operators form a row. */
export function binary(first: Scalar, others: [Operand, ...Operand[]]): Scalar {
  const [{ operator, value: second, at }] = others;
  const all = [first, ...others.map(({ value }) => value)];
  switch (operator) {
    case '&&':
    case '||': {
      const conditions = all.map((one) => asCondition(one, `Operator '${operator}'`, at));
      return { sql: certain(operator === '&&' ? allOf(conditions) : anyOf(conditions)), type: 'boolean', support: 'everywhere' };
    }
    case '&':
      return { sql: sql`concat(${joined(all.map(asText), ', ')})`, type: 'text', support: supportOfAny(all.map(({ support }) => support)) };
    case '+':
    case '-':
      return sums(first, others);
    case '*': {
      const factors = numbers(first, others);
      const type = factors.every((one) => one.type === 'integer') ? 'integer' : 'number';
      return { sql: product(factors.map((one) => one.sql)), type, support: supportOfAll(factors.map(({ support }) => support)) };
    }
    case '/':
    case '^': {
      const [one, other] = numbers(first, others);
      const [left, right] = [sql`CAST(${one.sql} AS DOUBLE)`, sql`CAST(coalesce(${other?.sql ?? nullSql}, 0) AS DOUBLE)`];
      if (operator === '/') return { sql: sql`(${left} / ${right})`, type: 'number', support: one.support };
      return { sql: sql`pow(${left}, ${right})`, type: 'number', support: supportOfAny([one.support, other?.support ?? 'everywhere']) };
    }
    case 'IN':
      throw new DaxError('IN needs a list or a table.', at);
    default:
      return compare(operator, first, second, at);
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
