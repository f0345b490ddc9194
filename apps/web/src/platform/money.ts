/** Amounts of money as people read them. Apart from the other formats, because the sign-in page has none. */
import { formatMoney as moneyIn } from '@vitrine/contract/money.ts';
import { formatNumber } from './formats.ts';
import { currentLocale } from './locale.ts';

/** `R$ 1.234,50` from 123450. */
export const formatMoney = (cents: number, locale: string = currentLocale()): string => moneyIn(cents, locale);

/** US dollars, in which Azure lists its prices; sums without their cents. */
export const formatDollars = (cents: number, digits: 0 | 2 = 2): string =>
  formatNumber(cents / 100, { style: 'currency', currency: 'USD', maximumFractionDigits: digits });
