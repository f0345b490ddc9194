/** Hours of a week as the editor changes them. */
import type { HourRange } from '@vitrine/contract/features/shifts.ts';

export const rangesOf = (ranges: readonly HourRange[], day: number): HourRange[] => ranges.filter((range) => range.day === day);

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

/** `segunda-feira`: 2023-01-01 was a Sunday. */
export const dayName = (day: number, locale: string, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2023, 0, 1 + day)));

/** `seg.–sex. 08:00–18:00; sáb. 09:00–13:00`: days that follow each other with the same hours are told together. */
export function summarise(ranges: readonly HourRange[], locale: string): string {
  const hours = (day: number) =>
    rangesOf(ranges, day)
      .map(({ start, end }) => `${start}–${end}`)
      .join(', ');
  const parts: string[] = [];
  for (let day = 0; day < 7;) {
    const text = hours(day);
    let last = day;
    while (last < 6 && hours(last + 1) === text) last++;
    const name = (of: number) => dayName(of, locale, 'short');
    if (text) parts.push(`${last > day ? `${name(day)}–${name(last)}` : name(day)} ${text}`);
    day = last + 1;
  }
  return parts.join('; ');
}
