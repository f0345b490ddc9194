import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldRule } from '#domain/people/customFields.ts';
import type { ImportRules } from './rows.rules.ts';
import { suggestionsFor } from './suggest.rules.ts';

const field = (id: string, type: FieldRule['type'], options: string[] = []): FieldRule => ({
  id,
  name: id,
  type,
  options,
  required: false,
  searchable: false,
  in_registration: false,
  is_global: false,
});
const unit: Omit<ImportRules, 'mapping'> = {
  rules: [field('day', 'date'), field('region', 'select', ['Norte', 'Nordeste', 'Sul']), field('note', 'text')],
  groups: new Map(),
  group_names: ['Lojas', 'Logística', 'Vendas internas'],
  mail_domains: ['horizonte.com'],
  may_grant_admin: true,
};
/** What is suggested for a cell of a column. */
const meant = (column: string, cell: string) => suggestionsFor([cell], ['0'], { ...unit, mapping: [column] })['0'];

test.each([
  ['ana@gmial.com', 'ana@gmail.com'],
  ['ana@horizonet.com', 'ana@horizonte.com'],
  ['ANA @Lojas.Example', 'ana@lojas.example'],
  ['ana@lojas,example', 'ana@lojas.example'],
  ['ana@@lojas.example', 'ana@lojas.example'],
  ['ana@lojas..example', 'ana@lojas.example'],
  ['ana@lojas.example;', 'ana@lojas.example'],
  ['ana@lojas.example.', 'ana@lojas.example'],
  ['ana@lojas.example', undefined],
  ['ana@lojas', undefined],
  ['@lojas.example', undefined],
  ['ana', undefined],
])('for the address %s is suggested %s', (cell, suggestion) => {
  expect(meant('email', cell)).toBe(suggestion);
});

test.each([
  ['1-2-2030', '01/02/2030'],
  ['12/31/2030', '31/12/2030'],
  ['31122030', '31/12/2030'],
  ['1.2.30', '01/02/2030'],
  ['31/12/2030', undefined],
  ['soon', undefined],
  ['1/2/3/2030', undefined],
  ['1/2/20301', undefined],
  ['131122030', undefined],
])('for the day %s is suggested %s', (cell, suggestion) => {
  expect(meant('block_on', cell)).toBe(suggestion);
  expect(meant('delete_on', cell)).toBe(suggestion);
  expect(meant('custom:day', cell)).toBe(suggestion);
});

test('the nearest word is suggested, two letters away at most', () => {
  expect(meant('role', 'Leitr')).toBe('Leitor');
  expect(meant('role', 'Administrater')).toBe('Administrator');
  expect(meant('role', 'Chefe')).toBeUndefined();
  expect(meant('language', 'Espanhool')).toBe('Espanhol');
  expect(meant('language', 'Portugues')).toBe('Português');
  expect(meant('groups', 'Loas')).toBe('Lojas');
  expect(meant('groups', 'Vend')).toBe('Vendas internas');
  expect(meant('groups', 'Ve')).toBeUndefined();
  expect(meant('custom:region', 'Nort')).toBe('Norte');
  expect(meant('custom:region', 'Suk')).toBe('Sul');
  expect(meant('custom:region', 'Sul')).toBeUndefined();
});

test('nothing is suggested for free text, for an empty cell, or for a column that is left out', () => {
  expect(meant('custom:note', 'Nort')).toBeUndefined();
  expect(meant('department', 'Leitr')).toBeUndefined();
  expect(meant('role', '  ')).toBeUndefined();
  expect(suggestionsFor(['Leitr', 'Leitr'], ['0', '1', '7'], { ...unit, mapping: [null, 'role'] })).toEqual({ 1: 'Leitor' });
});

/** How far two texts are from each other, by the book. */
function editsBetween(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const change = editsBetween(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
  return a[0] === b[0] ? change : Math.min(change, editsBetween(a.slice(1), b) + 1, editsBetween(a, b.slice(1)) + 1);
}

test('a group is suggested when at most two letters are wrong, missing or too many', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(word, word, (cell, group) => {
      const near = editsBetween(cell, group) <= 2 || (cell.length > 2 && group.startsWith(cell));
      const { 0: meant } = suggestionsFor([cell], ['0'], { ...unit, mapping: ['groups'], group_names: [group] });
      expect(meant).toBe(near && cell !== group ? group : undefined);
    }),
    { numRuns: 500 },
  );
});
