/** What the rule of a role means, where it is simple enough to be told without the language of the model. */
import type { ModelRole as ToldRole } from '@vitrine/contract/access/reportAccess.ts';
import type { ModelRole } from '#domain/reporting/modelQueries.ts';

type Meaning = Pick<ToldRole, 'rows' | 'column' | 'values'>;

const other: Meaning = { rows: 'other', column: null, values: [] };
const columnPart = String.raw`(?:'(?:[^']|'')+'|[\p{L}\p{N}_]+)?\[(?<column>(?:[^\]]|\]\])+)\]`;
const textPart = '"(?:[^"]|"")*"';
const always = /^TRUE(?:\(\))?$/i;
const ofReader = new RegExp(String.raw`^${columnPart}\s*=\s*USER(?:PRINCIPAL)?NAME\(\s*\)$`, 'iu');
const ofValues = new RegExp(
  String.raw`^${columnPart}\s*(?:=\s*(?<one>${textPart})|IN\s*\{\s*(?<many>${textPart}(?:\s*,\s*${textPart})*)\s*\})$`,
  'iu',
);

function meaningOf(expression: string): Meaning {
  const text = expression.trim();
  if (always.test(text)) return { rows: 'all', column: null, values: [] };
  const named = (match: RegExpExecArray) => match.groups?.['column']?.replaceAll(']]', ']') ?? null;
  const reader = ofReader.exec(text);
  if (reader) return { rows: 'reader', column: named(reader), values: [] };
  const values = ofValues.exec(text);
  if (!values) return other;
  const listed = values.groups?.['one'] ?? values.groups?.['many'] ?? '';
  return {
    rows: 'values',
    column: named(values),
    values: [...listed.matchAll(new RegExp(textPart, 'g'))].map(([quoted]) => quoted.slice(1, -1).replaceAll('""', '"')),
  };
}

/** A role that restricts several tables is more than one sentence says. */
export function roleMeaning({ name, rules }: ModelRole): ToldRole {
  const meanings = rules.map(({ expression }) => meaningOf(expression)).filter(({ rows }) => rows !== 'all');
  if (meanings.length === 0) return { name, rows: 'all', column: null, values: [] };
  const [only = other] = meanings;
  return { name, ...(meanings.length === 1 ? only : other) };
}

/** A role of which only the name is known. */
export const roleNamed = (name: string): ToldRole => ({ name, ...other });
