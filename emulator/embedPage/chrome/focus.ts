import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Say } from '../../visuals/words/words.ts';
import { createGrid } from '../visuals/grid/grid.ts';
import { isNumeric } from '../../visuals/tables/numeric.ts';
import type { Frame } from './frame.ts';

export type Focus = {
  element: HTMLElement;
  open: (frame: Frame, withTable: boolean, say: Say) => void;
  redraw: () => void;
  close: () => void;
};

/** One visual alone, filling the room of the page; with its numbers below when they are asked for. */
export function createFocus(): Focus {
  const slot = element('div', { class: 'focus-slot' });
  const tableSlot = element('div', { class: 'focus-table' });
  const back = button('', { class: 'focus-back' }, () => close());
  const root = element('div', { class: 'focus-layer', hidden: true }, back, slot, tableSlot);
  let now: { frame: Frame; home: Node | null; before: Node | null; withTable: boolean; say: Say; opener: Element | null } | undefined;

  const drawTable = (): void => {
    const drawn = now?.frame.drawn();
    const table = drawn?.model.data.main;
    tableSlot.hidden = !now?.withTable || !table;
    if (tableSlot.hidden || !drawn || !table) return;
    const { format } = drawn.environment;
    const groups = drawn.model.definition.category.length + drawn.model.definition.series.length;
    tableSlot.replaceChildren();
    createGrid(tableSlot).draw({
      label: drawn.model.definition.title,
      columns: table.columns.map((column) => ({ name: column.name, numeric: isNumeric(column) })),
      rows: table.rows.map((row) => ({
        cells: table.columns.map((column, at) => (at < groups ? format.label(row[at], column) : format.full(row[at], column))),
      })),
    });
  };
  const close = (): void => {
    if (!now) return;
    const { frame, home, before, opener } = now;
    now = undefined;
    root.hidden = true;
    frame.element.classList.remove('focused');
    home?.insertBefore(frame.element, before);
    tableSlot.replaceChildren();
    if (opener instanceof HTMLElement) opener.focus();
  };
  root.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });

  return {
    element: root,
    open(frame, withTable, say) {
      close();
      const opener = document.activeElement;
      now = { frame, home: frame.element.parentNode, before: frame.element.nextSibling, withTable, say, opener };
      back.replaceChildren(icon('back'), say('back'));
      root.hidden = false;
      slot.append(frame.element);
      frame.element.classList.add('focused');
      drawTable();
      back.focus();
    },
    redraw: drawTable,
    close,
  };
}
