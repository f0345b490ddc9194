import { expect, test } from 'vitest';
import { deepMerge } from './merge.ts';

test('a patch of settings keeps everything it does not name', () => {
  const merged = deepMerge(
    { panes: { filters: { visible: true, expanded: true } }, zoomLevel: 2 },
    { panes: { filters: { expanded: false } } },
  );
  expect(merged).toEqual({ panes: { filters: { visible: true, expanded: false } }, zoomLevel: 2 });
});

test('a patch cannot reach the prototype', () => {
  deepMerge({}, JSON.parse('{"__proto__":{"polluted":true}}'));
  expect({}).not.toHaveProperty('polluted');
});
