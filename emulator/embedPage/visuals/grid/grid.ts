import { button, icon } from '../../dom.ts';
import { element } from '../../../visuals/element.ts';
import type { FieldRef } from '../../../definitions/model.ts';
import { textWidth } from '../../../visuals/measure.ts';
import { sameField } from '../../../visuals/view/fields.ts';
import type { Sort } from '../../../visuals/view/view.ts';
import { rowWindow } from './window.ts';

type GridColumn = { name: string; numeric: boolean; field?: FieldRef; group?: string };
type GridRow = {
  cells: string[];
  /** Depth in a tree of rows. */
  level?: number;
  /** Whether a branch is open; undefined for a leaf. */
  open?: boolean;
  toggle?: () => void;
  selected?: boolean;
  select?: (additive: boolean) => void;
  subtotal?: boolean;
};
export type GridSpec = {
  label: string;
  columns: GridColumn[];
  rows: GridRow[];
  total?: string[];
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Called when the last rows come into sight and there are more. */
  onEnd?: () => void;
  fading?: boolean;
  /** The first column names the rows and stays in sight when the others scroll by. */
  rowHeads?: boolean;
  expandLabel?: (row: GridRow) => string;
  /** A cell that holds an address is a link; this hears of it and says whether the browser follows. */
  onLink?: (url: string) => boolean;
};

const rowHeight = 28;
/** How far the table reaches below its box (grid.css). */
const overhang = 4;
const textSize = 12;
const cellPadding = 16;
const sortMark = 13;
const [narrowest, broadest] = [44, 300];
const shortestText = 92;
const shortestRowHead = 140;
/** A long heading does not make its column broad. */
const broadestHeading = 150;

/** A heading may take two lines. */
function headingWidth(name: string, font: string): number {
  const width = (text: string) => textWidth(text, font, textSize, true);
  const words = name.split(' ');
  const wanted = words.length === 1 ? width(name) : Math.max(...words.map(width), width(name) * 0.62);
  return Math.min(broadestHeading, wanted);
}

/** Widths from the widest texts, so that columns stand still while rows scroll by. Where room is short, texts give way to numbers. */
function columnWidths({ columns, rows, total, onSort, rowHeads }: GridSpec, font: string, room: number): number[] {
  const sample = rows.slice(0, 120);
  const wanted = columns.map((column, at) => {
    const indent = (row: GridRow) => (at === 0 ? (row.level ?? 0) * 16 + (row.toggle ? 20 : 0) : 0);
    const inRows = sample.map((row) => textWidth(row.cells[at] ?? '', font, textSize, row.subtotal) + indent(row));
    const head = headingWidth(column.name, font) + (column.field && onSort ? sortMark : 0);
    const foot = textWidth(total?.[at] ?? '', font, textSize, true);
    return Math.ceil(Math.min(broadest, Math.max(narrowest, head, foot, ...inRows) + cellPadding + 2));
  });
  const excess = wanted.reduce((sum, width) => sum + width, 0) - room;
  const spare = wanted.map((width, at) =>
    columns[at]?.numeric ? 0 : Math.max(0, width - (rowHeads && at === 0 ? shortestRowHead : shortestText)),
  );
  const sum = spare.reduce((all, one) => all + one, 0);
  if (excess <= 0 || sum === 0) return wanted;
  const share = Math.min(1, excess / sum);
  return wanted.map((width, at) => Math.floor(width - (spare[at] ?? 0) * share));
}

function headRows({ columns, sort, onSort }: GridSpec): HTMLTableRowElement[] {
  const heads = columns.map((column) => {
    const { field, name, numeric } = column;
    const sorted = field && sort && sameField(field, sort.field) ? sort.direction : undefined;
    const next: Sort['direction'] = sorted === 'descending' || (!sorted && !numeric) ? 'ascending' : 'descending';
    const attributes = { scope: 'col', class: numeric ? 'number' : undefined, 'aria-sort': sorted, title: name };
    if (!field || !onSort) return element('th', attributes, name);
    const mark = sorted && icon(sorted === 'ascending' ? 'up' : 'down');
    return element(
      'th',
      attributes,
      button(name, {}, () => onSort({ field, direction: next }), element('span', {}, name), mark),
    );
  });
  if (!columns.some((column) => column.group !== undefined)) return [element('tr', {}, ...heads)];
  const groups: { name: string; span: number }[] = [];
  for (const { group = '' } of columns) {
    const last = groups.at(-1);
    if (last && last.name === group) last.span++;
    else groups.push({ name: group, span: 1 });
  }
  const upper = groups.map(({ name, span }) => element('th', { scope: 'colgroup', colspan: span, class: 'group', title: name }, name));
  return [element('tr', {}, ...upper), element('tr', {}, ...heads)];
}

