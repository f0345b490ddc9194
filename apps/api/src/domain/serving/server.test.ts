import { connect } from 'node:net';
import { alive } from '@vitrine/contract/system/health.ts';
import { endpoints } from '@vitrine/contract/contract.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
const behindProxy = await openWorld({ environment: { trustedProxies: ['192.0.2.1', '10.0.0.0/8'] } });
afterAll(async () => {
  await world.close();
  await behindProxy.close();
});

const address = new URL(await world.app.listen({ host: '127.0.0.1', port: 0 }));
const browser = world.browser();
const json = { 'content-type': 'application/json' };
const post = (payload: string | Buffer, headers: Record<string, string> = json) =>
  browser.inject({ method: 'POST', url: '/api/login', payload, headers });

test('answers that it is alive', async () => {
  expect(await browser.call(alive, {})).toEqual({ status: 'ok' });
});

describe('hosts', () => {
  test.each(['evil.example', 'portal.example.evil.example', 'portal.example@evil.example', '[::2]'])(
    'refuses the host %j',
    async (host) => {
      const response = await world.app.inject({ url: '/api/register/isEnable', headers: { host } });
      expect([response.statusCode, response.json<{ status: string }>().status]).toEqual([404, 'domain_not_found']);
    },
  );

  test.each(['portal.example', 'PORTAL.example', 'portal.example.', 'portal.example:8443', 'localhost:4000', '127.0.0.1'])(
    'knows the host %s',
    async (host) => {
      expect((await world.app.inject({ url: '/api/register/isEnable', headers: { host } })).statusCode).toBe(200);
    },
  );

  test('believes no forwarded host but that of a listed proxy', async () => {
    const request = {
      url: '/api/register/isEnable',
      headers: { host: 'portal.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
    };
    expect((await world.app.inject(request)).statusCode).toBe(200);
    expect((await behindProxy.app.inject({ ...request, remoteAddress: '198.51.100.1' })).statusCode).toBe(200);
    expect((await behindProxy.app.inject({ ...request, remoteAddress: '192.0.2.1' })).statusCode).toBe(404);
  });

  test('refuses a call without a host', async () => {
    expect(await raw('GET /api/register/isEnable HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 404/);
    expect(await raw('GET /api/register/isEnable HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 404/);
  });

  test('refuses two hosts at once', async () => {
    const answer = await raw(
      'GET /api/register/isEnable HTTP/1.1\r\nHost: portal.example\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
  });
});

describe('addresses of callers', () => {
  const seen = async (remoteAddress: string, forwarded?: string) => {
    const headers = { host: 'portal.example', ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) };
    const response = await behindProxy.app.inject({ url: '/seen', remoteAddress, headers });
    return response.statusCode === 404 ? 'served' : response.statusCode;
  };

  test('a stranger cannot say who they are, a proxy can', async () => {
    expect(await seen('198.51.100.1', 'garbage')).toBe('served');
    expect(await seen('192.0.2.1', '203.0.113.5')).toBe('served');
  });

  test.each(['a', 'unknown', '::1%eth0', '203.0.113', '203.0.113.5:80', '1.2.3.4, x'])(
    'refuses what a proxy forwards as %j',
    async (forwarded) => {
      expect(await seen('10.1.2.3', forwarded)).toBe(400);
    },
  );
});

describe('bodies', () => {
  test.each([
    ['broken JSON', '{"email":'],
    ['a lone quote', '"'],
    ['NUL in a text', '{"email":"a\\u0000@example.com","password":"x"}'],
    ['a lone surrogate', '{"email":"\\ud800","password":"x"}'],
    ['a key twice', '{"email":"a@example.com","email":"b@example.com","password":"x"}'],
    ['a key twice, written differently', String.raw`{"email":"a@example.com","\u0065mail":"b@example.com","password":"x"}`],
    ['__proto__', '{"email":"a@example.com","password":"x","__proto__":{"role":"operator"}}'],
    ['constructor', '{"constructor":{"prototype":{"role":"operator"}}}'],
    ['deep nesting', `${'['.repeat(400)}${']'.repeat(400)}`],
    ['NaN', '{"email":NaN}'],
    ['a byte order mark', '\ufeff{"email":"a@example.com","password":"x"}'],
  ])('refuses %s with 400', async (_, payload) => {
    const response = await post(payload);
    expect([response.statusCode, response.json<{ status: string }>().status]).toEqual([400, 'bad_request']);
  });

  test('refuses what is not UTF-8', async () => {
    expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]))).statusCode).toBe(400);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json\t;x',
    'application/jsonx',
    'application/json,text/plain',
    '',
  ])('takes no %j for JSON', async (type) => {
    const response = await post('email=a&password=b', { 'content-type': type });
    expect([400, 415]).toContain(response.statusCode);
  });

  test.each(['application/json', 'Application/JSON', 'application/json; charset=utf-8'])('takes %s', async (type) => {
    expect((await post('{"email":"a@example.com"}', { 'content-type': type })).statusCode).toBe(422);
  });

  test('refuses more than a megabyte', async () => {
    const response = await post(JSON.stringify({ email: 'x'.repeat(1_100_000) }));
    expect([response.statusCode, response.json<{ status: string }>().status]).toEqual([413, 'too_large']);
  });

  test.each(['valueOf', 'toString', 'hasOwnProperty'])('refuses a field named %s like any other that it does not know', async (name) => {
    const response = await browser.inject({ method: 'POST', url: '/api/login', payload: JSON.stringify({ [name]: 0 }), headers: json });
    expect(response.statusCode, response.body).toBe(422);
    expect(response.json<{ errors: object }>().errors).toHaveProperty(name);
  });

  test('never fails over what is sent, whatever it is', async () => {
    const open = endpoints
      .filter(({ endpoint }) => endpoint.can === 'public' && endpoint.method === 'POST')
      .map(({ endpoint }) => endpoint.path);
    const fields = fc.constantFrom('email', 'password', 'token', 'host', 'status', 'origem', 'message', 'rota', 'user_id');
    const bodies = fc.oneof(
      fc.json().map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.dictionary(fields, fc.jsonValue()).map((value) => Buffer.from(JSON.stringify(value))),
      fc.dictionary(fields, fc.string({ unit: 'binary', maxLength: 300 })).map((value) => Buffer.from(JSON.stringify(value))),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...open), bodies, fc.string({ unit: 'binary', maxLength: 60 }), async (url, payload, token) => {
        const headers = {
          ...json,
          authorization: `Bearer ${encodeURIComponent(token)}`,
          cookie: `__Host-vitrine=${encodeURIComponent(token)}`,
        };
        const response = await browser.inject({ method: 'POST', url, payload, headers });
        expect(response.statusCode, response.body).toBeLessThan(500);
      }),
      { numRuns: 400 },
    );
  });
});

