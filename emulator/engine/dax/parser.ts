import { tokenize } from './lexer.ts';
import type { Token } from './lexer.ts';
import { DaxError, rowOf } from './syntax.ts';
import type { BinaryOperator, Expression, Position, Variable } from './syntax.ts';

/** How tightly each operator binds; all of them group from the left. */
const precedence: Record<BinaryOperator, number> = {
  '||': 1,
  '&&': 2,
  IN: 4,
  '=': 4,
  '==': 4,
  '<>': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '&': 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '^': 9,
};
const bindsNot = 3;
const bindsSign = 8;
const constants = new Set(['TRUE', 'FALSE']);
/** Deep nesting would exhaust the stack of whoever reads the text. */
const deepestNesting = 200;

/** A text that is being read, and how far. */
export type Reader = { tokens: Token[]; position: number; depth: number };

export function peek(reader: Reader): Token {
  const token = reader.tokens[reader.position] ?? reader.tokens.at(-1);
  if (!token) throw new Error('a token list ends with an end token');
  return token;
}

export function take(reader: Reader): Token {
  const token = peek(reader);
  reader.position += 1;
  return token;
}

export function isSymbol(token: Token, text: string): boolean {
  return token.kind === 'symbol' && token.text === text;
}

/** Words such as EVALUATE are words whatever their case. */
export function isWord(token: Token, word: string): boolean {
  return token.kind === 'name' && token.text.toUpperCase() === word;
}

export function unexpected(token: Token): DaxError {
  return new DaxError(token.kind === 'end' ? 'The expression ends too early.' : `The syntax for '${token.text}' is incorrect.`, token.at);
}

export function expect(reader: Reader, symbol: string): void {
  const token = take(reader);
  if (!isSymbol(token, symbol)) throw unexpected(token);
}

function takeWord(reader: Reader, word: string): boolean {
  const found = isWord(peek(reader), word);
  if (found) take(reader);
  return found;
}

const isOperator = (text: string): text is BinaryOperator => Object.hasOwn(precedence, text);

function operatorOf(token: Token): BinaryOperator | undefined {
  const text = token.kind === 'name' ? token.text.toUpperCase() : token.text;
  if (token.kind !== 'symbol' && !(token.kind === 'name' && text === 'IN')) return undefined;
  return isOperator(text) ? text : undefined;
}

function parseList(reader: Reader, closing: string, mayOmit = false): Expression[] {
  const items: Expression[] = [];
  if (isSymbol(peek(reader), closing)) {
    take(reader);
    return items;
  }
  for (;;) {
    const next = peek(reader);
    // An argument may be left out: `RANKX(T, [x],, ASC)`.
    if (mayOmit && isSymbol(next, ',') && items.length > 0)
      items.push({ kind: 'call', name: 'BLANK', args: [], omitted: true, at: next.at });
    else items.push(parseExpression(reader, 0));
    const token = take(reader);
    if (isSymbol(token, closing)) return items;
    if (!isSymbol(token, ',')) throw unexpected(token);
  }
}

/** `(1, 2)` is a row of two, `(1)` one of one, and `(1) + 2` an expression that starts with a parenthesis. */
function parseRow(reader: Reader): Expression[] {
  if (!isSymbol(peek(reader), '(')) return [parseExpression(reader, 0)];
  take(reader);
  const items = parseList(reader, ')');
  const [only, ...more] = items;
  return only && more.length === 0 ? [parseExpression(reader, 0, only)] : items;
}

function parseRows(reader: Reader): Expression[][] {
  const rows: Expression[][] = [];
  for (;;) {
    rows.push(parseRow(reader));
    const token = take(reader);
    if (isSymbol(token, '}')) return rows;
    if (!isSymbol(token, ',')) throw unexpected(token);
  }
}

function parseName(reader: Reader, token: Token): Expression {
  const next = peek(reader);
  if (next.kind === 'bracketed') {
    take(reader);
    return { kind: 'column', table: token.text, column: next.text, at: token.at };
  }
  if (token.kind === 'quoted_name') return { kind: 'table', name: token.text, at: token.at };
  const name = token.text.toUpperCase();
  if (isSymbol(next, '(')) {
    take(reader);
    return { kind: 'call', name, args: parseList(reader, ')', true), at: token.at };
  }
  if (constants.has(name)) return { kind: 'call', name, args: [], at: token.at };
  return {
    kind: 'table',
    name: (name === 'ASC' || name === 'DESC') && takeWord(reader, 'BLANKS') ? blanksAfter(reader, name) : token.text,
    at: token.at,
  };
}

