/** What is in a data file that nobody has described. */
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnType } from '../definitions/model.ts';
import { readerOf } from './loadModel.ts';
import { identifier } from './sql.ts';

export type InspectedColumn = {
  name: string;
  type: ColumnType;
  /** About how many different values. */
  distinct: number;
  /** Reads numbers that are written `1.234,56`. */
  sql?: string;
};
export type InspectedFile = { rows: number; columns: InspectedColumn[] };

const typeOf = (sqlType: string): ColumnType => {
  if (/^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER)$/.test(sqlType)) return 'integer';
  if (/^(DOUBLE|FLOAT|DECIMAL)/.test(sqlType)) return 'number';
  if (sqlType === 'BOOLEAN') return 'boolean';
  if (sqlType === 'DATE') return 'date';
  return sqlType.startsWith('TIMESTAMP') ? 'datetime' : 'text';
};

const brazilianNumber = String.raw`^\s*-?(R\$\s*)?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?\s*$`;
const brazilianDate = String.raw`^\d{1,2}/\d{1,2}/\d{4}$`;

const rowsOf = async (connection: DuckDBConnection, statement: string): Promise<unknown[][]> =>
  (await connection.runAndReadAll(statement)).getRowsJS();

/** Text columns whose every value is a number or a day as Brazil writes them. */
const asWritten = async (connection: DuckDBConnection, source: string, name: string): Promise<Partial<InspectedColumn>> => {
  const column = identifier(name).text;
  const all = (pattern: string) => `coalesce(bool_and(regexp_matches(trim(${column}), '${pattern}')), false)`;
  const hasComma = `coalesce(bool_or(contains(${column}, ',')), false)`;
  const [row = []] = await rowsOf(connection, `SELECT ${all(brazilianNumber)} AND ${hasComma}, ${all(brazilianDate)} FROM ${source}`);
  if (row[0] === true) {
    const digits = `regexp_replace(${column}, '[^0-9,-]', '', 'g')`;
    return { type: 'number', sql: `replace(${digits}, ',', '.')` };
  }
  return row[1] === true ? { type: 'date', sql: `strptime(${column}, '%d/%m/%Y')` } : {};
};

export const inspectFile = async (connection: DuckDBConnection, file: string): Promise<InspectedFile> => {
  const source = `${readerOf(file)}('${file.replaceAll("'", "''")}')`;
  const columns: InspectedColumn[] = [];
  let count = 0;
  for (const [name, sqlType, distinct, rows] of await rowsOf(
    connection,
    `SELECT column_name, column_type, approx_unique, count FROM (SUMMARIZE SELECT * FROM ${source})`,
  )) {
    count = Number(rows);
    const type = typeOf(String(sqlType));
    const better = type === 'text' && sqlType === 'VARCHAR' ? await asWritten(connection, source, String(name)) : {};
    columns.push({ name: String(name), type, distinct: Number(distinct), ...better });
  }
  return { rows: count, columns };
};
