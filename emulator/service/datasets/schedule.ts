import { findIana } from 'windows-iana';
import { z } from 'zod';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** A refresh schedule as the service keeps and answers it (docs/reference/powerbi.md A4). */
export const scheduleShape = z.strictObject({
  days: z.array(z.enum(weekdays)),
  times: z.array(z.string().regex(/^([01]\d|2[0-3]):[03]0$/, 'must be on the full or half hour')),
  enabled: z.boolean(),
  /** A Windows zone id. */
  localTimeZoneId: z.string().refine((id) => findIana(id).length > 0, 'must be the id of a Windows time zone'),
  notifyOption: z.enum(['NoNotification', 'MailOnFailure']),
});
export type Schedule = z.infer<typeof scheduleShape>;

export const idleSchedule: Schedule = { days: [], times: [], enabled: false, localTimeZoneId: 'UTC', notifyOption: 'NoNotification' };

const dayMs = 86_400_000;

/** How far the zone is ahead of UTC at a moment. */
const offsetMs = (timeZone: string, at: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'medium' });
  const fields = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const year = 2000 + ((fields['year'] ?? 0) % 100);
  const local = Date.UTC(year, (fields['month'] ?? 1) - 1, fields['day'], fields['hour'], fields['minute'], fields['second']);
  return local - Math.floor(at / 1000) * 1000;
};

/** The moments after `from` and up to `until` at which the schedule starts a refresh, oldest first. */
export const slotsBetween = (schedule: Schedule, from: number, until: number): number[] => {
  const [zone] = findIana(schedule.localTimeZoneId);
  if (!schedule.enabled || zone === undefined) return [];
  const slots: number[] = [];
  for (let day = Math.floor(from / dayMs) - 1; day <= Math.floor(until / dayMs) + 1; day++) {
    const midnight = day * dayMs;
    const weekday = weekdays[new Date(midnight).getUTCDay()];
    // A schedule without days runs every day.
    if (weekday === undefined || (schedule.days.length > 0 && !schedule.days.includes(weekday))) continue;
    for (const time of schedule.times) {
      const local = midnight + Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000;
      slots.push(local - offsetMs(zone, local - offsetMs(zone, local)));
    }
  }
  return slots.filter((slot) => slot > from && slot <= until).toSorted((a, b) => a - b);
};
