import { describe, expect, test } from 'vitest';
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

describe('where clocks are changed', () => {
  const daily = (start: string, end: string) => hours([0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start, end })));
  const lisbon = (week: Hours, at: string) => hoursNow(week, 'Europe/Lisbon', new Date(at));

  test.each([
    // Lisbon leaves out 01:00 to 02:00 on 29 March and has it twice on 25 October.
    ['opens by the clock of summer', daily('08:00', '18:00'), '2026-03-28T20:00Z', { open: false, opens_at: '2026-03-29T07:00Z' }],
    ['opens by the clock of winter', daily('08:00', '18:00'), '2026-10-24T20:00Z', { open: false, opens_at: '2026-10-25T08:00Z' }],
    ['a night that is an hour longer', daily('22:00', '06:00'), '2026-10-24T22:30Z', { open: true, closes_at: '2026-10-25T06:00Z' }],
    ['a night that is an hour shorter', daily('22:00', '06:00'), '2026-03-28T22:30Z', { open: true, closes_at: '2026-03-29T05:00Z' }],
    ['opens at a time that is left out', daily('01:30', '06:00'), '2026-03-29T00:10Z', { open: false, opens_at: '2026-03-29T01:00Z' }],
    ['closes at a time that is left out', daily('22:00', '01:30'), '2026-03-29T00:10Z', { open: true, closes_at: '2026-03-29T01:00Z' }],
    ['closes at a time shown twice', daily('22:00', '01:30'), '2026-10-25T00:10Z', { open: true, closes_at: '2026-10-25T00:30Z' }],
    ['the second time', daily('22:00', '01:30'), '2026-10-25T01:10Z', { open: true, closes_at: '2026-10-25T01:30Z' }],
  ] as const)('%s', (_, week, at, { open, ...when }) => {
    const [[key, moment] = ['', '']] = Object.entries(when);
    expect(lisbon(week, at)).toEqual({ open, [key]: new Date(moment) });
  });

  test.each(['Europe/Lisbon', 'America/Santiago', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Kathmandu'])(
    'what is said of the next change is what happens then, all year in %s',
    (timezone) => {
      const week = daily('22:10', '01:40');
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 7 * 3_600_000) {
        const state = hoursNow(week, timezone, new Date(at));
        const change = (state.open ? state.closes_at : state.opens_at)?.getTime() ?? 0;
        expect(change).toBeGreaterThan(at);
        expect([hoursNow(week, timezone, new Date(change - 60_000)).open, hoursNow(week, timezone, new Date(change)).open]).toEqual([
          state.open,
          !state.open,
        ]);
      }
    },
  );
});
