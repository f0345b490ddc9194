import { writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { isUtf8 } from 'node:buffer';
import { ImportError } from './importError.ts';

/** A table's name and the file of its data. */
export type DataFile = { table: string; path: string };

const nameOf = (file: string): string => basename(file, extname(file)).trim().slice(0, 80) || 'Dados';

/** Spreadsheets of older programs come in the letters of Windows. */
const asUtf8 = (bytes: Uint8Array): Uint8Array | string => (isUtf8(bytes) ? bytes : new TextDecoder('windows-1252').decode(bytes));

type Sheet = { name: string; rows: unknown[][] };

/** The first row with more than one filled cell, or the first at all, names the columns. */
const headerAt = (rows: unknown[][]): number => {
  const filled = (row: unknown[]): number => row.filter((cell) => cell !== null && cell !== undefined && cell !== '').length;
  const several = rows.findIndex((row) => filled(row) > 1);
  return several >= 0 ? several : rows.findIndex((row) => filled(row) > 0);
};

const cellOf = (cell: unknown): string | number | boolean | null => {
  if (cell instanceof Date) {
    const text = cell.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
  }
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? cell : null;
};

/** The rows of a sheet as records; undefined when there are none. */
const recordsOf = ({ rows }: Sheet): Record<string, unknown>[] | undefined => {
  const at = headerAt(rows);
  const names = (rows[at] ?? []).map((cell, column) => String(cellOf(cell) ?? '').trim() || `Coluna ${column + 1}`);
  const body = at < 0 ? [] : rows.slice(at + 1).filter((row) => row.some((cell) => cellOf(cell) !== null && cell !== ''));
  if (body.length === 0) return undefined;
  const unique = names.map((name, column) => (names.indexOf(name) === column ? name : `${name} (${column + 1})`));
  return body.map((row) => Object.fromEntries(unique.map((name, column) => [name, row[column] === '' ? null : cellOf(row[column])])));
};

const readWorkbook = async (bytes: Uint8Array): Promise<Sheet[]> => {
  const { readXlsx } = await import('hucre/xlsx');
  try {
    const { sheets } = await readXlsx(bytes);
    return sheets.map(({ name, rows }) => ({ name, rows }));
  } catch (error) {
    throw new ImportError('The workbook cannot be read.', { cause: error });
  }
};

/** Puts one data file into the directory; a workbook becomes a table for each of its sheets. */
export const saveDataFile = async (directory: string, name: string, bytes: Uint8Array): Promise<DataFile[]> => {
  const extension = extname(name).toLowerCase();
  if (extension !== '.xlsx') {
    const path = `${nameOf(name)}${extension}`;
    await writeFile(join(directory, path), extension === '.parquet' ? bytes : asUtf8(bytes));
    return [{ table: nameOf(name), path }];
  }
  const saved: DataFile[] = [];
  const sheets = await readWorkbook(bytes);
  for (const sheet of sheets) {
    const records = recordsOf(sheet);
    if (!records) continue;
    const table = sheets.length === 1 ? nameOf(name) : sheet.name;
    const path = `${table.replaceAll(/[\\/:*?"<>|]/g, '-')}.json`;
    await writeFile(join(directory, path), JSON.stringify(records));
    saved.push({ table, path });
  }
  if (saved.length === 0) throw new ImportError(`The workbook '${name}' has no rows.`);
  return saved;
};
