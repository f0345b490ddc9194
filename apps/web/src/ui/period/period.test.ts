import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

test('a period ends today and counts today among its days, over months and years', () => {
  expect(periodOf('7', new Date(2026, 0, 3, 12))).toEqual({ from: '2025-12-28', until: '2026-01-03' });
  expect(periodOf('30', new Date(2026, 2, 1, 12))).toEqual({ from: '2026-01-31', until: '2026-03-01' });
});
