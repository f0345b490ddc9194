/** Writes rows as CSV or XLSX in a stream: neither the rows nor the file are ever in memory as a whole. */
import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import { neutralise } from './formula.ts';

export type Cell = string | number | boolean | null;
export type SpreadsheetFormat = 'csv' | 'xlsx';

export const contentTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<SpreadsheetFormat, string>;

/** CSV that Excel opens with a double click in Portuguese and English: BOM, semicolons, CRLF. */
const mark = '\ufeff';
const separator = ';';

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = neutralise(cell);
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(separator)}\r\n`;

type Batches = AsyncIterable<readonly (readonly Cell[])[]>;

async function* csvPieces(header: readonly string[], batches: Batches): AsyncGenerator<string> {
  yield mark + csvLine(header);
  for await (const rows of batches) yield rows.map(csvLine).join('');
}

/** Text cells of a workbook have a type, so that a text that looks like a formula is not run. */
async function* xlsxRows(batches: Batches): AsyncGenerator<Cell[]> {
  for await (const rows of batches) for (const row of rows) yield [...row];
}

/** The file as a stream; batches of rows are asked for as it is read. */
export function writeSpreadsheet(format: SpreadsheetFormat, sheet: string, header: readonly string[], batches: Batches): Readable {
  if (format === 'csv') return Readable.from(csvPieces(header, batches), { objectMode: false });
  const columns = header.map((name) => ({ header: name }));
  const name = sheet.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  // The same web stream, declared by another type library.
  return Readable.fromWeb(writeXlsxStream(xlsxRows(batches), { name, columns, freezePane: { rows: 1 } }) as never);
}
