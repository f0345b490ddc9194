/**
 * Money is a whole number of centavos. What people type and read is turned into it and back digit by digit, so that no amount
 * is ever a fraction that a computer rounds.
 */
/** The highest amount: R$ 9.999.999.999,99. */
export const maxCents = 999_999_999_999;

/** `1.234.567`: groups of three, from the end. */
function groupsOf(digits: string, separator: string): string {
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...groups].join(separator);
}

/** Portuguese and Spanish write a comma before the centavos, English a point. */
const separatorsOf = (locale: string) => (locale.startsWith('en') ? { decimal: '.', group: ',' } : { decimal: ',', group: '.' });

/** An amount as it stands in a field: `1.234,50` from 123450. */
export function moneyInput(amount: number, locale: string): string {
  const { decimal, group } = separatorsOf(locale);
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${groupsOf(digits.slice(0, -2), group)}${decimal}${digits.slice(-2)}`;
}

/** An amount as people read it: `R$ 1.234,50` from 123450. The space keeps both parts on one line. */
export function formatMoney(amount: number, locale: string): string {
  return `${amount < 0 ? '-' : ''}R$\u00a0${moneyInput(Math.abs(amount), locale)}`;
}

/** The centavos that somebody typed, such as `R$ 1.234,5`; null for what is no amount, has fractions of a centavo, or is too high. */
export function parseMoney(text: string, locale: string): number | null {
  const { decimal, group } = separatorsOf(locale);
  const plain = text.replaceAll(/[\s\u00a0]/g, '').replace(/^R\$/i, '');
  const [whole = '', fraction = '', ...more] = plain.split(decimal);
  if (more.length > 0 || (decimal === plain.at(-1) && fraction === '') || !/^\d{0,2}$/.test(fraction)) return null;
  const parts = whole.split(group);
  const grouped = parts.length === 1 || (/^\d{1,3}$/.test(parts[0] ?? '') && parts.slice(1).every((part) => /^\d{3}$/.test(part)));
  const digits = parts.join('');
  if (!grouped || !/^\d{1,10}$/.test(digits)) return null;
  return Number(digits + fraction.padEnd(2, '0'));
}
