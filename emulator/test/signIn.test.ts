import { createHash, randomUUID } from 'node:crypto';
import { SignJWT, createRemoteJWKSet, decodeJwt, exportSPKI, generateKeyPair, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { demoPassword } from '../service/directory/demoDirectory.ts';
import { formOf, openBrowser } from './directory.ts';
import { requestToken, startWorld } from './world.ts';

const keys = await generateKeyPair('RS256', { extractable: true });
const application = {
  ...demoApplication,
  certificates: [await exportSPKI(keys.publicKey)],
  redirect_uris: ['https://portal.example/back'],
  agreed_for_everybody: true,
};

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld({ credentials: [application] });
});
afterAll(() => emulator.close());

const { tenant_id, client_id, client_secret } = application;
const verifier = 'a-verifier-of-the-least-length-that-is-allowed-43';
const asked = {
  client_id,
  response_type: 'code',
  redirect_uri: 'https://portal.example/back',
  scope: 'openid profile email',
  state: 's&1',
  nonce: 'n-1',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
const at = (path: string, tenant = tenant_id) => `${emulator.origin}/${tenant}/oauth2/v2.0/${path}`;
const authorize = (change: Record<string, string> = {}, tenant?: string) =>
  fetch(`${at('authorize', tenant)}?${new URLSearchParams({ ...asked, ...change }).toString()}`, { redirect: 'manual' });
const choose = (person: string, change: Record<string, string> = {}) =>
  fetch(at('authorize'), {
    method: 'POST',
    body: new URLSearchParams({ ...asked, person, password: demoPassword, ...change }),
    redirect: 'manual',
  });
const back = (answer: Response) => new URL(answer.headers.get('location') ?? 'about:blank').searchParams;
const codeFor = async (change: Record<string, string> = {}) => back(await choose('ana@aurora.example', change)).get('code') ?? '';
const redeem = (code: string, change: Record<string, string> = {}) =>
  requestToken(emulator, {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    code,
    redirect_uri: asked.redirect_uri,
    code_verifier: verifier,
    ...change,
  });

test('the page lists the people, and the one who is chosen is signed in', async () => {
  const page = await authorize();
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(await page.text()).toContain('ana@aurora.example');
  const chosen = await choose('ana@aurora.example');
  expect(chosen.status).toBe(302);
  expect(back(chosen).get('state')).toBe('s&1');
  const tokens = (await (await redeem(back(chosen).get('code') ?? '')).json()) as { id_token: string };
  const discovery = await fetch(`${emulator.origin}/${tenant_id}/v2.0/.well-known/openid-configuration`);
  const { issuer, jwks_uri } = (await discovery.json()) as { issuer: string; jwks_uri: string };
  const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(jwks_uri)), { issuer, audience: client_id });
  expect(payload).toMatchObject({
    nonce: 'n-1',
    tid: tenant_id,
    preferred_username: 'ana@aurora.example',
    name: 'Ana Bittencourt',
    ver: '2.0',
  });
});

