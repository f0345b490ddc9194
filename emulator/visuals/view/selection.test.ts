import { expect, test } from 'vitest';
import { selectionFilters, toggle } from './selection.ts';

const region = (equals: string | null) => [{ field: { table: 'Store', column: 'Region' }, equals }];
const month = (equals: string) => [{ field: { table: 'Sales', column: 'Date', grain: 'month' as const }, equals }];

test('a second click on the same point clears the selection', () => {
  const once = toggle(undefined, 'sales', region('Sul'), false);
  expect(once).toEqual({ visual: 'sales', points: [region('Sul')] });
  expect(toggle(once, 'sales', region('Sul'), false)).toBeUndefined();
});

test('a click on another point or another visual moves the selection', () => {
  const once = toggle(undefined, 'sales', region('Sul'), false);
  expect(toggle(once, 'sales', region('Norte'), false)?.points).toEqual([region('Norte')]);
  expect(toggle(once, 'stores', region('Sul'), true)).toEqual({ visual: 'stores', points: [region('Sul')] });
});

test('an additive click adds and removes points', () => {
  const both = toggle(toggle(undefined, 'sales', region('Sul'), true), 'sales', region('Norte'), true);
  expect(both?.points).toHaveLength(2);
  expect(toggle(both, 'sales', region('Sul'), true)?.points).toEqual([region('Norte')]);
});

test('one point becomes one filter a column, a period keeps its grain', () => {
  expect(selectionFilters({ visual: 'v', points: [[...region('Sul'), ...month('2025-12-01')]] })).toMatchObject([
    { filterType: 1, operator: 'In', target: { table: 'Store', column: 'Region' }, values: ['Sul'] },
    { filterType: 1, operator: 'In', target: { table: 'Sales', column: 'Date', grain: 'month' }, values: ['2025-12-01'] },
  ]);
});

test('several points become one list, and pairs of columns one list of tuples', () => {
  expect(selectionFilters({ visual: 'v', points: [region('Sul'), region('Norte')] })).toMatchObject([{ values: ['Sul', 'Norte'] }]);
  const pair = (a: string, b: string) => [...region(a), { field: { table: 'Product', column: 'Line' }, equals: b }];
  expect(selectionFilters({ visual: 'v', points: [pair('Sul', 'Casa'), pair('Norte', 'Moda')] })).toMatchObject([
    {
      filterType: 6,
      values: [
        [{ value: 'Sul' }, { value: 'Casa' }],
        [{ value: 'Norte' }, { value: 'Moda' }],
      ],
    },
  ]);
});
