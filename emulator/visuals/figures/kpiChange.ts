import { parseNumberFormat } from '../format/format.ts';
import type { FormatColumn, Formatter } from '../format/format.ts';
import type { Say } from '../words/words.ts';

export type Change = { text: string; arrow: string; good?: boolean };

/** "+4,2%", or points of a percentage; undefined where there is nothing to compare with. */
export function changeOf(value: number, base: number | null, column: FormatColumn, format: Formatter, say: Say): Change | undefined {
  if (base === null) return undefined;
  const percent = column.format ? parseNumberFormat(column.format)?.percent : false;
  if (!percent && base === 0) return undefined;
  const difference = percent ? value - base : (value - base) / Math.abs(base);
  const size = Math.abs(difference);
  const points = () => say('points', { value: format.full(size * 100, { field: column.field, type: 'number', format: '#,0.0' }) });
  const text = percent ? points() : format.percent(size);
  // What rounds to nothing is neither more nor less.
  if (!/[1-9]/.test(text)) return { text, arrow: '' };
  return difference > 0 ? { text: `+${text}`, arrow: '▲ ', good: true } : { text: `-${text}`, arrow: '▼ ', good: false };
}
