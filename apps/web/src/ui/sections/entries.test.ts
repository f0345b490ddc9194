import { expect, test } from 'vitest';
import { findEntries } from './entries.ts';

const sections = [
  { key: 'general', title: 'Geral' },
  { key: 'password', title: 'Senhas' },
];
const entries = [
  { section: 'general', name: 'login_timeout', label: 'Duração da sessão', description: 'Depois disso é preciso entrar de novo.' },
  { section: 'password', name: 'enable_password', label: 'Regras próprias', description: 'Validade e número de caracteres' },
  { section: 'password', name: 'expiry', label: 'Validade' },
];
const found = (words: string) => findEntries(sections, entries, words).map(({ name }) => name);

test('settings are found by section, label and help, without regard to case and accents', () => {
  expect(found('DURACAO')).toEqual(['login_timeout']);
  expect(found('senhas numero')).toEqual(['enable_password']);
  expect(found('geral')).toEqual(['login_timeout']);
  expect(found('nada disso')).toEqual([]);
});

test('a name counts more than its help', () => {
  expect(found('validade')).toEqual(['expiry', 'enable_password']);
});
