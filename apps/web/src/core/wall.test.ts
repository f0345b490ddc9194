import { afterEach, expect, test } from 'vitest';
import { failuresAt, noteLostSession, noteRefreshFailure, wallTrouble } from './wall.ts';

afterEach(() => wallTrouble.set(null));

const minute = 60_000;

test('failures count for ten minutes', () => {
  expect(failuresAt([0, 5 * minute], 9 * minute)).toEqual([0, 5 * minute, 9 * minute]);
  expect(failuresAt([0, 5 * minute], 11 * minute)).toEqual([5 * minute, 11 * minute]);
});

test('the third failure within ten minutes is shown, two are borne', () => {
  for (const at of [0, 8 * minute, 11 * minute]) noteRefreshFailure(at);
  expect(wallTrouble.get()).toBeNull();
  noteRefreshFailure(12 * minute);
  expect(wallTrouble.get()).toBe('refresh');
});

test('a session that is gone is shown at once', () => {
  noteLostSession('token_invalid');
  expect(wallTrouble.get()).toBe('lost');
  noteLostSession('screen_over');
  expect(wallTrouble.get()).toBe('over');
});
