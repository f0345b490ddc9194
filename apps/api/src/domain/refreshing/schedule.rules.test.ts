import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coolDownMs, dailyLimit, isMissed, nextRuns, runsLeftToday, wallOf } from './schedule.rules.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const at = (text: string) => new Date(text);
const iso = (runs: Date[]) => runs.map((run) => run.toISOString().slice(0, 16));

test('runs on the chosen days at the chosen half hours of the unit’s clock', () => {
  // 2026-11-21 is a Saturday; São Paulo is three hours behind.
  const times = { days: [1, 3], times: ['06:00', '18:30'] };
  expect(iso(nextRuns(times, 'America/Sao_Paulo', at('2026-11-21T12:00Z'), 4))).toEqual([
    '2026-11-23T09:00',
    '2026-11-23T21:30',
    '2026-11-25T09:00',
    '2026-11-25T21:30',
  ]);
});

test('the moment itself is over: a run never comes twice', () => {
  const times = { days: everyDay, times: ['06:00'] };
  expect(iso(nextRuns(times, 'UTC', at('2026-03-10T06:00Z'), 1))).toEqual(['2026-03-11T06:00']);
  expect(iso(nextRuns(times, 'UTC', at('2026-03-10T05:59:59Z'), 1))).toEqual(['2026-03-10T06:00']);
});

test('an hour that the clock skips is made up for right after it, once', () => {
  // New York, 8 March 2026: 01:59 is followed by 03:00.
  const times = { days: everyDay, times: ['02:00', '02:30'] };
  expect(iso(nextRuns(times, 'America/New_York', at('2026-03-08T05:00Z'), 2))).toEqual(['2026-03-08T07:00', '2026-03-09T06:00']);
});

test('an hour that the clock shows twice counts once', () => {
  // New York, 1 November 2026: 01:59 is followed by 01:00.
  const times = { days: everyDay, times: ['01:30'] };
  expect(iso(nextRuns(times, 'America/New_York', at('2026-11-01T04:00Z'), 2))).toEqual(['2026-11-01T05:30', '2026-11-02T06:30']);
  expect(iso(nextRuns(times, 'America/New_York', at('2026-11-01T05:45Z'), 1))).toEqual(['2026-11-02T06:30']);
});

test('zones that are a quarter of an hour off are on time', () => {
  expect(iso(nextRuns({ days: everyDay, times: ['08:00'] }, 'Asia/Kathmandu', at('2026-05-01T00:00Z'), 1))).toEqual(['2026-05-01T02:15']);
});

test('whatever the zone, runs follow each other, are due, and as many as the week has', () => {
  const zone = fc.constantFrom('America/Sao_Paulo', 'America/New_York', 'Europe/Lisbon', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'UTC');
  const moment = fc.date({ min: at('2025-01-01T00:00Z'), max: at('2027-12-31T00:00Z'), noInvalidDate: true });
  const days = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
  const times = fc.uniqueArray(
    fc.integer({ min: 0, max: 47 }).map((slot) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(zone, moment, days, times, (timezone, after, chosenDays, chosenTimes) => {
      const runs = nextRuns({ days: chosenDays, times: chosenTimes }, timezone, after, 3);
      expect(runs).toHaveLength(3);
      let before = after.getTime();
      for (const run of runs) {
        expect(run.getTime()).toBeGreaterThan(before);
        before = run.getTime();
        // Either the clock shows a chosen time, or it has just skipped one.
        const wall = new Date(wallOf(timezone, run.getTime()));
        const skipped = wallOf(timezone, run.getTime()) - wallOf(timezone, run.getTime() - 900_000) > 900_000;
        expect(skipped || chosenTimes.includes(wall.toISOString().slice(11, 16))).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('counts what is left of the unit’s day, not of the day in Greenwich', () => {
  const times = { days: everyDay, times: ['08:00', '20:00', '23:30'] };
  expect(runsLeftToday(times, 'America/Sao_Paulo', at('2026-11-21T12:00Z'))).toBe(2);
  expect(runsLeftToday(times, 'America/Sao_Paulo', at('2026-11-22T02:45Z'))).toBe(0);
});

test('what was due more than an hour ago is left out', () => {
  expect(isMissed(at('2026-11-21T10:00Z'), at('2026-11-21T11:00Z'))).toBe(false);
  expect(isMissed(at('2026-11-21T10:00Z'), at('2026-11-21T11:00:01Z'))).toBe(true);
});

test('a dataset is refreshed eight times a day, on a capacity forty-eight, and by one person once in a quarter of an hour', () => {
  expect([dailyLimit(false), dailyLimit(true)]).toEqual([8, 48]);
  expect(coolDownMs).toBe(900_000);
});
