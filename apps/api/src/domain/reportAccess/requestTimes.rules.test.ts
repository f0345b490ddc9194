import { expect, test } from 'vitest';
import { againAt, before, keptMs, lapseAfterMs, remindAfterMs } from './requestTimes.rules.ts';

const now = new Date('2026-03-10T12:00:00Z');

test('whoever was denied asks again a day later, and not before', () => {
  expect(againAt('2026-03-09T12:00:01Z', now)).toBe('2026-03-10T12:00:01.000Z');
  expect(againAt('2026-03-09T12:00:00Z', now)).toBeNull();
  expect(againAt('2026-03-01T12:00:00Z', now)).toBeNull();
  expect(againAt(null, now)).toBeNull();
});

test('a request is called to mind after three days, lapses after seven, and is kept for a year', () => {
  expect(before(now, remindAfterMs)).toEqual(new Date('2026-03-07T12:00:00Z'));
  expect(before(now, lapseAfterMs)).toEqual(new Date('2026-03-03T12:00:00Z'));
  expect(before(now, keptMs)).toEqual(new Date('2025-03-09T12:00:00Z'));
});
