import { expect, test } from 'vitest';
import { asksForTable, shownCell, tableIn, withoutTable } from './messageTable.rules.ts';

test('@table stands for the rows, and other names that begin like it do not', () => {
  expect(asksForTable('As lojas: @table')).toBe(true);
  expect(asksForTable('As lojas: @TABLE.')).toBe(true);
  expect(asksForTable('As lojas: @tables')).toBe(false);
  expect(withoutTable('As lojas: @table\n')).toBe('As lojas:');
  expect(withoutTable('Veja @table e abra.')).toBe('Veja e abra.');
});

test.each([
  [1234.5678, '1234.57'],
  [0.001234, '0.001234'],
  ['2031-03-03T00:00:00', '2031-03-03'],
  ['2031-03-03T10:00:00', '2031-03-03T10:00:00'],
  [null, ''],
  [true, 'true'],
])('%s is shown as %s', (value, shown) => {
  expect(shownCell(value)).toBe(shown);
});

test('ten rows of eight columns at most, with short names and short cells', () => {
  const row = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`Sales[c${index}]`, 'x'.repeat(80)]));
  const { columns, rows } = tableIn(Array.from({ length: 11 }, () => row));
  expect(columns).toEqual(['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7']);
  expect(rows).toHaveLength(10);
  expect(rows[0]?.[0]).toHaveLength(60);
  expect(tableIn([])).toEqual({ columns: [], rows: [] });
});
