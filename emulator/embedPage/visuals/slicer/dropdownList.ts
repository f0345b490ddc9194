import { button, icon } from '../../dom.ts';
import { element } from '../../../visuals/element.ts';
import { createValueList } from './valueList.ts';
import type { ListSpec } from './valueList.ts';

const popoverHeight = 280;

function summary({ items, chosen, say }: ListSpec): string {
  const labels = items.filter((item) => chosen.includes(item.value)).map((item) => item.label);
  if (chosen.length === 0) return say('all');
  return labels.length <= 2 ? labels.join(', ') : say('several', { count: chosen.length });
}

export type DropdownSpec = ListSpec & { onClear: () => void };

/** One line that opens a list. `onToggle` hears when it opens and closes. */
export function createDropdown(
  host: HTMLElement,
  onToggle: (open: boolean) => void = () => undefined,
): { draw: (spec: DropdownSpec) => void; close: () => void } {
  const text = element('span', { class: 'dropdown-text' });
  const opener = button(
    '',
    { class: 'dropdown', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
    () => (popover.hidden ? open() : close()),
    text,
    icon('down'),
  );
  const list = element('div', { class: 'popover-list' });
  const clear = button('', { class: 'link' }, () => latest?.onClear());
  const popover = element(
    'div',
    { class: 'popover', role: 'dialog', hidden: true },
    list,
    element('div', { class: 'popover-foot' }, clear),
  );
  const values = createValueList(list);
  const box = element('div', { class: 'dropdown-box' }, opener, popover);
  host.append(box);
  let latest: DropdownSpec | undefined;

  const outside = (event: Event): void => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  };
  const open = (): void => {
    popover.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    onToggle(true);
    const room = window.innerHeight - opener.getBoundingClientRect().bottom;
    popover.classList.toggle('upwards', room < popoverHeight && opener.getBoundingClientRect().top > room);
    document.addEventListener('pointerdown', outside, true);
    values.focus();
  };
  const close = (): void => {
    popover.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    onToggle(false);
    document.removeEventListener('pointerdown', outside, true);
  };
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || popover.hidden) return;
    event.stopPropagation();
    close();
    opener.focus();
  });
  box.addEventListener('focusout', (event) => {
    if (event.relatedTarget instanceof Node && !box.contains(event.relatedTarget)) close();
  });

  return {
    draw(spec) {
      latest = spec;
      text.textContent = summary(spec);
      text.classList.toggle('quiet', spec.chosen.length === 0);
      opener.setAttribute('aria-label', `${spec.name}: ${summary(spec)}`);
      popover.setAttribute('aria-label', spec.name);
      clear.textContent = spec.say('clear');
      clear.disabled = spec.chosen.length === 0;
      values.draw(spec);
    },
    close,
  };
}
