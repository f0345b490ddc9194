/** What stands in the frame: the report, the list of reports where there are several, and a sentence where there is none. */
import css from './embedded.module.css';

type Named = { id: string; title: string };

export type EmbeddedPage = {
  frame: HTMLElement;
  /** Pixels above the report. */
  above: () => number;
  /** Says why nothing is shown, in place of the report; null: there is a report again. */
  say: (said: { title: string; text?: string } | null) => void;
  wait: (sentence: string | null) => void;
  /** Buttons for several reports; one report needs none. */
  offer: (reports: readonly Named[], label: string, onChoose: (report: Named) => void) => void;
  mark: (id: string) => void;
};

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  text = '',
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.textContent = text;
  return made;
}

export function drawPage(root: HTMLElement): EmbeddedPage {
  const list = element('nav', css['list']);
  list.hidden = true;
  const frame = element('main', css['frame']);
  const notice = element('div', css['notice']);
  notice.setAttribute('role', 'alert');
  notice.hidden = true;
  const waiting = element('p', css['waiting']);
  waiting.setAttribute('role', 'status');
  root.classList.add(css['page'] ?? '');
  root.replaceChildren(list, waiting, notice, frame);
  const buttons = new Map<string, HTMLButtonElement>();
  return {
    frame,
    above: () => list.offsetHeight,
    say: (said) => {
      notice.hidden = said === null;
      frame.hidden = said !== null;
      notice.replaceChildren(...(said ? [element('h1', '', said.title), element('p', '', said.text)] : []));
    },
    wait: (sentence) => {
      waiting.hidden = sentence === null;
      waiting.textContent = sentence;
    },
    offer: (reports, label, onChoose) => {
      list.hidden = reports.length < 2;
      list.setAttribute('aria-label', label);
      list.replaceChildren(
        ...reports.map((report) => {
          const button = element('button', css['report'], report.title);
          button.type = 'button';
          button.addEventListener('click', () => onChoose(report));
          buttons.set(report.id, button);
          return button;
        }),
      );
    },
    mark: (id) => {
      for (const [known, button] of buttons) button.ariaCurrent = known === id ? 'page' : null;
    },
  };
}
