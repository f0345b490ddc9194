import { expect, test } from 'vitest';
import { daxParts, faultIn, typedAtEnd } from './daxParts.ts';

const kinds = (query: string) => daxParts(query).map(({ kind, from, to }) => [kind, query.slice(from, to)]);

test('a query is cut into words, names, texts and comments', () => {
  expect(kinds(`EVALUATE ROW("a ""b""", SUM('It''s'[x]) + 1.5, @day) // [no]`)).toEqual([
    ['keyword', 'EVALUATE'],
    ['function', 'ROW'],
    ['mark', '('],
    ['text', '"a ""b"""'],
    ['mark', ','],
    ['function', 'SUM'],
    ['mark', '('],
    ['table', "'It''s'"],
    ['bracket', '[x]'],
    ['mark', ')'],
    ['mark', '+'],
    ['number', '1.5'],
    ['mark', ','],
    ['variable', '@day'],
    ['mark', ')'],
    ['comment', '// [no]'],
  ]);
  expect(kinds('/* a\nb */ "c\nd')).toEqual([
    ['comment', '/* a\nb */'],
    ['text', '"c\nd'],
  ]);
});

test.each([
  ['EVALUATE SU', { from: 9, kind: 'word', table: null }],
  ["EVALUATE 'My ta", { from: 9, kind: 'table', table: null }],
  ["SUM('It''s'[am", { from: 11, kind: 'column', table: "It's" }],
  ['SUM(Sales[', { from: 9, kind: 'column', table: 'Sales' }],
  ['SUM(Sales [', { from: 10, kind: 'column', table: null }],
  ['"total", [', { from: 9, kind: 'column', table: null }],
  ["ROW('", { from: 4, kind: 'table', table: null }],
  ['ROW("to', null],
  ['// SU', null],
  ['[Total]', null],
  ["'Sales'", null],
  ['SUM(', null],
  ['SUM ', null],
  ['12', null],
])('what is typed at the end of %s', (before, typed) => {
  expect(typedAtEnd(before)).toEqual(typed);
});

test('a fault is the part at the line and column of the sentence', () => {
  const query = 'EVALUATE\nROW("x", FROBNICATE(1))';
  const part = faultIn(query, "refused: Query (2, 10) Failed to resolve name 'FROBNICATE'.");
  expect(part && query.slice(part.from, part.to)).toBe('FROBNICATE');
  expect(faultIn(query, 'It ended (9, 1).')).toBeNull();
  expect(faultIn(query, 'No place.')).toBeNull();
  // Behind the end: nothing to mark.
  expect(faultIn(query, '(2, 99)')).toBeNull();
});
