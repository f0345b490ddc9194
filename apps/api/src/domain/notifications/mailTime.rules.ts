/** When a notification is mailed to somebody: at once, after the quiet hours, or with the others that wait for the next digest. */
import type { NotificationChoice } from '@vitrine/contract/notifications/notifications.ts';
import { minutesOf, nextShown, wallClock } from '#platform/wallClock.ts';

export type MailTime = Pick<NotificationChoice, 'mails' | 'digest_hour' | 'quiet'>;

const dayMinutes = 1440;
const minuteMs = 60_000;
const monday = 1;

/** Whether mails wait for a digest, and until when they wait; `at` is null for those that go at once. */
export function mailTime({ mails, digest_hour, quiet }: MailTime, timezone: string, now: Date): { digest: boolean; at: Date | null } {
  const { date, minute } = wallClock(timezone, now);
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const shown = (day: number, at: number) => nextShown(timezone, midnight + (day * dayMinutes + at) * minuteMs, now.getTime());
  if (mails === 'daily' || mails === 'weekly') {
    const hour = digest_hour * 60;
    const isOver = minute >= hour;
    if (mails === 'daily') return { digest: true, at: shown(isOver ? 1 : 0, hour) };
    const days = (monday - new Date(midnight).getUTCDay() + 7) % 7;
    return { digest: true, at: shown(days === 0 && isOver ? 7 : days, hour) };
  }
  if (quiet === null) return { digest: false, at: null };
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const isQuiet = from < until ? from <= minute && minute < until : minute >= from || minute < until;
  return { digest: false, at: isQuiet ? shown(minute < until ? 0 : 1, until) : null };
}
