import type { Role } from '@vitrine/contract/roles.ts';
import { expect, test } from 'vitest';
import { firstPath, menuOf, verdictOn } from './access.ts';

const viewer = (role: Role, more: { hiddenMenu?: string[]; built?: (name: string) => boolean } = {}) => ({
  role,
  hiddenMenu: more.hiddenMenu ?? [],
  built: more.built ?? (() => true),
});

test('a screen of another role does not exist', () => {
  expect(verdictOn('partners', viewer('admin'))).toBe('not_found');
  expect(verdictOn('partners', viewer('operator'))).toBe('open');
});

test('a screen that is not built does not exist for anybody', () => {
  expect(verdictOn('reports', viewer('admin', { built: () => false }))).toBe('not_found');
});

test.each(['reports', '/reports'])('a screen hidden as %s is refused', (hidden) => {
  expect(verdictOn('reports', viewer('admin', { hiddenMenu: [hidden] }))).toBe('forbidden');
});

test('a screen without the capability is refused', () => {
  // The route is there for readers, embedded workspaces are not theirs.
  expect(verdictOn('powerbi_workspace', viewer('user'))).toBe('forbidden');
});

test('a screen where readers come for something else asks another capability of them', () => {
  expect(verdictOn('management_report', viewer('user'))).toBe('open');
  expect(verdictOn('management_report', viewer('user', { hiddenMenu: ['management_report'] }))).toBe('forbidden');
  expect(verdictOn('management_report', viewer('operator'))).toBe('not_found');
  expect(verdictOn('powerbi', viewer('user'))).toBe('open');
  expect(verdictOn('powerbi', viewer('user', { hiddenMenu: ['powerbi'] }))).toBe('forbidden');
});

test('the menu shows what is open, in the order of the table', () => {
  const names = menuOf(viewer('user', { hiddenMenu: ['catalogs'] })).map((entry) => entry.name);
  expect(names.slice(0, 2)).toEqual(['dashboard', 'all_reports']);
  expect(names).not.toContain('catalogs');
  expect(names).not.toContain('powerbi_workspace');
});

test('what only some of a role have is in the menu once it is known that they have it', () => {
  const has = (more: { known?: boolean; hiddenMenu?: string[] }) =>
    menuOf({ ...viewer('admin', more), ...more }).some(({ name }) => name === 'unit_invoices');
  expect(has({ known: false })).toBe(false);
  expect(has({ known: true })).toBe(true);
  expect(has({ known: true, hiddenMenu: ['unit_invoices'] })).toBe(false);
  expect(verdictOn('unit_invoices', { ...viewer('admin'), known: false })).toBe('open');
});

test('the first page is the first that is open', () => {
  expect(firstPath(viewer('operator'))).toBe('/');
  expect(firstPath(viewer('operator', { hiddenMenu: ['dashboard'] }))).toBe('/partners');
  expect(firstPath(viewer('operator', { built: () => false }))).toBeNull();
});
