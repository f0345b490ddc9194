import { expect, test } from 'vitest';
import { relativeRange } from './relativeDate.ts';

/** A Sunday would hide mistakes with weeks: this is a Wednesday, in a leap year, at the end of a month. */
const now = new Date('2024-07-31T22:45:30Z');
const inLast = 0;
const inThis = 1;
const inNext = 2;

test.each([
  ['today and the 6 days before', inLast, 7, 0, true, '2024-07-25', '2024-08-01'],
  ['the 7 days before today', inLast, 7, 0, false, '2024-07-24', '2024-07-31'],
  ['two rolling weeks', inLast, 2, 1, true, '2024-07-18', '2024-08-01'],
  ['the last two calendar weeks, from Sunday', inLast, 2, 2, true, '2024-07-14', '2024-07-28'],
  ['a rolling month', inLast, 1, 3, true, '2024-07-01', '2024-08-01'],
  ['five rolling months to a shorter month', inLast, 5, 3, false, '2024-02-29', '2024-07-31'],
  ['the last calendar month', inLast, 1, 4, true, '2024-06-01', '2024-07-01'],
  ['a rolling year', inLast, 1, 5, true, '2023-08-01', '2024-08-01'],
  ['the last two calendar years', inLast, 2, 6, true, '2022-01-01', '2024-01-01'],
  ['today', inThis, 1, 0, true, '2024-07-31', '2024-08-01'],
  ['this week', inThis, 1, 1, true, '2024-07-28', '2024-08-04'],
  ['this month', inThis, 1, 3, true, '2024-07-01', '2024-08-01'],
  ['this year', inThis, 1, 6, true, '2024-01-01', '2025-01-01'],
  ['today and the 2 days after', inNext, 3, 0, true, '2024-07-31', '2024-08-03'],
  ['the 3 days after today', inNext, 3, 0, false, '2024-08-01', '2024-08-04'],
  ['the next calendar week', inNext, 1, 2, true, '2024-08-04', '2024-08-11'],
  ['the next calendar month', inNext, 1, 4, true, '2024-08-01', '2024-09-01'],
  ['the next calendar year', inNext, 1, 6, true, '2025-01-01', '2026-01-01'],
] as const)('means %s', (_, operator, timeUnitsCount, timeUnitType, includeToday, start, end) => {
  const range = relativeRange({ target: { table: 'Day', column: 'date' }, operator, timeUnitsCount, timeUnitType, includeToday }, now);
  expect([range.start.toISOString(), range.end.toISOString()]).toEqual([`${start}T00:00:00.000Z`, `${end}T00:00:00.000Z`]);
});

test('counts minutes and hours from now', () => {
  const filter = { target: { table: 'Day', column: 'date' }, timeUnitsCount: 2, includeToday: true };
  expect(relativeRange({ ...filter, operator: inLast, timeUnitType: 8 }, now)).toEqual({
    start: new Date('2024-07-31T20:45:30Z'),
    end: now,
  });
  expect(relativeRange({ ...filter, operator: inNext, timeUnitType: 7 }, now)).toEqual({
    start: now,
    end: new Date('2024-07-31T22:47:30Z'),
  });
});
