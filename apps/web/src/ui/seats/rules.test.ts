import { expect, test } from 'vitest';
import { missing, nearlyFull } from './rules.ts';

test('warns from nine of ten licences on, and not before', () => {
  expect([89, 90, 91, 100].map((used) => nearlyFull(used, 100))).toEqual([false, true, true, true]);
  expect([8, 9].map((used) => nearlyFull(used, 10))).toEqual([false, true]);
  expect(nearlyFull(2, 3)).toBe(false);
});

test('who finds no place is who comes beyond the places that are left', () => {
  expect([missing(3, 5), missing(5, 5), missing(6, 5), missing(2, 0), missing(2, -4)]).toEqual([0, 0, 1, 2, 2]);
});
