/** The first rows of an answer as a message shows them: `@table` in it stands for them. */
import type { NoticeTable } from '#domain/notifications/noticeTable.ts';
import { tableLimits } from '#domain/notifications/noticeTable.ts';
import type { QueryRow } from '#domain/reporting/powerbiCalls.ts';
import type { Value } from './condition.rules.ts';
import { textOf } from './condition.rules.ts';

const placeholder = / ?@table\b/gi;

export const asksForTable = (message: string): boolean => message.search(placeholder) >= 0;
/** The rows follow the words, wherever they were asked for. */
export const withoutTable = (message: string): string => message.replaceAll(placeholder, '').trim();

const shownNumber = (value: number): number => (Math.abs(value) >= 1 ? Math.round(value * 100) / 100 : value);

/** Of a moment at midnight the day alone: that is how a model writes days. */
export function shownCell(value: Value): string {
  if (typeof value === 'number') return String(shownNumber(value));
  return textOf(value).replace(/^(\d{4}-\d{2}-\d{2})T00:00:00(?:\.0+)?Z?$/, '$1');
}

const cut = (text: string): string => (text.length > tableLimits.cell ? `${text.slice(0, tableLimits.cell - 1)}…` : text);
/** `Sales[total]` and `[total]` are called total. */
const columnName = (column: string): string => /\[([^\]]*)\]$/.exec(column)?.[1] ?? column;

export function tableIn(rows: readonly QueryRow[]): NoticeTable {
  const columns = Object.keys(rows[0] ?? {}).slice(0, tableLimits.columns);
  return {
    columns: columns.map((column) => cut(columnName(column))),
    rows: rows.slice(0, tableLimits.rows).map((row) => columns.map((column) => cut(shownCell(row[column] ?? null)))),
  };
}
