import { expect, test } from 'vitest';
import { createFormatter } from '../format/format.ts';
import type { QueryTable, Cell } from '../../definitions/queries.ts';
import { pivot } from './pivot.ts';

const format = createFormatter('en-US', { blank: '(Blank)', yes: 'Yes', no: 'No', quarter: 'Q{n}' });
const region = { table: 'Store', column: 'Region' };
const year = { table: 'Date', column: 'Year' };
const amount = { table: 'Sales', measure: 'Amount' };
const goal = { table: 'Sales', measure: 'Goal' };

const table = (fields: (typeof region | typeof amount)[], rows: Cell[][]): QueryTable => ({
  id: 'x',
  columns: fields.map((field) => ({ name: 'n', field, type: 'measure' in field ? 'number' : 'text' })),
  rows,
  more: false,
});

test('every value of the series field is a series, in the order of the rows, gaps stay gaps', () => {
  const result = pivot(
    table(
      [region, year, amount],
      [
        ['Sul', 2025, 5],
        ['Norte', 2024, 3],
        ['Sul', 2024, 1],
      ],
    ),
    { category: region, series: year },
    undefined,
    format,
  );
  expect(result.categories.map((one) => one.label)).toEqual(['Sul', 'Norte']);
  expect(result.series.map((one) => [one.label, one.values])).toEqual([
    ['2024', [1, 3]],
    ['2025', [5, null]],
  ]);
  expect(result.series[1]?.points[0]?.identity).toEqual([
    { field: region, equals: 'Sul' },
    { field: year, equals: 2025 },
  ]);
});

test('without a series field every value is one', () => {
  const result = pivot(
    table(
      [region, amount, goal],
      [
        ['Sul', 5, 6],
        [null, 1, 2],
      ],
    ),
    { category: region, series: undefined },
    undefined,
    format,
  );
  expect(result.series.map((one) => [one.label, one.values])).toEqual([
    ['Amount', [5, 1]],
    ['Goal', [6, 2]],
  ]);
  expect(result.categories[1]).toEqual({ value: null, label: '(Blank)' });
});

test('categories with several series are ordered by the sum of what they show', () => {
  const rows: Cell[][] = [
    ['A', 2024, 9],
    ['B', 2024, 8],
    ['B', 2025, 7],
    ['A', 2025, 1],
  ];
  const sorted = (direction: 'ascending' | 'descending') =>
    pivot(table([region, year, amount], rows), { category: region, series: year }, { field: amount, direction }, format).categories.map(
      (one) => one.value,
    );
  expect(sorted('descending')).toEqual(['B', 'A']);
  expect(sorted('ascending')).toEqual(['A', 'B']);
});

test('a chart without a category has one nameless one', () => {
  const result = pivot(table([amount], [[7]]), { category: undefined, series: undefined }, undefined, format);
  expect(result.categories).toHaveLength(1);
  expect(result.series[0]?.points[0]).toMatchObject({ identity: [], label: 'Amount' });
});

test('a series that a category lacks still finds its place among the others', () => {
  const rows: Cell[][] = [
    ['Sul', 2024, 1],
    ['Sul', 2026, 1],
    ['Norte', 2023, 1],
    ['Norte', 2024, 1],
    ['Norte', 2025, 1],
  ];
  const result = pivot(
    table([region, year, amount], rows),
    { category: region, series: year },
    { field: region, direction: 'ascending' },
    format,
  );
  expect(result.series.map((one) => one.label)).toEqual(['2023', '2024', '2025', '2026']);
});
