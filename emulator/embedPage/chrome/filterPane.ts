import type { ModelFilter } from '../../definitions/queries.ts';
import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { ask } from '../session/ask.ts';
import { formatterOf, sayOf } from '../session/language.ts';
import { isExpiry, problemOf, raise } from '../session/problems.ts';
import { filtersAt } from '../state/filterPlaces.ts';
import type { FilterPlace } from '../state/filterPlaces.ts';
import { activePage } from '../session/session.ts';
import type { App } from '../session/app.ts';
import { filterCard } from './filterCard.ts';

const valuesListed = 500;

const isHidden = (filter: ModelFilter): boolean => isRecord(filter.displaySettings) && filter.displaySettings.isHiddenInViewMode === true;

/** The filters that hold, by level. Slicers stand on the canvas and are not repeated here. */
export function createFilterPane(app: () => App): { element: HTMLElement; draw: (expanded: boolean) => void } {
  const root = element('aside', { class: 'filter-pane' });
  const opened = new Set<string>();
  let expanded = false;
  let lost: string | undefined;

  const cards = (place: FilterPlace, heading: string): HTMLElement[] => {
    const { session } = app();
    const report = session?.report;
    if (!session || !report) return [];
    const filters = filtersAt(report.view, place);
    const shown = filters.filter((filter) => !isHidden(filter));
    if (shown.length === 0) return [];
    const list = shown.map((filter) => {
      const key = JSON.stringify([place, filter.target]);
      return filterCard(filter, {
        fields: report.source.fields,
        format: formatterOf(session),
        say: sayOf(session),
        name: key,
        open: opened.has(key),
        onFilled: () => {
          if (document.activeElement === document.body) refocus(lost);
        },
        onToggle(open) {
          if (open) opened.add(key);
          else opened.delete(key);
          paint();
        },
        onChange: (next) =>
          app().actions.setFilters(
            place,
            filters.map((one) => (one === filter ? next : one)),
          ),
        async values(column) {
          try {
            return await ask(app(), session, {
              id: 'values',
              group_by: [column],
              values: [],
              filters: [],
              order_by: [{ field: column, direction: 'ascending' }],
              limit: valuesListed,
            });
          } catch (cause) {
            raise(app(), problemOf(cause), isExpiry(problemOf(cause)));
            throw cause;
          }
        },
      });
    });
    return [element('h3', {}, heading), ...list];
  };

  // Everything is rendered again; the focus is restored by the control's name within its card.
  const nameOf = (one: Element): string =>
    `${one.closest('[data-card]')?.getAttribute('data-card')} ${one.closest('label')?.title ?? one.className}`;
  const focusedName = (): string | undefined =>
    document.activeElement && root.contains(document.activeElement) ? nameOf(document.activeElement) : undefined;
  const refocus = (name: string | undefined): void => {
    if (name === undefined) return;
    [...root.querySelectorAll<HTMLElement>('button, input')].find((one) => nameOf(one) === name)?.focus({ preventScroll: true });
  };

  const paint = (): void => {
    const { session } = app();
    const report = session?.report;
    const say = sayOf(session);
    const focused = focusedName();
    root.classList.toggle('open', expanded);
    root.setAttribute('aria-label', say('filters'));
    const turn = (): void => {
      expanded = !expanded;
      paint();
      app().stage.fit();
    };
    const toggle = button(
      say(expanded ? 'hide_filters' : 'show_filters'),
      { class: 'pane-toggle', 'aria-expanded': String(expanded), title: say(expanded ? 'hide_filters' : 'show_filters') },
      turn,
      icon('filter'),
      element('span', {}, say('filters')),
      expanded && icon('chevron'),
    );
    if (!expanded || !report) {
      root.replaceChildren(toggle);
      refocus(focused);
      return;
    }
    const page = activePage(report);
    const selected = page.visuals.find((visual) => visual.name === report.view.selection?.visual);
    const all = [
      ...(selected
        ? cards({ level: 'visual', page: page.name, visual: selected.name }, say('filters_visual', { title: selected.title }))
        : []),
      ...cards({ level: 'page', page: page.name }, say('filters_this_page')),
      ...cards({ level: 'report' }, say('filters_all_pages')),
    ];
    const top = root.querySelector('.filter-cards')?.scrollTop ?? 0;
    const list = element('div', { class: 'filter-cards' }, ...(all.length ? all : [element('p', { class: 'quiet' }, say('no_filters'))]));
    root.replaceChildren(toggle, list);
    list.scrollTop = top;
    refocus(focused);
    // Values come later; until then remember who waits for them.
    lost = focused;
  };

  let wanted: boolean | undefined;
  return {
    element: root,
    draw(next) {
      // The host's setting applies when it changes; in between the reader opens and closes the pane.
      if (wanted !== next) expanded = next;
      wanted = next;
      paint();
    },
  };
}
