import type { ModelFilter, QueryTable } from '../../definitions/queries.ts';
import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Formatter } from '../../visuals/format/format.ts';
import { isRecord } from '../../definitions/isRecord.ts';
import { basicFilter, restricts } from '../../visuals/view/filters.ts';
import { chosenValues } from '../../visuals/slicers/choice.ts';
import { createValueList } from '../visuals/slicer/valueList.ts';
import type { Say } from '../../visuals/words/words.ts';
import { describeFilter, filterColumn, filterTitle } from './filterDescription.ts';
import type { FieldFacts } from './filterDescription.ts';

export type CardHost = {
  fields: FieldFacts;
  format: Formatter;
  say: Say;
  name: string;
  open: boolean;
  /** The values are there. */
  onFilled: () => void;
  onToggle: (open: boolean) => void;
  onChange: (filter: ModelFilter) => void;
  /** The values to choose from. */
  values: (column: { table: string; column: string }) => Promise<QueryTable>;
};

/** The card of one filter: its values as text, and controls to change them if the author allows it. */
export function filterCard(filter: ModelFilter, host: CardHost): HTMLElement {
  const { fields, format, say } = host;
  const display = isRecord(filter.displaySettings) ? filter.displaySettings : {};
  const locked = display.isLockedInViewMode === true;
  const title = filterTitle(filter, fields);
  const column = filterColumn(filter, fields);
  const target =
    isRecord(filter.target) && typeof filter.target.column === 'string' && filter.target.aggregationFunction === undefined
      ? { table: column.field.table, column: column.name }
      : undefined;
  const editable = target !== undefined && !locked && (filter.filterType === 1 || !restricts(filter));

  const text = element('p', { class: 'filter-text' }, describeFilter(filter, fields, format, say));
  const clear =
    !locked &&
    target &&
    restricts(filter) &&
    button(`${say('clear_filter')}: ${title}`, { class: 'tool' }, () => host.onChange(cleared()), icon('erase'));
  const cleared = (): ModelFilter => ({ ...basicFilter(target ?? { table: '', column: '' }, []), displaySettings: filter.displaySettings });
  const lock = locked && element('span', { class: 'tool', role: 'img', 'aria-label': say('locked') }, icon('lock'));
  const details = element('div', { class: 'filter-values' });
  const card = element('div', { class: `filter-card${restricts(filter) ? ' on' : ''}`, 'data-card': host.name });

  const fill = async (): Promise<void> => {
    if (!target) return;
    details.replaceChildren(element('p', { class: 'quiet' }, say('loading')));
    try {
      const table = await host.values(target);
      details.replaceChildren();
      createValueList(details).draw({
        name: title,
        items: table.rows.map((row) => ({ value: row[0] ?? null, label: format.label(row[0] ?? null, column) })),
        chosen: chosenValues([filter]),
        single: filter.requireSingleSelection === true,
        more: false,
        say,
        onChoose: (values) =>
          host.onChange({
            ...basicFilter(target, values, filter.requireSingleSelection === true),
            displaySettings: filter.displaySettings,
          }),
      });
      host.onFilled();
    } catch {
      // The failure was raised where it was asked; the card says that there is nothing to choose from.
      details.replaceChildren(element('p', { class: 'quiet' }, say('nothing_found')));
    }
  };

  if (!editable) {
    card.append(element('div', { class: 'filter-head' }, element('h4', {}, title), lock, clear), text);
    return card;
  }
  const toggle = button(
    title,
    { class: 'filter-toggle', 'aria-expanded': String(host.open) },
    () => host.onToggle(!host.open),
    icon(host.open ? 'down' : 'chevron'),
    element('span', {}, title),
  );
  card.append(element('div', { class: 'filter-head' }, toggle, clear), text);
  if (host.open) {
    card.append(details);
    void fill();
  }
  return card;
}
