/** Reads files of data in tests as an import does. */
import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { afterAll } from 'vitest';
import { openEngine } from '../../../engine/engine.ts';
import type { ReadTable } from './readDataFile.ts';
import { readDataFile } from './readDataFile.ts';

type Row = Record<string, unknown>;
type Understood = ReadTable['reading'] & {
  /** The rows that the model will have. */
  data: Row[];
  formats: Record<string, string | undefined>;
};

const dataOf = async (file: string): Promise<Row[]> => {
  const connection = await DuckDBConnection.create();
  try {
    const rows = await connection.runAndReadAll(`SELECT * FROM read_parquet('${file}')`);
    return rows.getRowObjectsJson();
  } finally {
    connection.closeSync();
  }
};

/** One engine for the tests of a file. */
export const openReading = () => {
  const root = mkdtempSync(join(tmpdir(), 'data-files-'));
  const engine = openEngine({ content: [], laterDirectory: root });
  afterAll(async () => {
    engine.close();
    await rm(root, { recursive: true });
  });

  /** The tables that a file becomes. */
  const readTables = async (name: string, content: string | Uint8Array): Promise<Understood[]> => {
    const directory = await mkdtemp(join(root, 'file-'));
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const tables = await readDataFile(directory, name, bytes, engine);
    return Promise.all(
      tables.map(async ({ table, reading }) => ({
        ...reading,
        data: await dataOf(table.file),
        formats: Object.fromEntries(table.columns.map(({ name: column, format }) => [column, format])),
      })),
    );
  };

  /** The only table of a file. */
  const readOne = async (name: string, content: string | Uint8Array): Promise<Understood> => {
    const [table, ...others] = await readTables(name, content);
    if (!table || others.length > 0) throw new Error(`${name} has ${others.length + 1} tables`);
    return table;
  };

  /** What the cells of a single column become, with a label beside each. */
  const readColumn = async (cells: string[], title = 'Valor') => {
    const lines = cells.map((cell, index) => `Loja ${index};"${cell.replaceAll('"', '""')}"`);
    const { columns, data, formats } = await readOne('Vendas.csv', [`Loja;${title}`, ...lines].join('\n'));
    const column = columns[1];
    if (!column) throw new Error('there is no second column');
    return { ...column, values: data.map((row) => row[title]), format: formats[title] };
  };

  return { readTables, readOne, readColumn };
};
