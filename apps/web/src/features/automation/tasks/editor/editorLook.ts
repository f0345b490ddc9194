/** How the editor looks: the colours of the card that it stands on, by light and by dark. */
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';
import type { DecorationSet, ViewUpdate } from '@codemirror/view';
import { RangeSetBuilder } from '@codemirror/state';
import type { DaxKind } from './daxParts.ts';
import { daxParts } from './daxParts.ts';

const coloured: Partial<Record<DaxKind, Decoration>> = Object.fromEntries(
  (['comment', 'text', 'table', 'bracket', 'number', 'variable', 'keyword', 'function'] as const).map((kind) => [
    kind,
    Decoration.mark({ class: `dax-${kind}` }),
  ]),
);

function coloursOf(query: string): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { kind, from, to } of daxParts(query)) {
    const mark = coloured[kind];
    if (mark) marks.add(from, to, mark);
  }
  return marks.finish();
}

/** A query is short: all of it is coloured at each change. */
export const colours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor({ state }: EditorView) {
      this.decorations = coloursOf(state.doc.toString());
    }
    update({ docChanged, state }: ViewUpdate) {
      if (docChanged) this.decorations = coloursOf(state.doc.toString());
    }
  },
  { decorations: ({ decorations }) => decorations },
);

export const look = EditorView.theme({
  '&': {
    border: '1px solid var(--surface-border)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--surface-font)',
    fontSize: '13px',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '2px' },
  '&:has([aria-invalid="true"])': { borderColor: 'var(--surface-error)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5', minHeight: '92px', maxHeight: '340px', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--surface-font)', minWidth: '0' },
  '.cm-line': { padding: '0 12px' },
  '.cm-placeholder': { color: 'var(--surface-dim)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--surface-hover)', outline: '1px solid var(--surface-border)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', outline: '1px solid var(--surface-error)' },
  '.dax-keyword': { color: 'var(--surface-link)', fontWeight: '600' },
  '.dax-function': { color: 'var(--surface-info)' },
  '.dax-table, .dax-bracket': { fontWeight: '600' },
  '.dax-text': { color: 'var(--surface-success)' },
  '.dax-number, .dax-variable': { color: 'var(--surface-warning)' },
  '.dax-comment': { color: 'var(--surface-dim)', fontStyle: 'italic' },
  '.dax-fault': { textDecoration: 'underline wavy var(--surface-error)', textUnderlineOffset: '3px' },
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--surface-line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--surface-font)',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    fontSize: '13px',
    maxHeight: '220px',
    maxWidth: 'min(520px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { display: 'flex', gap: '12px', padding: '6px 10px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--surface-hover)',
    color: 'var(--surface-font)',
    boxShadow: 'inset 3px 0 0 var(--focus)',
  },
  '.cm-completionLabel': { flex: '1', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { marginLeft: '0', color: 'var(--surface-dim)', fontStyle: 'normal', fontFamily: 'var(--font)' },
  // On a phone a smaller font would make the browser draw the whole page nearer.
  '@media (pointer: coarse)': {
    '.cm-scroller': { fontSize: '16px' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { paddingBlock: '10px' },
  },
});
