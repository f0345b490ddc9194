/** Suggests corrections of invalid cells. Nothing is changed automatically; people accept a suggestion with a click. */
import { meantDomain } from '@vitrine/contract/mailDomains.ts';
import type { ImportRules } from './rows.rules.ts';
import { plain } from './guess.rules.ts';

/** Spellings in the four languages, all of which the import accepts. */
const roleWords = ['Leitor', 'Reader', 'Lector', 'Utilizador', 'Administrador', 'Administrator'];
const languageWords = ['Português', 'Inglês', 'English', 'Espanhol', 'Español', 'Spanish'];

/** Edit distance between two texts; stops beyond two. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let before = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row.push(Math.min((before[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    before = row;
  }
  return before.at(-1) ?? 0;
}

const nearest = (text: string, choices: readonly string[]): string | undefined =>
  choices
    .map((choice) => ({
      choice,
      far: plain(choice).startsWith(plain(text)) && plain(text).length > 2 ? 1 : distance(plain(text), plain(choice)),
    }))
    .filter(({ far }) => far <= 2)
    .sort((a, b) => a.far - b.far)[0]?.choice;

function mail(cell: string, familiar: readonly string[]): string | undefined {
  const tidy = cell
    .toLowerCase()
    .replaceAll(/\s+/g, '')
    .replaceAll(',', '.')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/[;:]+$/g, '')
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
