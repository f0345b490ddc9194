import { expect, test } from 'vitest';
import type { Cell } from '../../definitions/queries.ts';
import { csvOf } from './csv.ts';

const columns = ['Region', 'Amount'].map((name) => ({ name, field: { table: 'Sales', column: name }, type: 'text' as const }));
const csv = (rows: Cell[][], limit?: number) => csvOf({ columns, rows }, limit);

test('writes a heading and a line a row', () => {
  expect(
    csv([
      ['Sul', 12.5],
      [null, 0],
    ]),
  ).toBe('Region,Amount\r\nSul,12.5\r\n,0\r\n');
});

test('quotes what would break a line or a cell', () => {
  expect(
    csv([
      ['São "Zé", loja', 1],
      ['two\nlines', 2],
    ]),
  ).toBe('Region,Amount\r\n"São ""Zé"", loja",1\r\n"two\nlines",2\r\n');
});

test('disarms formulas but leaves negative numbers', () => {
  expect(csv([['=HYPERLINK("x")', -5]])).toBe('Region,Amount\r\n"\'=HYPERLINK(""x"")",-5\r\n');
});

test('stops at the limit', () => {
  expect(
    csv(
      [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ],
      2,
    )
      .trim()
      .split('\r\n'),
  ).toHaveLength(3);
});
