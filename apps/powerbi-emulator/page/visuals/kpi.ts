import { element } from '../dom.ts';
import type { Formatter } from '../format.ts';
import { parseNumberFormat } from '../format.ts';
import type { QueryTable } from '../query/cache.ts';
import type { Say } from '../words/words.ts';
import { numeric } from './chart/pivot.ts';
import { sparkline } from './sparkline.ts';
import type { MountVisual } from './visual.ts';

type Column = QueryTable['columns'][number];

/** "+4,2%", or points of a percentage; undefined where there is nothing to compare with. */
function change(
  value: number,
  base: number | null,
  column: Column,
  format: Formatter,
  say: Say,
): { text: string; up: boolean } | undefined {
  if (base === null) return undefined;
  const percent = column.format ? parseNumberFormat(column.format)?.percent : false;
  if (!percent && base === 0) return undefined;
  const difference = percent ? value - base : (value - base) / Math.abs(base);
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  const size = Math.abs(difference);
  const points = () => say('points', { value: format.full(size * 100, { field: column.field, type: 'number', format: '0.0' }) });
  return { text: `${sign}${percent ? points() : format.percent(size)}`, up: difference >= 0 };
}

/**
 * Whether more is better is only said against a goal: a rate of returns that rises is no good news.
 * The newest period of a measure, compared with its goal or else with the period before, and its course. */
export const mountKpi: MountVisual = (host) => ({
  draw({ definition, data }, { format, say }) {
    const table = data.main;
    const first = definition.category.length ? 1 : 0;
    const column = table?.columns[first];
    const rows = (table?.rows ?? []).filter((row) => numeric(row[first]) !== null);
    const [last, before] = [rows.at(-1), rows.at(-2)];
    const value = numeric(last?.[first]);
    if (!table || !column || !last || value === null) {
      host.replaceChildren(element('div', { class: 'kpi' }, element('div', { class: 'figure' }, say('blank'))));
      return;
    }
    const goalColumn = table.columns[first + 1];
    const period = (row: typeof last) => (table.columns[0] && first ? format.label(row[0] ?? null, table.columns[0]) : '');
    const goal = goalColumn ? numeric(last[first + 1]) : numeric(before?.[first]);
    const delta = change(value, goal, column, format, say);
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
          delta && element('b', { class: goalColumn && (delta.up ? 'good' : 'bad') }, `${delta.up ? '▲' : '▼'} ${delta.text}`),
          element('span', { title: explained }, against),
        ),
        sparkline(rows.map((row) => numeric(row[first]))),
      ),
    );
  },
});
