import { element } from '../dom.ts';
import type { MountVisual } from './visual.ts';

/** Plain text, one paragraph a line; the first of several is the heading. */
export const mountTextbox: MountVisual = (host) => ({
  draw({ definition }) {
    const [first = '', ...rest] = (definition.text ?? definition.title).split('\n');
    host.replaceChildren(
      element('div', { class: 'textbox' }, element('h2', {}, first), ...rest.filter(Boolean).map((line) => element('p', {}, line))),
    );
  },
});
