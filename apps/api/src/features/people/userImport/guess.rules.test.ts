import { expect, test } from 'vitest';
import type { FieldRule } from '#domain/people/customFields.ts';
import { guessMapping, plain } from './guess.rules.ts';

const field = (id: string, name: string): FieldRule => ({
  id,
  name,
  type: 'text',
  options: [],
  required: false,
  searchable: false,
  in_registration: false,
  is_global: false,
});
const guess = (header: string[], sample: string[][] = [], remembered = new Map<string, string | null>(), rules: FieldRule[] = []) =>
  guessMapping(header, sample, rules, remembered);

test('names are compared without accents, capitals and signs', () => {
  expect(plain('  Endereço de E-MAIL: ')).toBe('endereco de e mail');
});

test.each([
  [
    'name',
    ['Nome', 'Nome completo', 'Full name', 'Nombre', 'Colaborador', 'Funcionário', 'Usuário', 'Utilizador', 'Name', 'Nombre completo'],
  ],
  ['email', ['E-mail', 'Email', 'Correo electrónico', 'Endereço de e-mail', 'Login', 'Mail', 'Correo']],
  ['phone', ['Telefone', 'Celular', 'Telemóvel', 'Phone number', 'Teléfono', 'WhatsApp', 'Mobile', 'Móvil', 'Fone', 'Phone']],
  ['department', ['Departamento', 'Department', 'Área', 'Setor', 'Sector', 'Depto.']],
  ['language', ['Idioma', 'Language', 'Língua', 'Lengua']],
  ['role', ['Perfil', 'Role', 'Papel', 'Tipo', 'Type', 'Profile']],
  ['groups', ['Grupos', 'Group', 'Grupo de usuários', 'User group', 'Grupo', 'Groups']],
  ['block_on', ['Data de bloqueio', 'Bloquear em', 'Block date', 'Block on', 'Fecha de bloqueo', 'Bloquear el']],
  [
    'delete_on',
    [
      'Data de exclusão',
      'Data de eliminação',
      'Excluir em',
      'Eliminar em',
      'Deletion date',
      'Delete on',
      'Fecha de eliminación',
      'Eliminar el',
    ],
  ],
])('a column is known as %s by its name in four languages', (known, names) => {
  for (const name of names) expect(guess([name]), name).toEqual([known]);
});

test('fields of the unit are known by their names, and stand before those of the portal', () => {
  expect(guess(['Região', 'Tipo'], [], new Map(), [field('f1', 'Região'), field('f2', 'tipo')])).toEqual(['custom:f1', 'custom:f2']);
});

test('no field is taken twice, and a column that nothing is known of is left out', () => {
  expect(guess(['E-mail', 'Mail', 'Observações'])).toEqual(['email', null, null]);
});

test('what was chosen for a column before is chosen again, also to leave it out, unless the field is gone', () => {
  const remembered = new Map([
    ['nome', 'department'],
    ['mail', null],
    ['regiao', 'custom:gone'],
    ['', 'phone'],
  ]);
  expect(guess(['Nome', 'Mail', 'Região', ''], [['Ana', 'ana@lojas.example', 'Sul', 'x']], remembered)).toEqual([
    'department',
    null,
    null,
    null,
  ]);
});

test('an unknown column is guessed by its cells, when most of them agree', () => {
  const cells = (...column: string[]) => column.map((cell) => [cell]);
  expect(guess(['?'], cells('ana@lojas.example', 'bia@lojas.example', 'caio@lojas.example', 'nobody'))).toEqual(['email']);
  expect(guess(['?'], cells('ana@lojas.example', 'nobody', 'neither'))).toEqual([null]);
  expect(guess(['?'], cells('', 'ana@lojas.example', ''))).toEqual(['email']);
  expect(guess(['?'], cells('', ''))).toEqual([null]);
  expect(guess(['?'], cells('ana@lojas', 'ana lojas.example', '@'))).toEqual([null]);
  expect(guess(['?'], cells('+55 (11) 98765-4321', '11 9876.5432'))).toEqual(['phone']);
  expect(guess(['?'], cells('1 2 3 4 5 6 7', '(      1)'))).toEqual([null]);
  expect(guess(['?'], cells('loja 98765432', '98765432 loja'))).toEqual([null]);
  expect(guess([''], cells('Ana Prado', 'Bia  da Luz'))).toEqual(['name']);
  expect(guess([''], cells('Ana', 'Bia 2'))).toEqual([null]);
  expect(guess(['?'], cells('Ana Prado', 'Bia da Luz'))).toEqual([null]);
  expect(guess(['E-mail', '?'], [['a@lojas.example', 'b@lojas.example']])).toEqual(['email', null]);
});
