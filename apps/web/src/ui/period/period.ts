/** The period that numbers are looked at in: the last days up to today. */
import type { PeriodName } from '@vitrine/contract/periods.ts';
import { periods } from '@vitrine/contract/periods.ts';

export const isPeriod = (word: string | undefined): word is PeriodName => periods.some((name) => name === word);

const dayText = (at: Date): string =>
  [at.getFullYear(), String(at.getMonth() + 1).padStart(2, '0'), String(at.getDate()).padStart(2, '0')].join('-');

/** The last days up to that one, which is today in the unit. */
export function periodOf(name: PeriodName, today: Date): { from: string; until: string } {
  const from = new Date(today);
  from.setDate(from.getDate() - Number(name) + 1);
  return { from: dayText(from), until: dayText(today) };
}