/** The content of a cell: an address on the web is a link to it. */
function content(text: string, { onLink }: GridSpec): string | HTMLElement {
  if (!onLink || !/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return text;
  const link = element('a', { class: 'link', href: text, target: '_blank', rel: 'noopener noreferrer' }, text);
  link.addEventListener('click', (event) => {
    // The row behind it is not meant.
    event.stopPropagation();
    if (!onLink(text)) event.preventDefault();
  });
  return link;
}

function bodyRow(row: GridRow, index: number, spec: GridSpec): HTMLTableRowElement {
  const cells = row.cells.map((text, at) => {
    const numeric = spec.columns[at]?.numeric;
    const attributes = { class: numeric ? 'number' : undefined, title: text.length > 24 ? text : undefined };
    if (at > 0) return element('td', attributes, content(text, spec));
    const toggle =
      row.toggle &&
      button(
        spec.expandLabel?.(row) ?? text,
        { class: 'tree', 'aria-expanded': String(row.open) },
        row.toggle,
        icon(row.open ? 'down' : 'chevron'),
      );
    const cell = element('td', attributes, toggle, content(text, spec));
    if (row.level) cell.style.paddingInlineStart = `${cellPadding / 2 + row.level * 16}px`;
    return cell;
  });
  const made = element(
    'tr',
    {
      'aria-rowindex': index + 2,
      'aria-selected': row.select ? String(row.selected ?? false) : undefined,
      'data-row': index,
      tabindex: row.select ? -1 : undefined,
      class:
        [row.selected && 'selected', spec.fading && !row.selected && 'dimmed', row.subtotal && 'subtotal'].filter(Boolean).join(' ') ||
        undefined,
    },
    ...cells,
  );
  made.style.height = `${rowHeight}px`;
  return made;
}

/** A table that stays quick with thousands of rows: only those in sight are in the document. */
export function createGrid(host: HTMLElement): { draw: (spec: GridSpec) => void } {
  const table = element('table', { class: 'grid' });
  const [head, body, foot] = [element('thead'), element('tbody'), element('tfoot')];
  const columns = element('colgroup');
  table.append(columns, head, body, foot);
  const scroller = element('div', { class: 'grid-scroll', role: 'group', tabindex: 0 }, table);
  host.append(scroller);
  let spec: GridSpec = { label: '', columns: [], rows: [] };

  const paint = (): void => {
    const active =
      document.activeElement instanceof HTMLElement && body.contains(document.activeElement)
        ? document.activeElement.dataset.row
        : undefined;
    const { first, last, above, below } = rowWindow(spec.rows.length, rowHeight, scroller.scrollTop, scroller.clientHeight);
    const spacer = (height: number) => {
      const made = element('tr', { 'aria-hidden': 'true', class: 'spacer' }, element('td', { colspan: spec.columns.length }));
      made.style.height = `${height}px`;
      return made;
    };
    body.replaceChildren(
      ...(above ? [spacer(above)] : []),
      ...spec.rows.slice(first, last).map((row, at) => bodyRow(row, first + at, spec)),
      ...(below ? [spacer(below)] : []),
    );
    if (active !== undefined) body.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus({ preventScroll: true });
    if (last >= spec.rows.length) spec.onEnd?.();
  };

  scroller.addEventListener('scroll', paint, { passive: true });
  const rowOf = (target: EventTarget | null): number => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    return row ? Number(row.dataset.row) : -1;
  };
  body.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('.tree')) return;
    spec.rows[rowOf(event.target)]?.select?.(event.ctrlKey || event.metaKey);
  });
  scroller.addEventListener('keydown', (event) => {
    const at = rowOf(event.target);
    const row = spec.rows[at];
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move && spec.rows.length > 0) {
      const next = Math.max(0, Math.min(spec.rows.length - 1, at < 0 ? 0 : at + move));
      scroller.scrollTop = Math.min(scroller.scrollTop, next * rowHeight);
      const bottom = (next + 3) * rowHeight - scroller.clientHeight;
      if (scroller.scrollTop < bottom) scroller.scrollTop = bottom;
      paint();
      body.querySelector<HTMLElement>(`[data-row="${next}"]`)?.focus({ preventScroll: true });
    } else if (row && event.target instanceof HTMLTableRowElement && (event.key === 'Enter' || event.key === ' '))
      row.select?.(event.ctrlKey || event.metaKey);
    else if (row?.toggle && ((event.key === 'ArrowRight' && row.open === false) || (event.key === 'ArrowLeft' && row.open))) row.toggle();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** Above a row of totals whole rows stand: one that is cut in two reads like a mistake. */
  const clip = (): void => {
    scroller.style.bottom = '';
    const room = scroller.clientHeight - head.offsetHeight - foot.offsetHeight;
    if (!spec.total || room < rowHeight || spec.rows.length * rowHeight <= room) return;
    scroller.style.bottom = `${(room % rowHeight) - overhang}px`;
  };
  const lay = (): void => {
    // Rows first: whether they need a scroll bar decides how much room the columns have.
    paint();
    const widths = columnWidths(spec, getComputedStyle(scroller).fontFamily, scroller.clientWidth);
    columns.replaceChildren(
      ...widths.map((width) => {
        const col = element('col');
        col.style.width = `${width}px`;
        return col;
      }),
    );
    table.style.minWidth = `${widths.reduce((sum, width) => sum + width, 0)}px`;
    clip();
  };
  new ResizeObserver(lay).observe(scroller, { box: 'border-box' });

  return {
    draw(next) {
      const moved = JSON.stringify(next.sort) !== JSON.stringify(spec.sort);
      spec = next;
      if (moved) scroller.scrollTop = 0;
      table.setAttribute('aria-rowcount', String(spec.rows.length + 1));
      for (const named of [scroller, table]) named.setAttribute('aria-label', spec.label);
      table.classList.toggle('row-heads', spec.rowHeads ?? false);
      head.replaceChildren(...headRows(spec));
      const total = spec.total?.map((text, at) => element('td', { class: spec.columns[at]?.numeric ? 'number' : undefined }, text));
      foot.replaceChildren(...(total ? [element('tr', {}, ...total)] : []));
      lay();
    },
  };
}
