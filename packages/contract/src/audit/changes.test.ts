import { expect, test } from 'vitest';
import type { AuditSpeech } from './changes.ts';
import { changesOf, idsIn } from './changes.ts';

const group = '0190a000-0000-7000-8000-000000000001';
const gone = '0190a000-0000-7000-8000-000000000002';
const words: Record<string, string> = {
  field_ip: 'Só destes endereços',
  field_login_timeout: 'Duração da sessão',
  field_name: 'Nome',
  field_roles: 'Perfis',
  field_reminded_at: 'Lembrete enviado em',
  field_user_group_id: 'Grupo de usuários',
  field_theme: 'Marca',
  field_card: 'Cartão',
  field_filters: 'Filtros',
  field_column: 'Coluna',
  field_values: 'Valores',
  value_yes: 'Sim',
  value_no: 'Não',
  value_admin: 'Administrador',
  value_secret: 'oculto',
  value_gone: 'não existe mais',
};
const speech: AuditSpeech = {
  word: (key) => words[key] ?? null,
  name: (id) => (id === group ? 'Compradores' : null),
  screen: (name) => (name === 'management_report' ? 'Gestão de relatórios' : null),
  locale: 'pt-BR',
  timezone: 'America/Sao_Paulo',
};
const told = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  changesOf({ before, after }, speech).map(({ field, before: was, after: is }) => [field, was, is]);

test('of a document only what was changed is told', () => {
  const before = { value: { ip: false, timezone: 'America/Manaus' }, version: 1 };
  const after = { value: { ip: true, timezone: 'America/Manaus', login_timeout: 4 }, version: 2 };
  expect(told(before, after)).toEqual([
    ['Duração da sessão', null, '4'],
    ['Só destes endereços', 'Não', 'Sim'],
  ]);
});

test('of a document within a document only what differs is told', () => {
  const draft = (card: string, more = {}) => ({ theme: { colours: { font: '#1c2430', card, ...more } } });
  expect(told(draft('#ffffff'), draft('#fffdf7'))).toEqual([['Marca: colours', 'Cartão: #ffffff', 'Cartão: #fffdf7']]);
  expect(told(draft('#ffffff'), draft('#ffffff', { name: 'Ana' }))).toEqual([['Marca: colours', null, 'Nome: Ana']]);
});

test('a time zone is called as people call it', () => {
  expect(told({ value: { timezone: 'America/Manaus' } }, { value: { timezone: 'America/Sao_Paulo' } })).toEqual([
    ['timezone', 'Horário do Amazonas', 'Horário de Brasília'],
  ]);
});

test('what is new has no before, and what stayed empty is no change', () => {
  expect(told(null, { name: 'Ana', roles: ['admin', 'B'], note: null, answer: '' })).toEqual([
    ['Nome', null, 'Ana'],
    ['Perfis', null, 'Administrador, B'],
  ]);
});

test('that a secret was changed is told, not what to', () => {
  expect(told({ mail_password: '***' }, { mail_password: '***' })).toEqual([['mail password', 'oculto', 'oculto']]);
});

test('times are those of the unit, days have the form of the portal', () => {
  expect(told({ reminded_at: null }, { reminded_at: '2026-11-22T19:23:38.756+00:00' })).toEqual([
    ['Lembrete enviado em', null, '22/11/2026 16:23'],
  ]);
  expect(told(null, { name: '2026-11-22' })).toEqual([['Nome', null, '22/11/2026']]);
});

test('ids are named, and what is gone is told as such; those of Microsoft are read as they are', () => {
  expect(told({ user_group_id: gone }, { user_group_id: group })).toEqual([['Grupo de usuários', 'não existe mais', 'Compradores']]);
  expect(told(null, { workspace_id: gone })).toEqual([['workspace id', null, gone]]);
  expect(idsIn({ id: gone, user_group_id: group, custom: { [gone]: 'x' } })).toEqual([group, gone]);
});

test('colours, screens and filters have no code in them', () => {
  expect(told(null, { theme: { card: '#ffffff' }, hidden_menu: ['management_report'] })).toEqual([
    ['hidden menu', null, 'Gestão de relatórios'],
    ['Marca: Cartão', null, '#ffffff'],
  ]);
  expect(told(null, { filters: [{ column: 'Região', values: ['Sul', 'Norte'] }] })).toEqual([
    ['Filtros', null, 'Coluna: Região, Valores: Sul, Norte'],
  ]);
  expect(told(null, { state: 'not_known_any_more' })).toEqual([['state', null, 'not known any more']]);
});
