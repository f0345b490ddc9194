import { element } from '../../visuals/element.ts';
import { numeric } from '../../visuals/charts/pivot.ts';
import type { MountVisual } from './visual.ts';

/** One number that matters, or a few beside each other. */
export const mountCard: MountVisual = (host) => ({
  draw({ data }, { format }) {
    const table = data.main;
    const row = table?.rows[0] ?? [];
    const many = (table?.columns.length ?? 0) > 1;
    let letters = 0;
    const cells = (table?.columns ?? []).map((column, at) => {
      const value = row[at] ?? null;
      const number = numeric(value);
      const full = format.label(value, column);
      const shown = number === null ? full : format.compact(number, column);
      const figure = element('div', { class: value === null ? 'figure quiet' : 'figure', title: shown === full ? undefined : full }, shown);
      letters += Math.max(4, shown.length);
      return element('div', { class: 'card-cell' }, figure, many && element('div', { class: 'figure-label' }, column.name));
    });
    const card = element('div', { class: 'card' }, ...cells);
    card.style.setProperty('--length', String(letters));
    card.style.setProperty('--gaps', String(Math.max(0, cells.length - 1)));
    host.replaceChildren(card);
  },
});
