import { expect, test } from 'vitest';
import type { VisualDefinition } from '../../definitions/report.ts';
import { deeper, drillFilters, isDrillable, levelsOf, shownSort, shownVisual } from './drill.ts';

const region = { table: 'Store', column: 'Region' };
const city = { table: 'Store', column: 'City' };
const amount = { table: 'Sales', measure: 'Amount' };
const month = { table: 'Day', column: 'Date', grain: 'month' } as const;
const visual = (more: Partial<VisualDefinition>): VisualDefinition => ({
  name: 'v',
  type: 'clusteredBarChart',
  title: '',
  layout: { x: 0, y: 0, width: 100, height: 100 },
  category: [region, city],
  series: [],
  values: [amount],
  filters: [],
  ...more,
});
const south = { identity: [{ field: region, equals: 'Sul' }], label: 'Sul' };

test('goes from a region into its cities, and no further', () => {
  const bars = visual({ sort: { field: region, direction: 'ascending' } });
  const steps = deeper(bars, [], south);
  expect(steps).toEqual([{ field: region, equals: 'Sul', label: 'Sul' }]);
  expect(shownVisual(bars, steps ?? [])).toMatchObject({ category: [city] });
  expect(shownVisual(bars, steps ?? []).sort).toBeUndefined();
  expect(drillFilters(steps ?? [])).toMatchObject([{ target: region, operator: 'In', values: ['Sul'] }]);
  expect(isDrillable(bars, steps ?? [])).toBe(false);
  expect(deeper(bars, steps ?? [], { identity: [{ field: city, equals: 'x' }], label: 'x' })).toBeUndefined();
});

test('a date has its shorter periods below it', () => {
  expect(levelsOf(visual({ category: [month] })).map((field) => 'grain' in field && field.grain)).toEqual(['month', 'day']);
  expect(levelsOf(visual({ type: 'tableEx', category: [month] }))).toEqual([month]);
  expect(isDrillable(visual({ category: [region] }), [])).toBe(false);
});

test('an order by what is no longer shown does not count', () => {
  const steps = deeper(visual({}), [], south) ?? [];
  expect(shownSort(visual({}), steps, { field: region, direction: 'ascending' })).toBeUndefined();
  expect(shownSort(visual({}), steps, { field: amount, direction: 'ascending' })).toEqual({ field: amount, direction: 'ascending' });
});
