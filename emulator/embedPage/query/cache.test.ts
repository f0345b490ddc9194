import { expect, test } from 'vitest';
import type { VisualQuery } from '../../definitions/queries.ts';
import { createCache } from './cache.ts';

const query = (id: string, column: string): VisualQuery => ({ id, group_by: [{ table: 'Store', column }], values: [], filters: [] });
const table = (id: string) => ({ id, columns: [], rows: [], more: false });

test('the same question of another visual is known already', () => {
  const cache = createCache();
  cache.put(query('a', 'Region'), table('a'));
  expect(cache.get(query('b', 'Region'))).toEqual(table('a'));
  expect(cache.get(query('a', 'City'))).toBeUndefined();
});

test('forgets what was not used for longest', () => {
  const cache = createCache(2);
  cache.put(query('a', 'A'), table('a'));
  cache.put(query('b', 'B'), table('b'));
  cache.get(query('a', 'A'));
  cache.put(query('c', 'C'), table('c'));
  expect(cache.get(query('a', 'A'))).toBeDefined();
  expect(cache.get(query('b', 'B'))).toBeUndefined();
});
