import { button } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { PageDefinition } from '../../definitions/report.ts';

export type TabsSpec = { pages: PageDefinition[]; active: string; label: string; onChoose: (name: string) => void };

/** The pages of the report: a tab list, walked by arrow keys. */
export function createTabs(): { element: HTMLElement; draw: (spec: TabsSpec) => void } {
  const list = element('div', { class: 'tab-list', role: 'tablist' });
  const root = element('nav', { class: 'pages' }, list);
  let spec: TabsSpec | undefined;

  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step || !spec) return;
    const at = spec.pages.findIndex((page) => page.name === spec?.active);
    const next = spec.pages[(at + step + spec.pages.length) % spec.pages.length];
    if (!next) return;
    event.preventDefault();
    spec.onChoose(next.name);
    list.querySelector<HTMLElement>(`[data-page="${next.name}"]`)?.focus();
  });

  return {
    element: root,
    draw(next) {
      spec = next;
      const focused = document.activeElement instanceof HTMLElement && list.contains(document.activeElement);
      root.setAttribute('aria-label', next.label);
      list.setAttribute('aria-label', next.label);
      list.replaceChildren(
        ...next.pages.map((page) => {
          const active = page.name === next.active;
          return button(
            page.display_name,
            {
              role: 'tab',
              class: 'tab',
              'data-page': page.name,
              'aria-selected': String(active),
              'aria-controls': 'canvas',
              tabindex: active ? 0 : -1,
            },
            () => !active && next.onChoose(page.name),
          );
        }),
      );
      const active = list.querySelector<HTMLElement>('[aria-selected="true"]');
      if (focused) active?.focus();
      active?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
  };
}
