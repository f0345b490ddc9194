import { expect, test } from 'vitest';
import { failureOf, isTokenFailure } from './failure.ts';
import type { RawReply } from './failure.ts';

const now = Date.UTC(2026, 0, 31, 10, 0, 0);

const reply = (status: number, body: unknown = '', headers: Record<string, string> = {}): RawReply => ({
  status,
  statusText: 'Status text',
  headers: new Headers(headers),
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

test('reads code and message of a plain error', () => {
  const error = failureOf(reply(400, { error: { code: 'InvalidRequest', message: 'No.' } }, { RequestId: 'r-1' }), now);
  expect(error).toMatchObject({ kind: 'invalid', status: 400, code: 'InvalidRequest', message: 'No.', request_id: 'r-1' });
});

test('reads an error that has only a code', () => {
  const body = {
    error: { code: 'PowerBINotAuthorizedException', 'pbi.error': { code: 'x', parameters: {}, details: [], exceptionCulprit: 1 } },
  };
  expect(failureOf(reply(401, body), now)).toMatchObject({ kind: 'not_authorized', code: 'PowerBINotAuthorizedException' });
});

test('finds the message of a query error among its details', () => {
  const details = [
    { code: 'AnalysisServicesErrorCode', detail: { type: 1, value: '3241803818' } },
    { code: 'DetailsMessage', detail: { type: 1, value: "Query (1, 15) The table 'X' cannot be found." } },
  ];
  const error = failureOf(reply(400, { error: { code: 'DatasetExecuteQueriesError', 'pbi.error': { code: 'y', details } } }), now);
  expect(error).toMatchObject({ code: 'DatasetExecuteQueriesError', message: "Query (1, 15) The table 'X' cannot be found." });
});

test('reads the message that the gateway writes with a capital letter', () => {
  const error = failureOf(reply(403, { Message: 'API is not accessible for application' }), now);
  expect(error).toMatchObject({ kind: 'not_authorized', code: 'http_403', message: 'API is not accessible for application' });
});

test('takes the code from the header when the body is empty', () => {
  const error = failureOf(reply(401, '', { 'x-powerbi-error-info': 'GroupNotAccessible' }), now);
  expect(error).toMatchObject({ kind: 'not_authorized', code: 'GroupNotAccessible', message: 'GroupNotAccessible' });
});

test('reads the details header when nothing else speaks', () => {
  const details = JSON.stringify({ error: { code: 'PbixAlreadyImported', message: 'It exists' } });
  expect(failureOf(reply(409, '', { 'X-PowerBI-Error-Details': details }), now)).toMatchObject({
    code: 'PbixAlreadyImported',
    message: 'It exists',
  });
});

test('falls back to the status for an HTML page', () => {
  expect(failureOf(reply(502, '<html>Bad gateway</html>'), now)).toMatchObject({
    kind: 'unavailable',
    code: 'http_502',
    message: 'Status text',
  });
});

test('reads a body that starts with a byte order mark', () => {
  expect(failureOf(reply(400, '\uFEFF{"error":{"code":"A","message":"B"}}'), now)).toMatchObject({ code: 'A', message: 'B' });
});

test.each([
  ['30', 30],
  ['Sat, 31 Jan 2026 10:00:45 GMT', 45],
  ['Sat, 31 Jan 2026 09:00:00 GMT', 0],
  ['soon', null],
])('understands Retry-After: %s', (header, seconds) => {
  expect(failureOf(reply(429, '', { 'retry-after': header }), now)).toMatchObject({ kind: 'throttled', retry_after_s: seconds });
});

test('knows spent trial tokens from missing rights', () => {
  const message = 'You have exceeded the amount of embed token that can be generated on a shared or ProPlus capacity';
  expect(failureOf(reply(403, { error: { code: 'Forbidden', message } }), now).kind).toBe('quota');
});

test('counts a paused capacity as unavailable, not as missing', () => {
  expect(failureOf(reply(404, { error: { code: 'CapacityNotActive' } }), now).kind).toBe('unavailable');
  expect(failureOf(reply(404, { error: { code: 'PowerBIEntityNotFound' } }), now).kind).toBe('not_found');
});

test.each([
  ['an expired token', reply(403, '', { 'x-powerbi-error-info': 'TokenExpired' }), true],
  ['a malformed token', reply(403, '', { 'x-powerbi-error-info': 'InvalidToken' }), true],
  ['a 403 that says nothing', reply(403), true],
  ['a challenge', reply(401, '', { 'www-authenticate': 'Bearer error="insufficient_claims", claims="e30="' }), true],
  ['an expired token in ARM', reply(401, { error: { code: 'ExpiredAuthenticationToken', message: 'x' } }), true],
  ['a plain 401', reply(401), false],
  ['a 401 with a bearer challenge', reply(401, '', { 'www-authenticate': 'Bearer' }), false],
  ['a 403 with a reason', reply(403, { Message: 'API is not accessible for application' }), false],
  ['a workspace without access', reply(401, '', { 'x-powerbi-error-info': 'GroupNotAccessible' }), false],
])('decides whether a fresh token may help: %s', (_, answer, expected) => {
  expect(isTokenFailure(answer)).toBe(expected);
});
