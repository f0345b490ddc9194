/** Hours of a week as the editor changes them. */
import type { HourRange } from '@vitrine/contract/settings/accessHours.ts';
import { rangesOf } from '#platform/weekHours.ts';

/** The week with other ranges on one day, in the order of the week. */
export const withRanges = (ranges: readonly HourRange[], day: number, next: readonly HourRange[]): HourRange[] =>
  [...ranges.filter((range) => range.day !== day), ...next].toSorted((a, b) => a.day - b.day);

/** An end that is not after the start lies on the next day. */
export const isOvernight = ({ start, end }: HourRange): boolean => end <= start;

/** Tuesday to Friday as Monday is. */
export const copyToWeekdays = (ranges: readonly HourRange[]): HourRange[] => {
  const monday = rangesOf(ranges, 1);
  return [2, 3, 4, 5].reduce<HourRange[]>(
    (week, day) =>
      withRanges(
        week,
        day,
        monday.map((range) => ({ ...range, day })),
      ),
    [...ranges],
  );
};

/** A day as people write it, `25/12/2026` or `1/5/2027`, in the form of the wire; null for what is no day. */
export function dayOf(text: string): string | null {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? [];
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  const moment = new Date(`${day}T00:00:00Z`);
  // A 31st of February would be a day of March.
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}
