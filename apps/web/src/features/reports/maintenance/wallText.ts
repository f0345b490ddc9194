import { formatDate } from '../../../core/formats.ts';

/** `21/11/2026 22:00` of a minute on the clock of the unit, whatever the zone of the browser. */
export const wallText = (wall: string): string => `${formatDate(wall.slice(0, 10))} ${wall.slice(11, 16)}`;

const twoHours = 2 * 3_600_000;

/** The next full hour in a zone and two hours on: what a new window starts with. */
export function nextHours(timezone: string, now: Date = new Date()): { starts: string; ends: string } {
  const inZone = (at: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' }).format(at).replace(' ', 'T');
  const hour = Math.ceil(now.getTime() / 3_600_000) * 3_600_000;
  return { starts: inZone(hour), ends: inZone(hour + twoHours) };
}
