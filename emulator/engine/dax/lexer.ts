import { DaxError } from './syntax.ts';
import type { Position } from './syntax.ts';

export type Token = {
  kind: 'number' | 'text' | 'name' | 'quoted_name' | 'bracketed' | 'symbol' | 'end';
  /** The value: quotes and brackets taken off, doubled ones undone. */
  text: string;
  at: Position;
};

const patterns: [kind: Token['kind'] | 'blank', pattern: RegExp][] = [
  ['blank', /(?:\s+|\/\/[^\n]*|--[^\n]*|\/\*[\s\S]*?\*\/)+/y],
  ['number', /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y],
  ['text', /"(?:[^"]|"")*"/y],
  ['quoted_name', /'(?:[^']|'')*'/y],
  ['bracketed', /\[(?:[^\]]|\]\])*\]/y],
  ['name', /[\p{L}_][\p{L}\p{N}_.]*/uy],
  ['symbol', /&&|\|\||==|<>|<=|>=|[-+*/^&=<>(){},]/y],
];

function value(kind: Token['kind'], source: string): string {
  if (kind === 'text') return source.slice(1, -1).replaceAll('""', '"');
  if (kind === 'quoted_name') return source.slice(1, -1).replaceAll("''", "'");
  if (kind === 'bracketed') return source.slice(1, -1).replaceAll(']]', ']');
  return source;
}

/** Splits a DAX text into tokens; comments and white space fall away. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let at: Position = { line: 1, column: 1 };
  const advance = (source: string) => {
    offset += source.length;
    const lines = source.split('\n');
    at = { line: at.line + lines.length - 1, column: (lines.length > 1 ? 1 : at.column) + (lines.at(-1)?.length ?? 0) };
  };
  while (offset < text.length) {
    let matched = false;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = offset;
      const source = pattern.exec(text)?.[0];
      if (source === undefined) continue;
      if (kind !== 'blank') tokens.push({ kind, text: value(kind, source), at });
      advance(source);
      matched = true;
      break;
    }
    if (!matched) throw new DaxError(`The syntax for '${text[offset]}' is incorrect.`, at);
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}
