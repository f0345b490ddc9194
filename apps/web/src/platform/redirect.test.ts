import { internalPath } from '@vitrine/contract/fields.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { landingPath, safePath, signinPath } from './redirect.ts';

test.each(['/', '/all/reports', '/reports?page=2&q=vendas', '/0198c000-0000-7000-8000-000000000001/reports/view#page'])(
  'goes to %s',
  (path) => {
    expect(safePath(path)).toBe(path);
  },
);

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/%5cevil.example',
  '/%2fevil.example',
  '/x/../../y',
  'javascript:alert(1)',
  '/a b',
  '/a\nb',
  'reports',
  '',
  null,
  42,
  `/${'a'.repeat(300)}`,
])('refuses %j', (path) => {
  expect(safePath(path)).toBeNull();
});

test.each(['/signin', '/signin?redirect=/signin', '/forgot', '/new/password/abc', '/ip/notallowed', '/embedded/abc'])(
  'does not turn in circles by %s',
  (path) => {
    expect(safePath(path)).toBeNull();
  },
);

test('never lets through what the contract would refuse, and never leaves the portal', () => {
  const strange = fc.string({
    unit: fc.constantFrom('/', '\\', '.', '%', '2', 'f', '5', 'c', 'a', ':', '@', '?', '#', '\t'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(strange, (path) => {
      const safe = safePath(path);
      if (safe === null) return;
      expect(internalPath.safeParse(safe).success).toBe(true);
      expect(new URL(safe, 'https://portal.example').origin).toBe('https://portal.example');
    }),
    { numRuns: 2000 },
  );
});

test('prefers the address to the person’s own landing page, and that to the first page', () => {
  expect(landingPath('?redirect=%2Fall%2Freports', '/setting')).toBe('/all/reports');
  expect(landingPath('?redirect=https%3A%2F%2Fevil.example', '/setting')).toBe('/setting');
  expect(landingPath('', '//evil.example')).toBe('/');
});

test('remembers where an anonymous visitor wanted to go', () => {
  expect(signinPath('/all/reports?page=2')).toBe('/signin?redirect=%2Fall%2Freports%3Fpage%3D2');
  expect(signinPath('/')).toBe('/signin');
});
