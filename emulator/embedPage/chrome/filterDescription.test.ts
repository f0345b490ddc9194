import { expect, test } from 'vitest';
import { createFormatter } from '../../visuals/format/format.ts';
import { advancedFilter, basicFilter, topFilter, tupleFilter } from '../../visuals/view/filters.ts';
import { sayIn, wordsOf } from '../../visuals/words/words.ts';
import { describeFilter, filterTitle } from './filterDescription.ts';
import type { FieldFacts } from './filterDescription.ts';

const fields: FieldFacts = [
  { table: 'Loja', name: 'Região', kind: 'column', type: 'text' },
  { table: 'Vendas', name: 'Data', kind: 'column', type: 'date' },
];
const region = { table: 'Loja', column: 'Região' };
const say = sayIn('pt-BR');
const format = createFormatter('pt-BR', wordsOf('pt-BR'));
const describe = (filter: Parameters<typeof describeFilter>[0]) => describeFilter(filter, fields, format, say);

test('names few values and counts the rest', () => {
  expect(describe(basicFilter(region, ['Sul', 'Norte']))).toBe('é Sul ou Norte');
  expect(describe(basicFilter(region, ['A', 'B', 'C', 'D', 'E']))).toBe('é A, B, C e mais 2');
  expect(describe({ ...basicFilter(region, [null]), operator: 'NotIn' })).toBe('não é (Em branco)');
});

test('says when nothing is limited', () => expect(describe(basicFilter(region, []))).toBe('é (tudo)'));

test('writes conditions with the format of the field', () => {
  const filter = advancedFilter({ table: 'Vendas', column: 'Data' }, [
    { operator: 'GreaterThanOrEqual', value: '2025-01-01' },
    { operator: 'LessThan', value: '2026-01-01' },
  ]);
  expect(describe(filter)).toBe('a partir de 01/01/2025 e menor que 01/01/2026');
});

test('writes the first n', () =>
  expect(describe(topFilter(region, 5, { table: 'Vendas', measure: 'Faturamento' }))).toBe('5 primeiros por Faturamento'));

test('a filter is titled by its field or as its author wished', () => {
  expect(filterTitle(basicFilter(region, []), fields)).toBe('Região');
  expect(filterTitle({ ...basicFilter(region, []), displaySettings: { displayName: 'Onde' } }, fields)).toBe('Onde');
  expect(filterTitle(tupleFilter([region, { table: 'Vendas', column: 'Data' }], []), fields)).toBe('Região, Data');
});
