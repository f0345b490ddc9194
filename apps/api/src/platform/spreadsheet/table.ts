/** The table that is read from a file: rows of text under a header, whose line is detected. */

export type Table = {
  /** One name for each column; empty where the file has none. */
  header: string[];
  /** As long as the header. */
  rows: string[][];
  /** The line of the file in which each row stands, from 1. */
  lines: number[];
  /** Sheets of the workbook that hold something besides the one that was read, which is the first of them. */
  other_sheets: string[];
};

/** A line as it was read, and where it stands in the file. */
export type Line = { line: number; cells: string[] };

/** What is handed on of a table: its rows as JSON, in pieces that can be stored one after the other without reading them again. */
export type TableInPieces = Pick<Table, 'header' | 'other_sheets'> & {
  /** The first rows. */
  sample: string[][];
  first_line: number;
  /** Arrays of `{ line, cells }`. */
  pieces: string[];
};

/** `characters` of all cells together: a workbook writes a text once and uses it in every cell. */
export type Limits = { rows: number; columns: number; cellCharacters: number; characters: number };

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

const charactersOf = (row: readonly string[]): number => row.reduce((sum, cell) => sum + cell.length, 0);

const sampleRows = 50;
const pieceCharacters = 200_000;

/** Yields the rows as JSON, and returns the rest. */
export function* inPieces({ header, rows, lines, other_sheets }: Table): Generator<string, Omit<TableInPieces, 'pieces'>> {
  let piece: string[] = [];
  let characters = 0;
  for (const [index, cells] of rows.entries()) {
    const row = JSON.stringify({ line: lines[index], cells });
    piece.push(row);
    characters += row.length;
    if (characters < pieceCharacters && index < rows.length - 1) continue;
    yield `[${piece.join(',')}]`;
    [piece, characters] = [[], 0];
  }
  return { header, sample: rows.slice(0, sampleRows), first_line: lines[0] ?? 1, other_sheets };
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
  if (full.reduce((sum, { row }) => sum + charactersOf(row), 0) > limits.characters) throw new SpreadsheetError('too_big');
  const fit = (row: readonly string[]) => Array.from({ length: width }, (_, index) => row[index] ?? '');
  return { header: fit(names), rows: full.map(({ row }) => fit(row)), lines: full.map(({ line }) => line), other_sheets };
}
