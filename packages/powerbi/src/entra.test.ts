import { expect, test } from 'vitest';
import { createTokens } from './entra.ts';
import { PowerBiError } from './errors.ts';
import type { Fetch } from './transport.ts';

const credentials = { tenant_id: 'tenant', client_id: 'client', client_secret: 'secret' };
const minute = 60_000;

const stage = (
  answer: () => Response | Promise<Response> = () => Response.json({ access_token: `t${calls.length}`, expires_in: 3600 }),
) => {
  calls = [];
  const time = { now: 1_000_000 };
  const fetch: Fetch = async (input, init) => {
    calls.push({
      url: String(input instanceof Request ? input.url : input),
      body: new URLSearchParams(typeof init?.body === 'string' ? init.body : ''),
    });
    return answer();
  };
  const clock = { now: () => time.now, sleep: async () => undefined };
  return { time, tokens: createTokens('https://entra.example', { fetch, clock, timeoutMs: 5_000, maxWaitS: 60 }) };
};
let calls: { url: string; body: URLSearchParams }[] = [];

test('asks with the client credentials of the tenant', async () => {
  const { tokens } = stage();
  await tokens.get(credentials, 'scope/.default');
  expect(calls[0]?.url).toBe('https://entra.example/tenant/oauth2/v2.0/token');
  expect(Object.fromEntries(calls[0]?.body ?? [])).toEqual({
    grant_type: 'client_credentials',
    client_id: 'client',
    client_secret: 'secret',
    scope: 'scope/.default',
  });
});

test('shares one call among a hundred callers, and one token afterwards', async () => {
  const { tokens } = stage();
  const all = await Promise.all(Array.from({ length: 100 }, () => tokens.get(credentials, 's')));
  await tokens.get(credentials, 's');
  expect(calls).toHaveLength(1);
  expect(new Set(all.map((token) => token.access_token))).toEqual(new Set(['t1']));
});

test('keeps tokens of different scopes, secrets and tenants apart', async () => {
  const { tokens } = stage();
  await tokens.get(credentials, 'a');
  await tokens.get(credentials, 'b');
  await tokens.get({ ...credentials, client_secret: 'new' }, 'a');
  await tokens.get({ ...credentials, tenant_id: 'other' }, 'a');
  expect(calls).toHaveLength(4);
});

test('stops using a token five minutes before its end', async () => {
  const { tokens, time } = stage();
  await tokens.get(credentials, 's');
  time.now += 54 * minute;
  expect((await tokens.get(credentials, 's')).access_token).toBe('t1');
  time.now += 2 * minute;
  expect((await tokens.get(credentials, 's')).access_token).toBe('t2');
});

test('fetches a fresher token for whoever needs a longer life', async () => {
  const { tokens, time } = stage();
  await tokens.get(credentials, 's');
  time.now += 40 * minute;
  expect((await tokens.get(credentials, 's')).access_token).toBe('t1');
  expect((await tokens.get(credentials, 's', { freshForMs: 30 * minute })).access_token).toBe('t2');
});

test('replaces a refused token once, however many callers it was refused to', async () => {
  const { tokens } = stage();
  const refused = await tokens.get(credentials, 's');
  const replaced = await Promise.all(Array.from({ length: 10 }, () => tokens.replace(credentials, 's', refused)));
  expect(new Set(replaced.map((token) => token.access_token))).toEqual(new Set(['t2']));
  expect(calls).toHaveLength(2);
});

test('a caller who gives up leaves the call to the others', async () => {
  const gate = Promise.withResolvers<Response>();
  const { tokens } = stage(() => gate.promise);
  const controller = new AbortController();
  const impatient = tokens.get(credentials, 's', { signal: controller.signal });
  const patient = tokens.get(credentials, 's');
  const reason = new Error('gone');
  controller.abort(reason);
  await expect(impatient).rejects.toBe(reason);
  gate.resolve(Response.json({ access_token: 'late', expires_in: 3600 }));
  expect((await patient).access_token).toBe('late');
  expect(calls).toHaveLength(1);
});

test('names the reason why Entra refused, and asks again next time', async () => {
  const { tokens } = stage(() =>
    Response.json(
      {
        error: 'invalid_client',
        error_description: 'AADSTS7000222: The secret has expired.\r\nTrace ID: t',
        error_codes: [7000222],
        trace_id: 't',
      },
      { status: 401 },
    ),
  );
  const refusal = { kind: 'token', status: 401, code: 'AADSTS7000222', message: 'AADSTS7000222: The secret has expired.', request_id: 't' };
  await expect(tokens.get(credentials, 's')).rejects.toMatchObject(refusal);
  await expect(tokens.get(credentials, 's')).rejects.toBeInstanceOf(PowerBiError);
  expect(calls).toHaveLength(2);
});

test('tries again when Entra is overloaded', async () => {
  const { tokens } = stage(() =>
    calls.length < 3 ? new Response('', { status: 503 }) : Response.json({ access_token: 'x', expires_in: 60 }),
  );
  expect((await tokens.get(credentials, 's')).access_token).toBe('x');
});

test('refuses an answer without a token', async () => {
  const { tokens } = stage(() => new Response('<html>', { status: 200 }));
  await expect(tokens.get(credentials, 's')).rejects.toMatchObject({ kind: 'unavailable', code: 'unreadable_reply' });
});
