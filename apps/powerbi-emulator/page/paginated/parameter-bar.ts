import type { ShownParameter } from '../../src/paginated/document.ts';
import { button, element, icon } from '../dom.ts';
import type { Cell } from '../state/filters.ts';
import { createDropdown } from '../visuals/slicer/dropdown-list.ts';
import type { Writer } from './texts.ts';

export type ParameterBar = {
  element: HTMLElement;
  draw: (parameters: ShownParameter[], panel: { shown: boolean; open: boolean }, writer: Writer) => void;
};

/** One field: where it stands, and what is chosen in it. */
type Field = { element: HTMLElement; focus: () => void };

const inputTypes: Partial<Record<ShownParameter['column']['type'], string>> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
};

/** The values that a report is filled for; `onView` is told those of all parameters. */
export function createParameterBar(onView: (chosen: Map<string, Cell[]>) => void): ParameterBar {
  const root = element('form', { class: 'parameters', novalidate: true });
  let chosen = new Map<string, Cell[]>();
  let parameters: ShownParameter[] = [];
  let fields = new Map<string, Field>();
  let say: Writer['say'] | undefined;

  const select = (parameter: ShownParameter, id: string, items: { value: Cell; label: string }[], writer: Writer): HTMLElement => {
    const { name, required } = parameter;
    const now = chosen.get(name)?.[0];
    const blank = !required || now === undefined;
    const options = items.map(({ label, value }, at) => element('option', { value: at, selected: value === now }, label));
    const made = element(
      'select',
      { id, class: 'span-field' },
      blank && element('option', { value: '' }, required ? '' : writer.say('all')),
      ...options,
    );
    made.addEventListener('change', () => {
      const item = items[Number(made.value)];
      chosen.set(name, made.value === '' || !item ? [] : [item.value]);
    });
    return made;
  };

  const input = ({ name, column, multi_value }: ShownParameter, id: string): HTMLElement => {
    const made = element('input', {
      id,
      class: 'span-field',
      type: (multi_value ? undefined : inputTypes[column.type]) ?? 'text',
      step: column.type === 'number' ? 'any' : undefined,
      value: (chosen.get(name) ?? []).join(', '),
      autocomplete: 'off',
    });
    made.addEventListener('input', () => {
      const texts = multi_value ? made.value.split(',').map((one) => one.trim()) : [made.value];
      chosen.set(
        name,
        texts.filter((one) => one !== ''),
      );
    });
    return made;
  };

  const list = (host: HTMLElement, parameter: ShownParameter, items: { value: Cell; label: string }[], writer: Writer): void => {
    const dropdown = createDropdown(host);
    const draw = (): void =>
      dropdown.draw({
        name: parameter.prompt,
        items,
        chosen: chosen.get(parameter.name) ?? [],
        single: false,
        more: false,
        say: writer.say,
        onChoose: (values) => {
          chosen.set(parameter.name, values);
          draw();
        },
        onClear: () => {
          chosen.set(parameter.name, []);
          draw();
        },
      });
    draw();
  };

  const field = (parameter: ShownParameter, writer: Writer): Field => {
    const { name, prompt, column, available, multi_value } = parameter;
    const id = `parameter-${name}`;
    const isChoice = available !== null || column.type === 'boolean';
    const offered: Cell[] = available ?? [true, false];
    const items = offered.map((value) => ({ value, label: writer.format.label(value, column) }));
    const place = element('div', { class: 'parameter-value' });
    const problem = element(
      'p',
      { class: 'parameter-problem', id: `${id}-problem`, role: 'alert', hidden: true },
      writer.say('value_needed'),
    );
    if (isChoice && multi_value) list(place, parameter, items, writer);
    else place.append(isChoice ? select(parameter, id, items, writer) : input(parameter, id));
    const label =
      isChoice && multi_value
        ? element('span', { class: 'parameter-name' }, prompt)
        : element('label', { class: 'parameter-name', for: id }, prompt);
    const focus = (): void => place.querySelector<HTMLElement>('input, select, button')?.focus();
    return { element: element('div', { class: 'parameter' }, label, place, problem), focus };
  };

  const missing = (): ShownParameter[] => parameters.filter(({ name, required }) => required && (chosen.get(name) ?? []).length === 0);

  root.addEventListener('submit', (event) => {
    event.preventDefault();
    const lacking = missing();
    for (const [name, { element: box }] of fields) {
      const problem = box.querySelector<HTMLElement>('.parameter-problem');
      if (problem) problem.hidden = !lacking.some((one) => one.name === name);
    }
    const [first] = lacking;
    if (first) fields.get(first.name)?.focus();
    else onView(new Map(chosen));
  });

  const body = element('div', { class: 'parameter-fields', id: 'parameter-fields' });
  const name = element('span');
  const toggle = button(
    '',
    { class: 'action parameter-toggle', 'aria-controls': 'parameter-fields' },
    () => open(body.hidden !== false),
    icon('down'),
    name,
  );
  const open = (isOpen: boolean): void => {
    body.hidden = !isOpen;
    toggle.setAttribute('aria-expanded', String(isOpen));
    toggle.setAttribute('aria-label', say?.(isOpen ? 'hide_parameters' : 'show_parameters') ?? '');
  };
  root.append(toggle, body);

  return {
    element: root,
    draw(next, panel, writer) {
      const isFirst = say === undefined;
      ({ say } = writer);
      parameters = next;
      chosen = new Map(next.map((one) => [one.name, one.chosen]));
      root.hidden = !panel.shown || next.length === 0;
      root.setAttribute('aria-label', writer.say('parameters'));
      name.textContent = writer.say('parameters');
      fields = new Map(next.map((one) => [one.name, field(one, writer)]));
      const view = element('button', { type: 'submit', class: 'action primary' }, writer.say('view_report'));
      body.replaceChildren(...[...fields.values()].map((one) => one.element), view);
      if (isFirst) open(panel.open || missing().length > 0);
    },
  };
}
