import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { internalPath } from './fields.ts';
import { logoTarget } from './logoPage.ts';

test.each([
  ['/favourites', '/favourites'],
  ['https://lojas.example/sobre', 'https://lojas.example/sobre'],
  // As a browser says it.
  ['HTTP://Lojas.Example:80', 'http://lojas.example/'],
  ['https://lojas.example/a/../b', 'https://lojas.example/b'],
])('%s leads to %s', (page, target) => {
  expect(logoTarget(page)).toBe(target);
});

test('a path of the portal is what it is everywhere', () => {
  const piece = fc.constantFrom('/', '//', '..', '\\', '%2f', '%5C', '?', '#', 'a', ' ', 'é', '.', '/reports', '\t');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const page = pieces.join('');
      expect(logoTarget(page) === page).toBe(internalPath.safeParse(page).success);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  '',
  'lojas',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '\tjavascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'ftp://lojas.example',
  'https://lojas.example/a b',
  'https://lojas.example@evil.example',
  'https://lojas.example:x@evil.example/',
])('%j leads nowhere', (page) => {
  expect(logoTarget(page)).toBeNull();
});
