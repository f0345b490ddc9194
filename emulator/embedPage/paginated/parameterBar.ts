import type { ShownParameter } from '../../definitions/paginated/document.ts';
import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Writer } from '../../visuals/paginated/texts.ts';
import { parameterField } from './parameterField.ts';
import type { ChosenValues, ParameterField } from './parameterField.ts';

export type ParameterBar = {
  element: HTMLElement;
  draw: (parameters: ShownParameter[], panel: { shown: boolean; open: boolean }, writer: Writer) => void;
};

/** The values that a report is filled for; `onView` gets those of all parameters. */
export function createParameterBar(onView: (chosen: ChosenValues) => void): ParameterBar {
  const root = element('form', { class: 'parameters', novalidate: true });
  let chosen: ChosenValues = new Map();
  let parameters: ShownParameter[] = [];
  let fields = new Map<string, ParameterField>();
  let say: Writer['say'] | undefined;

  const missing = (): ShownParameter[] => parameters.filter(({ name, required }) => required && (chosen.get(name) ?? []).length === 0);

  root.addEventListener('submit', (event) => {
    event.preventDefault();
    const lacking = missing();
    for (const [name, field] of fields) field.showProblem(lacking.some((one) => one.name === name));
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
      fields = new Map(next.map((one) => [one.name, parameterField(one, chosen, writer)]));
      const view = element('button', { type: 'submit', class: 'action primary' }, writer.say('view_report'));
      body.replaceChildren(...[...fields.values()].map((one) => one.element), view);
      if (isFirst) open(panel.open || missing().length > 0);
    },
  };
}
