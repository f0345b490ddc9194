import { parseNumberFormat } from '../../visuals/format/format.ts';
import { cellTexts, headingText, parametersText } from '../../visuals/paginated/texts.ts';
import type { Writer } from '../../visuals/paginated/texts.ts';
import { csvOf } from '../../visuals/query/csv.ts';
import type { Cell } from '../../definitions/queries.ts';
import type { AnswerColumn, PaginatedDocument, ShownParameter } from '../../definitions/paginated/document.ts';

/** The rows alone, each with its groups before it; numbers and dates as they are. */
export const paginatedCsv = ({ columns, groups, lines }: PaginatedDocument): Uint8Array => {
  const rows: Cell[][] = [];
  let open: Cell[] = [];
  for (const line of lines) {
    if (line.kind === 'group') open = [...open.slice(0, line.level), line.value];
    else if (line.kind === 'row') rows.push([...open, ...line.cells]);
  }
  const named = [...groups, ...columns.map(({ heading, column }) => ({ ...column, name: heading }))];
  // Spreadsheets take a file without this mark for one of their own alphabet.
  return new TextEncoder().encode(`\uFEFF${csvOf({ columns: named, rows }, rows.length)}`);
};

/** The number format of a spreadsheet that writes as the column's own. */
const sheetFormat = ({ format, type }: AnswerColumn): string => {
  if (type === 'date') return 'dd/mm/yyyy';
  if (type === 'datetime') return 'dd/mm/yyyy hh:mm';
  const spec = format === undefined ? undefined : parseNumberFormat(format);
  if (!spec) return type === 'number' ? '#,##0.00' : 'General';
  const quoted = (text: string): string => (text === '' ? '' : `"${text.replaceAll('"', '')}"`);
  const decimals = `${'0'.repeat(spec.minimum)}${'#'.repeat(spec.maximum - spec.minimum)}`;
  const digits = `${spec.grouping ? '#,##0' : '0'}${decimals === '' ? '' : `.${decimals}`}`;
  return `${quoted(spec.prefix)}${digits}${spec.percent ? '%' : ''}${quoted(spec.suffix)}`;
};

const sheetValue = (value: Cell | undefined, { type }: AnswerColumn): string | number | boolean | Date | null => {
  if (typeof value === 'string' && (type === 'date' || type === 'datetime'))
    return new Date(`${value.slice(0, 19)}${value.length > 10 ? 'Z' : ''}`);
  return value ?? null;
};

/** Letters of a column beyond which a spreadsheet is awkward to read. */
const broadest = 60;

/** The report as one sheet: title, parameters, headings, then every line with its numbers as numbers. */
export const paginatedXlsx = async (
  name: string,
  document: PaginatedDocument,
  parameters: ShownParameter[],
  writer: Writer,
): Promise<Uint8Array> => {
  const { writeXlsx } = await import('hucre/xlsx');
  const { columns, lines, title, subtitle } = document;
  const head = [[title], [subtitle ?? null], [parametersText(parameters, writer)], [], columns.map(({ heading }) => heading)];
  const bold = { style: { font: { bold: true } } };
  const cells = new Map<string, object>([['0,0', { style: { font: { bold: true, size: 14 } } }]]);
  const body = lines.map((line, at) => {
    const row = head.length + at;
    if (line.kind === 'group') {
      cells.set(`${row},0`, bold);
      return [headingText(line, document, writer)];
    }
    const named = line.kind === 'total' ? cellTexts(line, document, writer)[0] : undefined;
    return columns.map(({ column }, place) => {
      const isName = place === 0 && named !== undefined;
      const style = { ...(line.kind === 'total' && { font: { bold: true } }), ...(!isName && { numFmt: sheetFormat(column) }) };
      cells.set(`${row},${place}`, { style });
      return isName ? named : sheetValue(line.cells[place], column);
    });
  });
  columns.forEach((_, place) => cells.set(`${head.length - 1},${place}`, bold));
  const widths = columns.map(({ heading }, at) => {
    const texts = lines.flatMap((line) => (line.kind === 'group' ? [] : [cellTexts(line, document, writer)[at]?.length ?? 0]));
    return { width: Math.min(broadest, Math.max(heading.length, ...texts.slice(0, 500)) + 2) };
  });
  const freezePane = { rows: head.length, columns: 0 };
  const sheet = { name: name.replaceAll(/[\\/:*?[\]]/g, ' ').slice(0, 31), rows: [...head, ...body], columns: widths, cells, freezePane };
  return writeXlsx({ sheets: [sheet], properties: { title: name } });
};
