import { element } from '../dom.ts';
import { numeric } from './chart/pivot.ts';
import type { MountVisual } from './visual.ts';

/** One number that matters, or a few beside each other. */
export const mountCard: MountVisual = (host) => ({
  draw({ data }, { format }) {
    const table = data.main;
    const row = table?.rows[0] ?? [];
    const many = (table?.columns.length ?? 0) > 1;
    const cells = (table?.columns ?? []).map((column, at) => {
      const value = row[at] ?? null;
      const number = numeric(value);
      const full = format.label(value, column);
      const shown = number === null ? full : format.compact(number, column);
      const figure = element('div', { class: value === null ? 'figure quiet' : 'figure', title: shown === full ? undefined : full }, shown);
      figure.style.setProperty('--length', String(Math.max(4, shown.length)));
      return element('div', { class: 'card-cell' }, figure, many && element('div', { class: 'figure-label' }, column.name));
    });
    host.replaceChildren(element('div', { class: 'card' }, ...cells));
  },
});
