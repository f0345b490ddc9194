import { expect, test } from 'vitest';
import { reportDefinition } from '../../definitions/report.ts';
import type { FieldRef } from '../../definitions/model.ts';
import type { QueryTable, Cell } from '../../definitions/queries.ts';
import { layMatrix } from './matrixRows.ts';

const guid = '7d0a4f0e-54c5-4d3c-9d8e-6b1a3f2c1d00';
const region = { table: 'Store', column: 'Region' };
const city = { table: 'Store', column: 'City' };
const year = { table: 'Date', column: 'Year' };
const price = { table: 'Sales', measure: 'Average price' };

const [visual] =
  reportDefinition.parse({
    id: guid,
    name: 'Sales',
    model: guid,
    pages: [
      {
        name: 'p',
        display_name: 'P',
        visuals: [
          {
            name: 'm',
            type: 'pivotTable',
            layout: { x: 0, y: 0, width: 1, height: 1 },
            category: [region, city],
            series: [year],
            values: [price],
          },
        ],
      },
    ],
  }).pages[0]?.visuals ?? [];
if (!visual) throw new Error('no visual');

const table = (fields: FieldRef[], rows: Cell[][], total?: Cell[]): QueryTable => ({
  id: 'x',
  columns: fields.map((field) => ({ name: 'measure' in field ? field.measure : field.column, field, type: 'number' })),
  rows,
  total,
  more: false,
});

const data = {
  main: table(
    [region, city, year, price],
    [
      ['Sul', 'Curitiba', 2025, 10],
      ['Sul', 'Porto Alegre', 2024, 30],
      ['Norte', 'Belém', 2025, 5],
    ],
  ),
  rows: table(
    [region, city, price],
    [
      ['Sul', 'Curitiba', 10],
      ['Sul', 'Porto Alegre', 30],
      ['Norte', 'Belém', 5],
    ],
    [null, null, 12],
  ),
  level1: table(
    [region, price],
    [
      ['Norte', 5],
      ['Sul', 16],
    ],
  ),
  cells1: table(
    [region, year, price],
    [
      ['Sul', 2024, 30],
      ['Sul', 2025, 10],
      ['Norte', 2025, 5],
    ],
  ),
  columns: table(
    [year, price],
    [
      [2024, 30],
      [2025, 8],
    ],
  ),
};

test('closed branches show their own numbers, in the order of the service', () => {
  const matrix = layMatrix(visual, data, () => false);
  expect(matrix.columns.map((column) => column.path)).toEqual([[2024], [2025], []]);
  expect(matrix.rows).toEqual([
    { path: ['Norte'], level: 0, branch: true, cells: [undefined, 5, 5] },
    { path: ['Sul'], level: 0, branch: true, cells: [30, 10, 16] },
  ]);
});

test('an open branch lists its leaves below it', () => {
  const matrix = layMatrix(visual, data, ([first]) => first === 'Sul');
  expect(matrix.rows.map((row) => row.path)).toEqual([['Norte'], ['Sul'], ['Sul', 'Curitiba'], ['Sul', 'Porto Alegre']]);
  expect(matrix.rows[2]?.cells).toEqual([undefined, 10, 10]);
});

test('totals are those of the service and no sums', () => {
  expect(layMatrix(visual, data, () => false).total).toEqual([30, 8, 12]);
});
