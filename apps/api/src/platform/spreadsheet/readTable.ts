/** Reads one file into a table. Runs in a process, from which `readSpreadsheet` calls it. */
import { readCsv } from './csv.ts';
import type { Limits, Table, TableInPieces, Trouble } from './table.ts';
import { inPieces, SpreadsheetError, tableOf } from './table.ts';
import { readXlsx } from './xlsx.ts';

type Given = { bytes: Uint8Array; limits: Limits };

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function tableIn({ bytes, limits }: Given): Promise<Table> {
  if (!isArchive(bytes)) return tableOf(readCsv(bytes, limits), limits);
  const { lines, other_sheets } = await readXlsx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
  return tableOf(lines, limits, other_sheets);
}

export async function* readTable(given: Given): AsyncGenerator<string, Omit<TableInPieces, 'pieces'> | { trouble: Trouble }> {
  try {
    return yield* inPieces(await tableIn(given));
  } catch (error) {
    if (error instanceof SpreadsheetError) return { trouble: error.trouble };
    throw error;
  }
}
