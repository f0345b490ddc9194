import { expect, test } from 'vitest';
import { rowWindow } from './window.ts';

test('a short table is drawn whole', () => {
  expect(rowWindow(60, 28, 500, 200)).toEqual({ first: 0, last: 60, above: 0, below: 0 });
});

test('a long one has its visible rows, some spare, and the height of all', () => {
  const { first, last, above, below } = rowWindow(1000, 28, 2800, 280);
  expect([first, last]).toEqual([92, 118]);
  expect(above + below + (last - first) * 28).toBe(28_000);
});

test('scrolled beyond the end it still shows the last rows', () => {
  const { first, last } = rowWindow(100, 28, 99_999, 280);
  expect([first, last]).toEqual([91, 100]);
});
