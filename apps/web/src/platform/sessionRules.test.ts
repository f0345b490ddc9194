import { expect, test } from 'vitest';
import { reactionTo } from './sessionRules.ts';

const onPage = { signedIn: true, path: '/all/reports' };
const onPlaylist = { signedIn: true, path: '/abc/playlist/view' };

test('an expired token on a playlist is renewed', () => {
  expect(reactionTo({ status: 401, message: 'Token is Expired' }, onPlaylist)).toBe('refresh');
});

test.each([onPage, onPlaylist])('a call that left with a token replaced since is sent again: %o', (at) => {
  expect(reactionTo({ status: 401, message: 'Token is Invalid' }, { ...at, outdated: true })).toBe('repeat');
  expect(reactionTo({ status: 403, message: '' }, { ...at, outdated: true })).toBe('pass');
});

test.each([
  ['an expired token elsewhere', { status: 401, message: 'Token is Expired' }, onPage],
  ['any other 401 on a playlist', { status: 401, message: 'Token is Invalid' }, onPlaylist],
  ['a 401 of unknown text', { status: 401, message: '' }, onPage],
])('%s ends the session', (_, refusal, at) => {
  expect(reactionTo(refusal, at)).toBe('expire');
});

test.each([
  ['a 401 of an anonymous visitor', { status: 401, message: 'Usuário ou senha incorretos!' }, { signedIn: false, path: '/signin' }],
  ['a 403', { status: 403, message: 'Acesso não autorizado!' }, onPage],
  ['a 422', { status: 422, message: '' }, onPage],
  ['no answer', { status: null, message: 'Network Error' }, onPage],
])('%s is passed on to the caller', (_, refusal, at) => {
  expect(reactionTo(refusal, at)).toBe('pass');
});

test.each([true, false])('a refused address leaves the portal, signed in or not (%s)', (signedIn) => {
  expect(reactionTo({ status: 403, message: 'ip_not_allowed' }, { signedIn, path: '/' })).toBe('ip_not_allowed');
});

test('hours that are over end a session; who has none reads it on the page of signing in', () => {
  const closed = { status: 403, message: 'Horário não permitido!', word: 'hours_not_allowed' };
  expect(reactionTo(closed, onPage)).toBe('hours_over');
  expect(reactionTo(closed, { signedIn: false, path: '/signin' })).toBe('pass');
});
