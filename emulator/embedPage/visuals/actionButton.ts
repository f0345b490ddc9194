import { button } from '../dom.ts';
import type { MountVisual } from './visual.ts';

/** A button of the report's author; what it says is its title. */
export const mountActionButton: MountVisual = (host) => {
  let press = (): void => undefined;
  const made = button('', { class: 'action-button' }, () => press());
  host.replaceChildren(made);
  return {
    draw({ definition }, environment) {
      made.textContent = definition.title;
      made.title = definition.title;
      press = environment.press;
    },
  };
};
