/** Days, hours and numbers as people type them, in the form of the wire; null for what is none. The order is day, month, year in every language. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { plain } from '#platform/formats.ts';

const two = (value: number | string): string => String(value).padStart(2, '0');

/** `2026-11-21` on the clock of the browser. */
export const isoOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

export const inDays = (days: number, today: Date): string => isoOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() + days));

/** A 31st of February would be a day of March. */
function existing(year: number, month: number, day: number): string | null {
  const date = new Date(year, month - 1, day);
  return year >= 1900 && year < 2200 && date.getMonth() === month - 1 && date.getDate() === day ? isoOf(date) : null;
}

const words: Record<string, number> = {
  hoje: 0,
  hoy: 0,
  today: 0,
  amanha: 1,
  manana: 1,
  tomorrow: 1,
  ontem: -1,
  ayer: -1,
  yesterday: -1,
};

/** `3/4/26`, `03-04-2026`, `03042026`, `3/4` of this year, `hoje`, `+30`, and what was copied from elsewhere as `2026-04-03`. */
export function readDate(text: string, today: Date = new Date()): string | null {
  const typed = plain(text.trim());
  const word = words[typed];
  if (word !== undefined) return inDays(word, today);
  const later = /^\+(\d{1,4})$/.exec(typed);
  if (later) return inDays(Number(later[1]), today);
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed);
  if (iso) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?$/.exec(typed) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(typed);
  if (!parts) return null;
  const year = parts[3] === undefined ? today.getFullYear() : Number(parts[3]);
  return existing(year < 100 ? 2000 + year : year, Number(parts[2]), Number(parts[1]));
}

/** `8`, `0800`, `8:00`, `8h`, `8h30`, `8.30`: 24 hours. */
export function readTime(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const parts = /^(\d{1,2})(?:\s?[:h.]\s?(\d{2})?)?$/.exec(typed) ?? /^(\d{1,2})(\d{2})$/.exec(typed);
  if (!parts) return null;
  const [hour, minute] = [Number(parts[1]), Number(parts[2] ?? 0)];
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null;
}

/** What separates decimals and thousands, by language. */
export const separatorsOf = (locale: Locale): { decimalSeparator: ',' | '.'; thousandSeparator: ',' | '.' } =>
  locale === 'en-US' ? { decimalSeparator: '.', thousandSeparator: ',' } : { decimalSeparator: ',', thousandSeparator: '.' };

/** `1.234,5`, or `1,234.5` where numbers are written so. */
export function readNumber(text: string, locale: Locale): number | null {
  const { decimalSeparator, thousandSeparator } = separatorsOf(locale);
  const [whole = '', decimals = '0', ...more] = text.trim().split(decimalSeparator);
  const grouped = new RegExp(`^-?\\d{1,3}(?:\\${thousandSeparator}\\d{3})+$`).test(whole);
  const digits = grouped ? whole.replaceAll(thousandSeparator, '') : whole;
  return /^-?\d+$/.test(digits) && /^\d+$/.test(decimals) && more.length === 0 ? Number(`${digits}.${decimals}`) : null;
}
