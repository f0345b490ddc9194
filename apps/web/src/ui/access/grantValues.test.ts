import { update } from '@vitrine/contract/access/reportAccess.ts';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import { draftOf, isRuled, meantBy, openRoleOf, parseNumber, rulesOf } from './grantValues.ts';

const grant: Grant = {
  id: '5f0c7e6e-0d37-4d3c-9a43-6d0b6f0f8a11',
  to: 'unit',
  to_id: null,
  to_name: 'Aurora',
  to_email: null,
  filters: [
    { table: 'Lojas', column: 'Região', values: ['Sul', 'Norte'] },
    { table: 'Vendas', column: 'Ano', values: [2025, 2026] },
    { table: 'Lojas', column: 'Ativa', values: [true] },
  ],
  rls_roles: [],
  rls_username: null,
  permission_edit: true,
  ends_on: '2026-12-31',
  version: 2,
};
const filtered = { data_rule: 'filter' } as const;
const secured = { data_rule: 'rls' } as const;

test('a stored assignment comes back as it was, also its numbers and truths', () => {
  const { filters, rls_roles, rls_username, permission_edit, ends_on } = grant;
  const rules = rulesOf(draftOf(filtered, grant));
  expect(rules).toEqual({ filters, rls_roles, rls_username, permission_edit, ends_on });
  expect(update.body.safeParse({ ...rules, version: 2 }).success).toBe(true);
  const role = { ...grant, filters: [], rls_roles: ['Região Sul'], rls_username: '{{email}}' };
  expect(rulesOf(draftOf(secured, role))).toMatchObject({ rls_roles: ['Região Sul'], rls_username: '{{email}}' });
});

test('only what belongs to the chosen kind of rule is sent', () => {
  const draft = { ...draftOf(secured, null), rls_roles: ['Região Sul'], rls_username: '  ' };
  expect(rulesOf(draft)).toMatchObject({ rls_roles: ['Região Sul'], rls_username: null, ends_on: null });
  expect(rulesOf({ ...draft, rows: 'elsewhere' })).toMatchObject({ rls_roles: [], filters: [] });
  expect(rulesOf({ ...draft, rows: 'all' }, 'Tudo')).toMatchObject({ rls_roles: ['Tudo'] });
  expect(openRoleOf([{ name: 'Tudo', rows: 'all', column: null, values: [] }])).toBe('Tudo');
  expect(openRoleOf([])).toBeUndefined();
});

test('a rule is complete when something is chosen', () => {
  expect(isRuled(draftOf(secured, null))).toBe(false);
  expect(isRuled({ ...draftOf(secured, null), rls_roles: ['a'] })).toBe(true);
  expect(isRuled(draftOf(filtered, null))).toBe(false);
  expect(isRuled(draftOf(filtered, grant))).toBe(true);
  expect(isRuled(draftOf(filtered, { ...grant, filters: [] }))).toBe(true);
});

test('what is typed is what the column has: texts, numbers, or either where nobody knows', () => {
  expect(meantBy('2026', ['a'])).toEqual(['2026']);
  expect(meantBy('2.026,5', [1])).toEqual([2026.5]);
  expect(meantBy('dois', [1])).toEqual([]);
  expect(meantBy('sim', [true])).toEqual([]);
  expect(meantBy('2026', null)).toEqual(['2026', 2026]);
  expect(meantBy('{{email}}', [1])).toEqual(['{{email}}']);
});

test('reads numbers as people write them', () => {
  expect([parseNumber('1.234,5'), parseNumber(' -12.5 '), parseNumber('12a'), parseNumber('')]).toEqual([1234.5, -12.5, null, null]);
});
