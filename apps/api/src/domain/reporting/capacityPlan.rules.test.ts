import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Log, Spell, Week } from './capacityPlan.rules.ts';
import { cellsOf, cheapestWeek, figuresOf, rangesOf, replay } from './capacityPlan.rules.ts';
import type { CapacityRule } from './capacityShift.rules.ts';
import { wantedOf } from './capacityShift.rules.ts';

const minuteMs = 60_000;
const idle = 30;
/** A Sunday, midnight in São Paulo. */
const sunday = Date.parse('2026-03-01T03:00:00Z');
const at = (minutes: number) => new Date(sunday + minutes * minuteMs);
const dayMinutes = 1440;

const logOf = (spells: readonly Spell[], weeks = 1): Log => ({
  spells,
  from: at(0),
  until: at(weeks * 7 * dayMinutes),
  timezone: 'America/Sao_Paulo',
  inactive_minutes: idle,
});

/** Use that comes in spells: the rest between two is longer than what pauses a capacity. */
const spells = (first: number, last: number, count: number) =>
  fc
    .array(fc.record({ rest: fc.integer({ min: idle + 1, max: 240 }), long: fc.integer({ min: 1, max: 90 }) }), {
      minLength: 1,
      maxLength: count,
    })
    .map((parts) => {
      const made: Spell[] = [];
      let minute = first;
      for (const { rest, long } of parts) {
        if (minute + rest + long + idle > last) break;
        made.push({ from: at(minute + rest), until: at(minute + rest + long), waiting: 1 + (long % 3) });
        minute += rest + long;
      }
      return made;
    });

const weekOf = (on: readonly number[]): Week => Array.from({ length: 168 }, (_, hour) => on.includes(hour));
const shiftsOf = (week: Week) => (week.includes(true) ? [{ ranges: rangesOf(week), holidays: [] }] : []);

const rule: CapacityRule = {
  auto_activate: true,
  auto_pause: true,
  inactive_minutes: idle,
  use_schedule: true,
  activate_outside: true,
  force_stop: false,
};

/** Minute by minute: first the rule that starts and pauses looks at the use until then, and whoever comes then and finds it paused starts it. */
function lived(log: Log, week: Week) {
  const hours = { timezone: log.timezone, shifts: shiftsOf(week) };
  let isOn = false;
  const sums = { minutes: 0, starts: 0, waiting: 0 };
  for (let now = log.from.getTime(); now < log.until.getTime(); now += minuteMs) {
    const current = log.spells.find(({ from, until }) => from.getTime() <= now && now < until.getTime());
    const before = log.spells.filter(({ until }) => until.getTime() <= now).at(-1);
    const used_at = current && current.from.getTime() < now ? new Date(now) : (before?.until ?? null);
    const { wanted } = wantedOf(rule, hours, { used_at, held_by: null, paused_by_hand_at: null }, new Date(now));
    if (wanted === 'pause') isOn = false;
    if (wanted === 'run') isOn = true;
    if (current && !isOn) {
      isOn = true;
      sums.starts += 1;
      sums.waiting += current.waiting;
    }
    if (isOn) sums.minutes += 1;
  }
  return { hours_on: sums.minutes / 60, cold_starts: sums.starts, waiting: sums.waiting };
}

test('what a week was is what the rule that starts and pauses would have done', () => {
  fc.assert(
    fc.property(
      spells(dayMinutes, 2 * dayMinutes, 6),
      fc.uniqueArray(fc.integer({ min: 24, max: 47 }), { minLength: 1, maxLength: 8 }),
      (use, on) => {
        // Monday alone, which is a seventh of a week.
        const log = { ...logOf(use), from: at(dayMinutes), until: at(2 * dayMinutes) };
        const week = weekOf(on);
        const seen = lived(log, week);
        const told = replay(log, { shifts: shiftsOf(week) });
        expect(told.hours_on / 7).toBeCloseTo(seen.hours_on, 6);
        expect([told.cold_starts / 7, told.waiting / 7].map(Math.round)).toEqual([seen.cold_starts, seen.waiting]);
      },
    ),
    { numRuns: 20 },
  );
});

