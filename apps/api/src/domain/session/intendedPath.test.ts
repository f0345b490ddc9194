import { expect, test } from 'vitest';
import { intendedPath, screenPathOf } from './intendedPath.ts';

const unit = { home_page: '/', start_report_id: null };
const plain = { own: [], unit, unitReportOpens: true, hidden: [] };
const report = '0199a000-0000-7000-8000-000000000001';

test('the person decides before the groups, and these before the unit', () => {
  const reports = { ...plain, unit: { ...unit, home_page: '/reports' } };
  expect(intendedPath('admin', { ...reports, own: ['/user', '/terms'] })).toBe('/user');
  expect(intendedPath('admin', { ...reports, own: ['/'] })).toBe('/');
  expect(intendedPath('admin', reports)).toBe('/reports');
  expect(intendedPath('admin', plain)).toBe('/');
});

test('a page that the role does not have gives way to the next', () => {
  expect(intendedPath('user', { ...plain, own: ['/user', '/catalogs'] })).toBe('/catalogs');
  expect(intendedPath('user', { ...plain, unit: { ...unit, home_page: '/user' } })).toBe('/');
  expect(intendedPath('user', { ...plain, own: ['/nowhere', '/signin'] })).toBe('/');
  // Only some readers have it.
  expect(intendedPath('user', { ...plain, own: ['/management/report'] })).toBe('/');
  expect(intendedPath('admin', { ...plain, own: ['/management/report'] })).toBe('/management/report');
  expect(intendedPath('operator', plain)).toBe('/');
  expect(intendedPath('operator', { ...plain, own: ['/user'] })).toBe('/');
});

test('a page that is hidden gives way to the next', () => {
  const pages = { ...plain, own: ['/catalogs', '/playlists'], hidden: ['catalogs'] };
  expect(intendedPath('user', pages)).toBe('/playlists');
  expect(intendedPath('user', { ...pages, hidden: ['catalogs', 'playlists'] })).toBe('/');
});

test('the report view opens the report that was named, while it is there', () => {
  const pages = { ...plain, unit: { home_page: '/home/reports/view', start_report_id: report } };
  expect(intendedPath('user', pages)).toBe(`/${report}/reports/view`);
  expect(intendedPath('user', { ...pages, unitReportOpens: false })).toBe('/');
  expect(intendedPath('user', { ...pages, unit: { ...pages.unit, start_report_id: null } })).toBe('/');
});

test('a path is known by its screen, and what stands in it is left out', () => {
  expect(screenPathOf('/new/password/a-secret-token?x=1')).toBe('/new/password/$token');
  expect(screenPathOf(`/${report}/reports/view#page`)).toBe('/$id/reports/view');
  expect(screenPathOf('/not/a/screen/at/all')).toBeNull();
});
