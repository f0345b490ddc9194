/** Reads one file into a table. Runs in a thread, from which `readSpreadsheet` calls it. */
import { readCsv } from './csv.ts';
import type { Limits, Table, Trouble } from './table.ts';
import { SpreadsheetError, tableOf } from './table.ts';
import { readXlsx } from './xlsx.ts';

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

export async function readTable({
  bytes,
  limits,
}: {
  bytes: Uint8Array;
  limits: Limits;
}): Promise<{ table: Table } | { trouble: Trouble }> {
  try {
    if (!isArchive(bytes)) return { table: tableOf(readCsv(bytes, limits), limits) };
    const { lines, other_sheets } = await readXlsx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
    return { table: tableOf(lines, limits, other_sheets) };
  } catch (error) {
    if (error instanceof SpreadsheetError) return { trouble: error.trouble };
    throw error;
  }
}
