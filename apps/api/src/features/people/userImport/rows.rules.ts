/** Parses a row of a file into a person and finds problems that need no database. */
import { userInput } from '@vitrine/contract/people/users.ts';
import type { CustomValues } from '@vitrine/contract/people/customFields.ts';
import type { ImportProblem } from '@vitrine/contract/people/userImport.ts';
import { locales } from '@vitrine/contract/fields.ts';
import type { Locale } from '@vitrine/contract/fields.ts';
import type { FieldRule } from '#domain/people/customFields.ts';
import { judgeValues, valueOfCell } from '#domain/people/customFields.ts';
import { plain } from './guess.rules.ts';

type Candidate = {
  name: string;
  email: string;
  phone: string | null;
  department: string | null;
  language: Locale | null;
  /** Null where the file says nothing: a new person is a reader. */
  role: 'admin' | 'user' | null;
  group_ids: string[];
  block_on: string | null;
  delete_on: string | null;
  custom: CustomValues;
};

export type ImportRules = {
  mapping: readonly (string | null)[];
  rules: readonly FieldRule[];
  /** Groups of the unit by their plain name. */
  groups: ReadonlyMap<string, string>;
  group_names: readonly string[];
  /** Domains that people of the unit have. */
  mail_domains: readonly string[];
  may_grant_admin: boolean;
};

export type Judged = { candidate: Candidate; problems: Record<string, ImportProblem> };

const roles: Record<string, 'admin' | 'user'> = {
  user: 'user',
  leitor: 'user',
  reader: 'user',
  lector: 'user',
  usuario: 'user',
  utilizador: 'user',
  admin: 'admin',
  administrador: 'admin',
  administradora: 'admin',
  administrator: 'admin',
};

const languages: Record<string, Locale> = {
  portugues: 'pt-BR',
  'portugues brasil': 'pt-BR',
  'portugues portugal': 'pt-PT',
  ingles: 'en-US',
  english: 'en-US',
  espanhol: 'es',
  espanol: 'es',
  spanish: 'es',
  ...Object.fromEntries(locales.map((locale) => [plain(locale), locale])),
  pt: 'pt-BR',
  en: 'en-US',
};

/** What spreadsheets write instead of a value that they could not compute, in English, Portuguese and Spanish. */
const errorCell =
  /^#(?:N\/[AD]|REF!|¡REF!|VALUE!|VALOR!|¡VALOR!|DIV\/0!|¡DIV\/0!|NAME\?|NOME\?|¿NOMBRE\?|NULL!|NULO!|¡NULO!|N[UÚ]M!|¡NUM!|SPILL!|CALC!|GETTING_DATA)$/i;

/** `31/12/2030` or `2030-12-31`; anything else as it is, to be refused. */
function dayOf(cell: string): string {
  const written = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(cell);
  return written ? `${written[3]}-${written[2]?.padStart(2, '0')}-${written[1]?.padStart(2, '0')}` : cell;
}

/** A phone number without country code is Brazilian. */
function phoneOf(cell: string): string {
  const digits = cell.replaceAll(/\D/g, '');
  if (cell.trim().startsWith('+')) return `+${digits}`;
  return digits.length === 10 || digits.length === 11 ? `+55${digits}` : `+${digits}`;
}

const { name: nameField, email: emailField, phone: phoneField, department: departmentField, block_on: dayField } = userInput.shape;

type Schema = { safeParse: (value: unknown) => { success: boolean; data?: unknown } };

/** Parses cells into a candidate, with problems by the number of the column; problems without a column are under `row`. */
export function judgeRow(cells: readonly string[], { mapping, rules, groups, may_grant_admin }: ImportRules): Judged {
  const problems: Record<string, ImportProblem> = {};
  const columnOf = (field: string) => mapping.indexOf(field);
  const cellOf = (field: string) => (cells[columnOf(field)] ?? '').trim();
  const complain = (field: string, problem: ImportProblem) =>
    (problems[columnOf(field) === -1 ? 'row' : String(columnOf(field))] ??= problem);
  const read = <T>(field: string, schema: Schema, value: unknown, otherwise: T, required = false): T => {
    if (cellOf(field) === '') {
      if (required) complain(field, 'required');
      return otherwise;
    }
    const parsed = schema.safeParse(value);
    if (!parsed.success) complain(field, typeof value === 'string' && value.length > 120 ? 'too_long' : 'invalid');
    return parsed.success ? (parsed.data as T) : otherwise;
  };

  for (const [index, field] of mapping.entries())
    if (field !== null && errorCell.test((cells[index] ?? '').trim())) complain(field, 'error_cell');
  const role = cellOf('role') === '' ? null : roles[plain(cellOf('role'))];
  if (role === undefined) complain('role', 'invalid');
  if (role === 'admin' && !may_grant_admin) complain('role', 'role_not_allowed');
  const language = cellOf('language') === '' ? null : languages[plain(cellOf('language'))];
  if (language === undefined) complain('language', 'invalid');
  const wanted = cellOf('groups').split(/[;|]/).map(plain).filter(Boolean);
  const group_ids = wanted.flatMap((name) => groups.get(name) ?? []);
  if (group_ids.length < wanted.length) complain('groups', 'unknown_group');

  const given = Object.fromEntries(
    rules.filter(({ id }) => columnOf(`custom:${id}`) !== -1).map((rule) => [rule.id, valueOfCell(rule, cellOf(`custom:${rule.id}`))]),
  );
  const { values, problems: wrong } = judgeValues(rules, given);
  for (const [id, reason] of Object.entries(wrong))
    complain(`custom:${id}`, reason === 'required' ? 'required' : reason.startsWith('too_long') ? 'too_long' : 'invalid');

  const candidate: Candidate = {
    name: read('name', nameField, cellOf('name'), '', true),
    email: read('email', emailField, cellOf('email'), '', true),
    phone: read('phone', phoneField, phoneOf(cellOf('phone')), null),
    department: read('department', departmentField, cellOf('department'), null),
    language: language ?? null,
    role: role ?? null,
    group_ids: [...new Set(group_ids)],
    block_on: read('block_on', dayField, dayOf(cellOf('block_on')), null),
    delete_on: read('delete_on', dayField, dayOf(cellOf('delete_on')), null),
    custom: values,
  };
  if (candidate.block_on !== null && candidate.delete_on !== null && candidate.delete_on <= candidate.block_on)
    complain('delete_on', 'before_block');
  return { candidate, problems };
}
