import { update } from '@vitrine/contract/access/reportAccess.ts';
import type { Grant } from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import { draftOf, emptyFilter, parseNumber, rulesOf, wrongValue } from './grantValues.ts';

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
  rls_roles: ['Região Sul'],
  rls_username: null,
  permission_edit: true,
  ends_on: '2026-12-31',
  version: 2,
};

test('a stored assignment comes back as it was, also its numbers and truths', () => {
  const { filters, rls_roles, rls_username, permission_edit, ends_on } = grant;
  expect(rulesOf(draftOf(grant))).toEqual({ filters, rls_roles, rls_username, permission_edit, ends_on });
});

test('what is sent satisfies the contract', () => {
  expect(update.body.safeParse({ ...rulesOf(draftOf(grant)), version: 2 }).success).toBe(true);
  expect(update.body.safeParse({ ...rulesOf(draftOf(null)), version: 1 }).success).toBe(true);
});

test('a year stays text when the column is text', () => {
  const filter = { ...emptyFilter(), table: 'T', column: 'C', values: ['2026'] };
  expect(rulesOf({ ...draftOf(null), filters: [filter] }).filters[0]?.values).toEqual(['2026']);
  expect(rulesOf({ ...draftOf(null), filters: [{ ...filter, kind: 'number' }] }).filters[0]?.values).toEqual([2026]);
});

test('reads numbers as people write them, and finds what is none', () => {
  expect(parseNumber('1.234,5')).toBe(1234.5);
  expect(parseNumber(' -12.5 ')).toBe(-12.5);
  expect(parseNumber('12a')).toBeNull();
  expect(parseNumber('')).toBeNull();
  expect(wrongValue({ ...emptyFilter(), kind: 'number', values: ['1', 'dois'] })).toBe('dois');
  expect(wrongValue({ ...emptyFilter(), kind: 'text', values: ['dois'] })).toBeUndefined();
});

test('blank names and days are sent as none', () => {
  expect(rulesOf({ ...draftOf(null), rls_username: '  ' })).toMatchObject({ rls_username: null, ends_on: null });
});
