import { formatDate } from './formats.ts';

/** `21/11/2026 22:00` of a minute on the clock of the unit, whatever the zone of the browser. */
export const localTimeText = (local: string): string => `${formatDate(local.slice(0, 10))} ${local.slice(11, 16)}`;

/** `2026-11-21T22:00`: a moment on the clock of a zone. */
const localTimeOf = (at: number, timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T');

/** A moment in the unit's time zone, for display beside times that are set in it. */
export const momentText = (moment: string, timezone: string): string => localTimeText(localTimeOf(Date.parse(moment), timezone));

/** `2026-11-21`: the day that it is in a zone. */
export const todayIn = (timezone: string, now: number = Date.now()): string => localTimeOf(now, timezone).slice(0, 10);

const twoHours = 2 * 3_600_000;

/** The next full hour in a zone and two hours on: what a new window starts with. */
export function nextHours(timezone: string, now: Date = new Date()): { starts: string; ends: string } {
  const hour = Math.ceil(now.getTime() / 3_600_000) * 3_600_000;
  return { starts: localTimeOf(hour, timezone), ends: localTimeOf(hour + twoHours, timezone) };
}
