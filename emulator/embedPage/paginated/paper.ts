import type { PaginatedDocument, ShownParameter } from '../../definitions/paginated/document.ts';
import { sheetSizes } from '../../definitions/paginated/pages.ts';
import type { SheetPage } from '../../definitions/paginated/pages.ts';
import { element } from '../../visuals/element.ts';
import { cellTexts, headingText, parametersText } from '../../visuals/paginated/texts.ts';
import type { Writer } from '../../visuals/paginated/texts.ts';

export type PaperSpec = { name: string; document: PaginatedDocument; parameters: ShownParameter[]; pages: SheetPage[]; writer: Writer };

function rowOf(line: SheetPage['lines'][number], { document, writer }: PaperSpec): HTMLElement {
  const { columns } = document;
  if (line.kind === 'group') {
    const heading = element('th', { colspan: columns.length, scope: 'colgroup' }, element('span', {}, headingText(line, document, writer)));
    heading.style.paddingInlineStart = `${6 + line.level * 12}px`;
    return element('tr', { class: `group level-${line.level}` }, heading);
  }
  const cells = cellTexts(line, document, writer).map((text, at) =>
    at === 0
      ? element('th', { scope: 'row', title: text }, text)
      : element('td', { class: columns[at]?.numeric ? 'number' : undefined, title: columns[at]?.numeric ? undefined : text }, text),
  );
  return element('tr', { class: line.kind }, ...cells);
}

/** One page as it would come out of a printer. */
export function paperOf(page: SheetPage, spec: PaperSpec): HTMLElement {
  const { document, parameters, pages, writer, name } = spec;
  const { columns, orientation, title, subtitle } = document;
  const place = writer.say('page_of', { page: page.number, pages: pages.length });
  const shares = columns.reduce((sum, { width }) => sum + width, 0);
  const widths = columns.map(({ width }) => {
    const column = element('col');
    column.style.width = `${(100 * width) / shares}%`;
    return column;
  });
  const heads = columns.map(({ heading, numeric }) => element('th', { scope: 'col', class: numeric ? 'number' : undefined }, heading));
  const table = element(
    'table',
    {},
    element('caption', { class: 'sr-only' }, `${title}, ${place}`),
    element('colgroup', {}, ...widths),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...page.lines.map((line) => rowOf(line, spec))),
  );
  const head = element(
    'header',
    {},
    element('h1', {}, title),
    element('p', { class: 'paper-subtitle' }, subtitle ?? ''),
    element('p', { class: 'paper-parameters' }, parametersText(parameters, writer)),
  );
  const paper = element(
    'section',
    { class: 'paper', 'aria-label': place },
    page.number === 1 && head,
    page.lines.length > 0 ? table : element('p', { class: 'paper-empty' }, writer.say('no_rows')),
    element('footer', {}, element('span', {}, name), element('span', {}, place)),
  );
  const { width, height } = sheetSizes[orientation];
  paper.style.setProperty('--paper-width', `${width}px`);
  paper.style.setProperty('--paper-height', `${height}px`);
  return paper;
}
