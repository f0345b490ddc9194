import { element } from '../../../visuals/element.ts';
import type { MountVisual, VisualView } from '../visual.ts';
import { mountDropdown } from './dropdown.ts';
import { listFeeder } from './list.ts';
import { mountSpan } from './span.ts';
import { createValueList } from './valueList.ts';

const mountList: MountVisual = (host) => {
  const box = element('div', { class: 'slicer-list' });
  host.append(box);
  return { draw: listFeeder(createValueList(box).draw) };
};

const byMode = { list: mountList, dropdown: mountDropdown, range: mountSpan, date: mountSpan };

/** A slicer by its mode, which the definition tells with the first drawing. */
export const mountSlicer: MountVisual = (host) => {
  let view: VisualView | undefined;
  return {
    draw(model, environment) {
      view ??= byMode[model.definition.slicer?.mode ?? 'list'](host);
      return view.draw(model, environment);
    },
    dispose: () => view?.dispose?.(),
  };
};
