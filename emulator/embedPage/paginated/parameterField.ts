import type { ShownParameter } from '../../definitions/paginated/document.ts';
import type { Cell } from '../../definitions/queries.ts';
import { element } from '../../visuals/element.ts';
import type { Writer } from '../../visuals/paginated/texts.ts';
import { createDropdown } from '../visuals/slicer/dropdownList.ts';

/** One parameter: its label, where its value is chosen or typed, and what is wrong with it. */
export type ParameterField = { element: HTMLElement; focus: () => void; showProblem: (isMissing: boolean) => void };

/** What is chosen, by the name of the parameter; fields write into it. */
export type ChosenValues = Map<string, Cell[]>;

type Item = { value: Cell; label: string };

const inputTypes: Partial<Record<ShownParameter['column']['type'], string>> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
};

function selectOne(parameter: ShownParameter, id: string, items: Item[], chosen: ChosenValues, { say }: Writer): HTMLElement {
  const { name, required } = parameter;
  const now = chosen.get(name)?.[0];
  const blank = !required || now === undefined;
  const options = items.map(({ label, value }, at) => element('option', { value: at, selected: value === now }, label));
  const made = element(
    'select',
    { id, class: 'span-field' },
    blank && element('option', { value: '' }, required ? '' : say('all')),
    ...options,
  );
  made.addEventListener('change', () => {
    const item = items[Number(made.value)];
    chosen.set(name, made.value === '' || !item ? [] : [item.value]);
  });
  return made;
}

/** Several values are typed with commas between them. */
function textInput({ name, column, multi_value }: ShownParameter, id: string, chosen: ChosenValues): HTMLElement {
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
}

function selectSeveral(host: HTMLElement, parameter: ShownParameter, items: Item[], chosen: ChosenValues, { say }: Writer): void {
  const dropdown = createDropdown(host);
  const draw = (): void =>
    dropdown.draw({
      name: parameter.prompt,
      items,
      chosen: chosen.get(parameter.name) ?? [],
      single: false,
      more: false,
      say,
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
}

export function parameterField(parameter: ShownParameter, chosen: ChosenValues, writer: Writer): ParameterField {
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
  if (isChoice && multi_value) selectSeveral(place, parameter, items, chosen, writer);
  else place.append(isChoice ? selectOne(parameter, id, items, chosen, writer) : textInput(parameter, id, chosen));
  const label =
    isChoice && multi_value
      ? element('span', { class: 'parameter-name' }, prompt)
      : element('label', { class: 'parameter-name', for: id }, prompt);
  return {
    element: element('div', { class: 'parameter' }, label, place, problem),
    focus: () => place.querySelector<HTMLElement>('input, select, button')?.focus(),
    showProblem: (isMissing) => {
      problem.hidden = !isMissing;
    },
  };
}
