import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AccessToken } from './entra.ts';
import { createCaller, path } from './http.ts';
import type { ExchangeLog, Fetch } from './transport.ts';

type Sent = { url: string; authorization: string | null; body: unknown };

const stage = (answers: (() => Response)[]) => {
  const sent: Sent[] = [];
  const log: ExchangeLog[] = [];
  const fetch: Fetch = async (input, init) => {
    sent.push({
      url: String(input instanceof Request ? input.url : input),
      authorization: new Headers(init?.headers).get('authorization'),
      body: init?.body,
    });
    const answer = answers[Math.min(sent.length, answers.length) - 1];
    if (!answer) throw new TypeError('no answer left');
    return answer();
  };
  let issued = 0;
  const issue = async (): Promise<AccessToken> => ({ access_token: `token-${++issued}`, expires_at_ms: Number.MAX_SAFE_INTEGER });
  const call = createCaller({
    service: 'powerbi',
    base: 'https://api.example/v1.0/myorg',
    scope: 's',
    credentials: { tenant_id: 't', client_id: 'c', client_secret: 's' },
    tokens: { get: issue, replace: issue },
    transport: {
      fetch,
      clock: { now: () => 0, sleep: async () => undefined },
      timeoutMs: 5_000,
      maxWaitS: 60,
      log: (entry) => log.push(entry),
    },
  });
  return { call, sent, log };
};

const shape = z.object({ ok: z.boolean() });
const fine = () => Response.json({ ok: true }, { headers: { RequestId: 'r-1' } });
const redirect = (location: string) => () => new Response(null, { status: 307, headers: { location } });
const expired = () => new Response('', { status: 403, headers: { 'x-powerbi-error-info': 'TokenExpired' } });

test('URL-encodes ids', () => {
  expect(path`groups/${'a/../b'}/exports/${'x+y=='}`).toBe('groups/a%2F..%2Fb/exports/x%2By%3D%3D');
});

test('sends the token and leaves out queries that are not set', async () => {
  const { call, sent } = stage([fine]);
  await call({ method: 'GET', path: 'groups', query: { $top: 5, $skip: undefined }, reply: shape });
  expect(sent[0]).toMatchObject({ url: 'https://api.example/v1.0/myorg/groups?%24top=5', authorization: 'Bearer token-1' });
});

test('logs what support asks for, and no secrets', async () => {
  const { call, log } = stage([fine]);
  await call({ method: 'GET', path: 'groups', query: { $filter: 'secret' }, reply: shape });
  expect(log[0]).toMatchObject({ service: 'powerbi', method: 'GET', path: '/v1.0/myorg/groups', status: 200, request_id: 'r-1' });
});

test('gets one fresh token for a refused one and sends the call again', async () => {
  const { call, sent } = stage([expired, fine]);
  expect(await call({ method: 'POST', path: 'x', body: { a: 1 }, reply: shape })).toEqual({ ok: true });
  expect(sent.map((entry) => entry.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
});

test('gives up when the fresh token is refused too', async () => {
  const { call, sent } = stage([expired]);
  await expect(call({ method: 'GET', path: 'x', reply: shape })).rejects.toMatchObject({ kind: 'token', code: 'TokenExpired' });
  expect(sent).toHaveLength(2);
});

test('never takes a plain 401 for a refused token', async () => {
  const { call, sent } = stage([() => new Response('', { status: 401 })]);
  await expect(call({ method: 'GET', path: 'x', reply: shape })).rejects.toMatchObject({ kind: 'not_authorized' });
  expect(sent).toHaveLength(1);
});

test.each(['https://wabi-south.powerbi.com/v1.0/myorg/x', 'https://api.example/other', '/elsewhere'])(
  'follows a cluster redirect to %s with the token',
  async (location) => {
    const { call, sent } = stage([redirect(location), fine]);
    expect(await call({ method: 'POST', path: 'x', body: { a: 1 }, reply: shape })).toEqual({ ok: true });
    expect(sent[1]).toEqual({ url: new URL(location, 'https://api.example').href, authorization: 'Bearer token-1', body: '{"a":1}' });
  },
);

test.each([
  'https://evil.example/',
  'http://wabi.powerbi.com/',
  'https://powerbi.com.evil.example/',
  'https://evilpowerbi.com/',
  'https://api.example:444/',
  '//evil.example/x',
])('never takes the token to %s', async (location) => {
  const { call, sent } = stage([redirect(location), fine]);
  await expect(call({ method: 'GET', path: 'x', reply: shape })).rejects.toMatchObject({ kind: 'unavailable', code: 'foreign_redirect' });
  expect(sent).toHaveLength(1);
});

test('stops following a circle of redirects', async () => {
  const { call, sent } = stage([redirect('https://api.example/again')]);
  await expect(call({ method: 'GET', path: 'x', reply: shape })).rejects.toMatchObject({ code: 'foreign_redirect' });
  expect(sent).toHaveLength(4);
});

test('reads an answer that starts with a byte order mark', async () => {
  const { call } = stage([() => new Response('\uFEFF{"ok":true}')]);
  expect(await call({ method: 'GET', path: 'x', reply: shape })).toEqual({ ok: true });
});

test.each(['{"ok":tr', '<html>gateway</html>', '{"ok":"yes"}', ''])('refuses to take %j for an answer', async (text) => {
  const { call } = stage([() => new Response(text)]);
  await expect(call({ method: 'GET', path: 'x', reply: shape })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'unreadable_reply',
    status: 200,
  });
});

test('throws the reason of a caller who gives up', async () => {
  const { call, sent } = stage([fine]);
  const reason = new Error('closed the tab');
  await expect(call({ method: 'GET', path: 'x', reply: shape, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(sent).toHaveLength(0);
});
