/** CodeMirror in its place on the page, and what the form does with it. */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { flushSync } from 'react-dom';
import { exampleQuery } from '../queryFieldProps.ts';
import type { Names } from './daxCompletion.ts';
import { daxCompletion } from './daxCompletion.ts';
import { colours, look } from './editorLook.ts';
import { fault, setFault } from './fault.ts';

type Options = { id: string; list: string; names: () => Names; onChange: (text: string) => void };

export type Mounted = {
  focus: () => void;
  write: (text: string) => void;
  complain: (sentence: string | null) => void;
  destroy: () => void;
};

/** As an input has them: what it is called, what is said about it, and the name by which a form finds it. */
const attributes = (id: string, wrong: boolean) =>
  EditorView.contentAttributes.of({
    'aria-labelledby': `${id}-label`,
    'aria-describedby': `${id}-description${wrong ? ` ${id}-error` : ''}`,
    'aria-required': 'true',
    'data-path': 'query',
    spellcheck: 'false',
    autocapitalize: 'off',
    ...(wrong ? { 'aria-invalid': 'true' } : {}),
  });

/** On what the form itself has written. */
const written = Annotation.define<true>();

export function mountEditor(parent: HTMLElement, { id, list, names, onChange }: Options): Mounted {
  const described = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        history(),
        bracketMatching(),
        autocompletion({ override: [daxCompletion(names)], icons: false }),
        // Tab has no meaning in here: it leaves, as it leaves any other field.
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        EditorView.lineWrapping,
        EditorState.phrases.of({ Completions: list }),
        placeholder(exampleQuery),
        described.of(attributes(id, false)),
        colours,
        fault,
        look,
        EditorView.updateListener.of(({ docChanged, state, transactions }) => {
          // At once, as for any other field: what depends on the query is drawn before the next key.
          if (docChanged && !transactions.some((one) => one.annotation(written))) flushSync(() => onChange(state.doc.toString()));
        }),
      ],
    }),
  });
  return {
    focus: () => view.focus(),
    write(text) {
      const changes = { from: 0, to: view.state.doc.length, insert: text };
      if (text !== view.state.doc.toString()) view.dispatch({ changes, annotations: written.of(true) });
    },
    complain: (sentence) => view.dispatch({ effects: [setFault.of(sentence), described.reconfigure(attributes(id, sentence !== null))] }),
    destroy: () => view.destroy(),
  };
}
