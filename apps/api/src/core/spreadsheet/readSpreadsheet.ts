/** Files of people → tables. What the file is, it says itself: name and content type are not asked. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Limits, Table } from './table.ts';
import { SpreadsheetError } from './table.ts';
import type { Outcome, Work } from './worker.ts';

const defaults: Limits = { rows: 10_000, columns: 200, cellCharacters: 5000 };
const heapMegabytes = 512;
const givenUpAfterMs = 60_000;

/**
 * Reads CSV (separator, encoding and header found by itself) or the first sheet of an XLSX file, beside the main thread.
 * Throws a `SpreadsheetError` that says what is wrong with the file.
 */
export async function readSpreadsheet(file: Uint8Array, limits: Partial<Limits> = {}): Promise<Table> {
  const bytes = new Uint8Array(file);
  const work: Work = { bytes, limits: { ...defaults, ...limits } };
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: work,
    transferList: [bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    execArgv: [],
  });
  try {
    const [outcome] = (await once(worker, 'message', { signal: AbortSignal.timeout(givenUpAfterMs) })) as [Outcome];
    if ('trouble' in outcome) throw new SpreadsheetError(outcome.trouble);
    return outcome.table;
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('unreadable', error);
  } finally {
    await worker.terminate();
  }
}
