/** A query cut into what it is made of: for its colours, for the names that fit where somebody types, and for the place of a fault. */
import { keywords } from './daxWords.ts';

type Shape = 'comment' | 'text' | 'table' | 'bracket' | 'number' | 'variable' | 'word' | 'mark';
export type DaxKind = Shape | 'keyword' | 'function';
type DaxPart = { kind: DaxKind; from: number; to: number };

/** Of what is not closed yet, a name ends with its line, a text and a comment with the query. */
const shapes: Record<Shape, RegExp> = {
  comment: /\/\*[\s\S]*?(?:\*\/|$)|(?:\/\/|--)[^\r\n]*/y,
  text: /"(?:[^"]|"")*(?:"|$)/y,
  table: /'(?:[^'\r\n]|'')*'?/y,
  bracket: /\[(?:[^\]\r\n]|\]\])*\]?/y,
  number: /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y,
  variable: /@\w*/y,
  word: /[\p{L}_][\p{L}\p{N}_.]*/uy,
  mark: /\S/uy,
};

const reserved = new Set<string>(keywords);

function kindOf(shape: string, part: string, rest: string): DaxKind {
  if (shape !== 'word') return shape as Shape;
  if (reserved.has(part.toUpperCase())) return 'keyword';
  return /^\s*\(/.test(rest) ? 'function' : 'word';
}

function partAt(query: string, from: number): DaxPart | null {
  for (const [shape, pattern] of Object.entries(shapes)) {
    pattern.lastIndex = from;
    if (!pattern.test(query)) continue;
    const to = pattern.lastIndex;
    return { kind: kindOf(shape, query.slice(from, to), query.slice(to, to + 20)), from, to };
  }
  return null;
}

export function daxParts(query: string): DaxPart[] {
  const parts: DaxPart[] = [];
  for (let at = 0; at < query.length;) {
    const part = partAt(query, at);
    if (part) parts.push(part);
    at = part?.to ?? at + 1;
  }
  return parts;
}

/** A name that is being typed: where it begins, and of a column the table that stands before it. */
type TypedName = { from: number; kind: 'table' | 'column' | 'word'; table: string | null };

const isClosed = (part: string): boolean => (part.startsWith("'") ? /^'(?:[^']|'')*'$/ : /^\[(?:[^\]]|\]\])*\]$/).test(part);
const tableNamed = (part: string): string =>
  part.startsWith("'") ? part.slice(1, isClosed(part) ? -1 : undefined).replaceAll("''", "'") : part;

/** What is typed at the end of this text; null within a text, a comment, a number, and after what is closed. */
export function typedAtEnd(before: string): TypedName | null {
  const parts = daxParts(before);
  const [last, table] = [parts.at(-1), parts.at(-2)];
  if (!last || last.to < before.length) return null;
  const typed = before.slice(last.from);
  if (last.kind === 'word' || last.kind === 'keyword') return { from: last.from, kind: 'word', table: null };
  if (last.kind !== 'table' && last.kind !== 'bracket') return null;
  if (isClosed(typed) && typed.length > 1) return null;
  if (last.kind === 'table') return { from: last.from, kind: 'table', table: null };
  const owner = table && table.to === last.from && (table.kind === 'table' || table.kind === 'word') ? table : null;
  return { from: last.from, kind: 'column', table: owner ? tableNamed(before.slice(owner.from, owner.to)) : null };
}

/** The part that the service means by a line and a column in its sentence; null where it names none. */
export function faultIn(query: string, sentence: string): DaxPart | null {
  const [, line, column] = /\((\d+), ?(\d+)\)/.exec(sentence) ?? [];
  if (line === undefined || column === undefined) return null;
  const lines = query.split('\n');
  const index = Number(line) - 1;
  const text = lines[index];
  if (text === undefined) return null;
  const at = lines.slice(0, index).reduce((sum, one) => sum + one.length + 1, 0) + Math.min(Number(column) - 1, text.length);
  return daxParts(query).find(({ to }) => to > at) ?? null;
}
