import { textWidth } from './textWidth.ts';

export type GridColumn = { name: string; numeric: boolean; group?: string | undefined };
export type GridRow = { cells: string[]; bold?: boolean; indent?: number };

/** How the columns stand: in which size, how broad, and how many had no room. */
export type Columns = { size: number; widths: number[]; missing: number };

export const padding = 6;
/** So that a text that just fits is not shortened for a rounding error. */
const slack = 0.5;
const [usual, smallest] = [11.5, 8];
const broadest = 220;
/** A text may be shortened to this, a number never. */
const shortestText = 70;
/** Room for saying how many columns are missing. */
const missingRoom = 34;

const sum = (widths: number[]): number => widths.reduce((total, width) => total + width, 0);

/** A heading may take two lines. */
const headingWidth = (name: string): number => {
  const width = (text: string) => textWidth(text, usual, true);
  const words = name.split(' ');
  return words.length === 1 ? width(name) : Math.max(...words.map(width), width(name) * 0.62);
};

/** Lays columns out: they share what is left over; where room is short, all are written smaller, then texts give way, then the last columns. */
export const layColumns = (columns: GridColumn[], rows: GridRow[], room: number): Columns => {
  const texts = columns.map(({ name }, at) => {
    const cells = rows.slice(0, 60).map((row) => textWidth(row.cells[at] ?? '', usual, true) + (at === 0 ? (row.indent ?? 0) : 0));
    return Math.min(broadest, Math.max(headingWidth(name), ...cells));
  });
  const gaps = (2 * padding + slack) * columns.length;
  const shrink = Math.max(smallest / usual, Math.min(1, (room - gaps) / Math.max(1, sum(texts))));
  const size = usual * shrink;
  const small = texts.map((width) => width * shrink + 2 * padding + slack);
  const excess = sum(small) - room;
  if (excess <= 0) return { size, widths: small.map((width) => (width * room) / Math.max(1, sum(small))), missing: 0 };

  const spare = small.map((width, at) => (columns[at]?.numeric ? 0 : Math.max(0, width - shortestText)));
  const share = Math.min(1, excess / Math.max(1, sum(spare)));
  const narrow = small.map((width, at) => width - (spare[at] ?? 0) * share);
  let shown = narrow.length;
  const reserved = () => (shown < narrow.length ? missingRoom : 0);
  while (shown > 1 && sum(narrow.slice(0, shown)) + reserved() > room + 0.5) shown--;
  return { size, widths: narrow.slice(0, shown), missing: narrow.length - shown };
};
