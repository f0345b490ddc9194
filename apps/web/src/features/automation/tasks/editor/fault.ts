/** The part of a query that the service has refused, marked until the query changes. */
import { StateEffect, StateField } from '@codemirror/state';
import type { DecorationSet } from '@codemirror/view';
import { Decoration, EditorView } from '@codemirror/view';
import { faultIn } from './daxParts.ts';

export const setFault = StateEffect.define<string | null>();

const mark = Decoration.mark({ class: 'dax-fault' });

function marked(query: string, sentence: string | null): DecorationSet {
  const part = sentence === null ? null : faultIn(query, sentence);
  return part ? Decoration.set(mark.range(part.from, part.to)) : Decoration.none;
}

export const fault = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { docChanged, effects, state }) {
    const said = effects.find((effect) => effect.is(setFault));
    if (said) return marked(state.doc.toString(), said.value);
    return docChanged ? Decoration.none : before;
  },
  provide: (field) => EditorView.decorations.from(field),
});
