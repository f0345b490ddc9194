/** How data is formatted: DD/MM/YYYY and 24 hours in every language, numbers by language. */
import { currentLocale } from './locale.ts';

/** Making a formatter takes a hundred times as long as using it, and a list uses it in every row. */
function kept<Format>(make: (locale: string, options?: object) => Format): (locale: string, options?: object) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    const format = made.get(key) ?? make(locale, options);
    made.set(key, format);
    return format;
  };
}

const numbers = kept((locale, options) => new Intl.NumberFormat(locale, options));
const ages = kept((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'long' }));

const two = (value: number): string => String(value).padStart(2, '0');

/** `21/11/2026`. Takes a moment (in the browser's zone) or a plain `YYYY-MM-DD`. */
export function formatDate(value: string | Date): string {
  const plain = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
  if (plain) return `${plain[3]}/${plain[2]}/${plain[1]}`;
  const date = new Date(value);
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${date.getFullYear()}`;
}

/** `14:05`. */
export function formatTime(value: string | Date): string {
  const date = new Date(value);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** `21/11/2026 14:05`. */
export const formatDateTime = (value: string | Date): string => `${formatDate(value)} ${formatTime(value)}`;

/** By the language's own rules. Small whole numbers are written alike in all of ours: most pages have no others and make no formatter. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions, locale: string = currentLocale()): string {
  return !options && Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers(locale, options).format(value);
}

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `1,5 MB`: steps of 1024, at most one decimal. */
export function formatBytes(bytes: number, locale: string = currentLocale()): string {
  // A value that would be rounded up to 1024 is shown in the next unit.
  const fits = byteUnits.findIndex((_, step) => Math.round((bytes / 1024 ** step) * 10) / 10 < 1024);
  const step = fits === -1 ? byteUnits.length - 1 : fits;
  return `${formatNumber(bytes / 1024 ** step, { maximumFractionDigits: 1 }, locale)} ${byteUnits[step]}`;
}

const spans: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** `há 3 horas`, `em 2 dias`, and `agora` within half a minute. */
export function formatRelative(value: string | Date, now: Date = new Date(), locale: string = currentLocale()): string {
  const seconds = (new Date(value).getTime() - now.getTime()) / 1000;
  const format = ages(locale);
  const span = spans.find(([, length]) => Math.abs(seconds) >= length);
  if (span) return format.format(Math.trunc(seconds / span[1]), span[0]);
  return Math.abs(seconds) < 30 ? format.format(0, 'second') : format.format(Math.trunc(seconds), 'second');
}

/** For searching and sorting without regard to case and accents. */
export const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