/** `DESC BLANKS LAST` in ORDERBY is one word about an order. */
function blanksAfter(reader: Reader, direction: string): string {
  const token = take(reader);
  const place = ['DEFAULT', 'FIRST', 'LAST'].find((word) => isWord(token, word));
  if (place === undefined) throw unexpected(token);
  return `${direction} BLANKS ${place}`;
}

/** `x = …`, after VAR. */
export function parseVariable(reader: Reader): Variable {
  const token = take(reader);
  if (token.kind !== 'name') throw unexpected(token);
  expect(reader, '=');
  return { name: token.text, value: parseExpression(reader, 0), at: token.at };
}

function parseBlock(reader: Reader, at: Position): Expression {
  const variables = [parseVariable(reader)];
  while (takeWord(reader, 'VAR')) variables.push(parseVariable(reader));
  const token = take(reader);
  if (!isWord(token, 'RETURN')) throw unexpected(token);
  return { kind: 'block', variables, result: parseExpression(reader, 0), at };
}

function parseDate(token: Token, at: Position): Expression {
  const value = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/.exec(token.text)?.[0];
  const isDay =
    value !== undefined && !Number.isNaN(Date.parse(value)) && new Date(value.slice(0, 10)).toISOString().startsWith(value.slice(0, 10));
  if (!isDay) throw new DaxError(`'${token.text}' is not a date.`, token.at);
  return { kind: 'date', value, at };
}

function parseParenthesis(reader: Reader, at: Position): Expression {
  const items = parseList(reader, ')');
  const [only, ...more] = items;
  if (!only) throw unexpected(peek(reader));
  if (more.length === 0) return only;
  if (!isWord(peek(reader), 'IN')) throw new DaxError('Several values in parentheses stand only to the left of IN.', at);
  return { kind: 'tuple', items, at };
}

function parseOperand(reader: Reader): Expression {
  const token = take(reader);
  const { at } = token;
  switch (token.kind) {
    case 'number':
      return { kind: 'number', value: Number(token.text), integer: /^\d+$/.test(token.text), at };
    case 'text':
      return { kind: 'text', value: token.text, at };
    case 'bracketed':
      return { kind: 'measure', name: token.text, at };
    case 'name':
      if (isWord(token, 'VAR')) return parseBlock(reader, at);
      if (isWord(token, 'DT') && peek(reader).kind === 'text') return parseDate(take(reader), at);
      if (isWord(token, 'NOT')) return { kind: 'unary', operator: 'NOT', operand: parseExpression(reader, bindsNot), at };
      return parseName(reader, token);
    case 'quoted_name':
      return parseName(reader, token);
    default:
      break;
  }
  if (isSymbol(token, '-') || isSymbol(token, '+')) {
    return { kind: 'unary', operator: isSymbol(token, '-') ? '-' : '+', operand: parseExpression(reader, bindsSign), at };
  }
  if (isSymbol(token, '{')) return { kind: 'rows', rows: parseRows(reader), at };
  if (!isSymbol(token, '(')) throw unexpected(token);
  return parseParenthesis(reader, at);
}

const tooDeep = ({ at }: Token): DaxError => new DaxError('The expression is nested too deeply.', at);

/** `start` is an operand that has been read already. */
export function parseExpression(reader: Reader, weakest: number, start?: Expression): Expression {
  reader.depth += 1;
  if (reader.depth > deepestNesting) throw tooDeep(peek(reader));
  let left = start ?? parseOperand(reader);
  let nesting = reader.depth;
  for (;;) {
    const token = peek(reader);
    const operator = operatorOf(token);
    if (operator === undefined || precedence[operator] <= weakest) break;
    take(reader);
    // What is no row stands inside of what follows.
    if (!rowOf(operator) && (nesting += 1) > deepestNesting) throw tooDeep(token);
    left = { kind: 'binary', operator, left, right: parseExpression(reader, precedence[operator]), at: token.at };
  }
  reader.depth -= 1;
  return left;
}

export function read(text: string): Reader {
  return { tokens: tokenize(text), position: 0, depth: 0 };
}

/** Reads one DAX scalar expression; throws `DaxError` with the position of what it cannot read. */
export function parseDax(text: string): Expression {
  const reader = read(text);
  const expression = parseExpression(reader, 0);
  const rest = peek(reader);
  if (rest.kind !== 'end') throw unexpected(rest);
  return expression;
}
