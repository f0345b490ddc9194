import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';

export type MenuItem = { label: string; disabled?: boolean; checked?: boolean; run(): void } | 'line';

/** The "…" of a visual. Items are made when it opens, so they are never stale. */
export function createMenu(items: () => MenuItem[]): { element: HTMLElement; label: (text: string) => void; close: () => void } {
  const list = element('div', { class: 'menu', role: 'menu', hidden: true });
  const opener = button(
    '…',
    { class: 'tool', 'aria-haspopup': 'menu', 'aria-expanded': 'false' },
    () => (list.hidden ? open() : close()),
    icon('more'),
  );
  const root = element('div', { class: 'menu-box' }, opener, list);

  const outside = (event: Event): void => {
    if (event.target instanceof Node && !root.contains(event.target)) close();
  };
  const close = (): void => {
    if (list.hidden) return;
    list.hidden = true;
    opener.setAttribute('aria-expanded', 'false');
    root.closest('.visual')?.classList.remove('raised');
    document.removeEventListener('pointerdown', outside, true);
  };
  const open = (): void => {
    list.replaceChildren(
      ...items().map((item) => {
        if (item === 'line') return element('hr');
        const role = item.checked === undefined ? 'menuitem' : 'menuitemradio';
        return button(
          item.label,
          { role, disabled: item.disabled, 'aria-checked': item.checked === undefined ? undefined : String(item.checked) },
          () => {
            close();
            opener.focus();
            item.run();
          },
        );
      }),
    );
    list.hidden = false;
    opener.setAttribute('aria-expanded', 'true');
    root.closest('.visual')?.classList.add('raised');
    const below = (root.closest('.room')?.getBoundingClientRect().bottom ?? window.innerHeight) - opener.getBoundingClientRect().bottom;
    list.classList.toggle('upwards', list.getBoundingClientRect().height > below);
    document.addEventListener('pointerdown', outside, true);
    list.querySelector<HTMLElement>('button:not(:disabled)')?.focus();
  };
  root.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const entries = [...list.querySelectorAll<HTMLElement>('button:not(:disabled)')];
    const at = entries.findIndex((one) => one === document.activeElement);
    if (event.key === 'ArrowDown') entries[(at + 1) % entries.length]?.focus();
    else if (event.key === 'ArrowUp') entries[(at - 1 + entries.length) % entries.length]?.focus();
    else if (event.key === 'Escape') {
      close();
      opener.focus();
    } else if (event.key === 'Tab') {
      close();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return { element: root, label: (text) => opener.setAttribute('aria-label', text), close };
}
