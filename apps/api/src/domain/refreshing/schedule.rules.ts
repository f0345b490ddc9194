/** When a schedule is due: days and half hours in the unit's local time, also across daylight saving changes. */

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Step of the search: some zones have offsets of quarter hours. */
const stepMs = 15 * minuteMs;
const halfHourMs = 30 * minuteMs;
/** The largest change of an offset. */
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

/** Local time at a moment as if it were UTC, so that it can be calculated with. */
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

/** Whether local time passed a time of the schedule after `before` and up to `now`. */
function passesSlot(before: number, now: number, times: Times): boolean {
  for (let wall = Math.floor(now / halfHourMs) * halfHourMs; wall > before; wall -= halfHourMs) if (isSlot(wall, times)) return true;
  return false;
}

/**
 * The moments after `after`, up to `until`. Times that daylight saving skips run right after the gap;
 * times that occur twice run once.
 */
function* runsBetween(times: Times, timezone: string, after: number, until: number): Generator<Date> {
  const first = Math.floor(after / stepMs) * stepMs + stepMs;
  // The latest local time so far.
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

/** The runs until the end of the unit's day. */
export function runsToday(times: Times, timezone: string, now: Date): Date[] {
  const dayOf = (at: number) => Math.floor(wallOf(timezone, at) / dayMs);
  const today = dayOf(now.getTime());
  // A day may have 25 hours.
  const runs = runsBetween(times, timezone, now.getTime(), now.getTime() + dayMs + 60 * minuteMs);
  return [...runs].filter((at) => dayOf(at.getTime()) === today);
}

export const runsLeftToday = (times: Times, timezone: string, now: Date): number => runsToday(times, timezone, now).length;

const missedAfterMs = 60 * minuteMs;

/** A run that was missed while the portal was down is made up for within an hour, and skipped after that. */
export const isMissed = (due: Date, now: Date): boolean => now.getTime() - due.getTime() > missedAfterMs;

/** Refreshes per day: the service's hard limit, and that of its schedules. */
export const dailyLimit = (on_capacity: boolean): number => (on_capacity ? 48 : 8);

/** Failures in a row after which a schedule is paused. */
export const failuresUntilPause = 4;

/** Minimum time between two refreshes by the same person. Does not apply to administrators. */
export const coolDownMs = 15 * minuteMs;
