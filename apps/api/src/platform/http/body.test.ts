/** No body costs more than its size allows: what arrives at the parser and at the schemas is counted, and so is the answer. */
import { forms } from '@vitrine/contract/form.ts';
import { endpoints } from '@vitrine/contract/contract.ts';
import type { Endpoint } from '@vitrine/contract/endpoint.ts';
import { upload } from '@vitrine/contract/upload.ts';
import { bulk, update } from '@vitrine/contract/people/users.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { updateConfig } from '@vitrine/contract/settings/settings.ts';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { bodyLimits } from './body.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => vi.restoreAllMocks());
const { unit, admin } = await world.unitWithAdmin();
const reader = await world.signIn(await unit.person('user'));
let networks = 0;
/** Of a network of its own: what cannot be read counts as an attempt. */
const stranger = () => world.browser({ ip: `198.18.${networks++ % 250}.7` });

const id = '0199a000-0000-7000-8000-000000000001';
const fieldsOf = ({ body }: Endpoint) => (body instanceof z.ZodObject ? Object.keys(body.shape) : ['x']);
/** As many of the parts as fit, in one text. */
const filled = (bytes: number, part: (index: number) => string): string => {
  const parts: string[] = [];
  for (let [index, size] = [0, 0]; ; index++) {
    size += Buffer.byteLength(part(index)) + 1;
    if (size > bytes) return parts.join(',');
    parts.push(part(index));
  }
};

