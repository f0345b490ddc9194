import { expect, test } from 'vitest';
import { entryFor, matchPath } from './entry.ts';

const built = (screen: string) => ['signin', 'forgot', 'new_password'].includes(screen);

test.each([
  ['/signin', { kind: 'public', screen: 'signin', params: {} }],
  ['/signin?redirect=%2F', { kind: 'public', screen: 'signin', params: {} }],
  ['/forgot/', { kind: 'public', screen: 'forgot', params: {} }],
  ['/new/password/abc', { kind: 'public', screen: 'new_password', params: { token: 'abc' } }],
  // The token has been taken out of the address.
  ['/new/password', { kind: 'public', screen: 'new_password', params: {} }],
  ['/', { kind: 'redirect', to: '/signin' }],
  ['/all/reports?page=2', { kind: 'redirect', to: '/signin?redirect=%2Fall%2Freports%3Fpage%3D2' }],
  ['/abc/reports/view', { kind: 'redirect', to: '/signin?redirect=%2Fabc%2Freports%2Fview' }],
  // Not built yet.
  ['/register', { kind: 'not_found' }],
  ['/nowhere', { kind: 'not_found' }],
])('leads an anonymous visitor of %s', (place, entry) => {
  expect(entryFor(place, false, built)).toEqual(entry);
});

test.each([
  ['/', { kind: 'portal' }],
  ['/reports', { kind: 'portal' }],
  // The portal's own not-found page.
  ['/nowhere', { kind: 'portal' }],
  ['/signin', { kind: 'redirect', to: '/' }],
  ['/new/password/abc', { kind: 'public', screen: 'new_password', params: { token: 'abc' } }],
])('leads a signed-in visitor of %s', (place, entry) => {
  expect(entryFor(place, true, built)).toEqual(entry);
});

test('matches whole paths only', () => {
  expect(matchPath('/$id/reports', '/abc/reports')).toEqual({ id: 'abc' });
  expect(matchPath('/$id/reports', '/abc/reports/view')).toBeNull();
  expect(matchPath('/', '/')).toEqual({});
});
