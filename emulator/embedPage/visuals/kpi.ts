import { element } from '../../visuals/element.ts';
import { kpiFacts } from '../../visuals/figures/kpiFacts.ts';
import { sparkline } from './sparkline.ts';
import type { MountVisual } from './visual.ts';

/**
 * The newest period of a measure, compared with its goal or else with the period before, and its course.
 * Whether more is better is only said against a goal: a rate of returns that rises is no good news.
 */
export const mountKpi: MountVisual = (host) => ({
  draw(model, style) {
    const { format, say } = style;
    const facts = kpiFacts(model, style);
    if (!facts) {
      host.replaceChildren(element('div', { class: 'kpi' }, element('div', { class: 'figure quiet' }, say('blank'))));
      return;
    }
    const { value, column, period, goal, base, change, course } = facts;
    const against = base && say('versus', { base });
    const explained = goal === undefined ? against : `${goal}: ${base}`;
    const figure = element('div', { class: 'figure', title: format.full(value, column) }, format.compact(value, column));
    figure.style.setProperty('--length', String(Math.max(7, format.compact(value, column).length)));
    const isJudged = goal !== undefined && change?.good !== undefined;
    host.replaceChildren(
      element(
        'div',
        { class: 'kpi' },
        element('div', { class: 'kpi-main' }, figure, period !== undefined && element('span', { class: 'kpi-period' }, period)),
        element(
          'div',
          { class: 'kpi-change' },
          change && element('b', { class: isJudged && (change.good ? 'good' : 'bad') }, change.arrow + change.text),
          element('span', { title: explained }, against),
        ),
        sparkline(course),
      ),
    );
  },
});
