import { expect, test } from 'vitest';
import { businessDaysAfter, businessDaysUntil, clockOf, dueOn, easterOf, isBusinessDay } from './businessDays.rules.ts';

test.each([
  ['1818', '1818-03-22'],
  ['2000', '2000-04-23'],
  ['2024', '2024-03-31'],
  ['2025', '2025-04-20'],
  ['2026', '2026-04-05'],
  ['2027', '2027-03-28'],
  ['2038', '2038-04-25'],
])('Easter of %s is on %s', (year, day) => {
  expect(easterOf(Number(year))).toBe(day);
});

test.each([
  ['Universal Brotherhood', '2027-01-01'],
  ['Good Friday', '2026-04-03'],
  ['Tiradentes', '2026-04-21'],
  ['Labour', '2026-05-01'],
  ['Independence', '2026-09-07'],
  ['Our Lady of Aparecida', '2026-10-12'],
  ['All Souls', '2026-11-02'],
  ['Black Consciousness', '2026-11-20'],
  ['Christmas', '2026-12-25'],
  ['a Saturday', '2026-11-28'],
  ['a Sunday', '2026-11-29'],
])('%s (%s) is no business day', (_, day) => {
  expect(isBusinessDay(day)).toBe(false);
});

test('the Republic falls on a business day in 2027', () => {
  expect([isBusinessDay('2027-11-12'), isBusinessDay('2027-11-15'), isBusinessDay('2027-11-16')]).toEqual([true, false, true]);
});

test.each([
  ['Carnival Monday', '2026-02-16'],
  ['Carnival Tuesday', '2026-02-17'],
  ['Corpus Christi', '2026-06-04'],
  ['20 November before its law', '2023-11-20'],
  ['the holiday of São Paulo alone', '2026-07-09'],
])('%s (%s) is a business day, as no law of the nation says otherwise', (_, day) => {
  expect(isBusinessDay(day)).toBe(true);
});

test.each([
  ['a Monday', '2026-11-23', '2026-11-26'],
  ['a Friday, over the weekend', '2026-11-27', '2026-12-02'],
  ['a Saturday', '2026-11-28', '2026-12-02'],
  ['the day before Good Friday', '2026-04-02', '2026-04-08'],
  ['18 November, over the holiday and the weekend', '2026-11-18', '2026-11-24'],
  ['23 December, into the new year', '2026-12-23', '2026-12-29'],
  ['30 December, over the turn of the year', '2026-12-30', '2027-01-05'],
])('three business days after %s', (_, day, due) => {
  expect(businessDaysAfter(day, 3)).toBe(due);
});

test('the day is that of Brazil, also where it is tomorrow already elsewhere', () => {
  // 23:30 on Monday in São Paulo.
  expect(dueOn(new Date('2026-11-24T02:30:00Z'))).toBe('2026-11-26');
  expect(dueOn(new Date('2026-11-24T03:30:00Z'))).toBe('2026-11-27');
});

test('days that are left are business days; on the last day there is none, and after it it is late', () => {
  expect(businessDaysUntil('2026-11-27', '2026-12-02')).toBe(3);
  expect(businessDaysUntil('2026-12-03', '2026-12-02')).toBe(0);
  const at = (now: string) => clockOf('2026-12-02', null, new Date(now));
  expect(at('2026-11-28T15:00:00Z')).toEqual({ days_left: 3, late: false });
  expect(at('2026-12-02T15:00:00Z')).toEqual({ days_left: 0, late: false });
  expect(at('2026-12-03T02:59:00Z')).toEqual({ days_left: 0, late: false });
  expect(at('2026-12-03T03:00:00Z')).toEqual({ days_left: 0, late: true });
});

test('the clock stands still from when the authority was told', () => {
  const later = new Date('2027-03-01T12:00:00Z');
  expect(clockOf('2026-12-02', new Date('2026-12-01T12:00:00Z'), later)).toEqual({ days_left: 1, late: false });
  expect(clockOf('2026-12-02', new Date('2026-12-04T12:00:00Z'), later)).toEqual({ days_left: 0, late: true });
});
