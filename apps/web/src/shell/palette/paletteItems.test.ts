import { expect, test } from 'vitest';
import { groupItems, withRecent } from './paletteItems.ts';

const item = (id: string, group: string, label: string) => ({ id, group, label, icon: undefined, run: () => undefined });
const items = [
  item('s1', 'Telas', 'Grupos de relatórios'),
  item('r1', 'Relatórios', 'Vendas por região'),
  item('r2', 'Relatórios', 'Relatório de vendas'),
  item('a1', 'Ações', 'Sair'),
];
const found = (words: string, recent: string[] = []) =>
  groupItems(items, words, recent, 'Recentes').map(({ group, members }) => [group, members.map(({ id }) => id)]);

test('finds without regard to accents and case', () => {
  expect(found('REGIAO')).toEqual([['Relatórios', ['r1']]]);
});

test('every word counts, in any order, and the group is part of what is searched', () => {
  expect(found('vendas relatorio')).toEqual([['Relatórios', ['r1', 'r2']]]);
});

test('what starts with the words comes first', () => {
  expect(found('relatorio')).toEqual([
    ['Relatórios', ['r2', 'r1']],
    ['Telas', ['s1']],
  ]);
});

test('without words the recent choices lead, and do not appear twice', () => {
  expect(found('', ['a1', 'gone'])).toEqual([
    ['Recentes', ['a1']],
    ['Telas', ['s1']],
    ['Relatórios', ['r1', 'r2']],
  ]);
});

test('says nothing rather than something wrong', () => {
  expect(found('xyz')).toEqual([]);
});

test('remembers the last choices, each once', () => {
  expect(withRecent(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b']);
  expect(
    withRecent(
      Array.from({ length: 9 }, (_, index) => String(index)),
      'x',
    ),
  ).toHaveLength(8);
});
