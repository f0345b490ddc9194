import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledMessage, filledQuery, isQuestion, literalOf } from './variables.rules.ts';

const text = (value: string) => ({ name: 'city', type: 'text' as const, value });
const number = (value: string) => ({ name: 'limit', type: 'number' as const, value });

test('a variable is a value of its type', () => {
  expect(literalOf(text('Recife'))).toBe('"Recife"');
  expect(literalOf(number('1.234,5'))).toBe('1234.5');
  expect(literalOf({ name: 'on', type: 'date', value: '2026-02-03' })).toBe('DATE(2026, 2, 3)');
  expect(literalOf({ name: 'on', type: 'boolean', value: 'TRUE' })).toBe('TRUE()');
  expect(literalOf(number('1); EVALUATE X'))).toBeNull();
  expect(literalOf({ name: 'on', type: 'date', value: '2026-02-31' })).toBeNull();
  expect(literalOf({ name: 'on', type: 'boolean', value: 'TRUE() // ' })).toBeNull();
});

test('what was typed stays a text, whatever it looks like', () => {
  expect(filledQuery('EVALUATE ROW("x", @city)', [text('") EVALUATE Salaries //')])).toEqual({
    query: 'EVALUATE ROW("x", """) EVALUATE Salaries //")',
  });
});

test('a number below nought begins no comment', () => {
  expect(filledQuery('EVALUATE ROW("x", 1-@limit)', [number('-5')])).toEqual({ query: 'EVALUATE ROW("x", 1-(-5))' });
});

test('within texts, names and comments nothing is a variable', () => {
  const query = `EVALUATE ADDCOLUMNS('@city', "@city", [@city]) // @city\n/* @city */ -- @city`;
  expect(filledQuery(query, [text('x')])).toEqual({ query });
  expect(filledQuery('EVALUATE ROW("it""s @city", @city)', [text('x')])).toEqual({ query: 'EVALUATE ROW("it""s @city", "x")' });
});

test('a name without a value is told', () => {
  expect(filledQuery('EVALUATE ROW("x", @other)', [text('x')])).toEqual({ unknown: 'other' });
});

test('no text ends before its end', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const literal = literalOf(text(value)) ?? '';
      expect(literal.slice(1, -1).replaceAll('""', '')).not.toContain('"');
      expect(literal.slice(1, -1).replaceAll('""', '"')).toBe(value);
    }),
  );
});

test('a question begins with what it defines or evaluates', () => {
  expect(['EVALUATE X', ' // a\n/* b */ define VAR x = 1 EVALUATE X', 'SELECT 1', '', 'EVALUATED'].map(isQuestion)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a message says the words of its names, and leaves others', () => {
  expect(
    filledMessage(
      '@value em @City, ana@loja',
      new Map([
        ['value', '5'],
        ['city', 'Recife'],
      ]),
    ),
  ).toBe('5 em Recife, ana@loja');
});
