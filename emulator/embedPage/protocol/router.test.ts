import { expect, test } from 'vitest';
import { readRequest } from './messages.ts';
import { Refusal, answer, accepted, ok, route } from './router.ts';

const request = (method: string, url: string, body?: unknown) => {
  const read = readRequest({ method, url, headers: { id: 'a1' }, body });
  if (!read) throw new Error('not a request');
  return read;
};

test('reads a request and leaves acknowledgements and foreign messages alone', () => {
  expect(readRequest({ method: 'get', url: '/report/pages', headers: { id: 'x', uid: 'u' } })).toMatchObject({
    method: 'GET',
    headers: { id: 'x', uid: 'u' },
  });
  expect(readRequest({ statusCode: 200, headers: { id: 'x' }, body: null })).toBeUndefined();
  expect(readRequest('setImmediate$0$')).toBeUndefined();
  expect(readRequest(null)).toBeUndefined();
  expect(readRequest({ method: 'TRACE', url: '/report/pages' })).toBeUndefined();
});

test('takes parameters from the path', async () => {
  const routes = [route('GET', '/report/pages/:page/visuals/:visual/filters', ({ params }) => ok(params))];
  expect(await answer(routes, request('GET', '/report/pages/Overview/visuals/by_region/filters'))).toEqual({
    status: 200,
    body: { page: 'Overview', visual: 'by_region' },
  });
});

test('answers 404 with an error object where no route fits', async () => {
  const routes = [route('GET', '/report/pages', () => ok([]))];
  const reply = await answer(routes, request('DELETE', '/report/pages'));
  expect(reply.status).toBe(404);
  expect(reply.body).toMatchObject({ message: 'PowerBIEntityNotFound', errorCode: '404' });
});

test('answers a refusal with its status and words', async () => {
  const routes = [
    route('PUT', '/report/pages/active', () => {
      throw new Refusal(400, { message: 'Invalid parameters' });
    }),
  ];
  expect(await answer(routes, request('PUT', '/report/pages/active'))).toEqual({ status: 400, body: { message: 'Invalid parameters' } });
});

test('answers 500 when a handler breaks, and never stays silent', async () => {
  const routes = [route('GET', '/report/zoom', () => Promise.reject(new Error('no canvas')))];
  const reply = await answer(routes, request('GET', '/report/zoom'));
  expect(reply).toMatchObject({ status: 500, body: { detailedMessage: 'no canvas' } });
});

test('keeps what must happen after the reply apart from the reply', async () => {
  let done = false;
  const routes = [route('POST', '/report/refresh', () => accepted(() => (done = true)))];
  const reply = await answer(routes, request('POST', '/report/refresh'));
  expect(done).toBe(false);
  reply.after?.();
  expect(done).toBe(true);
});
