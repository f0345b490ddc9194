/** Variables of a task: in its query they are values of DAX, whatever was typed; in its message they are words. */
import type { TaskVariable } from '@vitrine/contract/automation/task.ts';
import { day } from '@vitrine/contract/fields.ts';
import { valueLiteral } from '#domain/reporting/dax.ts';
import { numberOf } from './condition.rules.ts';

const truths = new Map([
  ['true', true],
  ['false', false],
]);

/** As it stands in the query; null where the text is no value of its type. */
export function literalOf({ type, value }: TaskVariable): string | null {
  if (type === 'text') return valueLiteral(value);
  if (type === 'boolean') {
    const truth = truths.get(value.toLowerCase());
    return truth === undefined ? null : valueLiteral(truth);
  }
  if (type === 'date') {
    if (!day.safeParse(value).success) return null;
    const [year, month, date] = value.split('-').map(Number);
    return `DATE(${year}, ${month}, ${date})`;
  }
  const number = numberOf(value);
  // Two hyphens would begin a comment.
  return number === null ? null : number < 0 ? `(${valueLiteral(number)})` : valueLiteral(number);
}

/** Texts, names of tables and columns, and comments: what stands there is nobody's variable. The last is a variable. */
export const parts =
  /"(?:[^"]|"")*(?:"|$)|'(?:[^']|'')*(?:'|$)|\[(?:[^\]]|\]\])*(?:\]|$)|\/\*[\s\S]*?(?:\*\/|$)|(?:\/\/|--)[^\r\n]*|@([A-Za-z_][A-Za-z0-9_]*)/g;

export type Filled = { query: string } | { unknown: string };

/** The query with the values of its variables; the first name that has none. */
export function filledQuery(query: string, variables: readonly TaskVariable[]): Filled {
  const literals = new Map(variables.map((one) => [one.name.toLowerCase(), literalOf(one)]));
  let unknown: string | null = null;
  const filled = query.replaceAll(parts, (part: string, name: string | undefined) => {
    if (name === undefined) return part;
    const literal = literals.get(name.toLowerCase()) ?? null;
    if (literal === null) unknown ??= name;
    return literal ?? part;
  });
  return unknown === null ? { query: filled } : { unknown };
}

/** A query begins with what it defines or evaluates; anything else is no question. */
export const isQuestion = (query: string): boolean =>
  /^(?:define|evaluate)\b/i.test(query.replace(/^(?:\s+|\/\*[\s\S]*?\*\/|(?:\/\/|--)[^\r\n]*)*/, ''));

/** The message with what its placeholders stand for; what is nobody's name stays as it was written. */
export function filledMessage(message: string, words: ReadonlyMap<string, string>): string {
  return message.replaceAll(/@([A-Za-z_][A-Za-z0-9_]*)/g, (part, name: string) => words.get(name.toLowerCase()) ?? part);
}
