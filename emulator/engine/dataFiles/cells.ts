/** The cells of a file as a table of the database: `line`, the number of the line, and the columns `c0`, `c1`, … */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { CellSource, SourceColumn } from '../../definitions/dataFile.ts';
import { readerOf } from '../loadModel.ts';
import { identifier } from '../sql.ts';

export type CellColumn = SourceColumn & {
  /** The name in the table of cells. */
  at: string;
  /** What the database calls the type of its cells. */
  sqlType: string;
  /** So many cells have something in them. */
  filled: number;
};

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const rowsOf = async (connection: DuckDBConnection, statement: string): Promise<unknown[][]> =>
  (await connection.runAndReadAll(statement)).getRowsJS();

/** The first row of an answer, as numbers. */
export const numbersOf = async (connection: DuckDBConnection, statement: string): Promise<number[]> =>
  ((await rowsOf(connection, statement))[0] ?? []).map(Number);

const columnsOf = async (connection: DuckDBConnection, source: CellSource): Promise<Omit<CellColumn, 'filled'>[]> => {
  if (source.kind === 'lines') return source.columns.map((column, index) => ({ ...column, at: `c${index}`, sqlType: 'VARCHAR' }));
  const described = await rowsOf(connection, `DESCRIBE SELECT * FROM ${readerOf(source.path)}(${literal(source.path)})`);
  return described.map(([name, sqlType], index) => ({ name: String(name), at: `c${index}`, sqlType: String(sqlType) }));
};

const readLines = (path: string, separator: string, columns: { at: string }[]): string => {
  const types = ["'line': 'BIGINT'", ...columns.map(({ at }) => `'${at}': 'VARCHAR'`)].join(', ');
  return `SELECT * FROM read_csv(${literal(path)}, auto_detect = false, header = false, delim = ${literal(separator)}, quote = '"', escape = '"',
    new_line = '\\n', max_line_size = 16000000, columns = {${types}})`;
};

/** How many cells of each column have something in them. */
export const countCells = async (connection: DuckDBConnection, columns: Omit<CellColumn, 'filled'>[]): Promise<CellColumn[]> => {
  const filled = await numbersOf(connection, `SELECT ${columns.map(({ at }) => `count(${at})`).join(', ')} FROM cells`);
  return columns.map((column, index) => ({ ...column, filled: filled[index] ?? 0 }));
};

/** Reads the cells of a file into the temporary table `cells` of this connection. Columns without a name of their own and without a cell are gone. */
export const loadCells = async (connection: DuckDBConnection, source: CellSource): Promise<CellColumn[]> => {
  const columns = await columnsOf(connection, source);
  const typed = columns.map(({ name, at }) => `${identifier(name).text} AS ${at}`).join(', ');
  const cells =
    source.kind === 'lines'
      ? readLines(source.path, source.separator, columns)
      : `SELECT row_number() OVER () AS line, ${typed} FROM ${readerOf(source.path)}(${literal(source.path)})`;
  await connection.run(`CREATE OR REPLACE TEMP TABLE cells AS ${cells}`);
  const counted = await countCells(connection, columns);
  return counted.filter(({ isNamed, filled }) => isNamed !== false || filled > 0);
};
