import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Failure } from '#platform/failure.ts';
import { answerTo } from './refusals.ts';

const failure = (word: ErrorWord | null, more: Partial<Failure> = {}): Failure => ({
  word,
  status: word ? 403 : null,
  message: 'm',
  fields: {},
  request_id: 'r',
  token: null,
  notice: null,
  ip: null,
  opens_at: null,
  retry_after: null,
  ...more,
});

test('a wrong password is told under the form, with a way to a new one', () => {
  expect(answerTo(failure('error_user_or_password'))).toEqual({ kind: 'form', text: 'server', forgot: true });
});

test('too many guesses say how long to wait, in the same words', () => {
  expect(answerTo(failure('error_user_or_password', { retry_after: 29.4 }))).toMatchObject({ kind: 'form', waitSeconds: 30 });
});

test.each(['blocked', 'inactive', 'user_disable'] as const)('%s offers a contact and no new password', (word) => {
  expect(answerTo(failure(word))).toEqual({ kind: 'form', text: 'server', help: 'contact_unit', forgot: false });
});

test('who signs in elsewhere is offered no new password', () => {
  expect(answerTo(failure('sso_required'))).toEqual({ kind: 'form', text: 'server', forgot: false });
});

test.each([
  'not_found_companies',
  'error_azure_not_companies',
  'finish_test',
  'unit_suspended',
  'unit_closed',
  'maintenance',
  'hours_not_allowed',
] as const)('%s makes the form way, for trying again would not help', (word) => {
  expect(answerTo(failure(word)).kind).toBe('page');
});

test('hours tell when they open', () => {
  expect(answerTo(failure('hours_not_allowed', { opens_at: '2026-11-23T11:00:00Z' }))).toMatchObject({ opensAt: '2026-11-23T11:00:00Z' });
});

test('maintenance tells its message and its end, where it has them', () => {
  const told = { opens_at: '2026-11-23T11:00:00Z', notice: 'Banco novo' };
  expect(answerTo(failure('maintenance', told))).toEqual({ kind: 'page', help: 'come_back', opensAt: told.opens_at, notice: told.notice });
  expect(answerTo(failure('maintenance'))).toEqual({ kind: 'page', help: 'come_back' });
});

test('the next step is followed with its token', () => {
  expect(answerTo(failure('user_change_password', { token: 'abc' }))).toEqual({ kind: 'go', to: '/new/password/abc' });
  expect(answerTo(failure('redirect_two_factor', { token: 'abc' }))).toEqual({ kind: 'go', to: '/config/2fa/abc' });
  expect(answerTo(failure('user_change_password'))).toMatchObject({ kind: 'form', text: 'unknown' });
});

test('no answer is told apart from an unknown one', () => {
  expect(answerTo(failure(null))).toMatchObject({ text: 'network' });
  expect(answerTo(failure(null, { status: 500 }))).toMatchObject({ text: 'unknown' });
  expect(answerTo(failure('report_maintenance'))).toMatchObject({ text: 'unknown' });
});