describe('paths', () => {
  test.each(['/api/nothing', '/api', '/api/', '/api/health/alive/', '//api/health/alive', '/API/health/alive', '/api/health/alive;a=b'])(
    'there is nothing at %s',
    async (url) => {
      const response = await browser.inject({ url });
      expect([response.statusCode, response.json<{ status: string }>().status]).toEqual([404, 'not_found']);
    },
  );

  test.each(['/api/%00', '/api/reports/%', '/api/%ff', '/api/login?x=%zz'])('cannot read %s', async (url) => {
    expect((await browser.inject({ url })).statusCode).toBe(400);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)('tells %s on a path that takes POST which methods there are', async (method) => {
    const response = await browser.inject({ method, url: '/api/login' });
    expect([response.statusCode, response.json<{ status: string }>().status, response.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'POST',
    ]);
  });

  test('a guarded path is guarded in every spelling', async () => {
    for (const url of ['/api/reports', '/api/%72eports', '/api/reports?x=1', '/%61pi/reports'])
      expect((await browser.inject({ url })).statusCode).toBe(401);
    for (const url of ['/api/./reports', '/api/x/../reports', '/api/%2e%2e/api/reports'])
      expect([401, 404]).toContain((await browser.inject({ url })).statusCode);
  });
});

test('every answer of the API is private, and says what a browser may do with it', async () => {
  for (const url of ['/api/health/alive', '/api/nothing', '/api/reports']) {
    const { headers } = await browser.inject({ url });
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'permissions-policy': expect.stringMatching(/camera=\(\), .*geolocation=\(\), .*microphone=\(\), /),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';" +
        "worker-src 'self';manifest-src 'self';frame-src 'self' https://app.powerbi.com http://127.0.0.1:9;frame-ancestors 'none';form-action 'self';object-src 'none';base-uri 'none'",
    );
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test('an origin that asks is not told that it may read', async () => {
  const response = await browser.inject({
    method: 'OPTIONS',
    url: '/api/login',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

test('the log names routes, never what stood in a path', async () => {
  await browser.inject({ url: '/api/reports/a-secret-token?token=another-secret' });
  await browser.inject({ method: 'POST', url: '/api/new/password/form', payload: { token: 'third-secret-token' } });
  expect(world.log.join()).not.toMatch(/secret/);
  expect(world.log.some((line) => line.includes('/api/new/password/form'))).toBe(true);
});

/** Bytes over a socket, because an HTTP client would not send them. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(address.port), address.hostname);
  socket.write(request);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

test('whoever leaves in the middle of asking leaves one quiet line', async () => {
  const before = world.log.length;
  const caller = connect(Number(address.port), address.hostname);
  caller.write('POST /api/login HTTP/1.1\r\nHost: portal.example\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{', () =>
    setImmediate(() => caller.destroy()),
  );
  await expect.poll(() => world.log.slice(before).join('')).toContain('the caller left');
  expect(world.log.slice(before).filter((line) => /"level":[4-6]0/.test(line))).toEqual([]);
});
