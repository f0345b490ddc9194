/** A day `YYYY-MM-DD` as people write it in their language. */
export const shownDay = (language: string, day: string): string =>
  new Intl.DateTimeFormat(language, { timeZone: 'UTC' }).format(new Date(day));
