import { expect, test } from 'vitest';
import { filterLines } from './filterLines.ts';

const target = { table: 'Loja', column: 'Região' };

test('filters are told by field and values, each once, and those that filter nothing not at all', () => {
  expect(
    filterLines([
      { target, operator: 'In', values: ['Sul', 'Norte'] },
      { target, operator: 'In', values: ['Sul', 'Norte'] },
      { target: { table: 'Data', column: 'Ano' }, operator: 'NotIn', values: [2020, null] },
      { target: [{ table: 'Venda', measure: 'Total' }], logicalOperator: 'And', conditions: [{ operator: 'GreaterThan', value: 5 }] },
      { target, operator: 'All', values: [] },
      { values: [1] },
      null,
      'x',
    ]),
  ).toEqual(['Loja · Região: Sul, Norte', 'Data · Ano: ≠ 2020, ∅', 'Venda · Total: GreaterThan 5']);
});
