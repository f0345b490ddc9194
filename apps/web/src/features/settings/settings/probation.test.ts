import { expect, test } from 'vitest';
import { timeLeft } from './probation.ts';

test('counts down in minutes and seconds, and stops at nothing', () => {
  expect(timeLeft(300_000, 0)).toBe('5:00');
  expect(timeLeft(300_000, 234_500)).toBe('1:06');
  expect(timeLeft(1000, 5000)).toBe('0:00');
});
