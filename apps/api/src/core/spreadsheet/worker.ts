/** Reads one file in a thread of its own, whose memory and time `readSpreadsheet` limits. */
import { parentPort, workerData } from 'node:worker_threads';
import { readCsv } from './csv.ts';
import type { Limits, Table, Trouble } from './table.ts';
import { SpreadsheetError, tableOf } from './table.ts';
import { readXlsx } from './xlsx.ts';

export type Work = { bytes: Uint8Array; limits: Limits };
export type Outcome = { table: Table } | { trouble: Trouble };

const isArchive = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function read({ bytes, limits }: Work): Promise<Outcome> {
  try {
    const lines = isArchive(bytes)
      ? await readXlsx(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits)
      : readCsv(bytes, limits);
    return { table: tableOf(lines, limits) };
  } catch (error) {
    if (error instanceof SpreadsheetError) return { trouble: error.trouble };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port is no window
parentPort?.postMessage(await read(workerData as Work));
