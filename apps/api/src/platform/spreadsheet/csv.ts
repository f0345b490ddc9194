/** CSV as people save it: `,` or `;` or tabs, UTF-8 or ISO-8859-1, found out from the bytes. */
import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';
import { asWritten } from './formula.ts';
import type { Limits, Line } from './table.ts';
import { SpreadsheetError } from './table.ts';

const separators = [';', ',', '\t'] as const;
const linesLookedAt = 20;

/** UTF-8 when it is valid UTF-8; otherwise what Windows saves, of which ISO-8859-1 is a part. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

/** The separator that splits the first lines into the most, and the most equal, parts. Quoted text does not count. */
function separatorOf(text: string): (typeof separators)[number] {
  const lines = text
    .slice(0, 64_000)
    .replaceAll(/"(?:[^"]|"")*"/g, 'x')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, linesLookedAt);
  const score = (separator: string) => {
    const counts = lines.map((line) => line.split(separator).length - 1);
    const most = Math.max(0, ...counts);
    return most * counts.filter((count) => count === most).length;
  };
  return separators.reduce((best, candidate) => (score(candidate) > score(best) ? candidate : best));
}

const breaksIn = (record: readonly string[]): number => record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** Lines of a CSV file, at most a few more than allowed. Refuses binary files. */
export function readCsv(bytes: Uint8Array, limits: Limits): Line[] {
  const text = decode(bytes);
  if (text.includes('\0')) throw new SpreadsheetError('unreadable');
  // Read a few lines more than allowed, because titles and blank lines are not rows; longer files are refused, never cut.
  const most = limits.rows * 2 + 20;
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      to: most + 1,
      max_record_size: limits.columns * limits.cellCharacters,
    });
    if (records.length > most) throw new SpreadsheetError('too_many_rows');
    let next = 1;
    return records.map((record) => {
      const line = next;
      // A quoted cell may have lines of its own; a blank line is a record.
      next += 1 + breaksIn(record);
      return { line, cells: record.map(asWritten) };
    });
  } catch (error) {
    if (error instanceof SpreadsheetError) throw error;
    throw new SpreadsheetError('unreadable', error);
  }
}
