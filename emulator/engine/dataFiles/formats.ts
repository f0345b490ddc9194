/** The display formats of a model's columns, by what the columns were read as. */
import type { Decision } from './columnType.ts';

const mostDecimals = 4;

const decimalsFrom = (least: number, decimals: number): string => '0'.repeat(Math.min(mostDecimals, Math.max(least, decimals)));

/** How a column is shown. Dates are written as the reader's language does. */
export const formatOf = (decision: Decision, isSummed: boolean): string | undefined => {
  if (decision.kind === 'typed') {
    if (decision.type === 'number') return '#,0.00';
    return decision.type === 'integer' ? (isSummed ? '#,0' : '0') : undefined;
  }
  if (decision.kind !== 'number') return undefined;
  const { isPercentage, isWhole, decimals, currency } = decision;
  if (isPercentage) return decimals === 0 ? '0%' : `0.${decimalsFrom(1, decimals)}%`;
  if (isWhole && !currency) return isSummed ? '#,0' : '0';
  const number = `#,0.${decimalsFrom(2, decimals)}`;
  if (!currency) return number;
  return currency.isPrefix ? `${currency.symbol} ${number}` : `${number} ${currency.symbol}`;
};
