import { expect, test } from 'vitest';
import { moved, stepOf } from './useKeyboardOrder.ts';

test('moves one item and keeps the order of the others', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'b', 'c']);
});

test('arrows go to the neighbour, and by a row where there are columns', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => stepOf(key, 3))).toEqual([-1, 1, -3, 3]);
  expect(stepOf('ArrowUp', 1)).toBe(-1);
  expect(stepOf('a', 3)).toBeUndefined();
});
