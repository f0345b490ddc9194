import { expect, test } from 'vitest';
import { intendedPath, screenPathOf } from './intended.ts';

const plain = { home_page: '/', relatorio_id: null };
const report = '0199a000-0000-7000-8000-000000000001';

test('the person decides before the unit', () => {
  expect(intendedPath('admin', '/user', { ...plain, home_page: '/reports' })).toBe('/user');
  expect(intendedPath('admin', null, { ...plain, home_page: '/reports' })).toBe('/reports');
  expect(intendedPath('admin', null, plain)).toBe('/');
});

test('a page that the role does not have is not where it goes', () => {
  expect(intendedPath('user', null, { ...plain, home_page: '/user' })).toBe('/');
  expect(intendedPath('user', '/nowhere', plain)).toBe('/');
  expect(intendedPath('user', '/signin', plain)).toBe('/');
  expect(intendedPath('a2m', null, plain)).toBe('/partners');
  expect(intendedPath('a2m', '/user', plain)).toBe('/partners');
});

test('the report view opens the report that was named', () => {
  expect(intendedPath('user', null, { home_page: '/home/reports/view', relatorio_id: report })).toBe(`/${report}/reports/view`);
});

test('a path is known by its screen, and what stands in it is left out', () => {
  expect(screenPathOf('/new/password/a-secret-token?x=1')).toBe('/new/password/$token');
  expect(screenPathOf(`/${report}/reports/view#page`)).toBe('/$id/reports/view');
  expect(screenPathOf('/not/a/screen/at/all')).toBeNull();
});
