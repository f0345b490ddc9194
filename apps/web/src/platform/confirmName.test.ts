import { expect, test } from 'vitest';
import { confirmName, isConfirmed } from './confirmName.ts';

test.each([
  ['Vendas São Paulo', 'VENDAS_SÃO_PAULO'],
  ['  Vendas  ', 'VENDAS'],
  ['a b  c', 'A_B__C'],
  ['já_é', 'JÁ_É'],
])('%j is confirmed by %s', (name, typed) => {
  expect(confirmName(name)).toBe(typed);
  expect(isConfirmed(typed, name)).toBe(true);
  expect(isConfirmed(` ${typed} `, name)).toBe(true);
});

test.each(['vendas_são_paulo', 'VENDAS SÃO PAULO', 'VENDAS_SAO_PAULO', 'Vendas São Paulo', 'VENDAS_SÃO', ''])(
  'is not confirmed by %j',
  (typed) => {
    expect(isConfirmed(typed, 'Vendas São Paulo')).toBe(false);
  },
);

test('it does not matter how an accent is composed', () => {
  expect(isConfirmed('SA\u0303O', 'S\u00e3o')).toBe(true);
});

test('a nameless thing is never confirmed by typing nothing', () => {
  expect(isConfirmed('', '')).toBe(false);
});
