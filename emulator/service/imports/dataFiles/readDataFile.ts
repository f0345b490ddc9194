import { rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { SentTableReading } from '@vitrine/powerbi/wire/imports.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { DataTable } from '../../../engine/relationships.ts';
import { ImportError } from '../importError.ts';
import { asUtf8 } from './encoding.ts';
import { stageCsv } from './stageCsv.ts';
import { stageWorkbook } from './stageWorkbook.ts';
import type { Staged } from './staged.ts';

/** A table of a model to be, and what the person who publishes it is told about it. */
export type ReadTable = { table: DataTable; reading: SentTableReading };

/** Of more columns nobody reads how each was understood. */
const mostColumns = 100;

const nameOf = (file: string): string => basename(file, extname(file)).trim().slice(0, 80) || 'Dados';

const isText = (file: string): boolean => ['.csv', '.tsv'].includes(extname(file).toLowerCase());

/** The file as it came: its columns have their names and types in it. */
const stageTyped = async (bytes: Uint8Array, path: string): Promise<Staged> => {
  await writeFile(path, bytes, { mode: 0o600 });
  const none = { count: 0, examples: [] };
  return { source: { kind: 'typed', path }, sheet: null, separator: null, encoding: null, header_line: null, overlong: none };
};

const stage = async (directory: string, name: string, bytes: Uint8Array): Promise<Staged[]> => {
  const extension = extname(name).toLowerCase();
  if (extension === '.xlsx') return stageWorkbook(name, bytes, directory);
  if (isText(name)) return [await stageCsv(name, bytes, join(directory, 'text.cells'))];
  return [await stageTyped(bytes, join(directory, `typed${extension}`))];
};

/** Reads one data file into the directory; a workbook becomes a table for each of its sheets with data. Throws `ImportError`. */
export const readDataFile = async (
  directory: string,
  name: string,
  bytes: Uint8Array,
  engine: Pick<Engine, 'understand'>,
): Promise<ReadTable[]> => {
  const staged = await stage(directory, name, bytes);
  const read: ReadTable[] = [];
  for (const { source, overlong, ...found } of staged) {
    const table = staged.length === 1 ? nameOf(name) : (found.sheet ?? nameOf(name));
    const file = join(directory, `${table.replaceAll(/[\\/:*?"<>|]/g, '-')}.parquet`);
    try {
      const { rows, columns, left_out } = await engine.understand(source, file);
      const told = columns.slice(0, mostColumns).map(({ name: title, read_as, order, summed, blanked }) => ({
        name: title,
        read_as,
        order,
        summed,
        blanked,
      }));
      const more_columns = columns.length - told.length;
      const reading = { name: table, file: basename(name), ...found, rows, columns: told, more_columns, left_out, overlong };
      read.push({ table: { table, file, rows, columns }, reading });
    } catch (error) {
      throw new ImportError(`The data of '${basename(name)}' cannot be read.`, { cause: error });
    } finally {
      await rm(source.path, { force: true });
    }
  }
  return read;
};

/** Keeps a data file for a model that describes it. */
export const keepDataFile = async (directory: string, name: string, bytes: Uint8Array): Promise<void> => {
  await writeFile(join(directory, basename(name)), isText(name) ? asUtf8(bytes).bytes : bytes);
};
