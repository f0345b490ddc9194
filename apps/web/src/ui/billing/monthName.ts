/** `09/2026` from `2026-09`. */
export const monthName = (month: string): string => month.split('-').toReversed().join('/');
