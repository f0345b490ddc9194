import { describe, expect, test } from 'vitest';
import * as models from 'powerbi-models';
import { advancedFilter, applyFilters, basicFilter, normalizeFilter, normalizeFilters, restricts, sameTarget } from './filters.ts';

const region = basicFilter({ table: 'Store', column: 'Region' }, ['Sul']);
const north = basicFilter({ table: 'Store', column: 'Region' }, ['Norte']);
const year = basicFilter({ table: 'Date', column: 'Year' }, [2025]);

describe('the four operations', () => {
  test('remove all leaves nothing', () => expect(applyFilters([region, year], 0, [])).toEqual([]));
  test('replace all forgets what was there', () => expect(applyFilters([region], 1, [year])).toEqual([year]));
  test('add keeps an existing filter of the same target', () => expect(applyFilters([region], 2, [north, year])).toEqual([region, year]));
  test('replace swaps the filter of the same target and appends the others', () =>
    expect(applyFilters([region], 3, [north, year])).toEqual([north, year]));
  test('an unknown operation is refused', () => expect(applyFilters([region], 4, [])).toBeUndefined());
});

test('targets are compared by the field they name', () => {
  expect(sameTarget({ table: 'A', column: 'x', $schema: 's' }, { column: 'x', table: 'A' })).toBe(true);
  expect(sameTarget({ table: 'A', column: 'x' }, { table: 'A', measure: 'x' })).toBe(false);
  expect(sameTarget([{ table: 'A', column: 'x' }], { table: 'A', column: 'x' })).toBe(false);
});

test('accepts filter instances as the client posts them, without toJSON', () => {
  const instance: unknown = structuredClone(new models.BasicFilter({ table: 'Store', column: 'Region' }, 'In', ['Sul']));
  expect(normalizeFilter(instance)).toMatchObject({
    $schema: 'http://powerbi.com/product/schema#basic',
    filterType: 1,
    operator: 'In',
    values: ['Sul'],
  });
  expect(normalizeFilter(instance)).not.toHaveProperty('schemaUrl');
});

test('refuses a list that holds anything but filters', () => {
  expect(normalizeFilters([region, 'Sul'])).toBeUndefined();
  expect(normalizeFilters({})).toBeUndefined();
  expect(normalizeFilters([])).toEqual([]);
});

test('knows which filters limit nothing', () => {
  expect(restricts(region)).toBe(true);
  expect(restricts(basicFilter({ table: 'Store', column: 'Region' }, []))).toBe(false);
  expect(restricts(advancedFilter({ table: 'Store', column: 'Region' }, [{ operator: 'None' }]))).toBe(false);
  expect(restricts(advancedFilter({ table: 'Store', column: 'Opened' }, [{ operator: 'IsBlank' }]))).toBe(true);
});
