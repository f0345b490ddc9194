import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wallClock } from '#platform/wallClock.ts';
import type { Times } from './trigger.rules.ts';
import { minutesOfDay, nextOfAll, nextRuns } from './trigger.rules.ts';

const daily: Times = {
  frequency: 'daily',
  days: [],
  day_of_month: null,
  times: ['08:00'],
  every_minutes: null,
  from: '00:00',
  until: '23:59',
  expires_on: null,
};
const after = (trigger: Partial<Times>, timezone: string, at: string, count = 3) =>
  nextRuns({ ...daily, ...trigger }, timezone, new Date(at), count).map((run) => run.toISOString().slice(0, 16));

const saoPaulo = 'America/Sao_Paulo';
const lisbon = 'Europe/Lisbon';
const newYork = 'America/New_York';

test('runs every day at its times, in their order', () => {
  expect(after({ times: ['18:30', '08:00'] }, saoPaulo, '2026-03-01T11:00:00Z')).toEqual([
    '2026-03-01T21:30',
    '2026-03-02T11:00',
    '2026-03-02T21:30',
  ]);
});

test('runs on its days of the week alone', () => {
  // 1 March 2026 is a Sunday.
  expect(after({ frequency: 'weekly', days: [1, 5] }, saoPaulo, '2026-03-01T00:00:00Z')).toEqual([
    '2026-03-02T11:00',
    '2026-03-06T11:00',
    '2026-03-09T11:00',
  ]);
});

test('the 31st of a shorter month is its last day, also in leap years', () => {
  expect(after({ frequency: 'monthly', day_of_month: 31 }, saoPaulo, '2028-01-31T12:00:00Z', 4)).toEqual([
    '2028-02-29T11:00',
    '2028-03-31T11:00',
    '2028-04-30T11:00',
    '2028-05-31T11:00',
  ]);
  expect(after({ frequency: 'monthly', day_of_month: 29 }, saoPaulo, '2027-02-01T12:00:00Z', 2)).toEqual([
    '2027-02-28T11:00',
    '2027-03-29T11:00',
  ]);
});

test('runs every so many minutes within its hours, both ends included', () => {
  expect(minutesOfDay({ ...daily, times: [], every_minutes: 90, from: '08:00', until: '11:00' })).toEqual([480, 570, 660]);
  expect(after({ times: [], every_minutes: 15, from: '23:30', until: '23:59' }, saoPaulo, '2026-03-01T00:00:00Z')).toEqual([
    '2026-03-01T02:30',
    '2026-03-01T02:45',
    '2026-03-02T02:30',
  ]);
});

test('a time that the clock skips runs at the next minute that there is, and two of them once', () => {
  // In Lisbon 01:00 becomes 02:00 on 29 March 2026.
  expect(after({ times: ['01:30'] }, lisbon, '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
  expect(after({ times: ['01:10', '01:40', '02:00'] }, lisbon, '2026-03-29T00:00:00Z', 2)).toEqual([
    '2026-03-29T01:00',
    '2026-03-30T00:10',
  ]);
  // In New York 02:00 becomes 03:00 on 8 March 2026.
  expect(after({ times: ['02:30'] }, newYork, '2026-03-08T00:00:00Z', 1)).toEqual(['2026-03-08T07:00']);
});

test('a time that the clock shows twice runs once', () => {
  // In New York 02:00 becomes 01:00 on 1 November 2026.
  expect(after({ times: ['01:30'] }, newYork, '2026-11-01T00:00:00Z', 2)).toEqual(['2026-11-01T05:30', '2026-11-02T06:30']);
  // Asked between the two of them.
  expect(after({ times: ['01:30'] }, newYork, '2026-11-01T06:00:00Z', 1)).toEqual(['2026-11-02T06:30']);
});

test('a midnight that is skipped belongs to its day', () => {
  // In São Paulo 00:00 became 01:00 on 4 November 2018.
  expect(after({ times: ['00:00'] }, saoPaulo, '2018-11-03T12:00:00Z', 2)).toEqual(['2018-11-04T03:00', '2018-11-05T02:00']);
});

test('runs on the day of its end, and not on the next one', () => {
  expect(after({ expires_on: '2026-03-02' }, saoPaulo, '2026-03-01T12:00:00Z')).toEqual(['2026-03-02T11:00']);
  expect(after({ expires_on: '2026-03-02' }, saoPaulo, '2026-03-02T11:00:00Z')).toEqual([]);
});

test('triggers that meet run once', () => {
  const at = nextOfAll([daily, { ...daily, times: ['08:00', '09:00'] }], saoPaulo, new Date('2026-03-01T00:00:00Z'), 3);
  expect(at.map((run) => run.toISOString().slice(0, 16))).toEqual(['2026-03-01T11:00', '2026-03-01T12:00', '2026-03-02T11:00']);
});

const zones = ['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
const clock = fc
  .integer({ min: 0, max: 1439 })
  .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
const anyTrigger: fc.Arbitrary<Times> = fc.record({
  frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
  days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
  day_of_month: fc.integer({ min: 1, max: 31 }),
  times: fc.uniqueArray(clock, { minLength: 1, maxLength: 6 }),
  every_minutes: fc.option(fc.integer({ min: 15, max: 1440 })),
  from: fc.constant('06:10'),
  until: fc.constant('20:00'),
  expires_on: fc.constant(null),
});
const anyMoment = fc.date({ min: new Date('2005-01-01T00:00:00Z'), max: new Date('2035-01-01T00:00:00Z'), noInvalidDate: true });

test('one after the other is the same as all at once, and each is later than the one before', () => {
  fc.assert(
    fc.property(anyTrigger, fc.constantFrom(...zones), anyMoment, (trigger, timezone, at) => {
      const all = nextRuns(trigger, timezone, at, 5);
      expect(all).toHaveLength(5);
      let last = at;
      for (const run of all) {
        expect(run.getTime()).toBeGreaterThan(last.getTime());
        expect(nextRuns(trigger, timezone, last, 1)).toEqual([run]);
        last = run;
      }
    }),
    { numRuns: 200 },
  );
});

test('the clock shows one of the times at each run, or has just skipped it', () => {
  fc.assert(
    fc.property(anyTrigger, fc.constantFrom(...zones), anyMoment, (trigger, timezone, at) => {
      const minutes = minutesOfDay(trigger);
      for (const run of nextRuns(trigger, timezone, at, 5)) {
        const { minute } = wallClock(timezone, run);
        const before = wallClock(timezone, new Date(run.getTime() - 60_000));
        const skipped = minute - before.minute > 1 || (minute > 0 && before.minute === 1439) || before.minute > minute;
        expect(minutes.includes(minute) || skipped).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
