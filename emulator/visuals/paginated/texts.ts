import type { AnswerColumn, Line, PaginatedDocument, ShownParameter } from '../../definitions/paginated/document.ts';
import type { Formatter } from '../format/format.ts';
import type { Say } from '../words/words.ts';

export type Writer = { format: Formatter; say: Say };

/** The heading of a group: what it is, and which. */
export const headingText = (
  line: Extract<Line, { kind: 'group' }> & { continued?: true },
  { groups }: PaginatedDocument,
  { format, say }: Writer,
): string => {
  const column = groups[line.level];
  const text = column ? `${column.name}: ${format.label(line.value, column)}` : '';
  return line.continued ? say('continued', { name: text }) : text;
};

/** The cells of a row or of totals; those of totals begin with what they are about. */
export const cellTexts = (
  line: Exclude<Line, { kind: 'group' }>,
  { columns, groups }: PaginatedDocument,
  { format, say }: Writer,
): string[] =>
  columns.map(({ column }, at) => {
    if (line.kind === 'row' || at > 0) return format.full(line.cells[at], column);
    const group = groups[line.level];
    return group ? say('total_of', { name: format.label(line.value, group) }) : say('grand_total');
  });

const valuesText = (values: ShownParameter['chosen'], column: AnswerColumn, { format, say }: Writer): string =>
  values.length === 0 ? say('all') : values.map((value) => format.label(value, column)).join(', ');

/** What was chosen, for the head of the report. */
export const parametersText = (parameters: ShownParameter[], writer: Writer): string =>
  parameters.map(({ prompt, chosen, column }) => `${prompt}: ${valuesText(chosen, column, writer)}`).join(' · ');