test('the hours of the week add up to the same as going through the log, also where clocks change', () => {
  fc.assert(
    fc.property(spells(0, 14 * dayMinutes, 60), fc.uniqueArray(fc.integer({ min: 0, max: 167 }), { maxLength: 40 }), (use, on) => {
      const week = weekOf(on);
      for (const timezone of ['America/Sao_Paulo', 'Europe/Lisbon', 'Asia/Kathmandu']) {
        // Lisbon goes to summer time on 29 March.
        const log = { ...logOf(use, 6), timezone };
        const [added, gone] = [figuresOf(log, cellsOf(log), week), replay(log, { shifts: shiftsOf(week) })];
        expect(added.hours_on).toBeCloseTo(gone.hours_on, 6);
        expect(added.cold_starts).toBeCloseTo(gone.cold_starts, 6);
        expect(added.waiting).toBeCloseTo(gone.waiting, 6);
      }
    }),
    { numRuns: 15 },
  );
});

test('no other calendar of as few ranges costs less with as few cold starts', () => {
  const hours = [32, 33, 34, 35, 36, 37, 38, 39];
  fc.assert(
    fc.property(
      spells(dayMinutes + 7.5 * 60, dayMinutes + 16.5 * 60, 8),
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      (use, atMost, rangesADay) => {
        const log = logOf(use.filter(({ from }) => from >= at(dayMinutes + 8 * 60) && from < at(dayMinutes + 16 * 60)));
        let least = Infinity;
        for (let choice = 0; choice < 2 ** hours.length; choice++) {
          const week = weekOf(hours.filter((_, bit) => (choice >> bit) % 2 === 1));
          if (rangesOf(week).length > rangesADay) continue;
          const figures = replay(log, { shifts: shiftsOf(week) });
          if (figures.cold_starts <= atMost) least = Math.min(least, figures.hours_on);
        }
        const proposed = cheapestWeek(log, cellsOf(log), atMost, rangesADay);
        const figures = replay(log, { shifts: shiftsOf(proposed) });
        expect(rangesOf(proposed).length).toBeLessThanOrEqual(rangesADay);
        expect(figures.cold_starts).toBeLessThanOrEqual(atMost);
        expect(figures.hours_on).toBeCloseTo(least, 6);
      },
    ),
    { numRuns: 60 },
  );
});

test('a morning of readers is worth a calendar, one reader in the night is not', () => {
  const spell = (day: number, hour: number, minutes: number): Spell => ({
    from: at(day * dayMinutes + hour * 60),
    until: at(day * dayMinutes + hour * 60 + minutes),
    waiting: 1,
  });
  const log = logOf([spell(1, 9, 20), spell(1, 10, 20), spell(1, 11, 20), spell(3, 2, 5)]);
  const cells = cellsOf(log);
  expect(rangesOf(cheapestWeek(log, cells, 4, 4))).toEqual([]);
  expect(rangesOf(cheapestWeek(log, cells, 1, 4))).toEqual([{ day: 1, start: '09:00', end: '12:00' }]);
  expect(rangesOf(cheapestWeek(log, cells, 0, 4))).toEqual([
    { day: 1, start: '09:00', end: '12:00' },
    { day: 3, start: '02:00', end: '03:00' },
  ]);
  const figures = replay(log, { shifts: shiftsOf(cheapestWeek(log, cells, 1, 4)) });
  expect(figures).toEqual({ hours_on: 3 + 35 / 60, cold_starts: 1, waiting: 1 });
});

test('a day that is on all day ends at midnight, and the next begins there', () => {
  const week = weekOf([...Array.from({ length: 24 }, (_, hour) => 24 + hour), 48]);
  expect(rangesOf(week)).toEqual([
    { day: 1, start: '00:00', end: '00:00' },
    { day: 2, start: '00:00', end: '01:00' },
  ]);
  expect(replay(logOf([]), { shifts: shiftsOf(week) }).hours_on).toBe(25);
});
