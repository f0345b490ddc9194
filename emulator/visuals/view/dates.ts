export type Grain = 'year' | 'quarter' | 'month' | 'week' | 'day';

/** Dates travel as `YYYY-MM-DD`; time zones never enter. */
export function parseDate(value: unknown): Date | undefined {
  const match = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?)?/.exec(value) : null;
  if (!match) return undefined;
  const [, year, month, day, hours = '0', minutes = '0', seconds = '0'] = match;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hours), Number(minutes), Number(seconds)));
}

export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
