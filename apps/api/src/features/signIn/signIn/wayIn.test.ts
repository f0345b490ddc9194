/** The way in is one path: what is left out, doubled, tampered with or late leads nowhere. */
import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { forgotPassword, login, newPassword } from '@vitrine/contract/signIn/signIn.ts';
import * as secondFactor from '@vitrine/contract/signIn/secondFactor.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { exampleOf } from '#test/matrix/slots.ts';
import { buildApp } from '#app.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterEach(() => world.setTime(null));
afterAll(world.close);

let subnet = 0;
/** A network of its own, so that tests do not count together. */
const stranger = () => world.browser({ ip: `203.0.${++subnet}.9` });
const chosen = 'Quatro-palavras-9-novas';
const json = { 'content-type': 'application/json' };

/** Names of what an endpoint takes in path and body. */
const slotsNamed = (endpoint: Endpoint): string[] => [
  ...[...endpoint.path.matchAll(/:([a-z_]+)/g)].map(([, name]) => name ?? ''),
  ...Object.keys(exampleOf(endpoint, 'text', () => null).body ?? {}),
];

const open = endpoints.filter(({ endpoint }) => endpoint.can === 'public' && endpoint.method === 'POST');

test.each(open.map(({ name, endpoint }) => [name, endpoint.path] as const))(
  '%s lets nobody in who leaves something out',
  async (_, path) => {
    const { email } = await (await world.unit()).person('user');
    const browser = stranger();
    const url = path.replaceAll(/:\w+/g, 'nothing');
    for (const payload of ['', '{}', '[]', 'null', `{"email":["${email}","evil@example.com"]}`, `{"email":"${email}","password":""}`]) {
      const response = await browser.inject({ method: 'POST', url, headers: json, payload });
      expect(response.statusCode, payload).toBeLessThan(500);
      expect(browser.cookies.get('__Host-vitrine'), payload).toBeUndefined();
      expect(response.body, payload).not.toContain('"token":"');
    }
  },
);

const secretFields = ['token', 'challenge', 'key'];
const withSecret = endpoints.filter(
  ({ endpoint }) => endpoint.can === 'public' && slotsNamed(endpoint).some((field) => secretFields.includes(field)),
);

test.each(withSecret.map(({ name, endpoint }) => [name, endpoint] as const))(
  '%s takes no placeholder for a secret',
  async (_, endpoint) => {
    const browser = stranger();
    const placeholders = [':token', ':key', 'undefined', 'null', 'NaN', '[object Object]', '%00', '*', '..', '{token}', ' '];
    for (const placeholder of placeholders) {
      const made = exampleOf(endpoint, 'text', () => uuidv7());
      const body = typeof made.body === 'object' && made.body !== null ? { ...made.body } : {};
      for (const field of secretFields) if (field in body) Object.assign(body, { [field]: placeholder });
      const url = endpoint.path.replace(':id', uuidv7()).replace(':key', encodeURIComponent(placeholder));
      const payload = endpoint.method === 'GET' ? {} : { payload: body };
      const response = await browser.inject({ method: endpoint.method, url, ...payload });
      expect(response.statusCode, `${url} ${placeholder} ${response.body}`).toBeGreaterThanOrEqual(400);
      expect(response.statusCode, `${url} ${placeholder} ${response.body}`).toBeLessThan(500);
      expect(browser.cookies.size).toBe(0);
    }
  },
);

test('a link goes to one address, and to none when more are named', async () => {
  const { email } = await (await world.unit()).person('user');
  const other = 'evil@example.com';
  const bodies = [{ email: [email, other] }, { email: { 0: email, 1: other } }, { 'email[]': email, email: `${email},${other}` }];
  for (const body of bodies) {
    const response = await stranger().inject({ method: 'POST', url: forgotPassword.path, headers: json, payload: JSON.stringify(body) });
    expect(response.statusCode).toBe(422);
  }
  expect([await world.mailsTo(email), await world.mailsTo(other)]).toEqual([[], []]);
});

test('asking for a new password changes nothing for whoever is signed in, or knows the old one', async () => {
  const ana = await (await world.unit()).person('user');
  const browser = await world.signIn(ana);
  await stranger().call(forgotPassword, { body: { email: ana.email } });
  expect((await browser.call(getConfig, {})).companies).toHaveLength(1);
  await stranger().login(ana);
});

test('an invitation works once, for whom it was, untouched and within a week', async () => {
  const { admin } = await world.unitWithAdmin();
  const invited = async () => {
    const email = `convidada-${++subnet}@example.com`;
    await admin.call(users.add, { body: { name: 'Convidada', email } });
    const text = (await world.mailsTo(email)).at(-1)?.text ?? '';
    return { email, token: /\/new\/password\/([\w-]+)/.exec(text)?.[1] ?? '' };
  };
  const [first, second, late] = [await invited(), await invited(), await invited()];
  const use = (token: string) => stranger().refusal(newPassword, { body: { token, password: chosen } });
  const tampered = `${first.token.slice(0, -1)}${first.token.endsWith('A') ? 'B' : 'A'}`;
  expect((await use(tampered)).body.status).toBe('link_used');
  await stranger().call(newPassword, { body: { token: first.token, password: chosen } });
  expect((await use(first.token)).body.status).toBe('link_used');
  const credentials = { email: second.email, password: chosen };
  expect((await stranger().refusal(login, { body: credentials })).status).toBe(401);
  world.setTime(new Date(Date.now() + 8 * 86_400_000));
  expect((await use(late.token)).body.status).toBe('link_used');
});

test('a code of an app whose clock is ninety seconds off is refused, thirty are forgiven', async () => {
  const ana = await (await world.unit({ settings: { require_second_factor: true } })).person('user');
  const credentials = { body: { email: ana.email, password: ana.password } };
  const setup = stranger();
  const { token = '' } = (await setup.refusal(login, credentials)).body;
  const { secret } = await setup.call(secondFactor.setupAppStart, { body: { token } });
  const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: world.services.now().getTime() + seconds * 1000 });
  await setup.call(secondFactor.setupApp, { body: { token, code: codeAt(0) } });
  world.setTime(new Date(Date.now() + 600_000));
  for (const [seconds, passes] of [
    [-90, false],
    [90, false],
    [-30, true],
  ] as const) {
    const browser = stranger();
    const step = await browser.call(login, credentials);
    const challenge = 'challenge' in step ? step.challenge : '';
    const response = await browser.inject({
      method: 'POST',
      url: secondFactor.verifyCode.path,
      payload: { challenge, code: codeAt(seconds) },
    });
    expect([seconds, response.statusCode]).toEqual([seconds, passes ? 200 : 422]);
  }
});

test('guesses stay counted when the portal is started anew', async () => {
  const ana = await (await world.unit()).person('user');
  const browser = stranger();
  for (let guess = 0; guess < 10; guess++) await browser.refusal(login, { body: { email: ana.email, password: 'a wrong password' } });
  const restarted = await buildApp(world.services);
  const response = await restarted.inject({
    method: 'POST',
    url: login.path,
    headers: { host: browser.host },
    remoteAddress: `203.0.${++subnet}.9`,
    payload: { email: ana.email, password: ana.password },
  });
  expect(response.statusCode).toBe(429);
  await restarted.close();
});
