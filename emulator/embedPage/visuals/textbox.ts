import { element } from '../../visuals/element.ts';
import type { MountVisual } from './visual.ts';

/** A single line of this length is a note and no heading. */
const longestHeading = 60;

/** Plain text, one paragraph a line; the first of several is the heading. */
export const mountTextbox: MountVisual = (host) => ({
  draw({ definition }) {
    const [first = '', ...rest] = (definition.text ?? definition.title).split('\n');
    if (rest.length === 0 && first.length > longestHeading) {
      host.replaceChildren(element('div', { class: 'textbox' }, element('p', { class: 'note', title: first }, first)));
      return;
    }
    host.replaceChildren(
      element('div', { class: 'textbox' }, element('h2', {}, first), ...rest.filter(Boolean).map((line) => element('p', {}, line))),
    );
  },
});
