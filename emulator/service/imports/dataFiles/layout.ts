/** Where the header of a table stands, and what its columns are called. Titles and empty lines may stand above it. */
import type { SourceColumn } from '../../../definitions/dataFile.ts';
import { isDate, isNumber } from '../../../engine/dataFiles/grammar.ts';

export type TextLine = { line: number; cells: string[] };
export type Layout = {
  columns: SourceColumn[];
  /** Null where the first line of the table is data. */
  headerLine: number | null;
  /** The line with which the data begins, or before which it does not. */
  firstLine: number;
};

/** So many lines are looked at. */
export const headLines = 200;
const titleLines = 30;
/** A header names at least this share of the columns. */
const leastNamed = 0.6;
/** Beyond the header, a column is one when this share of the lines has it. */
const leastUsed = 0.1;

export const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== '';

const filledIn = ({ cells }: TextLine): number => cells.filter(isFilled).length;

/** How many cells most lines have filled; of several, the largest. */
const usualWidth = (lines: TextLine[]): number => {
  const counts = new Map<number, number>();
  for (const one of lines) counts.set(filledIn(one), (counts.get(filledIn(one)) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0;
};

const isYear = (cell: string): boolean => /^\s*(?:19|20)\d{2}\s*$/.test(cell);

/** A cell that is a number or a day, above another of that kind, names nothing; a year may. */
const isData = ({ cells }: TextLine, next: TextLine | undefined): boolean =>
  cells.some((cell, index) => {
    const below = next?.cells[index] ?? '';
    if (!isFilled(cell) || isYear(cell)) return false;
    return (isNumber(cell) && isNumber(below)) || (isDate(cell) && isDate(below));
  });

const namesOf = (header: string[], width: number): SourceColumn[] => {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    const written = (header[index] ?? '').replaceAll(/\s+/g, ' ').trim();
    let name = written || `Coluna ${index + 1}`;
    // The database knows no capitals in names.
    for (let number = index + 1; taken.has(name.toLowerCase()); number++) name = `${written || 'Coluna'} (${number})`;
    taken.add(name.toLowerCase());
    return { name, isNamed: written !== '' };
  });
};

/** The layout of a table, from its first lines that are not empty; undefined when there is nothing below the header. */
export const layoutOf = (head: TextLine[]): Layout | undefined => {
  const least = Math.max(1, Math.ceil(usualWidth(head) * leastNamed));
  const at = head.slice(0, titleLines).findIndex((one) => filledIn(one) >= least);
  const first = head[at];
  if (!first) return undefined;
  const hasHeader = !isData(first, head[at + 1]);
  const body = head.slice(hasHeader ? at + 1 : at);
  if (body.length === 0) return undefined;
  const named = first.cells.findLastIndex(isFilled) + 1;
  const widest = Math.max(...body.map(({ cells }) => cells.length));
  let width = named;
  for (let column = named; column < widest; column++)
    if (body.filter(({ cells }) => isFilled(cells[column])).length >= body.length * leastUsed) width = column + 1;
  return {
    columns: namesOf(hasHeader ? first.cells : [], width),
    headerLine: hasHeader ? first.line : null,
    firstLine: body[0]?.line ?? first.line,
  };
};
