/** What the clock on the wall of a time zone shows, and when it shows that. */
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Time zones change their offset at multiples of 15 minutes UTC. */
const changeMs = 15 * minuteMs;

/** Minutes after midnight of `08:30`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

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
export function dayAfter(date: string, days: number): { date: string; weekday: number } {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs);
  return { date: day.toISOString().slice(0, 10), weekday: day.getUTCDay() };
}
