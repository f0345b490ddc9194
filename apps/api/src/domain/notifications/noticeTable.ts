/** A few rows beside the words of a notice: short lines where it is read in the portal, a table in the mail. */
import { z } from 'zod';
import { escapeHtml } from '#platform/mail/escapeHtml.ts';

export const tableLimits = { rows: 10, columns: 8, cell: 60 } as const;

const table = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) });
export type NoticeTable = z.infer<typeof table>;

type Values = Record<string, string | number>;

/** One line for each row, each value with the name of its column. */
export const tablePlain = ({ columns, rows }: NoticeTable): string =>
  rows.map((row) => row.map((cell, index) => (columns.length > 1 ? `${columns[index]}: ${cell}` : cell)).join(' · ')).join('\n');

/** The values of a notice that has a table: `text` with its lines, `alone` without them. */
export const withTable = (text: string, rows: NoticeTable): Values => ({
  text: [text, tablePlain(rows)].filter(Boolean).join('\n'),
  alone: text,
  table: JSON.stringify(rows),
});

const cellStyle = 'padding:6px 12px 6px 0;border-bottom:1px solid rgba(128,128,128,.4);text-align:left;font-size:14px;line-height:20px';
const cells = (kind: 'th' | 'td', texts: readonly string[]): string =>
  texts.map((text) => `<${kind}${kind === 'th' ? ' scope="col"' : ''} style="${cellStyle}">${escapeHtml(text)}</${kind}>`).join('');

export function tableHtml({ columns, rows }: NoticeTable): string {
  const lines = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<table cellpadding="0" cellspacing="0" style="border-collapse:collapse;margin:0 0 16px"><tr>${cells('th', columns)}</tr>${lines}</table>`;
}

/** The words without the lines, and the rows with their form; null where the notice has none. */
export function tableOf(values: Values): { values: Values; rich: { html: string; plain: string } } | null {
  const { table: written, alone, ...rest } = values;
  if (typeof written !== 'string' || typeof alone !== 'string') return null;
  const rows = table.parse(JSON.parse(written));
  return { values: { ...rest, text: alone }, rich: { html: tableHtml(rows), plain: tablePlain(rows) } };
}
