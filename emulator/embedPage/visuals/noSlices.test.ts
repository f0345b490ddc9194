import { expect, test } from 'vitest';
import type { VisualDefinition } from '../../definitions/report.ts';
import type { Cell } from '../../definitions/queries.ts';
import { hasNoSlices } from './noSlices.ts';
import type { VisualModel } from '../../visuals/visual.ts';

const region = { table: 'Store', column: 'Region' };
const amount = { table: 'Sales', measure: 'Amount' };

const model = (type: VisualDefinition['type'], rows: Cell[][]): VisualModel => ({
  definition: {
    name: 'v',
    type,
    title: '',
    layout: { x: 0, y: 0, width: 100, height: 100 },
    category: [region],
    series: [],
    values: [amount],
    filters: [],
  },
  data: { main: { id: 'x', columns: [], rows, more: false } },
  selected: [],
  slicer: [],
  sort: undefined,
  drill: { steps: [], deeper: false, on: false },
});

test('a pie of what is negative, zero or blank has no slices; bars show what is negative', () => {
  const rows: Cell[][] = [
    ['South', -5],
    ['North', 0],
    ['East', null],
  ];
  expect(hasNoSlices(model('pieChart', rows))).toBe(true);
  expect(hasNoSlices(model('donutChart', [...rows, ['West', 1]]))).toBe(false);
  expect(hasNoSlices(model('clusteredBarChart', rows))).toBe(false);
});

test('a group that is a number is no slice', () => expect(hasNoSlices(model('pieChart', [[2026, -1]]))).toBe(true));
