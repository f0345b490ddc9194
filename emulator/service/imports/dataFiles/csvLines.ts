/** Takes a CSV file apart into lines and cells, as people's programs write it. */
import type { TextLine } from './layout.ts';
import { headLines, isFilled } from './layout.ts';

const separators = [';', '\t', '|', ','] as const;

/** A line of the file: where its bytes stand. Empty lines count, and a quoted cell may have lines of its own. */
type ByteLine = {
  line: number;
  start: number;
  end: number;
  separators: number;
  /** Its cells, where quotes or line ends stand in it. */
  cells: string[] | undefined;
};

const [lineFeed, carriageReturn, quote] = [10, 13, 34];
/** A quote that is not closed within so much is a letter like others. */
const longestCell = 256 * 1024;

const endOf = (text: string, mark: string, from: number): number => {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
};

/** A quoted text from the quote on, and where it is closed; undefined where it is not. */
const quotedText = (text: string, at: number): { cell: string; end: number } | undefined => {
  let [cell, from] = ['', at + 1];
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', from)) {
    if (text[end + 1] !== '"') return { cell: cell + text.slice(from, end), end: end + 1 };
    cell += text.slice(from, end + 1);
    from = end + 2;
  }
  return undefined;
};

/** The cells of the line that begins a text, with the quotes taken away, and how long it is; undefined when a quote is not closed. */
const recordOf = (text: string, separator: string): { cells: string[]; length: number } | undefined => {
  const cells: string[] = [];
  let lineEnd = endOf(text, '\n', 0);
  for (let at = 0; ; at++) {
    const quoted = text[at] === '"' ? quotedText(text, at) : { cell: '', end: at };
    if (!quoted) return undefined;
    // What stands in no quotes ends with the line.
    if (lineEnd < quoted.end) lineEnd = endOf(text, '\n', quoted.end);
    const end = Math.min(endOf(text, separator, quoted.end), lineEnd);
    const rest = text.slice(quoted.end, end);
    cells.push(quoted.cell + (end === lineEnd ? rest.replace(/\r$/, '') : rest));
    if (end === lineEnd) return { cells, length: end };
    at = end;
  }
};

/** The cells of a line with quotes, which may go on in the lines below. */
const quotedLine = (bytes: Buffer, start: number, lineEnd: number, separator: string): { end: number; cells: string[] } => {
  const line = bytes.toString('utf8', start, lineEnd);
  const record = recordOf(line, separator);
  if (record) return { end: lineEnd, cells: record.cells };
  const text = bytes.toString('utf8', start, Math.min(bytes.length, start + longestCell));
  const longer = recordOf(text, separator);
  if (longer) return { end: start + Buffer.byteLength(text.slice(0, longer.length)), cells: longer.cells };
  return { end: lineEnd, cells: line.replace(/\r$/, '').split(separator) };
};

/** The lines of a file in order. */
export function* byteLines(bytes: Buffer, separator: string): Generator<ByteLine, void, undefined> {
  const mark = separator.charCodeAt(0);
  for (let [at, line] = [0, 1]; at < bytes.length; line++) {
    const start = at;
    let [end, count, isPlain] = [start, 0, true];
    for (; end < bytes.length; end++) {
      const byte = bytes[end];
      if (byte === lineFeed) break;
      if (byte === mark) count++;
      else if (byte === quote) isPlain = false;
      else if (byte === carriageReturn && bytes[end + 1] !== lineFeed && end + 1 < bytes.length) isPlain = false;
    }
    if (isPlain) {
      const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
      yield { line, start, end: last, separators: count, cells: undefined };
      at = end + 1;
    } else {
      const found = quotedLine(bytes, start, end, separator);
      yield { line, start, end: found.end, separators: count, cells: found.cells };
      at = found.end + 1;
    }
  }
}

export const textLine = (bytes: Buffer, { line, start, end, cells }: ByteLine, separator: string): TextLine => ({
  line,
  cells: cells ?? bytes.toString('utf8', start, end).split(separator),
});

/** The first lines that are not empty. */
export const headOf = (bytes: Buffer, separator: string): TextLine[] => {
  const head: TextLine[] = [];
  for (const one of byteLines(bytes, separator)) {
    const line = textLine(bytes, one, separator);
    if (line.cells.some(isFilled)) head.push(line);
    if (head.length === headLines) break;
  }
  return head;
};

const scoreOf = (head: TextLine[]): number => {
  const counts = new Map<number, number>();
  for (const { cells } of head) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width = 1, lines = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return width > 1 ? width * (lines / head.length) ** 2 : 0;
};

/** What Excel writes above a table to say how it is separated. */
const declared = /^sep=(.)\r?\n/i;

/** What separates the cells: what most lines have equally often, and the length of a line that says it. */
export const separatorOf = (bytes: Buffer): { separator: string; isDeclared: boolean } => {
  const said = declared.exec(bytes.toString('latin1', 0, 8))?.[1];
  if (said !== undefined) return { separator: said, isDeclared: true };
  const scores = separators.map((separator) => ({ separator, score: scoreOf(headOf(bytes, separator)) }));
  const best = scores.reduce((a, b) => (b.score > a.score ? b : a));
  return { separator: best.score > 0 ? best.separator : ',', isDeclared: false };
};
