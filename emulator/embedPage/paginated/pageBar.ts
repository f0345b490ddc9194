import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Icon } from '../dom.ts';
import type { Say } from '../../visuals/words/words.ts';

export type PageBarSpec = { say: Say; page: number; pages: number; onPage: (page: number) => void; onPrint: () => void };

/** Turns pages, and prints them. */
export function createPageBar(): { element: HTMLElement; draw: (spec: PageBarSpec | undefined) => void } {
  let spec: PageBarSpec | undefined;
  const root = element('div', { class: 'action-bar page-bar', role: 'toolbar', hidden: true });
  const go = (page: number): void => {
    if (spec && page >= 1 && page <= spec.pages && page !== spec.page) spec.onPage(page);
  };
  const step = (name: Icon, turned: string, to: () => number): HTMLButtonElement =>
    button('', { class: `action ${turned}` }, () => go(to()), icon(name));
  const first = step('first', '', () => 1);
  const previous = step('chevron', 'turned', () => (spec?.page ?? 1) - 1);
  const next = step('chevron', '', () => (spec?.page ?? 1) + 1);
  const last = step('first', 'turned', () => spec?.pages ?? 1);
  const number = element('input', { class: 'span-field page-number', inputmode: 'numeric', autocomplete: 'off' });
  const count = element('span');
  const printName = element('span');
  const print = button('', { class: 'action print' }, () => spec?.onPrint(), icon('print'), printName);
  root.append(first, previous, number, count, next, last, print);

  number.addEventListener('change', () => {
    const wanted = Number(number.value);
    if (spec && Number.isInteger(wanted)) go(Math.min(spec.pages, Math.max(1, wanted)));
    number.value = String(spec?.page ?? '');
  });

  return {
    element: root,
    draw(wanted) {
      spec = wanted;
      root.hidden = wanted === undefined;
      if (!wanted) return;
      const { say, page, pages } = wanted;
      root.setAttribute('aria-label', say('pages'));
      const named = [
        [first, 'first_page'],
        [previous, 'previous'],
        [next, 'next'],
        [last, 'last_page'],
      ] as const;
      for (const [one, word] of named) {
        one.setAttribute('aria-label', say(word));
        one.title = say(word);
      }
      // A button that is pressed must not lose the keyboard when it comes to the end: it only tells that there is no more.
      for (const one of [first, previous]) one.setAttribute('aria-disabled', String(page === 1));
      for (const one of [next, last]) one.setAttribute('aria-disabled', String(page === pages));
      number.value = String(page);
      number.setAttribute('aria-label', say('page_number'));
      count.textContent = say('of_pages', { pages });
      printName.textContent = say('print');
      print.setAttribute('aria-label', say('print'));
    },
  };
}
