import { expect, test } from 'vitest';
import { moveBy } from './order.ts';

const items = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('');

test('moves an item a place up or down', () => {
  expect(ids(moveBy(items, 'c', -1))).toBe('acb');
  expect(ids(moveBy(items, 'a', 1))).toBe('bac');
});

test('leaves the ends and unknown items where they are', () => {
  expect(ids(moveBy(items, 'a', -1))).toBe('abc');
  expect(ids(moveBy(items, 'c', 1))).toBe('abc');
  expect(ids(moveBy(items, 'x', 1))).toBe('abc');
});

test('does not touch the list that it is given', () => {
  moveBy(items, 'c', -1);
  expect(ids(items)).toBe('abc');
});
