/** Reads whole queries: `DEFINE MEASURE … VAR … EVALUATE … ORDER BY …`. */
import { expect, isSymbol, isWord, parseExpression, parseVariable, peek, read, take, unexpected } from './parser.ts';
import type { Reader } from './parser.ts';
import { DaxError } from './syntax.ts';
import type { Expression, Ordering, Query } from './syntax.ts';

function parseMeasure(reader: Reader): Query['measures'][number] {
  const table = take(reader);
  if (table.kind !== 'name' && table.kind !== 'quoted_name') throw unexpected(table);
  const name = take(reader);
  if (name.kind !== 'bracketed') throw unexpected(name);
  expect(reader, '=');
  return { table: table.text, name: name.text, expression: parseExpression(reader, 0), at: table.at };
}

function parseDefinitions(reader: Reader): Pick<Query, 'measures' | 'variables'> {
  const measures: Query['measures'] = [];
  const variables: Query['variables'] = [];
  while (!isWord(peek(reader), 'EVALUATE')) {
    const token = take(reader);
    if (isWord(token, 'MEASURE')) measures.push(parseMeasure(reader));
    else if (isWord(token, 'VAR')) variables.push(parseVariable(reader));
    else if (isWord(token, 'COLUMN') || isWord(token, 'TABLE') || isWord(token, 'FUNCTION'))
      throw new DaxError(`DEFINE ${token.text.toUpperCase()} is not supported.`, token.at);
    else throw unexpected(token);
  }
  return { measures, variables };
}

/** `START AT 1, "a"`: the first row in the order, as values or parameters. */
function parseStart(reader: Reader): Expression[] {
  if (!isWord(peek(reader), 'START')) return [];
  take(reader);
  const at = take(reader);
  if (!isWord(at, 'AT')) throw unexpected(at);
  const values: Expression[] = [];
  do {
    if (values.length > 0) take(reader);
    values.push(parseExpression(reader, 0));
  } while (isSymbol(peek(reader), ','));
  return values;
}

function parseOrder(reader: Reader): Ordering[] {
  if (!isWord(peek(reader), 'ORDER')) return [];
  take(reader);
  const by = take(reader);
  if (!isWord(by, 'BY')) throw unexpected(by);
  const order: Ordering[] = [];
  do {
    if (order.length > 0) take(reader);
    const expression = parseExpression(reader, 0);
    const descending = isWord(peek(reader), 'DESC');
    if (descending || isWord(peek(reader), 'ASC')) take(reader);
    order.push({ by: expression, direction: descending ? 'descending' : 'ascending' });
  } while (isSymbol(peek(reader), ','));
  for (const [position, start] of parseStart(reader).entries()) {
    const one = order[position];
    if (!one) throw new DaxError('START AT has more values than ORDER BY has expressions.', start.at);
    one.start = start;
  }
  return order;
}

/** Reads a query; throws `DaxError` with the position of what it cannot read. */
export function parseQuery(text: string): Query {
  const reader = read(text);
  const defines = isWord(peek(reader), 'DEFINE');
  if (defines) take(reader);
  const definitions = defines ? parseDefinitions(reader) : { measures: [], variables: [] };
  const tables: Query['tables'] = [];
  do {
    const { at } = peek(reader);
    if (!isWord(peek(reader), 'EVALUATE')) throw unexpected(peek(reader));
    take(reader);
    tables.push({ expression: parseExpression(reader, 0), order: parseOrder(reader), at });
  } while (peek(reader).kind !== 'end');
  return { ...definitions, tables };
}
