/** When a schedule is due: days and half hours on the clock of the unit, through every change of that clock. */

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Some zones are a quarter of an hour off: their half hours are seen at these steps. */
const stepMs = 15 * minuteMs;
const halfHourMs = 30 * minuteMs;
/** No clock is put back by more. */
const memoryMs = 3 * 60 * minuteMs;

export type Times = { days: readonly number[]; times: readonly string[] };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timezone, format);
  return format;
}

/** What a clock on the wall shows at a moment, as if it were UTC: so it can be counted with. */
export function wallOf(timezone: string, at: number): number {
  const parts = new Map(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

function isSlot(wall: number, { days, times }: Times): boolean {
  const date = new Date(wall);
  return days.includes(date.getUTCDay()) && times.includes(date.toISOString().slice(11, 16));
}

/** Whether the clock reached a time of the schedule after it had shown `before`, up to `now`. */
function passesSlot(before: number, now: number, times: Times): boolean {
  for (let wall = Math.floor(now / halfHourMs) * halfHourMs; wall > before; wall -= halfHourMs) if (isSlot(wall, times)) return true;
  return false;
}

/**
 * The moments after `after`, up to `until`. Hours that the clock skips are made up for as soon as it has skipped them;
 * hours that it shows twice count once.
 */
function* runsBetween(times: Times, timezone: string, after: number, until: number): Generator<Date> {
  const first = Math.floor(after / stepMs) * stepMs + stepMs;
  // The latest time that the clock has shown so far.
  let shown = -Infinity;
  for (let at = first - memoryMs; at < first; at += stepMs) shown = Math.max(shown, wallOf(timezone, at));
  for (let at = first; at <= until; at += stepMs) {
    const wall = wallOf(timezone, at);
    if (wall <= shown) continue;
    if (passesSlot(shown, wall, times)) yield new Date(at);
    shown = wall;
  }
}

/** The next moments after `after`. */
export function nextRuns(times: Times, timezone: string, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  const until = after.getTime() + (7 * count + 1) * dayMs;
  for (const run of runsBetween(times, timezone, after.getTime(), until)) {
    runs.push(run);
    if (runs.length === count) break;
  }
  return runs;
}

/** How many runs are still to come before the unit's day ends. */
export function runsLeftToday(times: Times, timezone: string, now: Date): number {
  const dayOf = (at: number) => Math.floor(wallOf(timezone, at) / dayMs);
  const today = dayOf(now.getTime());
  // A day may have 25 hours.
  const runs = runsBetween(times, timezone, now.getTime(), now.getTime() + dayMs + 60 * minuteMs);
  return [...runs].filter((at) => dayOf(at.getTime()) === today).length;
}

const missedAfterMs = 60 * minuteMs;

/** A run that nobody was there for is made up for within the hour, and left out after it. */
export const isMissed = (due: Date, now: Date): boolean => now.getTime() - due.getTime() > missedAfterMs;

/** Runs that may be asked of the service within a day: its hard limit, and that of its schedules. */
export const dailyLimit = (on_capacity: boolean): number => (on_capacity ? 48 : 8);

/** Failures in a row after which a schedule stands still. */
export const failuresUntilPause = 4;

/** Between two refreshes that one person asks for. Administrators need not wait. */
export const coolDownMs = 15 * minuteMs;
