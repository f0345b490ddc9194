import { button } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Say } from '../../visuals/words/words.ts';

let numbered = 0;

/** Asks for one line of text; undefined when the reader cancels. */
export function askText(
  root: HTMLElement,
  say: Say,
  wanted: { title: string; label: string; value: string; confirm: string; required?: boolean },
): Promise<string | undefined> {
  const id = `dialog-${++numbered}`;
  const input = element('input', { id, value: wanted.value, maxlength: 200, autocomplete: 'off', required: wanted.required === true });
  const heading = element('h2', { id: `${id}-title` }, wanted.title);
  const dialog = element('dialog', { class: 'dialog', 'aria-labelledby': `${id}-title` });
  const form = element(
    'form',
    { method: 'dialog' },
    heading,
    element('label', { for: id }, wanted.label),
    input,
    element(
      'div',
      { class: 'dialog-actions' },
      button(say('cancel'), { class: 'action' }, () => dialog.close()),
      element('button', { type: 'submit', class: 'action primary' }, wanted.confirm),
    ),
  );
  dialog.append(form);
  root.append(dialog);
  return new Promise((resolve) => {
    let answer: string | undefined;
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      answer = input.value.trim();
      if (answer === '' && wanted.required) {
        answer = undefined;
        input.setCustomValidity(wanted.label);
        input.reportValidity();
        return;
      }
      dialog.close();
    });
    input.addEventListener('input', () => input.setCustomValidity(''));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.showModal();
    input.select();
  });
}
