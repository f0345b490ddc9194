/** When something is due by the goals of the help desk, in plain words. */
import type { Ticket } from '@vitrine/contract/support/ticket.ts';
import { useTranslation } from 'react-i18next';
import { formatDate, formatDateTime, formatNumber, formatTime } from '#platform/formats.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
const dayMinutes = 1440;

/** `45 min`, `2 h`, `3 dias`. */
function lasting(minutes: number): string {
  if (minutes < hourMinutes) return formatNumber(Math.max(1, minutes), { style: 'unit', unit: 'minute' });
  if (minutes < 2 * dayMinutes) return formatNumber(Math.floor(minutes / hourMinutes), { style: 'unit', unit: 'hour' });
  return formatNumber(Math.floor(minutes / dayMinutes), { style: 'unit', unit: 'day', unitDisplay: 'long' });
}

export function useDueWords(): (due: NonNullable<Ticket['due']>) => { text: string; isLate: boolean } {
  const { t } = useTranslation('helpDesk');
  return ({ what, at }) => {
    const now = new Date();
    const late = Math.floor((now.getTime() - Date.parse(at)) / minuteMs);
    if (late >= 0) return { text: t(`late_${what}`, { time: lasting(late) }), isLate: true };
    const [day, time] = [formatDate(new Date(at)), formatTime(at)];
    const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
    const when =
      day === formatDate(now) ? t('due_today', { time }) : day === formatDate(tomorrow) ? t('due_tomorrow', { time }) : formatDateTime(at);
    return { text: t(`due_${what}`, { when }), isLate: false };
  };
}
