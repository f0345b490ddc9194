import { expect, test } from 'vitest';
import { chosenSpan, chosenValues, spanFilter, valuesFilter } from './choice.ts';

const target = { table: 'Store', column: 'Region' };

test('a list of values survives its way through a filter, and none is no filter', () => {
  expect(chosenValues(valuesFilter(target, ['Sul', null], false))).toEqual(['Sul', null]);
  expect(valuesFilter(target, [], true)).toEqual([]);
  expect(chosenValues([])).toEqual([]);
  expect(chosenValues([{ filterType: 1, operator: 'All', values: ['Sul'] }])).toEqual([]);
});

test('a range survives its way through a filter, open ends too', () => {
  expect(chosenSpan(spanFilter(target, { from: '2025-01-01', to: '2025-12-31' }))).toEqual({ from: '2025-01-01', to: '2025-12-31' });
  expect(chosenSpan(spanFilter(target, { to: 9 }))).toEqual({ from: undefined, to: 9 });
  expect(spanFilter(target, {})).toEqual([]);
});
