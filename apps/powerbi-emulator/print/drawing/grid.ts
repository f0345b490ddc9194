import { textWidth } from './text-width.ts';
import type { Box, Drawing } from './sheet.ts';

export type GridColumn = { name: string; numeric: boolean };
export type GridRow = { cells: string[]; bold?: boolean; indent?: number };

const rowHeight = 22;
const size = 11.5;
const padding = 6;

const widthsOf = (columns: GridColumn[], rows: GridRow[], room: number): number[] => {
  const wanted = columns.map((column, at) => {
    const texts = [column.name, ...rows.slice(0, 60).map((row) => row.cells[at] ?? '')];
    return Math.min(220, Math.max(...texts.map((text) => textWidth(text, size, true)))) + 2 * padding;
  });
  const total = wanted.reduce((sum, width) => sum + width, 0);
  return wanted.map((width) => (width * room) / Math.max(1, total));
};

/** A table as far as its box goes; how many rows did not fit is said in its last line. */
export const drawGrid = (sheet: Drawing, box: Box, columns: GridColumn[], rows: GridRow[], total: GridRow | undefined): void => {
  const { theme } = sheet;
  const widths = widthsOf(columns, [...rows, ...(total ? [total] : [])], box.width);
  const draw = ({ cells, bold = false, indent = 0 }: GridRow, top: number, color: string): void => {
    let x = box.x;
    columns.forEach(({ numeric }, at) => {
      const width = widths[at] ?? 0;
      const inset = padding + (at === 0 ? indent : 0);
      const style = { size, color, bold, room: width - padding - inset };
      const base = top + rowHeight - 7;
      if (numeric) sheet.text(cells[at] ?? '', x + width - padding, base, { ...style, anchor: 'end' });
      else sheet.text(cells[at] ?? '', x + inset, base, style);
      x += width;
    });
  };
  const fits = Math.max(0, Math.floor(box.height / rowHeight) - 1 - (total ? 1 : 0));
  const isCut = rows.length > fits;
  const shown = rows.slice(0, isCut ? Math.max(0, fits - 1) : fits);
  draw({ cells: columns.map(({ name }) => name), bold: true }, box.y, theme.muted);
  sheet.line(box.x, box.y + rowHeight, box.x + box.width, box.y + rowHeight, theme.line);
  let top = box.y + rowHeight;
  for (const row of shown) {
    draw(row, top, theme.text);
    top += rowHeight;
    sheet.line(box.x, top, box.x + box.width, top, theme.line);
  }
  if (isCut) {
    sheet.text(`… +${rows.length - shown.length}`, box.x + padding, top + rowHeight - 7, { size, color: theme.muted });
    top += rowHeight;
  }
  if (total) draw({ ...total, bold: true }, Math.max(top, box.y + box.height - rowHeight), theme.text);
};
