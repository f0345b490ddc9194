import type { QuestionChoice, QuestionFilter } from '@vitrine/contract/automation/taskQuestions.ts';
import { choice } from '@vitrine/contract/automation/taskQuestions.ts';
import { expect, test } from 'vitest';
import { writtenQuery } from './writtenQuery.rules.ts';

const total = { table: 'Sales', name: 'Total' };
const written = (values: Partial<QuestionChoice> = {}) => {
  const answer = writtenQuery({ field: total, aggregation: null, groups: [], filters: [], first: 'largest', ...values });
  return 'query' in answer ? answer.query.replaceAll(/\s+/g, ' ') : answer;
};
const filter = (values: Partial<QuestionFilter>): QuestionFilter => ({
  table: 'Store',
  name: 'Region',
  type: 'text',
  operator: 'in',
  values: ['Sul'],
  ...values,
});
const condition = (values: Partial<QuestionFilter>) => {
  const query = written({ filters: [filter(values)] });
  return typeof query === 'string' ? query.slice('EVALUATE CALCULATETABLE( ROW("value", \'Sales\'[Total]), '.length, -2) : query;
};

test('a measure, or a column with how it becomes one', () => {
  expect(written()).toBe(`EVALUATE ROW("value", 'Sales'[Total])`);
  expect(written({ field: { table: "O'Neill", name: 'a]b' }, aggregation: 'average' })).toBe(
    `EVALUATE ROW("value", AVERAGE('O''Neill'[a]]b]))`,
  );
});

test('groups stand in the order of their values', () => {
  expect(written({ groups: [{ table: 'Store', name: 'Name' }], first: 'smallest' })).toBe(
    `EVALUATE SUMMARIZECOLUMNS('Store'[Name], "value", 'Sales'[Total]) ORDER BY [value] ASC`,
  );
});

test('what is typed is a value of its type', () => {
  expect(condition({ values: ['Sul"}) EVALUATE X //', 'Norte'] })).toBe(`'Store'[Region] IN {"Sul""}) EVALUATE X //", "Norte"}`);
  expect(condition({ operator: 'not_in', type: 'boolean', values: ['true'] })).toBe(`NOT ('Store'[Region] IN {TRUE()})`);
  expect(condition({ operator: 'at_least', type: 'number', values: ['1.234,5'] })).toBe(`'Store'[Region] >= 1234.5`);
  expect(condition({ operator: 'less', type: 'date', values: ['2026-03-01'] })).toBe(`'Store'[Region] < DATE(2026, 3, 1)`);
  expect(condition({ operator: 'contains', type: 'number', values: ['"'] })).toBe(`CONTAINSSTRING('Store'[Region], """")`);
  expect(condition({ operator: 'empty', values: [] })).toBe(`ISBLANK('Store'[Region])`);
  expect(condition({ operator: 'last_days', type: 'date', values: ['7'] })).toBe(
    `'Store'[Region] >= TODAY() - 7, 'Store'[Region] < TODAY()`,
  );
  expect(condition({ operator: 'today', type: 'date', values: [] })).toBe(`'Store'[Region] >= TODAY(), 'Store'[Region] < TODAY() + 1`);
});

test('what is no value of the type is named by its place', () => {
  expect(written({ filters: [filter({}), filter({ type: 'number', values: ['1) EVALUATE X'] })] })).toEqual({ wrong: 1 });
  expect(condition({ type: 'date', values: ['2026-02-30'] })).toEqual({ wrong: 0 });
  for (const days of ['0', '1001', '1.5', '-1', '1e3']) expect(condition({ operator: 'last_days', values: [days] })).toEqual({ wrong: 0 });
});

test('a filter has as many values as it takes', () => {
  const accepts = (values: Partial<QuestionFilter>) => choice.safeParse({ field: total, filters: [filter(values)] }).success;
  expect(accepts({})).toBe(true);
  expect(accepts({ values: [] })).toBe(false);
  expect(accepts({ operator: 'more', values: ['1', '2'] })).toBe(false);
  expect(accepts({ operator: 'today', values: ['1'] })).toBe(false);
});
