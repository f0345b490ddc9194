import { whenIdle } from '../idle.ts';
import { element } from '../../visuals/element.ts';
import type { VisualEnvironment } from '../visuals/visual.ts';
import type { VisualModel } from '../../visuals/visual.ts';

const mostRows = 60;

/** A chart's numbers as a table for those who cannot see it; made when the browser has nothing better to do. */
export function readingTable(host: HTMLElement, model: VisualModel, { format, say }: VisualEnvironment): void {
  const table = model.data.main;
  if (!table) return;
  const make = (): void => {
    const groups = model.definition.category.length + model.definition.series.length;
    const head = element('tr', {}, ...table.columns.map((column) => element('th', { scope: 'col' }, column.name)));
    const rows = table.rows
      .slice(0, mostRows)
      .map((row) =>
        element(
          'tr',
          {},
          ...table.columns.map((column, at) =>
            at < groups ? element('th', { scope: 'row' }, format.label(row[at], column)) : element('td', {}, format.full(row[at], column)),
          ),
        ),
      );
    host.replaceChildren(
      element(
        'table',
        {},
        element('caption', {}, say('rows', { count: format.integer(table.rows.length) })),
        element('thead', {}, head),
        element('tbody', {}, ...rows),
      ),
    );
  };
  whenIdle(make);
}
