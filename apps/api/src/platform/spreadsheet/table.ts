/** The table that is read from a file: rows of text under a header, whose line is detected. */

export type Table = {
  /** One name for each column; empty where the file has none. */
  header: string[];
  /** As long as the header. */
  rows: string[][];
  /** The line of the file in which each row stands, from 1. */
  lines: number[];
  /** Sheets of the workbook besides the first that hold something: they are not read. */
  other_sheets: string[];
};

/** A line as it was read, and where it stands in the file. */
export type Line = { line: number; cells: string[] };

export type Limits = { rows: number; columns: number; cellCharacters: number };

/** Why a file is refused: not a spreadsheet, too big to be read, or more rows than allowed. */
export type Trouble = 'unreadable' | 'too_big' | 'too_many_rows' | 'empty';

export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError';
  readonly trouble: Trouble;
  constructor(trouble: Trouble, cause?: unknown) {
    super(trouble, { cause });
    this.trouble = trouble;
  }
}

/** How far down a header may stand below titles and blank lines. */
const linesWithTitles = 10;

const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;
const looksLikeData = (cell: string): boolean => cell.includes('@') || /\d{4,}/.test(cell) || cell.length > 80;

/** The index of the header among the first lines: the first line with all cells filled; -1 if that line is data already. */
function findHeader(rows: readonly string[][]): number {
  const first = rows.slice(0, linesWithTitles);
  const widest = Math.max(0, ...first.map(filled));
  const index = first.findIndex((row) => filled(row) >= Math.max(1, Math.ceil(widest * 0.6)));
  return index === -1 || first[index]?.some(looksLikeData) ? -1 : index;
}

/** Lines as they were read → a table. Blank lines are left out. */
export function tableOf(lines: readonly Line[], limits: Limits, other_sheets: string[] = []): Table {
  const rows = lines.map(({ cells }) => cells.map((cell) => cell.trim()));
  const header = findHeader(rows);
  const numbered = rows.map((row, index) => ({ row, line: lines[index]?.line ?? index + 1 })).slice(header + 1);
  const full = numbered.filter(({ row }) => filled(row) > 0);
  if (full.length === 0) throw new SpreadsheetError('empty');
  if (full.length > limits.rows) throw new SpreadsheetError('too_many_rows');
  const names = header === -1 ? [] : (rows[header] ?? []);
  const width = full.reduce(
    (most, { row }) => Math.max(most, row.findLastIndex((cell) => cell !== '') + 1),
    names.findLastIndex((name) => name !== '') + 1,
  );
  if (width > limits.columns) throw new SpreadsheetError('too_big');
  const fit = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '');
  return { header: fit(names), rows: full.map(({ row }) => fit(row)), lines: full.map(({ line }) => line), other_sheets };
}
