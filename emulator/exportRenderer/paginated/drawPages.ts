import { cellTexts, headingText, parametersText } from '../../visuals/paginated/texts.ts';
import type { Writer } from '../../visuals/paginated/texts.ts';
import { themeFrom } from '../../visuals/theme/theme.ts';
import type { PaginatedDocument, ShownParameter } from '../../definitions/paginated/document.ts';
import { lineHeight, margin, sheetSizes, titleLines } from '../../definitions/paginated/pages.ts';
import type { SheetPage } from '../../definitions/paginated/pages.ts';
import { createSheet } from '../drawing/sheet.ts';
import type { Drawing, Sheet } from '../drawing/sheet.ts';
import { textWidth } from '../drawing/textWidth.ts';

const padding = 6;
const [usual, smallest] = [11, 7];
const base = 16;
const indent = 12;

type Filled = { document: PaginatedDocument; parameters: ShownParameter[]; pages: SheetPage[]; writer: Writer; name: string };

/** Where the columns begin and how broad they are, by the shares that their author gave them. */
const spread = ({ orientation, columns }: PaginatedDocument): { starts: number[]; widths: number[] } => {
  const room = sheetSizes[orientation].width - 2 * margin;
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => (width * room) / shares);
  return { widths, starts: widths.map((_, at) => margin + widths.slice(0, at).reduce((sum, width) => sum + width, 0)) };
};

/** A text may be shortened, a number never: where one has no room, everything is written smaller. */
const sizeFor = ({ document, writer }: Filled, widths: number[]): number => {
  let size = usual;
  for (const line of document.lines) {
    if (line.kind === 'group') continue;
    for (const [at, text] of cellTexts(line, document, writer).entries()) {
      const room = (widths[at] ?? 0) - 2 * padding;
      const needed = document.columns[at]?.numeric ? textWidth(text, usual, line.kind === 'total') : 0;
      if (needed > room) size = Math.min(size, (usual * room) / needed);
    }
  }
  return Math.max(smallest, size);
};

const drawTitle = (sheet: Drawing, { document, parameters, writer }: Filled, room: number): void => {
  const { theme } = sheet;
  sheet.text(document.title, margin, margin + 22, { size: 20, color: theme.text, bold: true, room });
  if (document.subtitle !== undefined) sheet.text(document.subtitle, margin, margin + 44, { size: 12, color: theme.muted, room });
  sheet.text(parametersText(parameters, writer), margin, margin + 66, { size: 11, color: theme.muted, room });
};

const drawPage = (filled: Filled, page: SheetPage, { starts, widths, size }: ReturnType<typeof spread> & { size: number }): Sheet => {
  const { document, writer, name, pages } = filled;
  const { width, height } = sheetSizes[document.orientation];
  const sheet = createSheet(width, height, { ...themeFrom(undefined, 'light', 0, undefined), canvas: '#ffffff' });
  const { theme } = sheet;
  const right = width - margin;
  let top = margin;
  if (page.number === 1) {
    drawTitle(sheet, filled, right - margin);
    top += titleLines * lineHeight;
  }
  const write = (text: string, at: number, style: { color: string; bold: boolean }): void => {
    const [start = 0, broad = 0] = [starts[at], widths[at]];
    const shared = { ...style, size, room: broad - 2 * padding };
    if (document.columns[at]?.numeric) sheet.text(text, start + broad - padding, top + base, { ...shared, anchor: 'end' });
    else sheet.text(text, start + padding, top + base, shared);
  };
  document.columns.forEach(({ heading }, at) => write(heading, at, { color: theme.muted, bold: true }));
  top += lineHeight;
  sheet.line(margin, top, right, top, theme.muted);
  for (const line of page.lines) {
    if (line.kind === 'group') {
      const inset = padding + line.level * indent;
      if (line.level === 0)
        sheet.rect({ x: margin, y: top, width: right - margin, height: lineHeight }, { fill: theme.line, opacity: 0.55 });
      const room = right - margin - inset - padding;
      sheet.text(headingText(line, document, writer), margin + inset, top + base, { size, color: theme.text, bold: true, room });
    } else {
      const bold = line.kind === 'total';
      cellTexts(line, document, writer).forEach((text, at) => write(text, at, { color: theme.text, bold }));
    }
    top += lineHeight;
    sheet.line(margin, top, right, top, line.kind === 'total' ? theme.muted : theme.line);
  }
  const foot = { size: 10, color: theme.muted };
  const place = writer.say('page_of', { page: page.number, pages: pages.length });
  sheet.text(name, margin, height - margin + 4, { ...foot, room: right - margin - 160 });
  sheet.text(place, right, height - margin + 4, { ...foot, anchor: 'end' });
  return sheet.done();
};

/** The pages as pictures, one after the other. */
export function* drawPages(filled: Filled, wanted: SheetPage[]): Generator<Sheet> {
  const columns = spread(filled.document);
  const size = sizeFor(filled, columns.widths);
  for (const page of wanted) yield drawPage(filled, page, { ...columns, size });
}
