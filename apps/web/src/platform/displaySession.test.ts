import { afterEach, expect, test } from 'vitest';
import { failuresAt, noteLostSession, noteRefreshFailure, displayTrouble } from './displaySession.ts';

afterEach(() => displayTrouble.set(null));

const minute = 60_000;

test('failures count for ten minutes', () => {
  expect(failuresAt([0, 5 * minute], 9 * minute)).toEqual([0, 5 * minute, 9 * minute]);
  expect(failuresAt([0, 5 * minute], 11 * minute)).toEqual([5 * minute, 11 * minute]);
});

test('the third failure within ten minutes is shown, two are borne', () => {
  for (const at of [0, 8 * minute, 11 * minute]) noteRefreshFailure(at);
  expect(displayTrouble.get()).toBeNull();
  noteRefreshFailure(12 * minute);
  expect(displayTrouble.get()).toBe('refresh');
});

test('a session that is gone is shown at once', () => {
  noteLostSession('token_invalid');
  expect(displayTrouble.get()).toBe('lost');
  noteLostSession('screen_over');
  expect(displayTrouble.get()).toBe('over');
});
