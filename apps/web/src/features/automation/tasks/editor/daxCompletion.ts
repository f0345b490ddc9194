/** Names that fit where somebody types: those of the model behind the report, variables of the task, and the words of DAX. */
import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import type { QuestionModel } from '@vitrine/contract/automation/taskQuestions.ts';
import { typedAtEnd } from './daxParts.ts';
import { functions, keywords } from './daxWords.ts';

type CompletionKind = 'table' | 'column' | 'measure' | 'function' | 'keyword';
/** What a name is, in the language of the reader. */
type KindWords = Record<CompletionKind, string>;
export type Names = { model: QuestionModel | null; words: KindWords };

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;
const bracketed = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

function completionsOf({ model, words }: Names) {
  const option = (type: CompletionKind, label: string, more: Partial<Completion> = {}): Completion => ({
    label,
    type,
    detail: words[type],
    ...more,
  });
  const columns = model?.columns ?? [];
  const measures = model?.measures ?? [];
  const tables = [...new Set(columns.map(({ table }) => table))];
  return {
    tables: tables.map((name) => option('table', quoted(name), { boost: 3 })),
    columns: columns.map(({ table, name }) => option('column', `${quoted(table)}${bracketed(name)}`, { boost: 2 })),
    measures: measures.map(({ name }) => option('measure', bracketed(name), { boost: 3 })),
    columnsIn: (table: string) =>
      columns.filter((one) => one.table.toLowerCase() === table.toLowerCase()).map(({ name }) => option('column', bracketed(name))),
    words: [
      ...keywords.map((word) => option('keyword', word)),
      ...functions.map((name) => option('function', name, { apply: `${name}(` })),
    ],
  };
}

/** What the editor asks while somebody types, and by Ctrl and space also where nothing is typed yet. */
export function daxCompletion(names: () => Names) {
  return ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const typed = typedAtEnd(state.sliceDoc(0, pos));
    if (!typed && !explicit) return null;
    const all = completionsOf(names());
    if (!typed) return { from: pos, options: [...all.measures, ...all.columns, ...all.tables, ...all.words] };
    const { from, kind, table } = typed;
    if (kind === 'table') return { from, options: [...all.tables, ...all.columns] };
    if (kind === 'column') return { from, options: table === null ? all.measures : all.columnsIn(table) };
    return { from, options: [...all.words, ...all.measures, ...all.columns, ...all.tables] };
  };
}
