import { element } from '../../../visuals/element.ts';
import { icon } from '../../dom.ts';
import type { Cell } from '../../../definitions/queries.ts';
import type { Say } from '../../../visuals/words/words.ts';

export type ListSpec = {
  name: string;
  items: { value: Cell; label: string }[];
  chosen: Cell[];
  single: boolean;
  /** The service has more values than these: searching asks it. */
  more: boolean;
  say: Say;
  onChoose: (values: Cell[]) => void;
  onSearch?: (text: string) => void;
};

const searchFrom = 9;
const drawnAtMost = 400;

const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A searchable list of boxes (or dots, when only one may be chosen). Used by slicers and by filter cards. */
export function createValueList(host: HTMLElement): { draw: (spec: ListSpec) => void; focus: () => void } {
  const field = element('input', { type: 'search', class: 'search-field', autocomplete: 'off' });
  const search = element('div', { class: 'search' }, icon('search'), field);
  const list = element('div', { class: 'value-list', role: 'group' });
  const empty = element('div', { class: 'quiet' });
  host.append(search, list, empty);
  let spec: ListSpec | undefined;

  const choose = (value: Cell, on: boolean): void => {
    if (!spec) return;
    const others = spec.chosen.filter((one) => one !== value);
    spec.onChoose(spec.single ? (on ? [value] : []) : on ? [...others, value] : others);
  };

  const item = ({ value, label }: ListSpec['items'][number], { chosen, single, name }: ListSpec): HTMLElement => {
    const box = element('input', { type: single ? 'radio' : 'checkbox', name, checked: chosen.includes(value) });
    // A chosen dot can be taken back, which radio buttons do not offer by themselves.
    if (single) box.addEventListener('click', () => chosen.includes(value) && choose(value, false));
    box.addEventListener('change', () => choose(value, box.checked));
    return element('label', { class: 'value', title: label }, box, element('span', {}, label));
  };

  const paint = (): void => {
    if (!spec) return;
    const wanted = folded(field.value.trim());
    const shown = wanted ? spec.items.filter(({ label }) => folded(label).includes(wanted)) : spec.items;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && list.contains(active) ? active.closest('label')?.title : undefined;
    list.replaceChildren(...shown.slice(0, drawnAtMost).map((one) => (spec ? item(one, spec) : '')));
    list.hidden = shown.length === 0;
    empty.textContent = shown.length === 0 ? spec.say('nothing_found') : '';
    if (focused !== undefined)
      list.querySelector<HTMLElement>(`label[title="${CSS.escape(focused)}"] input`)?.focus({ preventScroll: true });
  };

  field.addEventListener('input', () => {
    paint();
    if (spec?.more) spec.onSearch?.(field.value.trim());
  });

  return {
    draw(next) {
      spec = next;
      list.setAttribute('aria-label', next.name);
      field.placeholder = next.say('search');
      field.setAttribute('aria-label', `${next.say('search')}: ${next.name}`);
      search.hidden = next.items.length < searchFrom && !next.more && !field.value;
      paint();
    },
    focus: () => (search.hidden ? list.querySelector<HTMLElement>('input') : field)?.focus(),
  };
}
