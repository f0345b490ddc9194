import { element } from '../dom.ts';
import { numeric } from './chart/pivot.ts';
import { changeOf } from './kpi-change.ts';
import { sparkline } from './sparkline.ts';
import type { MountVisual } from './visual.ts';

/**
 * The newest period of a measure, compared with its goal or else with the period before, and its course.
 * Whether more is better is only said against a goal: a rate of returns that rises is no good news.
 */
export const mountKpi: MountVisual = (host) => ({
  draw({ definition, data }, { format, say }) {
    const table = data.main;
    const first = definition.category.length ? 1 : 0;
    const column = table?.columns[first];
    const rows = (table?.rows ?? []).filter((row) => numeric(row[first]) !== null);
    const [last, before] = [rows.at(-1), rows.at(-2)];
    const value = numeric(last?.[first]);
    if (!table || !column || !last || value === null) {
      host.replaceChildren(element('div', { class: 'kpi' }, element('div', { class: 'figure quiet' }, say('blank'))));
      return;
    }
    const goalColumn = table.columns[first + 1];
    const period = (row: typeof last) => (table.columns[0] && first ? format.label(row[0] ?? null, table.columns[0]) : '');
    const goal = goalColumn ? numeric(last[first + 1]) : numeric(before?.[first]);
    const delta = changeOf(value, goal, column, format, say);
    const base = goalColumn ? (goal === null ? '' : format.compact(goal, goalColumn)) : before ? period(before) : '';
    const against = base && say('versus', { base });
    const explained = goalColumn ? `${goalColumn.name}: ${base}` : against;
    const figure = element('div', { class: 'figure', title: format.full(value, column) }, format.compact(value, column));
    figure.style.setProperty('--length', String(Math.max(7, format.compact(value, column).length)));
    host.replaceChildren(
      element(
        'div',
        { class: 'kpi' },
        element('div', { class: 'kpi-main' }, figure, first ? element('span', { class: 'kpi-period' }, period(last)) : undefined),
        element(
          'div',
          { class: 'kpi-change' },
          delta &&
            element('b', { class: goalColumn && delta.good !== undefined && (delta.good ? 'good' : 'bad') }, delta.arrow + delta.text),
          element('span', { title: explained }, against),
        ),
        sparkline(rows.map((row) => numeric(row[first]))),
      ),
    );
  },
});
