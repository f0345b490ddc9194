import type { ModelFilter } from '../../definitions/queries.ts';
import { invalidRequest } from '../serviceError.ts';

type Value = string | number | boolean;

const schema = 'http://powerbi.com/product/schema#';

const token =
  /\s*(?:'(?<text>(?:[^']|'')*)'|(?<date>\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?)|(?<number>-?\d+(?:\.\d+)?)|(?<mark>[(),])|(?<word>[^\s(),']+))/gy;

type Token = { value: Value } | { mark: string } | { word: string };

const asToken = ({ text, date, number, mark, word }: Record<string, string | undefined>): Token => {
  if (text !== undefined) return { value: text.replaceAll("''", "'") };
  if (date !== undefined) return { value: date };
  if (number !== undefined) return { value: Number(number) };
  if (mark !== undefined) return { mark };
  if (word === 'true' || word === 'false') return { value: word === 'true' };
  return { word: word ?? '' };
};

const tokensOf = (filter: string): Token[] => {
  const source = filter.trimEnd();
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const { groups } = token.exec(source) ?? {};
    if (!groups) throw invalidRequest(`The filter '${filter}' is not valid.`);
    tokens.push(asToken(groups));
  }
  return tokens;
};

/** Names travel with `_x0020_` for a space and the like. */
const decode = (name: string): string =>
  name.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const targetOf = (name: string): { table: string; column: string } | undefined => {
  const slash = name.indexOf('/');
  return slash > 0 ? { table: decode(name.slice(0, slash)), column: decode(name.slice(slash + 1)) } : undefined;
};

const comparisons: Record<string, string> = { gt: 'GreaterThan', ge: 'GreaterThanOrEqual', lt: 'LessThan', le: 'LessThanOrEqual' };
const functions: Record<string, string> = { contains: 'Contains', startswith: 'StartsWith' };

const basic = (target: object, operator: 'In' | 'NotIn', values: Value[]): ModelFilter => ({
  $schema: `${schema}basic`,
  filterType: 1,
  target,
  operator,
  values,
});

const advanced = (target: object, operator: string, value: Value): ModelFilter => ({
  $schema: `${schema}advanced`,
  filterType: 0,
  target,
  logicalOperator: 'And',
  conditions: [{ operator, value }],
});

/** Reads the filter of an export, `Geo/Region eq 'East' and Geo/Chain in ('A','B')`: conditions that must all hold (docs/reference/powerbi.md A3). */
export const parseFilterText = (filter: string): ModelFilter[] => {
  const tokens = tokensOf(filter);
  const wrong = (): never => {
    throw invalidRequest(`The filter '${filter}' is not valid.`);
  };
  const take = (): Token => tokens.shift() ?? wrong();
  const takeMark = (mark: string): void => {
    const next = take();
    if (!('mark' in next) || next.mark !== mark) wrong();
  };
  const takeWord = (): string => {
    const next = take();
    return 'word' in next ? next.word : wrong();
  };
  const takeValue = (): Value => {
    const next = take();
    return 'value' in next ? next.value : wrong();
  };
  const takeTarget = () => targetOf(takeWord()) ?? wrong();

  const list = (): Value[] => {
    takeMark('(');
    const values = [takeValue()];
    for (;;) {
      const next = take();
      if (!('mark' in next) || next.mark === '(') wrong();
      else if (next.mark === ')') return values;
      else values.push(takeValue());
    }
  };

  const condition = (): ModelFilter => {
    const first = takeWord();
    const named = functions[first.toLowerCase()];
    if (named !== undefined) {
      takeMark('(');
      const target = takeTarget();
      takeMark(',');
      const value = takeValue();
      takeMark(')');
      return advanced(target, named, value);
    }
    const target = targetOf(first) ?? wrong();
    const operator = takeWord().toLowerCase();
    if (operator === 'in') return basic(target, 'In', list());
    if (operator === 'eq') return basic(target, 'In', [takeValue()]);
    if (operator === 'ne') return basic(target, 'NotIn', [takeValue()]);
    const comparison = comparisons[operator] ?? wrong();
    return advanced(target, comparison, takeValue());
  };

  const conditions = [condition()];
  while (tokens.length > 0) {
    if (takeWord().toLowerCase() !== 'and') wrong();
    conditions.push(condition());
  }
  return conditions;
};
