import { expect, test } from 'vitest';
import { hoursNow } from './accessHours.ts';
import type { HourRange, Hours } from './accessHours.ts';

const zone = 'America/Sao_Paulo';
/** 2026-11-23 is a Monday; the zone is three hours behind UTC. */
const local = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`);
const hours = (ranges: HourRange[], more: Partial<Hours> & { holidays?: string[] } = {}): Hours => ({
  shifts: [{ ranges, holidays: more.holidays ?? [] }],
  extended_until: more.extended_until ?? null,
});
const weekdays = [1, 2, 3, 4, 5].map((day) => ({ day, start: '08:00', end: '18:00' }));

test('whom no hours bind may always come in', () => {
  expect(hoursNow(null, zone, new Date())).toEqual({ open: true, closes_at: null });
});

test.each([
  ['2026-11-23', '07:59', { open: false, opens_at: local('2026-11-23', '08:00') }],
  ['2026-11-23', '08:00', { open: true, closes_at: local('2026-11-23', '18:00') }],
  ['2026-11-23', '17:59', { open: true, closes_at: local('2026-11-23', '18:00') }],
  ['2026-11-23', '18:00', { open: false, opens_at: local('2026-11-24', '08:00') }],
  // Friday evening: Monday.
  ['2026-11-27', '20:00', { open: false, opens_at: local('2026-11-30', '08:00') }],
])('on %s at %s', (day, time, expected) => {
  expect(hoursNow(hours(weekdays), zone, local(day, time))).toEqual(expected);
});

test('goes over midnight, and from Saturday into Sunday', () => {
  const night = hours([{ day: 6, start: '22:00', end: '06:00' }]);
  expect(hoursNow(night, zone, local('2026-11-22', '05:59'))).toEqual({ open: true, closes_at: local('2026-11-22', '06:00') });
  expect(hoursNow(night, zone, local('2026-11-22', '06:00'))).toEqual({ open: false, opens_at: local('2026-11-28', '22:00') });
});

test('ranges that touch are one; a whole week never closes', () => {
  const both = hours([
    { day: 1, start: '08:00', end: '12:00' },
    { day: 1, start: '12:00', end: '18:00' },
  ]);
  expect(hoursNow(both, zone, local('2026-11-23', '09:00'))).toEqual({ open: true, closes_at: local('2026-11-23', '18:00') });
  const always = hours([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '00:00', end: '00:00' })));
  expect(hoursNow(always, zone, local('2026-11-23', '09:00'))).toEqual({ open: true, closes_at: null });
});

test('a holiday does not open; a night that began before it goes on', () => {
  const holiday = hours(weekdays, { holidays: ['2026-11-24'] });
  expect(hoursNow(holiday, zone, local('2026-11-24', '10:00'))).toEqual({ open: false, opens_at: local('2026-11-25', '08:00') });
  const night = hours([{ day: 1, start: '22:00', end: '06:00' }], { holidays: ['2026-11-24'] });
  expect(hoursNow(night, zone, local('2026-11-24', '03:00')).open).toBe(true);
});

test('more minutes hold until they are over', () => {
  const more = hours(weekdays, { extended_until: local('2026-11-23', '18:30').toISOString() });
  expect(hoursNow(more, zone, local('2026-11-23', '17:00'))).toEqual({ open: true, closes_at: local('2026-11-23', '18:30') });
  expect(hoursNow(more, zone, local('2026-11-23', '18:29'))).toEqual({ open: true, closes_at: local('2026-11-23', '18:30') });
  expect(hoursNow(more, zone, local('2026-11-23', '18:30')).open).toBe(false);
});

test('calendars of several groups add up; none with hours is never open', () => {
  const two: Hours = {
    shifts: [
      { ranges: [{ day: 1, start: '08:00', end: '10:00' }], holidays: [] },
      { ranges: [{ day: 1, start: '20:00', end: '22:00' }], holidays: [] },
    ],
    extended_until: null,
  };
  expect(hoursNow(two, zone, local('2026-11-23', '21:00')).open).toBe(true);
  expect(hoursNow(hours([]), zone, local('2026-11-23', '21:00'))).toEqual({ open: false, opens_at: null });
});
