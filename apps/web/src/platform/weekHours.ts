/** The hours of a week in words. */
import type { HourRange } from '@vitrine/contract/settings/accessHours.ts';

export const rangesOf = (ranges: readonly HourRange[], day: number): HourRange[] => ranges.filter((range) => range.day === day);

/** `segunda-feira`: 2023-01-01 was a Sunday. */
export const dayName = (day: number, locale: string, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2023, 0, 1 + day)));

/** `seg.–sex. 08:00–18:00; sáb. 09:00–13:00`: consecutive days with the same hours are grouped. */
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
