/** Writes lines of cells as the database reads them without a guess: all as long as each other, each with its number in front. */
import { open } from 'node:fs/promises';
import type { Examples } from '../../../definitions/dataFile.ts';
import { isFilled } from './layout.ts';

const chunkBytes = 1024 * 1024;
const mostExamples = 5;

const quoted = (cell: string): string => {
  const text = cell.includes('\r') ? cell.replaceAll(/\r\n?/g, '\n') : cell;
  return /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export type LineFile = {
  /** A line whose cells are as many as the columns, without a quote, as it stands in the file. */
  raw: (line: number, bytes: Buffer) => Promise<void>;
  cells: (line: number, cells: string[]) => Promise<void>;
  /** Lines with more filled cells than there are columns, which are left out. */
  overlong: Examples;
  /** How many lines were written. */
  count: () => number;
  close: () => Promise<void>;
};

export const openLineFile = async (path: string, separator: string, width: number): Promise<LineFile> => {
  const file = await open(path, 'w', 0o600);
  const overlong: Examples = { count: 0, examples: [] };
  const chunk = Buffer.allocUnsafe(chunkBytes);
  const needsQuotes = (cell: string): string => (cell.includes(separator) && !cell.includes('"') ? `"${cell}"` : quoted(cell));
  let [used, count] = [0, 0];
  const flush = async (): Promise<void> => {
    if (used > 0) await file.writeFile(chunk.subarray(0, used));
    used = 0;
  };
  const add = async (text: string, bytes: Buffer | undefined): Promise<void> => {
    count += 1;
    // A letter takes three bytes at most for each unit of its text.
    const length = text.length * 3 + (bytes?.length ?? 0) + 1;
    if (used + length > chunk.length) await flush();
    if (length > chunk.length) {
      await file.writeFile(Buffer.concat([Buffer.from(text), bytes ?? Buffer.alloc(0), Buffer.from('\n')]));
      return;
    }
    used += chunk.write(text, used);
    if (bytes) used += bytes.copy(chunk, used);
    chunk[used++] = 10;
  };
  return {
    raw: (line, bytes) => add(`${line}${separator}`, bytes),
    cells: (line, cells) => {
      const beyond = cells.slice(width).filter(isFilled);
      if (beyond.length > 0) {
        overlong.count += 1;
        if (overlong.examples.length < mostExamples) overlong.examples.push({ line, text: beyond.join(' ').trim().slice(0, 80) });
      }
      const kept = Array.from({ length: width }, (_, index) => needsQuotes(cells[index] ?? ''));
      return add([String(line), ...kept].join(separator), undefined);
    },
    overlong,
    count: () => count,
    close: async () => {
      await flush();
      await file.close();
    },
  };
};