test('tells the groups of a person, and of more than two hundred only where they can be asked for', async () => {
  const claims = async () => decodeJwt(((await (await redeem(await codeFor())).json()) as { id_token: string }).id_token);
  const admin = (method: string, path: string, body: object) =>
    fetch(`${emulator.origin}/admin/${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(await claims()).not.toHaveProperty('groups');
  type Overview = { groups: { id: string }[]; people: { object_id: string; mail: string }[] };
  const overview = async () => (await (await fetch(`${emulator.origin}/admin/directory`)).json()) as Overview;
  const { groups, people } = await overview();
  const ana = people.find(({ mail }) => mail === 'ana@aurora.example')?.object_id ?? '';
  const first = groups[0]?.id ?? '';
  await admin('PATCH', `groups/${first}`, { members: [ana] });
  expect(await claims()).toMatchObject({ groups: [first] });
  for (let at = 0; at < 200; at++) await admin('POST', 'groups', { name: `Group ${at}` });
  for (const { id } of (await overview()).groups) await admin('PATCH', `groups/${id}`, { members: [ana] });
  const many = await claims();
  expect(many).not.toHaveProperty('groups');
  expect(many).toMatchObject({
    _claim_names: { groups: 'src1' },
    _claim_sources: { src1: { endpoint: `${emulator.origin}/${tenant_id}/users/${ana}/getMemberObjects` } },
  });
});

test('an account is chosen first, then its password is asked for, and a wrong one lets nobody in', async () => {
  const browser = openBrowser();
  const address = `${at('authorize')}?${new URLSearchParams({ ...asked, prompt: 'select_account' }).toString()}`;
  const page = await browser.go(address);
  const { fields } = formOf(page);
  const second = await browser.go(address, { ...fields, person: 'ana@aurora.example' });
  expect(second.text).toContain('Enter the password');
  const wrong = await browser.go(address, { ...formOf(second).fields, password: 'guess' });
  expect([wrong.location, wrong.text.includes('That is not the password')]).toEqual([null, true]);
  const right = await browser.go(address, { ...formOf(wrong).fields, password: demoPassword });
  expect(new URL(right.location ?? '').searchParams.get('code')).toBeTruthy();
  // The browser is known from now on: choosing is enough.
  const again = await browser.go(address, { ...formOf(await browser.go(address)).fields, person: 'ana@aurora.example' });
  expect(new URL(again.location ?? '').searchParams.get('code')).toBeTruthy();
});

test('somebody who is signed in goes on without a page, as far as the application wants that', async () => {
  onTestFinished(() => emulator.clock.reset());
  const browser = openBrowser();
  const go = async (change: Record<string, string>) => {
    const page = await browser.go(`${at('authorize')}?${new URLSearchParams({ ...asked, ...change }).toString()}`);
    return page.location === null ? 'page' : (new URL(page.location).searchParams.get('error') ?? 'code');
  };
  expect([await go({ prompt: 'none' }), await go({})]).toEqual(['login_required', 'page']);
  await browser.go(at('authorize'), { ...asked, person: 'ana@aurora.example', password: demoPassword });
  expect([await go({ prompt: 'none' }), await go({}), await go({ prompt: 'login' }), await go({ prompt: 'select_account' })]).toEqual([
    'code',
    'code',
    'page',
    'page',
  ]);
  expect([await go({ prompt: 'none', login_hint: 'bruno@aurora.example' }), await go({ max_age: '60' })]).toEqual([
    'login_required',
    'code',
  ]);
  emulator.clock.advance(61_000);
  expect([await go({ prompt: 'none', max_age: '60' }), await go({ max_age: '60' })]).toEqual(['login_required', 'page']);
  await browser.go(at('logout'));
  expect(await go({ prompt: 'none' })).toBe('login_required');
});

test('a login hint leads to the password at once, over "common" as well; an answer goes by form post', async () => {
  const hinted = await authorize({ login_hint: 'bruno@aurora.example' }, 'common');
  expect(await hinted.text()).toMatch(/bruno@aurora\.example[\s\S]*type="password"/);
  const text = await (await choose('bruno@aurora.example', { response_mode: 'form_post' })).text();
  expect(text).toContain('action="https://portal.example/back"');
  expect(text).toContain('value="s&amp;1"');
  const common = await fetch(`${emulator.origin}/common/v2.0/.well-known/openid-configuration`);
  expect(((await common.json()) as { issuer: string }).issuer).toContain('{tenantid}');
});

test.each([
  [{ response_type: 'token' }, 'unsupported_response_type'],
  [{ code_challenge_method: 'plain' }, 'invalid_request'],
  [{ scope: 'profile' }, 'invalid_scope'],
  [{ prompt: 'none' }, 'login_required'],
])('tells the application what is wrong with %j', async (change, error) => {
  const answer = await authorize(change);
  expect([answer.status, back(answer).get('error'), back(answer).get('state')]).toEqual([302, error, 's&1']);
});

test.each([
  [{ redirect_uri: 'https://evil.example/back' }, 'AADSTS50011'],
  [{ client_id: randomUUID() }, 'AADSTS700016'],
])('sends nobody to a stranger: %j', async (change, text) => {
  const answer = await authorize(change);
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  expect(await answer.text()).toContain(text);
});

test('a code is good once, for its address and its verifier, for ten minutes', async () => {
  onTestFinished(() => emulator.clock.reset());
  const code = await codeFor();
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const numberOf = async (answer: Response) => ((await answer.json()) as { error_codes: number[] }).error_codes[0];
  expect(await numberOf(await redeem(code))).toBe(54005);
  expect(await numberOf(await redeem(await codeFor(), { code_verifier: 'wrong' }))).toBe(501481);
  expect(await numberOf(await redeem(await codeFor(), { redirect_uri: 'http://localhost/x' }))).toBe(500112);
  expect(await numberOf(await redeem(await codeFor(), { client_secret: 'wrong' }))).toBe(7000215);
  const late = await codeFor();
  emulator.clock.advance(11 * 60_000);
  expect(await numberOf(await redeem(late))).toBe(70008);
});

test('signs out to a known address only', async () => {
  const leave = (to: string) =>
    fetch(`${at('logout')}?${new URLSearchParams({ post_logout_redirect_uri: to }).toString()}`, { redirect: 'manual' });
  expect((await leave('https://portal.example/back')).headers.get('location')).toBe('https://portal.example/back');
  expect((await leave('https://evil.example/')).status).toBe(200);
  const known = encodeURIComponent('https://portal.example/back');
  const twice = `${at('logout')}?post_logout_redirect_uri=${known}&post_logout_redirect_uri=${known}`;
  expect((await fetch(twice, { redirect: 'manual' })).status).toBe(200);
});

test('a certificate proves an application, for this endpoint and its time', async () => {
  onTestFinished(() => emulator.clock.reset());
  const assertion = (change: { key?: typeof keys.privateKey; audience?: string; issuer?: string } = {}) =>
    new SignJWT({ jti: randomUUID() })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(change.issuer ?? client_id)
      .setSubject(client_id)
      .setAudience(change.audience ?? at('token'))
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(change.key ?? keys.privateKey);
  const ask = async (client_assertion: string) =>
    requestToken(emulator, {
      grant_type: 'client_credentials',
      client_id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion,
      scope: 'https://analysis.windows.net/powerbi/api/.default',
    });
  const good = await assertion();
  expect((await ask(good)).status).toBe(200);
  const other = (await generateKeyPair('RS256')).privateKey;
  for (const wrong of [
    await assertion({ key: other }),
    await assertion({ audience: 'https://x.example' }),
    await assertion({ issuer: 'x' }),
    'x.y.z',
  ]) {
    const answer = await ask(wrong);
    expect([answer.status, ((await answer.json()) as { error_codes: number[] }).error_codes]).toEqual([401, [700027]]);
  }
  emulator.clock.advance(11 * 60_000);
  expect((await ask(good)).status).toBe(401);
});
