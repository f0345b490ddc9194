import type { CellSource, Examples } from '../../../definitions/dataFile.ts';

/** A table whose cells are ready to be understood, and what was found out on the way. */
export type Staged = {
  source: CellSource;
  /** The sheet of a workbook. */
  sheet: string | null;
  /** Of a text file. */
  separator: string | null;
  encoding: string | null;
  /** Null where no line names the columns. */
  header_line: number | null;
  /** Lines with more cells than there are columns: the surplus was left out. */
  overlong: Examples;
};
