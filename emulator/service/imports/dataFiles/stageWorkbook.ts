/** The sheets of a workbook as lines that the database reads without a guess. */
import { join } from 'node:path';
import type { Sheet } from 'hucre/xlsx';
import type { CellFormat } from '../../../definitions/dataFile.ts';
import { currencyPattern } from '../../../engine/dataFiles/grammar.ts';
import { ImportError } from '../importError.ts';
import type { Layout, TextLine } from './layout.ts';
import { headLines, isFilled, layoutOf } from './layout.ts';
import type { LineFile } from './lineFile.ts';
import { openLineFile } from './lineFile.ts';
import type { Staged } from './staged.ts';

const separator = ',';

/** A time without a day has one of the first days that a workbook knows. */
const dateText = (date: Date): string => {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  if (date.getUTCFullYear() < 1900) return text.slice(11, 19);
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
};

/** A cell as text that can be read in one way alone: of a number with decimals, the mark is told by its form. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : Number.isFinite(value) ? value.toExponential() : '';
  if (value instanceof Date) return dateText(value);
  return typeof value === 'boolean' ? String(value) : '';
};

const formatOf = (numFmt: string): CellFormat => {
  const [first = ''] = numFmt.split(';');
  const percentage = /%/.test(first.replaceAll(/"[^"]*"/g, ''));
  const found = new RegExp(currencyPattern).exec(first.replaceAll(/\[\$([^\]-]*)[^\]]*\]/g, '$1'));
  return { percentage, currency: found && { symbol: found[0], isPrefix: found.index < first.search(/[#0]/) } };
};

/** How the cells of the columns are shown, by the first that says it below the header. */
const formatsOf = ({ cells }: Sheet, { columns, firstLine }: Layout): (CellFormat | undefined)[] =>
  columns.map((_, column) => {
    for (let row = firstLine - 1; row < firstLine + headLines; row++) {
      const numFmt = cells?.get(`${row},${column}`)?.style?.numFmt;
      if (numFmt !== undefined && numFmt !== 'General') return formatOf(numFmt);
    }
    return undefined;
  });

const stageSheet = async (rows: AsyncIterable<TextLine>, sheet: Sheet, path: string): Promise<Staged | undefined> => {
  const head: TextLine[] = [];
  let layout: Layout | undefined;
  let file: LineFile | undefined;
  const begin = async (): Promise<void> => {
    layout = layoutOf(head);
    if (!layout) return;
    file = await openLineFile(path, separator, layout.columns.length);
    for (const { line, cells } of head) if (line >= layout.firstLine) await file.cells(line, cells);
  };
  try {
    for await (const row of rows) {
      if (!row.cells.some(isFilled)) continue;
      if (file) await file.cells(row.line, row.cells);
      else if (head.push(row) === headLines) await begin();
    }
    if (!file) await begin();
  } finally {
    await file?.close();
  }
  if (!layout || !file) return undefined;
  const formats = formatsOf(sheet, layout);
  const columns = layout.columns.map((column, index) => ({ ...column, format: formats[index] }));
  const source = { kind: 'lines', path, separator, columns, isWorkbook: true } as const;
  return { source, sheet: sheet.name, separator: null, encoding: null, header_line: layout.headerLine, overlong: file.overlong };
};

async function* linesOf(bytes: Uint8Array, sheet: number): AsyncGenerator<TextLine> {
  const { streamXlsxRows } = await import('hucre/xlsx');
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) yield { line: index + 1, cells: values.map(textOf) };
}

/** Writes the cells of each sheet with data to a file of its own below the directory. */
export const stageWorkbook = async (name: string, bytes: Uint8Array, directory: string): Promise<Staged[]> => {
  const { readXlsx } = await import('hucre/xlsx');
  const staged: Staged[] = [];
  try {
    const { sheets } = await readXlsx(bytes, { readStyles: true, maxRows: headLines });
    for (const [index, sheet] of sheets.entries()) {
      const one = await stageSheet(linesOf(bytes, index), sheet, join(directory, `${index}.cells`));
      if (one) staged.push(one);
    }
  } catch (error) {
    throw new ImportError('The workbook cannot be read.', { cause: error });
  }
  if (staged.length === 0) throw new ImportError(`The workbook '${name}' has no rows.`);
  return staged;
};
