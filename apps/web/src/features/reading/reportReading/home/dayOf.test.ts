import { expect, test } from 'vitest';
import { dayOf } from './dayOf.ts';

test.each([
  [new Date(2026, 10, 23, 0, 0), 'today'],
  [new Date(2026, 10, 22, 23, 59), 'yesterday'],
  [new Date(2026, 10, 22, 0, 0), 'yesterday'],
  [new Date(2026, 10, 21, 23, 59), 'day'],
])('%s is of %s', (moment, day) => {
  expect(dayOf(moment.toISOString(), new Date(2026, 10, 23, 9, 30))).toBe(day);
});
