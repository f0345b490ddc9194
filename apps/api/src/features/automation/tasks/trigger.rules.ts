/** When a trigger is due: days and times on the clock of the unit, also across the changes of daylight saving. */
import type { TriggerInput } from '@vitrine/contract/automation/task.ts';
import { dayAfter, minutesOf, nextShown, wallClock } from '#platform/wallClock.ts';

const minuteMs = 60_000;
/** A month and a day without one that fits: the search ends there. */
const longestGapDays = 64;

export type Times = Omit<TriggerInput, 'expires_on'> & { expires_on: string | null };

const lastDayOf = (date: string): number => new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate();

function isDay({ frequency, days, day_of_month }: Times, { date, weekday }: { date: string; weekday: number }): boolean {
  if (frequency === 'weekly') return days.includes(weekday);
  if (frequency === 'monthly') return Number(date.slice(8)) === Math.min(day_of_month ?? 1, lastDayOf(date));
  return true;
}

/** Minutes after midnight at which it runs, in their order. */
export function minutesOfDay({ times, every_minutes, from, until }: Times): number[] {
  if (every_minutes === null) return [...new Set(times.map(minutesOf))].toSorted((a, b) => a - b);
  const [first, last] = [minutesOf(from), minutesOf(until)];
  return Array.from({ length: Math.floor((last - first) / every_minutes) + 1 }, (_, index) => first + index * every_minutes);
}

/** Of a time that occurs twice the first one, of one that is skipped the minute after the gap. */
const momentOf = (timezone: string, date: string, minute: number): Date =>
  nextShown(timezone, Date.parse(`${date}T00:00:00Z`) + minute * minuteMs, -Infinity);

/** The next moments after `after`, each once. */
export function nextRuns(trigger: Times, timezone: string, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  const minutes = minutesOfDay(trigger);
  let latest = after.getTime();
  let since = 0;
  // The day before as well: what its clock skipped may run on this one.
  const start = dayAfter(wallClock(timezone, after).date, -1).date;
  for (let days = 0; runs.length < count && since <= longestGapDays; days++, since++) {
    const day = dayAfter(start, days);
    if (trigger.expires_on !== null && day.date > trigger.expires_on) break;
    if (!isDay(trigger, day)) continue;
    for (const minute of minutes) {
      const at = momentOf(timezone, day.date, minute);
      if (at.getTime() <= latest) continue;
      runs.push(at);
      latest = at.getTime();
      since = 0;
      if (runs.length === count) break;
    }
  }
  return runs;
}

/** The next moments of several triggers together; where they meet, one. */
export const nextOfAll = (triggers: readonly Times[], timezone: string, after: Date, count: number): Date[] =>
  [...new Set(triggers.flatMap((trigger) => nextRuns(trigger, timezone, after, count).map((at) => at.getTime())))]
    .toSorted((a, b) => a - b)
    .slice(0, count)
    .map((at) => new Date(at));
