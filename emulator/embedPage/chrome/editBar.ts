import { button, icon } from '../dom.ts';
import { element } from '../../visuals/element.ts';
import type { Say } from '../../visuals/words/words.ts';

export type EditBarSpec = {
  say: Say;
  name: string;
  changed: boolean;
  canUndo: boolean;
  canSave: boolean;
  canCopy: boolean;
  /** The name of the copy that was saved last. */
  copy?: string | undefined;
  /** The error of the last attempt to save. */
  problem?: string | undefined;
  onUndo: () => void;
  onSave: () => void;
  onCopy: () => void;
};

/** The bar above a report that is being edited. The host alone changes the mode: no event would tell it that the reader did. */
export function editBar(spec: EditBarSpec): HTMLElement {
  const { say } = spec;
  const kept = spec.copy === undefined ? say('all_saved') : say('copy_kept', { name: spec.copy });
  const state = spec.problem ?? (spec.changed ? say('unsaved') : kept);
  const bar = element(
    'div',
    { class: 'action-bar edit-bar', role: 'toolbar', 'aria-label': say('editing') },
    element('strong', { class: 'edit-name' }, `${say('editing')}: ${spec.name}`),
    element('span', { class: `edit-state${spec.problem === undefined ? '' : ' bad'}`, role: 'status' }, state),
    element('span', { class: 'edit-space' }),
    button(
      say('undo'),
      { class: 'action', disabled: !spec.canUndo, 'data-action': 'undo' },
      spec.onUndo,
      icon('undo'),
      element('span', {}, say('undo')),
    ),
    spec.canSave &&
      button(
        say('save'),
        { class: 'action primary', disabled: !spec.changed, 'data-action': 'save' },
        spec.onSave,
        element('span', {}, say('save')),
      ),
    spec.canCopy && button(say('save_as'), { class: 'action', 'data-action': 'copy' }, spec.onCopy, element('span', {}, say('save_as'))),
  );
  return bar;
}
