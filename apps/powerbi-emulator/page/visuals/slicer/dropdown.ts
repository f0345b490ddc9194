import { button, element, icon } from '../../dom.ts';
import type { MountVisual, VisualEnvironment } from '../visual.ts';
import { listFeeder } from './list.ts';
import { createValueList } from './value-list.ts';
import type { ListSpec } from './value-list.ts';

const popoverHeight = 280;

function summary({ items, chosen, say }: ListSpec): string {
  const labels = items.filter((item) => chosen.includes(item.value)).map((item) => item.label);
  if (chosen.length === 0) return say('all');
  return labels.length <= 2 ? labels.join(', ') : say('several', { count: chosen.length });
}

/** One line that opens a list. */
export const mountDropdown: MountVisual = (host) => {
  const text = element('span', { class: 'dropdown-text' });
  const opener = button(
    '',
    { class: 'dropdown', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' },
    () => (popover.hidden ? open() : close()),
    text,
    icon('down'),
  );
  const list = element('div', { class: 'popover-list' });
  const clear = button('', { class: 'link' }, () => latest?.slice([]));
  const popover = element(
    'div',
    { class: 'popover', role: 'dialog', hidden: true },
    list,
    element('div', { class: 'popover-foot' }, clear),
  );
  const values = createValueList(list);
  const box = element('div', { class: 'dropdown-box' }, opener, popover);
  host.append(box);
  let latest: VisualEnvironment | undefined;

  const frame = (): Element | null => box.closest('.visual');
  const outside = (event: Event): void => {
    if (event.target instanceof Node && !box.contains(event.target)) close();
  };
  const open = (): void => {
    popover.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    frame()?.classList.add('raised');
    const room = window.innerHeight - opener.getBoundingClientRect().bottom;
    popover.classList.toggle('upwards', room < popoverHeight && opener.getBoundingClientRect().top > room);
    document.addEventListener('pointerdown', outside, true);
    values.focus();
  };
  const close = (): void => {
    popover.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    frame()?.classList.remove('raised');
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

  const feed = listFeeder((spec) => {
    text.textContent = summary(spec);
    text.classList.toggle('quiet', spec.chosen.length === 0);
    opener.setAttribute('aria-label', `${spec.name}: ${summary(spec)}`);
    popover.setAttribute('aria-label', spec.name);
    clear.textContent = spec.say('clear');
    clear.disabled = spec.chosen.length === 0;
    values.draw(spec);
  });

  return {
    draw(model, environment) {
      latest = environment;
      feed(model, environment);
    },
    dispose: close,
  };
};