/** What somebody sends who wants to keep the portal busy; at most so many bytes. */
const hostile: Record<string, (bytes: number, endpoint: Endpoint) => string> = {
  'keys that nobody knows': (bytes) => `{${filled(bytes - 2, (index) => `"k${index}":1`)}}`,
  'keys of a field': (bytes, endpoint) => `{"${fieldsOf(endpoint).at(-1)}":{${filled(bytes - 60, (index) => `"k${index}":1`)}}}`,
  'a long list': (bytes) => `[${filled(bytes - 2, () => '1')}]`,
  'a long list in a field': (bytes, endpoint) => `{"${fieldsOf(endpoint)[0]}":[${filled(bytes - 60, () => '{}')}]}`,
  'lists in lists': (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'objects in objects': (bytes) => `${'{"a":'.repeat(bytes / 7)}1${'}'.repeat(bytes / 7)}`,
  'what never closes': (bytes) => '['.repeat(bytes),
  'what only closes': (bytes) => ']'.repeat(bytes),
  'a long name': (bytes) => `{"${'n'.repeat(bytes - 10)}":1}`,
  'a long name of escapes': (bytes) => `{"${String.raw`\"`.repeat(bytes / 2 - 10)}":1}`,
  'long names': (bytes) => `{${filled(bytes - 2, (index) => `"${index}${'é😀'.repeat(100)}":1`)}}`,
  'a text without end': (bytes) => `{"email":"${'\\'.repeat(bytes - 20)}`,
  'the same key again and again': (bytes) => `{${filled(bytes - 2, () => '"email":"a"')}}`,
  __proto__: (bytes) => `{${filled(bytes - 2, () => '"__proto__":{"role":"operator"}')}}`,
};

const nodesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null ? Object.values(value).reduce((sum: number, item) => sum + 1 + nodesIn(item), 1) : 1;

/** Sends a body, and says what it made the portal do. */
async function send(browser: Browser, endpoint: Endpoint, payload: string) {
  const parse = vi.spyOn(JSON, 'parse');
  const check = vi.spyOn(endpoint.body, 'safeParse');
  const url = endpoint.path.replaceAll(/:\w+/g, id);
  const response = await browser.inject({
    method: endpoint.method,
    url,
    payload,
    headers: { 'content-type': 'application/json' },
  });
  const done = {
    parsed: parse.mock.calls.filter(([text]) => text === payload).length,
    checked: check.mock.calls.map(([value]) => nodesIn(value)),
  };
  vi.restoreAllMocks();
  return { ...done, response };
}

/** Refused as the catalogue has it, in few words. */
function expectShortRefusal({ response, checked }: Awaited<ReturnType<typeof send>>): void {
  const { status, errors = {} } = response.json<{ status: string; errors?: object }>();
  expect([400, 413, 422], response.body).toContain(response.statusCode);
  expect(status).toBe({ 400: 'bad_request', 413: 'too_large', 422: 'invalid' }[response.statusCode]);
  expect(Object.keys(errors).length).toBeLessThanOrEqual(10);
  for (const name of Object.keys(errors)) expect(name.length).toBeLessThanOrEqual(120);
  expect(Buffer.byteLength(response.body)).toBeLessThan(8 * 1024);
  for (const nodes of checked) expect(nodes).toBeLessThanOrEqual(bodyLimits.values + 1);
}

const takesJson = ({ method, body }: Endpoint) => method !== 'GET' && body !== upload;
const strangers = endpoints.filter(({ endpoint }) => endpoint.can === 'public' && takesJson(endpoint));
/** What a provider of sign-ins sends through the browser: whoever is refused is led to the page that says so. */
const [led, open] = [
  strangers.filter(({ endpoint }) => forms.has(endpoint.body)),
  strangers.filter(({ endpoint }) => !forms.has(endpoint.body)),
];
const closed = endpoints.filter(({ endpoint }) => endpoint.can !== 'public' && takesJson(endpoint));

test('a stranger sends no more than a form', () => {
  expect(open.length).toBeGreaterThan(15);
  for (const { name, endpoint } of open) expect(endpoint.max_bytes, name).toBeLessThanOrEqual(64 * 1024);
  const larger = open.filter(({ endpoint }) => endpoint.max_bytes > 8 * 1024).map(({ name }) => name);
  expect(larger.toSorted()).toEqual([
    'registration.registerFinish',
    'secondFactor.passkeySignIn',
    'secondFactor.setupPasskey',
    'secondFactor.verifyPasskey',
  ]);
});

test.each(open)('$name refuses every hostile body in few words, and reads none that is too large', async ({ endpoint }) => {
  for (const [shape, write] of Object.entries(hostile)) {
    expectShortRefusal(await send(stranger(), endpoint, write(endpoint.max_bytes, endpoint)));
    const beyond = await send(stranger(), endpoint, write(100_000, endpoint));
    expect([beyond.response.statusCode, beyond.parsed, beyond.checked], shape).toEqual([413, 0, []]);
  }
});

test('a message of a provider is no longer than its protocol needs', () => {
  expect(led.map(({ name, endpoint }) => [name, endpoint.max_bytes])).toEqual([
    ['saml.callback', 360 * 1024],
    ['saml.logoutPosted', 360 * 1024],
  ]);
});

test.each(led)('$name leads whoever sends a hostile body to its page, and reads none that is too large', async ({ endpoint }) => {
  for (const [shape, write] of Object.entries(hostile)) {
    const within = await send(stranger(), endpoint, write(endpoint.max_bytes, endpoint));
    const beyond = await send(stranger(), endpoint, write(400_000, endpoint));
    for (const { response } of [within, beyond]) {
      expect([response.statusCode, response.body], shape).toEqual([303, '']);
      expect(response.headers.location).toMatch(/^\/redirect\?status=\w+$/);
    }
    for (const nodes of within.checked) expect(nodes).toBeLessThanOrEqual(bodyLimits.values + 1);
    expect([beyond.parsed, beyond.checked], shape).toEqual([0, []]);
  }
});

test.each([login, update, bulk, updateConfig])('$path names ten of the fields that nobody knows', async (endpoint) => {
  const payload = `{${filled(1000, (index) => `"k${index}":1`)}}`;
  const { response } = await send(endpoint === login ? stranger() : admin, endpoint, payload);
  expect(response.statusCode, response.body).toBe(422);
  expect(Object.keys(response.json<{ errors: object }>().errors)).toHaveLength(10);
});

test('hostile bodies reach no schema of people who are signed in either', async () => {
  for (const { name, endpoint } of closed)
    for (const shape of ['keys that nobody knows', 'keys of a field', 'a long list', 'a long list in a field', 'lists in lists']) {
      const sent = await send(admin, endpoint, hostile[shape]?.(100_000, endpoint) ?? '');
      expect([sent.parsed, sent.checked], `${name} ${shape}`).toEqual([0, []]);
      if (![401, 403, 404].includes(sent.response.statusCode)) expectShortRefusal(sent);
    }
});

test('whoever may not call has nothing read', async () => {
  const payload = JSON.stringify({ name: 'x' });
  for (const { name, endpoint } of closed) {
    const { response, parsed } = await send(stranger(), endpoint, payload);
    expect([response.statusCode, parsed], name).toEqual([401, 0]);
  }
  const refused = await send(reader, updateConfig, payload);
  expect([refused.response.statusCode, refused.parsed]).toEqual([403, 0]);
  expect((await send(admin, updateConfig, payload)).parsed).toBe(1);
});

test('where there is no endpoint, nothing large is read', async () => {
  const inject = async (bytes: number) => {
    const parse = vi.spyOn(JSON, 'parse');
    const payload = hostile['keys that nobody knows']?.(bytes, login) ?? '';
    const { statusCode, body } = await stranger().inject({
      method: 'POST',
      url: '/api/nothing',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect(parse.mock.calls.filter(([text]) => text === payload)).toEqual([]);
    expect(body.length).toBeLessThan(1000);
    return statusCode;
  };
  expect(await inject(1_000_000)).toBe(413);
});

test('a query of many names is refused in few words', async () => {
  const query = Array.from({ length: 1500 }, (_, index) => `k${index}=1`).join('&');
  const response = await admin.inject({ url: `/api/users?${query}` });
  expect(response.statusCode, response.body).toBe(422);
  expect(Object.keys(response.json<{ errors: object }>().errors)).toHaveLength(10);
});

test('takes what is as large as the limits say', async () => {
  const list = (length: number) => send(admin, updateConfig, JSON.stringify({ listIp: Array.from({ length }, () => 1) }));
  // The object, its field and the list belong to the values as well.
  expect((await list(bodyLimits.values - 5)).parsed).toBe(1);
  expect((await list(bodyLimits.values + 5)).parsed).toBe(0);
  const keys = (length: number) => send(admin, updateConfig, `{${Array.from({ length }, (_, index) => `"k${index}":":\\"{[,"`).join()}}`);
  expect((await keys(bodyLimits.keysOfAnObject)).response.statusCode).toBe(422);
  expect((await keys(bodyLimits.keysOfAnObject + 1)).response.statusCode).toBe(413);
});
