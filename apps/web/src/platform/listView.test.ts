import { expect, test } from 'vitest';
import { formatListState, parseListState } from './listView.ts';

const remembered = { page: 3, per_page: 50 };

test('starts where the list was left', () => {
  expect(parseListState({}, [], remembered)).toEqual({ page: 3, per_page: 50, after: '', sort: '', q: '', filters: {} });
});

test('starts at page 1 when words or filters narrow the list', () => {
  expect(parseListState({ q: 'vendas' }, [], remembered).page).toBe(1);
  expect(parseListState({ group_id: 'g' }, ['group_id'], remembered)).toMatchObject({ page: 1, filters: { group_id: 'g' } });
});

test('the address wins over what is remembered', () => {
  expect(parseListState({ page: '2', per_page: '10', sort: '-name' }, [], remembered)).toMatchObject({
    page: 2,
    per_page: 10,
    sort: '-name',
  });
});

test.each(['0', '-1', '1e3', 'x', '1000001', ''])('takes the page %j for none', (page) => {
  expect(parseListState({ page, q: 'x' }, [], remembered).page).toBe(1);
});

test('takes a page size that is not offered for none, and leaves strange fields alone', () => {
  expect(parseListState({ per_page: '7', edit: 'new' }, ['group_id'], remembered)).toMatchObject({ per_page: 50, filters: {} });
});

test('leaves defaults out of the address', () => {
  const state = { page: 1, per_page: 20, after: '', sort: '', q: '', filters: {} };
  expect(formatListState(state, ['group_id'])).toEqual({
    page: '1',
    per_page: undefined,
    after: undefined,
    sort: undefined,
    q: undefined,
    group_id: undefined,
  });
});
