import { layColumns, padding } from './gridColumns.ts';
import type { GridColumn, GridRow } from './gridColumns.ts';
import type { Box, Drawing } from './sheet.ts';
import { textWidth } from './textWidth.ts';

const rowHeight = 22;
const headingLine = 14;

/** A heading in lines of this width: two, if it has the words for them. */
const linesOf = (name: string, size: number, room: number): string[] => {
  if (textWidth(name, size, true) <= room) return [name];
  const words = name.split(' ');
  let taken = 1;
  while (taken < words.length - 1 && textWidth(words.slice(0, taken + 1).join(' '), size, true) <= room) taken++;
  return words.length === 1 ? [name] : [words.slice(0, taken).join(' '), words.slice(taken).join(' ')];
};

export type Grid = {
  columns: GridColumn[];
  rows: GridRow[];
  /** There are more rows than these, nobody has counted how many. */
  more?: boolean;
  total?: GridRow | undefined;
};

/** A table as far as its box goes; how many rows and columns did not fit is said where they end. */
export const drawGrid = (sheet: Drawing, box: Box, { columns, rows, more = false, total }: Grid): void => {
  const { theme } = sheet;
  const { size, widths, missing } = layColumns(columns, [...rows, ...(total ? [total] : [])], box.width);
  const starts = widths.map((_, at) => box.x + widths.slice(0, at).reduce((sum, width) => sum + width, 0));
  const shownColumns = columns.slice(0, widths.length);
  const write = (text: string, at: number, base: number, style: { color: string; bold: boolean; indent?: number }): void => {
    const [start = 0, width = 0] = [starts[at], widths[at]];
    const inset = padding + (style.indent ?? 0);
    const shared = { size, color: style.color, bold: style.bold, room: width - padding - inset };
    if (columns[at]?.numeric) sheet.text(text, start + width - padding, base, { ...shared, anchor: 'end' });
    else sheet.text(text, start + inset, base, shared);
  };
  const draw = ({ cells, bold = false, indent = 0 }: GridRow, top: number): void => {
    for (const at of widths.keys())
      write(cells[at] ?? '', at, top + rowHeight - 7, { color: theme.text, bold, indent: at === 0 ? indent : 0 });
  };

  const headings = shownColumns.map(({ name }, at) => linesOf(name, size, (widths[at] ?? 0) - 2 * padding));
  const headingHeight = rowHeight + (Math.max(1, ...headings.map((lines) => lines.length)) - 1) * headingLine;
  const grouped = columns.some(({ group }) => group !== undefined);
  let top = box.y;
  if (grouped) {
    shownColumns.forEach(({ group }, at) => {
      if (!group || group === shownColumns[at - 1]?.group) return;
      const span = widths.filter((_, one) => shownColumns[one]?.group === group).reduce((sum, width) => sum + width, 0);
      const style = { size, color: theme.muted, bold: true, room: span - 2 * padding, anchor: 'middle' as const };
      sheet.text(group, (starts[at] ?? 0) + span / 2, top + rowHeight - 7, style);
    });
    top += rowHeight;
    sheet.line(box.x, top, box.x + box.width, top, theme.line);
  }
  const base = top + headingHeight - 7;
  headings.forEach((lines, at) => {
    for (const [line, text] of lines.entries())
      write(text, at, base - (lines.length - 1 - line) * headingLine, { color: theme.muted, bold: true });
  });
  if (missing > 0) sheet.text(`… +${missing}`, box.x + box.width - padding, base, { size, color: theme.muted, anchor: 'end' });
  top += headingHeight;
  sheet.line(box.x, top, box.x + box.width, top, theme.line);

  const fits = Math.max(0, Math.floor((box.y + box.height - top) / rowHeight) - (total ? 1 : 0));
  const isCut = more || rows.length > fits;
  const shown = rows.slice(0, isCut ? Math.max(0, fits - 1) : fits);
  for (const row of shown) {
    draw(row, top);
    top += rowHeight;
    sheet.line(box.x, top, box.x + box.width, top, theme.line);
  }
  if (isCut) {
    sheet.text(more ? '…' : `… +${rows.length - shown.length}`, box.x + padding, top + rowHeight - 7, { size, color: theme.muted });
    top += rowHeight;
  }
  if (total) draw({ ...total, bold: true }, Math.max(top, box.y + box.height - rowHeight));
};
