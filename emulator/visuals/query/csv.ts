import type { Cell, QueryTable } from '../../definitions/queries.ts';

/** What the real service hands out at most. */
export const exportLimit = 30_000;

const text = (value: Cell | undefined): string => {
  if (value === null || value === undefined) return '';
  // A leading = + - @ would run as a formula when a spreadsheet opens the file.
  const written = typeof value === 'string' && /^[\s\0]*[=+\-@−＝＋－＠﹢﹣﹦﹫⁺⁻⁼]|^[\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(written) ? `"${written.replaceAll('"', '""')}"` : written;
};

/** The summarised data of a visual as Power BI exports it: comma, CRLF, one heading row. */
export function csvOf(table: Pick<QueryTable, 'columns' | 'rows'>, limit = exportLimit): string {
  const lines = [table.columns.map((column) => text(column.name)), ...table.rows.slice(0, limit).map((row) => row.map(text))];
  return lines.map((line) => `${line.join(',')}\r\n`).join('');
}
