/** Hours in which a person may be signed in, in the time zone of the unit. */
import { dayAfter, minutesOf, nextShown, wallClock } from '#platform/wallClock.ts';

/** `day` 0 is Sunday; an `end` that is not after the `start` lies on the next day. */
export type HourRange = { day: number; start: string; end: string };
export type Hours = { shifts: readonly { ranges: readonly HourRange[]; holidays: readonly string[] }[]; extended_until: string | null };

/** While open, a null `closes_at` means that the hours never end; while closed, a null `opens_at` that they never begin. */
export type HoursNow = { open: true; closes_at: Date | null } | { open: false; opens_at: Date | null };

const dayMinutes = 1440;
const minuteMs = 60_000;
/** Days to look ahead: several holidays in a row may precede the next opening. */
const daysAhead = 15;

/** From when to when it is open, in minutes after the beginning of today, in order and without gaps or overlaps. */
function openSpans({ shifts }: Hours, today: string): [number, number][] {
  const spans: [number, number][] = [];
  for (let offset = -1; offset <= daysAhead; offset++) {
    const { date, weekday } = dayAfter(today, offset);
    for (const { ranges, holidays } of shifts) {
      if (holidays.includes(date)) continue;
      for (const { day, start, end } of ranges) {
        if (day !== weekday) continue;
        const from = minutesOf(start);
        const length = (minutesOf(end) - from + dayMinutes) % dayMinutes || dayMinutes;
        spans.push([offset * dayMinutes + from, offset * dayMinutes + from + length]);
      }
    }
  }
  const merged: [number, number][] = [];
  for (const span of spans.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1]);
    else merged.push([...span]);
  }
  return merged;
}

/** Whether the hours let somebody in now, and when that changes. Without hours it is always open. */
export function hoursNow(hours: Hours | null, timezone: string, now: Date): HoursNow {
  if (hours === null) return { open: true, closes_at: null };
  const { date, minute } = wallClock(timezone, now);
  const spans = openSpans(hours, date);
  const beginning = Date.parse(`${date}T00:00:00Z`);
  const momentOf = (at: number) => nextShown(timezone, beginning + at * minuteMs, now.getTime());
  const current = spans.find(([from, to]) => from <= minute && minute < to);
  const extended = hours.extended_until === null ? 0 : Date.parse(hours.extended_until);
  if (current) {
    const isEndless = current[1] >= daysAhead * dayMinutes;
    return { open: true, closes_at: isEndless ? null : new Date(Math.max(momentOf(current[1]).getTime(), extended)) };
  }
  if (extended > now.getTime()) return { open: true, closes_at: new Date(extended) };
  const next = spans.find(([from]) => from > minute);
  return { open: false, opens_at: next ? momentOf(next[0]) : null };
}
