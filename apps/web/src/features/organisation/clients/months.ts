/** Months as `YYYY-MM`, and how people read them. */
import { currentLocale } from '#platform/locale.ts';

/** `novembro de 2026`. */
export function monthName(month: string): string {
  const name = new Intl.DateTimeFormat(currentLocale(), { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return name.format(Date.parse(`${month}-01T00:00:00Z`));
}

/** The months of a year back and a year ahead, with the one that was chosen before. */
export function monthsAround(today: Date, chosen: string): string[] {
  const months = Array.from({ length: 25 }, (_, index) =>
    new Date(Date.UTC(today.getFullYear(), today.getMonth() - 12 + index, 1)).toISOString().slice(0, 7),
  );
  return chosen === '' || months.includes(chosen) ? months : [...months, chosen].toSorted();
}
