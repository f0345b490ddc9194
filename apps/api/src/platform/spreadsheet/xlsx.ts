/** Reads the first sheet with content of a workbook as lines of text. Of formulas, the stored value is read. */
import { streamXlsxRows } from 'hucre/xlsx';
import { checkArchive } from './archive.ts';
import { asWritten } from './formula.ts';
import type { Limits, Line } from './table.ts';
import { SpreadsheetError } from './table.ts';

const sheetsLookedAt = 20;

const two = (value: number): string => String(value).padStart(2, '0');

/** A day as `YYYY-MM-DD`, with the time when there is one. The reader gives dates as UTC. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const day = `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
  return time === '00:00' ? day : `${day} ${time}`;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'string') return asWritten(value);
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(0) : String(value);
  return typeof value === 'boolean' ? String(value) : '';
}

/** Whether a sheet holds more than blanks near its top. */
async function holdsSomething(bytes: Buffer, sheet: number): Promise<boolean> {
  for await (const { values } of streamXlsxRows(bytes, { sheet, maxRows: 20 }))
    if (values.some((value) => cellText(value) !== '')) return true;
  return false;
}

/** The sheets with content, by their places. */
async function withContent(bytes: Buffer, sheets: readonly string[]): Promise<number[]> {
  const found: number[] = [];
  for (const sheet of sheets.slice(0, sheetsLookedAt).keys()) if (await holdsSomething(bytes, sheet)) found.push(sheet);
  return found;
}

/** Lines of the first sheet that has any, at most a few more than allowed, and the names of other sheets with content. */
export async function readXlsx(bytes: Buffer, limits: Limits): Promise<{ lines: Line[]; other_sheets: string[] }> {
  const sheets = checkArchive(bytes);
  const lines: Line[] = [];
  const most = limits.rows + 20;
  try {
    const [sheet = 0, ...others] = await withContent(bytes, sheets);
    for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows: most })) {
      if (values.length > limits.columns && values.slice(limits.columns).some((value) => cellText(value) !== ''))
        throw new SpreadsheetError('too_big');
      lines.push({
        line: index + 1,
        cells: values.slice(0, limits.columns).map((value) => cellText(value).slice(0, limits.cellCharacters)),
      });
      if (lines.length >= most) break;
    }
    return { lines, other_sheets: others.flatMap((other) => sheets[other] ?? []) };
  } catch (error) {
    throw error instanceof SpreadsheetError ? error : new SpreadsheetError('unreadable', error);
  }
}
