/** A file of data on its way into a model: its cells, and what was made of them. */
import type { ColumnType } from './model.ts';

/** How the cells of a column are shown by the program that wrote them. */
export type CellFormat = { percentage: boolean; currency: Currency | null };
/** A currency, and whether it stands before or after the number. */
export type Currency = { symbol: string; isPrefix: boolean };

export type SourceColumn = {
  name: string;
  /** False where the file names no such column and the name is made up. */
  isNamed?: boolean;
  format?: CellFormat | undefined;
};

/** Where the cells of a table lie. */
export type CellSource =
  /** Lines of text without a header; the first cell of each is the number that the line has in the file. */
  | { kind: 'lines'; path: string; separator: string; columns: SourceColumn[]; isWorkbook: boolean }
  /** A file that knows its own columns and their types. */
  | { kind: 'typed'; path: string };

/** What stands at a place of a file. A line has the number that a spreadsheet program gives it. */
type CellExample = { line: number; text: string };
/** How many there are, and the first of them. */
export type Examples = { count: number; examples: CellExample[] };

/** What a column was read as. */
export type ReadAs = 'text' | 'integer' | 'decimal' | 'amount' | 'percentage' | 'date' | 'date_time' | 'yes_no';
export type DateOrder = 'day_first' | 'month_first';

export type ColumnReading = {
  name: string;
  type: ColumnType;
  read_as: ReadAs;
  /** Of dates that are written with the day and the month in figures. */
  order: DateOrder | null;
  /** Whether its numbers may be added up; those that name something may not. */
  summed: boolean;
  /** The display format of a model's column. */
  format: string | undefined;
  /** About how many different values. */
  distinct: number;
  /** Cells with something in them that became blank. */
  blanked: Examples;
};

/** A table as it was understood. */
export type TableReading = {
  rows: number;
  columns: ColumnReading[];
  /** Lines of totals and notes, which are no data. */
  left_out: Examples;
};
