/** Hours in which a person may be signed in, in the time zone of the unit. */

/** `day` 0 is Sunday; an `end` that is not after the `start` lies on the next day. */
export type HourRange = { day: number; start: string; end: string };
export type Hours = { shifts: readonly { ranges: readonly HourRange[]; holidays: readonly string[] }[]; extended_until: string | null };

/** While open, a null `closes_at` means that the hours never end; while closed, a null `opens_at` that they never begin. */
export type HoursNow = { open: true; closes_at: Date | null } | { open: false; opens_at: Date | null };

const dayMinutes = 1440;
const minuteMs = 60_000;
const dayMs = dayMinutes * minuteMs;
/** Time zones change their offset at multiples of 15 minutes UTC. */
const changeMs = 15 * minuteMs;
/** Days to look ahead: several holidays in a row may precede the next opening. */
const daysAhead = 15;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Local date, weekday and minute of the day in a time zone. */
export function wallClock(timezone: string, at: Date): { date: string; minute: number } {
  const known = formats.get(timezone);
  const format =
    known ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  if (!known) formats.set(timezone, format);
  const [date = '', time = ''] = format.format(at).split(' ');
  return { date, minute: minutesOf(time) };
}

/** Local time of a time zone as if it were UTC, so that it can be calculated with. */
function wallOf(timezone: string, at: number): number {
  const { date, minute } = wallClock(timezone, new Date(at));
  return Date.parse(`${date}T00:00:00Z`) + minute * minuteMs;
}

/**
 * The next moment at which local time is `wall`. Daylight saving: a time that is skipped counts as the moment after the gap; of one that
 * occurs twice, the first that is still to come.
 */
export function nextShown(timezone: string, wall: number, now: number): Date {
  const around = [wall - dayMs, wall + dayMs].map((near) => wall - (wallOf(timezone, near) - near));
  const shown = around.toSorted((a, b) => a - b).filter((at) => wallOf(timezone, at) === wall);
  const next = shown.find((at) => at > now) ?? shown.at(-1);
  if (next !== undefined) return new Date(next);
  let at = Math.ceil(Math.min(...around) / changeMs) * changeMs;
  while (wallOf(timezone, at) < wall) at += changeMs;
  return new Date(at);
}

/** The calendar day `days` after `date`. */
function dayAfter(date: string, days: number): { date: string; weekday: number } {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
  return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() };
}

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
