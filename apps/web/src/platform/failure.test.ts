import { AxiosError, AxiosHeaders } from 'axios';
import { expect, test } from 'vitest';
import { failureOf, isAborted } from './failure.ts';

const answered = (status: number, data: unknown) =>
  new AxiosError('Request failed', 'ERR_BAD_REQUEST', undefined, undefined, {
    status,
    data,
    statusText: '',
    headers: {},
    config: { headers: new AxiosHeaders() },
  });

test('reads the server’s refusal', () => {
  const failure = failureOf(
    answered(422, { status: 'invalid', message: 'Dados inválidos', request_id: 'r1', errors: { name: ['Nome é obrigatório!', 'x'] } }),
  );
  expect(failure).toMatchObject({
    word: 'invalid',
    status: 422,
    message: 'Dados inválidos',
    request_id: 'r1',
    fields: { name: 'Nome é obrigatório!' },
  });
});

test('reads what some refusals carry besides', () => {
  const failure = failureOf(answered(403, { status: 'user_change_password', message: 'm', request_id: 'r', token: 't' }));
  expect(failure.token).toBe('t');
});

test.each(['<html>Bad gateway</html>', null, 42, { error: 'x' }])('survives an answer that is none of ours: %j', (body) => {
  expect(failureOf(answered(502, body))).toMatchObject({ word: null, status: 502, fields: {} });
});

test('keeps the client’s own text when there was no answer', () => {
  expect(failureOf(new AxiosError('Network Error', 'ERR_NETWORK'))).toMatchObject({ word: null, status: null, message: 'Network Error' });
});

test('knows a call that was given up by us', () => {
  expect(isAborted(new AxiosError('canceled', 'ERR_CANCELED'))).toBe(true);
  expect(isAborted(new Error('x'))).toBe(false);
});
