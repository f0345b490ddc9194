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

/** The first day after the period that starts on `start`. */
export function periodEnd(start: Date, grain: Grain): Date {
  const end = new Date(start);
  if (grain === 'year') end.setUTCFullYear(end.getUTCFullYear() + 1);
  else if (grain === 'quarter') end.setUTCMonth(end.getUTCMonth() + 3);
  else if (grain === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCDate(end.getUTCDate() + (grain === 'week' ? 7 : 1));
  return end;
}

/** First day and first day after it of the period that a grouped value stands for; a year may come as a number. */
export function periodOf(value: unknown, grain: Grain): { start: string; end: string } | undefined {
  const start = grain === 'year' && typeof value === 'number' ? new Date(Date.UTC(value, 0, 1)) : parseDate(value);
  return start && { start: isoDay(start), end: isoDay(periodEnd(start, grain)) };
}
