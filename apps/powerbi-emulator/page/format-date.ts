const names = new Map<string, Intl.DateTimeFormat>();

const named = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = locale + JSON.stringify(options);
  const known = names.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  names.set(key, known);
  return known;
};

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Writes a date by a Power BI format: `yyyy yy mmmm mmm mm m dddd ddd dd d hh h nn ss qqq`, or `short` for the language's own.
 * After hours `mm` means minutes. `quarterWord` holds `{n}`, such as "{n}º tri".
 */
export function formatDate(date: Date, format: string, locale: string, quarterWord: string): string {
  let afterHours = false;
  return format.replaceAll(/short|y{2,4}|q+|m{1,4}|d{1,4}|h{1,2}|n{1,2}|s{1,2}|"[^"]*"|\\./gi, (token) => {
    const minutes = () => two(date.getUTCMinutes());
    switch (token.toLowerCase()) {
      case 'short':
        return named(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(date);
      case 'yyyy':
      case 'yyy':
        return String(date.getUTCFullYear());
      case 'yy':
        return two(date.getUTCFullYear() % 100);
      case 'mmmm':
        return named(locale, { month: 'long' }).format(date);
      case 'mmm':
        return named(locale, { month: 'short' }).format(date).replace('.', '');
      case 'mm':
        return afterHours ? minutes() : two(date.getUTCMonth() + 1);
      case 'm':
        return String(date.getUTCMonth() + 1);
      case 'dddd':
        return named(locale, { weekday: 'long' }).format(date);
      case 'ddd':
        return named(locale, { weekday: 'short' }).format(date).replace('.', '');
      case 'dd':
        return two(date.getUTCDate());
      case 'd':
        return String(date.getUTCDate());
      case 'hh':
      case 'h':
        afterHours = true;
        return token.length === 2 ? two(date.getUTCHours()) : String(date.getUTCHours());
      case 'nn':
      case 'n':
        return minutes();
      case 'ss':
      case 's':
        return two(date.getUTCSeconds());
      default:
        if (/^q/i.test(token)) return quarterWord.replace('{n}', String(Math.floor(date.getUTCMonth() / 3) + 1));
        return token.replaceAll(/["\\]/g, '');
    }
  });
}
