import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { AxiosError, AxiosHeaders } from 'axios';
import { expect, test } from 'vitest';
import { embedTroubleOf, troubleOf } from './trouble.ts';

function refusal(status: number, word: ErrorWord): AxiosError {
  const config = { headers: new AxiosHeaders() };
  const data = { status: word, message: 'A sentence', request_id: 'r1' };
  return new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, { status, statusText: '', headers: {}, config, data });
}

test('takes the words of our own server as they are', () => {
  expect(troubleOf(refusal(404, 'not_found')).word).toBe('not_found');
  expect(troubleOf(refusal(403, 'no_data_rule')).word).toBe('no_data_rule');
  expect(troubleOf(refusal(503, 'capacity_paused')).word).toBe('capacity_paused');
});

test('brings related words together, and keeps the details for whoever helps', () => {
  expect(troubleOf(refusal(403, 'functionality_not_allowed')).word).toBe('forbidden');
  expect(troubleOf(refusal(422, 'invalid')).word).toBe('not_found');
  expect(troubleOf(refusal(500, 'unexpected'))).toEqual({ word: 'unexpected', details: 'A sentence\nunexpected\n500\nr1' });
});

test('knows when nobody answered', () => {
  expect(troubleOf(new AxiosError('Network Error', 'ERR_NETWORK')).word).toBe('network');
});

test('renews instead of giving up when a token has ended, before and after loading', () => {
  const error = { message: 'TokenExpired', errorCode: '403', level: 6 };
  expect(embedTroubleOf(error, false)).toBe('token_expired');
  expect(embedTroubleOf(error, true)).toBe('token_expired');
});

test('tells a paused capacity and a missing report from other failures', () => {
  expect(embedTroubleOf({ message: 'ExplorationContainer_FailedToLoadModel_DefaultDetails' }, false)).toMatchObject({
    word: 'capacity_paused',
  });
  expect(embedTroubleOf({ message: 'OpenConnectionError' }, true)).toMatchObject({ word: 'capacity_paused' });
  expect(embedTroubleOf({ message: 'LoadReportFailed', errorCode: '404' }, false)).toMatchObject({ word: 'reporting_not_found' });
  expect(embedTroubleOf({ message: 'LoadReportFailed', detailedMessage: 'Get report failed', errorCode: '403' }, false)).toEqual({
    word: 'unexpected',
    details: 'LoadReportFailed\nGet report failed\n403',
  });
});

test('leaves the error of one visual to that visual, once the report is shown', () => {
  expect(embedTroubleOf({ message: 'visualError', level: 3 }, true)).toBe('harmless');
  expect(embedTroubleOf({ message: 'gone', level: 6 }, true)).toMatchObject({ word: 'unexpected' });
});

test('survives events that are not what they should be', () => {
  expect(embedTroubleOf({ message: { a: 1 }, errorCode: 404 }, false)).toMatchObject({ word: 'unexpected', details: '404' });
});
