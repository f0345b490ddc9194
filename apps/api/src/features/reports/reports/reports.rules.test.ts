import { expect, test } from 'vitest';
import { isDataRulePossible } from './reports.rules.ts';

const on = (kind: 'report' | 'paginated', identity_required: boolean) => ({ kind, identity_required });

test('a dataset that requires an identity has roles as its rule, and no other dataset has', () => {
  expect(isDataRulePossible('rls', on('report', true))).toBe(true);
  expect(isDataRulePossible('none', on('report', true))).toBe(false);
  expect(isDataRulePossible('filter', on('report', true))).toBe(false);
  expect(isDataRulePossible('rls', on('report', false))).toBe(false);
  expect(isDataRulePossible('none', on('report', false))).toBe(true);
  expect(isDataRulePossible('filter', on('report', false))).toBe(true);
});

test('a paginated report takes no filters', () => {
  expect(isDataRulePossible('filter', on('paginated', false))).toBe(false);
  expect(isDataRulePossible('none', on('paginated', false))).toBe(true);
  expect(isDataRulePossible('rls', on('paginated', true))).toBe(true);
});
