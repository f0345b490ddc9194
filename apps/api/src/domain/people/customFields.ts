/** Values of custom fields: what each type takes, for forms, imports and registration alike. */
import type { CustomField, CustomFieldType, CustomValue, CustomValues } from '@vitrine/contract/people/customFields.ts';
import { customFieldLimits } from '@vitrine/contract/people/customFields.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Refusal } from '#platform/http/fail.ts';
import { failFields } from '#platform/http/fail.ts';

export type FieldRule = Pick<CustomField, 'id' | 'name' | 'type' | 'options' | 'required' | 'searchable' | 'in_registration' | 'is_global'>;

/** The unit's enabled fields, in their order. */
export const fieldRules: RawBuilder<FieldRule> = sql<FieldRule>`
  select id, name, type, options, required, searchable, in_registration, is_global from custom_field where active
  order by is_global desc, position, name_key`;

/** Whether a person `m` has one of the options, alone or among several. */
export const hasOption = (id: string, options: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`m.custom -> ${id}::text ?| ${[...options]}::text[]`;

const realDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
};

const { textCharacters } = customFieldLimits;

/** Fifteen digits, up to six of them decimals, which a JavaScript number holds exactly. */
const fits = (value: number): boolean => Number.isFinite(value) && Math.abs(value) < 1e15 && Number(value.toFixed(6)) === value;

const isText = (value: CustomValue): value is string => typeof value === 'string';

const takes: Record<CustomFieldType, (value: CustomValue, rule: FieldRule) => boolean> = {
  text: (value) => isText(value) && value.length <= textCharacters && !/[\0\r\n]/.test(value),
  number: (value) => typeof value === 'number' && fits(value),
  date: (value) => isText(value) && realDay(value),
  select: (value, { options }) => isText(value) && options.includes(value),
  radio: (value, { options }) => isText(value) && options.includes(value),
  checkbox: (value, { options }) =>
    Array.isArray(value) && value.every((option) => options.includes(option)) && new Set(value).size === value.length,
};

const isNothing = (value: CustomValue | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** The values as they are stored, and what is wrong with them, by the id of the field. */
export function judgeValues(rules: readonly FieldRule[], given: CustomValues): { values: CustomValues; problems: Record<string, Refusal> } {
  const values: CustomValues = {};
  const problems: Record<string, Refusal> = {};
  for (const rule of rules) {
    const value = given[rule.id];
    if (value === undefined || isNothing(value)) {
      if (rule.required) problems[rule.id] = 'required';
    } else if (takes[rule.type](value, rule)) values[rule.id] = isText(value) ? value.trim() : value;
    else problems[rule.id] = isText(value) && value.length > textCharacters ? `too_long:${textCharacters}` : 'invalid';
  }
  for (const id of Object.keys(given)) if (!rules.some((rule) => rule.id === id) && !isNothing(given[id])) problems[id] = 'invalid';
  return { values, problems };
}

/** The values as they are stored. Refuses with the names of the fields as the unit gave them. */
export function checkedValues(rules: readonly FieldRule[], given: CustomValues): CustomValues {
  const { values, problems } = judgeValues(rules, given);
  const fields = Object.entries(problems);
  if (fields.length === 0) return values;
  return failFields(
    Object.fromEntries(fields.map(([id, reason]) => [`custom.${id}`, reason])),
    Object.fromEntries(fields.map(([id]) => [`custom.${id}`, rules.find((rule) => rule.id === id)?.name ?? id])),
  );
}

/** A cell of a file as a value of the field; what cannot be read stays as it is and is refused by `judgeValues`. */
export function valueOfCell(rule: FieldRule, cell: string): CustomValue {
  const text = cell.trim();
  const option = (wanted: string) => rule.options.find((each) => each.toLowerCase() === wanted.trim().toLowerCase()) ?? wanted.trim();
  switch (rule.type) {
    case 'number': {
      const plain = /,\d{1,6}$/.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
      return text !== '' && Number.isFinite(Number(plain)) ? Number(plain) : text;
    }
    case 'date': {
      const written = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
      return written ? `${written[3]}-${written[2]?.padStart(2, '0')}-${written[1]?.padStart(2, '0')}` : text.slice(0, 10);
    }
    case 'checkbox':
      return text === '' ? [] : text.split(/[;|,]/).map(option);
    case 'select':
    case 'radio':
      return option(text);
    case 'text':
      return text;
    default:
      return rule.type satisfies never;
  }
}

/** A value as a text, for files. */
export const cellOfValue = (value: CustomValue | undefined): string | number | null =>
  Array.isArray(value) ? value.join(' | ') : (value ?? null);
