/** Reads CSV and XLSX files into tables. The type is detected from the content, not from name or content type. */
import { Failure } from '#platform/http/fail.ts';
import { parsing } from '#platform/parsing/pool.ts';
import type { readTable } from './readTable.ts';
import type { Limits, TableInPieces } from './table.ts';
import { SpreadsheetError } from './table.ts';

const defaults: Limits = { rows: 10_000, columns: 200, cellCharacters: 5000, characters: 20 * 1024 * 1024 };
const reader = { module: new URL('./readTable.ts', import.meta.url), name: 'readTable', milliseconds: 30_000 };

/**
 * Reads CSV (separator, encoding and header found by itself) or the first sheet of an XLSX file, beside the main thread.
 * Throws a `SpreadsheetError` that says what is wrong with the file. Files of one owner are read one after the other.
 */
export async function readSpreadsheet(bytes: Uint8Array, limits: Partial<Limits> = {}, owner = ''): Promise<TableInPieces> {
  const work = { bytes, limits: { ...defaults, ...limits } };
  const outcome = await parsing.run<typeof readTable>(reader, owner, work).catch((error: unknown) => {
    throw error instanceof Failure ? error : new SpreadsheetError('unreadable', error);
  });
  const { parts: pieces, value } = outcome;
  if ('trouble' in value) throw new SpreadsheetError(value.trouble);
  return { ...value, pieces };
}
