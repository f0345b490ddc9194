import { expect, test } from 'vitest';
import type { FieldRule } from '#domain/people/customFields.ts';
import type { ImportRules } from './rows.rules.ts';
import { judgeRow } from './rows.rules.ts';

const store: FieldRule = {
  id: 'store',
  name: 'Loja',
  type: 'number',
  options: [],
  required: false,
  searchable: false,
  in_registration: false,
  is_global: false,
};
const unit: Omit<ImportRules, 'mapping'> = {
  rules: [store],
  groups: new Map([
    ['lojas do sul', 'g1'],
    ['vendas', 'g2'],
  ]),
  group_names: ['Lojas do Sul', 'Vendas'],
  mail_domains: [],
  may_grant_admin: true,
};
/** Judges a row that is given by the fields of its columns. */
function judge(row: Record<string, string>, rules: Partial<ImportRules> = {}) {
  const given = { name: 'Ana Prado', email: 'ana@lojas.example', ...row };
  const mapping = Object.keys(given);
  const { candidate, problems } = judgeRow(Object.values(given), { ...unit, mapping, ...rules });
  return {
    candidate,
    problems: Object.fromEntries(Object.entries(problems).map(([column, problem]) => [mapping[Number(column)] ?? column, problem])),
  };
}

test('a row with a name and an address is a reader who lacks nothing', () => {
  expect(judge({ name: ' Ana Prado ' })).toEqual({
    candidate: {
      name: 'Ana Prado',
      email: 'ana@lojas.example',
      phone: null,
      department: null,
      language: null,
      role: null,
      group_ids: [],
      block_on: null,
      delete_on: null,
      custom: {},
    },
    problems: {},
  });
});

test('a name and an address are required, also where the file has no column for them', () => {
  expect(judge({ name: ' ', email: '' })).toMatchObject({
    candidate: { name: '', email: '' },
    problems: { name: 'required', email: 'required' },
  });
  expect(judgeRow(['Vendas'], { ...unit, mapping: ['department'] }).problems).toEqual({ row: 'required' });
});

test('a cell that cannot be taken is told as invalid, a very long one as too long', () => {
  expect(judge({ email: 'ana' }).problems).toEqual({ email: 'invalid' });
  expect(judge({ name: 'a'.repeat(400) }).problems).toEqual({ name: 'too_long' });
  expect(judge({ email: 'a'.repeat(119) }).problems).toEqual({ email: 'invalid' });
  expect(judge({ email: 'a'.repeat(120) }).problems).toEqual({ email: 'invalid' });
  expect(judge({ email: 'a'.repeat(121) }).problems).toEqual({ email: 'too_long' });
  expect(judge({ department: 'Vendas' }).candidate.department).toBe('Vendas');
});

test.each([
  ['', null],
  ['User', 'user'],
  ['Leitor', 'user'],
  ['Reader', 'user'],
  ['Lector', 'user'],
  ['Usuário', 'user'],
  ['Utilizador', 'user'],
  ['Admin', 'admin'],
  ['Administrador', 'admin'],
  ['Administradora', 'admin'],
  ['Administrator', 'admin'],
])('the role “%s” is %s', (role, known) => {
  expect(judge({ role })).toMatchObject({ candidate: { role: known }, problems: {} });
});

test('an unknown role is invalid, and administrators are made by who may make them', () => {
  expect(judge({ role: 'Chefe' })).toMatchObject({ candidate: { role: null }, problems: { role: 'invalid' } });
  expect(judge({ role: 'Admin' }, { may_grant_admin: false }).problems).toEqual({ role: 'role_not_allowed' });
  expect(judge({ role: 'Leitor' }, { may_grant_admin: false }).problems).toEqual({});
});

test.each([
  ['Português', 'pt-BR'],
  ['Português (Brasil)', 'pt-BR'],
  ['Português (Portugal)', 'pt-PT'],
  ['pt', 'pt-BR'],
  ['pt-PT', 'pt-PT'],
  ['Inglês', 'en-US'],
  ['English', 'en-US'],
  ['en', 'en-US'],
  ['en-US', 'en-US'],
  ['Espanhol', 'es'],
  ['Español', 'es'],
  ['Spanish', 'es'],
])('the language “%s” is %s', (language, known) => {
  expect(judge({ language })).toMatchObject({ candidate: { language: known }, problems: {} });
});

test('an unknown language is invalid', () => {
  expect(judge({ language: 'Klingon' })).toMatchObject({ candidate: { language: null }, problems: { language: 'invalid' } });
});

test('groups are named in one cell, each once, and all of them have to be there', () => {
  expect(judge({ groups: 'Lojas do SUL; vendas | Vendas;' })).toMatchObject({ candidate: { group_ids: ['g1', 'g2'] }, problems: {} });
  expect(judge({ groups: 'Vendas;Compras' })).toMatchObject({ candidate: { group_ids: ['g2'] }, problems: { groups: 'unknown_group' } });
});

test('days are written as in Portuguese or as in ISO, and blocking comes before deleting', () => {
  const dayOf = (block_on: string) => judge({ block_on }).candidate.block_on;
  for (const cell of ['1/2/2090', '01.02.2090', '2090-02-01']) expect(dayOf(cell), cell).toBe('2090-02-01');
  for (const cell of ['1/2/90', 'on 1/2/2090', '1/2/20901']) expect(dayOf(cell), cell).toBeNull();
  expect(judge({ block_on: '31/12/2090', delete_on: '01/01/2091' })).toMatchObject({
    candidate: { block_on: '2090-12-31', delete_on: '2091-01-01' },
    problems: {},
  });
  expect(judge({ block_on: '31/12/2090', delete_on: '31/12/2090' }).problems).toEqual({ delete_on: 'before_block' });
  expect(judge({ block_on: '31/12/2090', delete_on: '30/12/2090' }).problems).toEqual({ delete_on: 'before_block' });
  expect(judge({ block_on: '31/12/2090' }).problems).toEqual({});
  expect(judge({ delete_on: '31/12/2090' }).problems).toEqual({});
  expect(judge({ block_on: '31/02/2090' })).toMatchObject({ candidate: { block_on: null }, problems: { block_on: 'invalid' } });
});

test('a phone number without a country is Brazilian', () => {
  const phoneOf = (phone: string) => judge({ phone }).candidate.phone;
  expect(phoneOf('(11) 98765-4321')).toBe('+5511987654321');
  expect(phoneOf('11 9876-5432')).toBe('+551198765432');
  expect(phoneOf(' +351 912 345 678')).toBe('+351912345678');
  expect(phoneOf('351 912 345 678')).toBe('+351912345678');
  expect(phoneOf('987654321')).toBe('+987654321');
});

test('fields of the unit are taken as their type says, and asked for where they are required', () => {
  expect(judge({ 'custom:store': '7' })).toMatchObject({ candidate: { custom: { store: 7 } }, problems: {} });
  expect(judge({ 'custom:store': 'seven' })).toMatchObject({ candidate: { custom: {} }, problems: { 'custom:store': 'invalid' } });
  const rules = [{ ...store, required: true }];
  expect(judge({ 'custom:store': '' }, { rules }).problems).toEqual({ 'custom:store': 'required' });
  expect(judge({}, { rules }).problems).toEqual({ row: 'required' });
});
