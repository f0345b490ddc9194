/** Suggests corrections of invalid cells. Nothing is changed automatically; people accept a suggestion with a click. */
import { meantDomain } from '@vitrine/contract/mailDomains.ts';
import type { ImportRules } from './rows.rules.ts';
import { plain } from './guess.rules.ts';

/** Spellings in the four languages, all of which the import accepts. */
const roleWords = ['Leitor', 'Reader', 'Lector', 'Utilizador', 'Administrador', 'Administrator'];
const languageWords = ['Português', 'Inglês', 'English', 'Espanhol', 'Español', 'Spanish'];

const furthest = 2;

/** Edit distance between two texts, or more than two: only what lies so near the diagonal is looked at. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > furthest) return furthest + 1;
  let before = Array.from({ length: furthest + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row: number[] = [];
    if (i <= furthest) row[0] = i;
    let least = furthest + 1;
    for (let j = Math.max(1, i - furthest); j <= Math.min(b.length, i + furthest); j++) {
      const near = Math.min((before[j] ?? furthest) + 1, (row[j - 1] ?? furthest) + 1);
      row[j] = Math.min(near, (before[j - 1] ?? furthest) + (a[i - 1] === b[j - 1] ? 0 : 1));
      least = Math.min(least, row[j] ?? least);
    }
    if (least > furthest) return furthest + 1;
    before = row;
  }
  return before[b.length] ?? furthest + 1;
}

const plainChoices = new WeakMap<readonly string[], string[]>();

/** A unit may have thousands of groups, and a page a hundred cells. */
function plainOf(choices: readonly string[]): string[] {
  const known = plainChoices.get(choices) ?? choices.map(plain);
  plainChoices.set(choices, known);
  return known;
}

function nearest(text: string, choices: readonly string[]): string | undefined {
  const meant = plain(text);
  return plainOf(choices)
    .map((choice, index) => ({ index, far: meant.length > 2 && choice.startsWith(meant) ? 1 : distance(meant, choice) }))
    .filter(({ far }) => far <= furthest)
    .toSorted((a, b) => a.far - b.far)
    .flatMap(({ index }) => choices[index] ?? [])[0];
}

function mail(cell: string, familiar: readonly string[]): string | undefined {
  const tidy = cell
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replaceAll(',', '.')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/(?<![;:])[;:]+$/, '')
    .replace(/\.$/, '');
  const [local = '', domain = ''] = tidy.split(/@+/);
  if (local === '' || domain === '') return undefined;
  const meant = meantDomain(domain, familiar) ?? domain;
  return /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/.test(`${local}@${meant}`) ? `${local}@${meant}` : undefined;
}

function day(cell: string): string | undefined {
  const parts = /^(\d{1,2})\D(\d{1,2})\D(\d{2}|\d{4})$/.exec(cell) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(cell);
  if (!parts) return undefined;
  const [, first = '', second = '', year = ''] = parts;
  const [d, m] = Number(second) > 12 ? [second, first] : [first, second];
  return `${d.padStart(2, '0')}/${m.padStart(2, '0')}/${year.length === 2 ? `20${year}` : year}`;
}

/** Suggestions for these columns, only where they differ from the cell. */
export function suggestionsFor(
  cells: readonly string[],
  columns: readonly string[],
  { mapping, rules, mail_domains, group_names }: ImportRules,
) {
  const found: Record<string, string> = {};
  for (const column of columns) {
    const cell = (cells[Number(column)] ?? '').trim();
    const field = mapping[Number(column)];
    if (!field || cell === '') continue;
    const rule = rules.find(({ id }) => field === `custom:${id}`);
    const meant =
      field === 'email'
        ? mail(cell, mail_domains)
        : field === 'groups'
          ? nearest(cell, group_names)
          : field === 'block_on' || field === 'delete_on' || rule?.type === 'date'
            ? day(cell)
            : field === 'role'
              ? nearest(cell, roleWords)
              : field === 'language'
                ? nearest(cell, languageWords)
                : rule && rule.options.length > 0
                  ? nearest(cell, rule.options)
                  : undefined;
    if (meant !== undefined && meant !== cell) found[column] = meant;
  }
  return found;
}
