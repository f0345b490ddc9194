import { expect, test } from 'vitest';
import { nearestName } from './nearestName.ts';

const roles = ['Região Norte', 'Região Sul', 'Gerente da loja'];

test.each([
  ['Regiao Sul', 'Região Sul'],
  ['Região sul ', 'Região Sul'],
  ['Regão Norte', 'Região Norte'],
  ['gerente de loja', 'Gerente da loja'],
  ['Diretoria', null],
  ['', null],
])('%j may have meant %j', (meant, name) => expect(nearestName(meant, roles)).toBe(name));

test('among no names there is none', () => expect(nearestName('Sul', [])).toBeNull());
