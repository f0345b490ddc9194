import type { RelativeFilter } from './shapes.ts';

/** Moments from `start` up to, not including, `end`. */
export type Range = { start: Date; end: Date };

const inLast = 0;
const inThis = 1;

function day(now: Date, days: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days));
}

/** Moved by months; the last day of a shorter month stands for days that it has not. */
function monthsFrom(date: Date, months: number): Date {
  const target = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const lastDay = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  return new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth(), Math.min(date.getUTCDate(), lastDay)));
}

type Calendar = { start: (now: Date) => Date; move: (date: Date, count: number) => Date };

const weeks: Calendar = { start: (now) => day(now, -now.getUTCDay()), move: (date, count) => day(date, 7 * count) };
const months: Calendar = { start: (now) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)), move: monthsFrom };
const years: Calendar = {
  start: (now) => new Date(Date.UTC(now.getUTCFullYear(), 0, 1)),
  move: (date, count) => monthsFrom(date, 12 * count),
};
const days: Calendar = { start: (now) => day(now, 0), move: day };

/** Days, weeks, months and years that roll with today, and (every second number) those of the calendar. */
const units: { calendar: Calendar; rolls: boolean }[] = [
  { calendar: days, rolls: true },
  { calendar: weeks, rolls: true },
  { calendar: weeks, rolls: false },
  { calendar: months, rolls: true },
  { calendar: months, rolls: false },
  { calendar: years, rolls: true },
  { calendar: years, rolls: false },
];

/** The range that a relative date or time filter means at a moment; dates count in UTC, as in Power BI. */
export function relativeRange(filter: RelativeFilter, now: Date): Range {
  const { operator, timeUnitsCount: count, includeToday } = filter;
  const unit = units[filter.timeUnitType];
  if (!unit) {
    const length = (filter.timeUnitType === 7 ? 60_000 : 3_600_000) * count;
    if (operator === inLast) return { start: new Date(now.getTime() - length), end: now };
    if (operator === inThis) {
      const start = new Date(Math.floor(now.getTime() / length) * length);
      return { start, end: new Date(start.getTime() + length) };
    }
    return { start: now, end: new Date(now.getTime() + length) };
  }
  const { calendar, rolls } = unit;
  if (operator === inThis) {
    const start = calendar.start(now);
    return { start, end: calendar.move(start, 1) };
  }
  if (!rolls) {
    const start = calendar.start(now);
    if (operator === inLast) return { start: calendar.move(start, -count), end: start };
    return { start: calendar.move(start, 1), end: calendar.move(start, count + 1) };
  }
  if (operator === inLast) {
    const end = day(now, includeToday ? 1 : 0);
    return { start: calendar.move(end, -count), end };
  }
  const start = day(now, includeToday ? 0 : 1);
  return { start, end: calendar.move(start, count) };
}
