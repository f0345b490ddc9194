import type { PageDefinition, VisualDefinition } from '../../definitions/report.ts';
import { titleOf } from '../../visuals/title.ts';
import type { Box } from '../../visuals/view/layout.ts';
import type { App } from '../session/app.ts';
import { sayOf } from '../session/language.ts';
import { layerOf, placedOn, retyped, withVisual } from '../state/editing.ts';
import { askText } from './dialog.ts';
import { createHandles } from './editHandles.ts';
import type { Frame } from './frame.ts';
import type { AuthorTools } from './visualMenu.ts';

/** What an author may change of a visual in its menu. */
export function authorTools(app: App, root: HTMLElement, page: PageDefinition, name: string): AuthorTools {
  const place = { page: page.name, visual: name };
  const change = (update: (visual: VisualDefinition) => VisualDefinition) =>
    app.actions.edit((report) => withVisual(report, place, update));
  return {
    retype: (type) => change((visual) => retyped(visual, type)),
    retitle: async (visual) => {
      const say = sayOf(app.session);
      const wanted = { title: say('edit_title'), label: say('title'), value: titleOf(visual, say), confirm: say('apply') };
      const title = await askText(root, say, wanted);
      if (title !== undefined) change((one) => ({ ...one, title }));
    },
  };
}

/** Moves and resizes a visual, by pointer and by keyboard. */
export function handlesFor(app: App, canvas: HTMLElement, page: PageDefinition, frame: Frame, box: Box): HTMLElement {
  const say = sayOf(app.session);
  const { name } = frame.definition;
  return createHandles({
    scale: () => canvas.getBoundingClientRect().width / canvas.offsetWidth,
    label: titleOf(frame.definition, say) || say(`type_${frame.definition.type}`),
    help: say('move_help'),
    box: () => box,
    preview: (next) => frame.place(next, true),
    commit(next) {
      const placed = placedOn(page, next);
      const layout = { ...placed, z: layerOf(page, name, placed) };
      app.actions.edit((report) => withVisual(report, { page: page.name, visual: name }, (visual) => ({ ...visual, layout })));
      frame.element.querySelector<HTMLElement>('.edit-cover')?.focus({ preventScroll: true });
    },
  });
}
