const names = new Map<string, Intl.DateTimeFormat>();

const named = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = locale + JSON.stringify(options);
  const known = names.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  names.set(key, known);
  return known;
};

const two = (value: number): string => String(value).padStart(2, '0');

const numeric = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

/** The order in which a format (`dd/mm/yyyy`), or a language without one, writes day, month and year. */
const orderOf = (format: string, locale: string): string[] =>
  format === 'short'
    ? named(locale, numeric)
        .formatToParts(0)
        .flatMap(({ type }) => (type === 'day' || type === 'month' || type === 'year' ? [type] : []))
    : [...format.matchAll(/d+|m+|y+/gi)].map(([token]) => ({ d: 'day', m: 'month', y: 'year' })[token.charAt(0).toLowerCase()] ?? '');

/** The day that a reader's text means in this format, or as `YYYY-MM-DD`; undefined where it means none. */
export function readDay(text: string, format: string, locale: string): Date | undefined {
  const written = text.trim();
  const order = /^\d{4}-/.test(written) ? ['year', 'month', 'day'] : orderOf(format, locale);
  const numbers = written.match(/\d+/g)?.map(Number) ?? [];
  if (numbers.length !== 3 || !/^[\d\s./-]+$/.test(written)) return undefined;
  const [year = 0, month = 0, day = 0] = ['year', 'month', 'day'].map((part) => numbers[order.indexOf(part)]);
  const date = new Date(Date.UTC(year < 100 ? year + 2000 : year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

const monthName = (date: Date, locale: string, month: 'long' | 'short'): string => named(locale, { month }).format(date);
const weekdayName = (date: Date, locale: string, weekday: 'long' | 'short'): string => named(locale, { weekday }).format(date);

/** What a token of a format stands for. */
const tokens: Partial<Record<string, (date: Date, locale: string) => string>> = {
  short: (date, locale) => named(locale, numeric).format(date),
  yyyy: (date) => String(date.getUTCFullYear()),
  yyy: (date) => String(date.getUTCFullYear()),
  yy: (date) => two(date.getUTCFullYear() % 100),
  mmmm: (date, locale) => monthName(date, locale, 'long'),
  mmm: (date, locale) => monthName(date, locale, 'short').replace('.', ''),
  mm: (date) => two(date.getUTCMonth() + 1),
  m: (date) => String(date.getUTCMonth() + 1),
  dddd: (date, locale) => weekdayName(date, locale, 'long'),
  ddd: (date, locale) => weekdayName(date, locale, 'short').replace('.', ''),
  dd: (date) => two(date.getUTCDate()),
  d: (date) => String(date.getUTCDate()),
  hh: (date) => two(date.getUTCHours()),
  h: (date) => String(date.getUTCHours()),
  nn: (date) => two(date.getUTCMinutes()),
  n: (date) => two(date.getUTCMinutes()),
  ss: (date) => two(date.getUTCSeconds()),
  s: (date) => two(date.getUTCSeconds()),
};

/**
 * Writes a date by a Power BI format: `yyyy yy mmmm mmm mm m dddd ddd dd d hh h nn ss qqq`, or `short` for the language's own.
 * After hours `mm` means minutes. `quarterWord` holds `{n}`, such as "{n}º tri".
 */
export function formatDate(date: Date, format: string, locale: string, quarterWord: string): string {
  let afterHours = false;
  return format.replaceAll(/short|y{2,4}|q+|m{1,4}|d{1,4}|h{1,2}|n{1,2}|s{1,2}|"[^"]*"|\\./gi, (token) => {
    const name = token.toLowerCase();
    if (name.startsWith('h')) afterHours = true;
    const write = name === 'mm' && afterHours ? tokens['nn'] : tokens[name];
    if (write) return write(date, locale);
    if (name.startsWith('q')) return quarterWord.replace('{n}', String(Math.floor(date.getUTCMonth() / 3) + 1));
    return token.replaceAll(/["\\]/g, '');
  });
}
