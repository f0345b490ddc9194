import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { demoPassword } from '../service/directory/demoDirectory.ts';
import { accessToken, requestToken, startWorld } from './world.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld({ credentials: [{ ...demoApplication, agreed_for_everybody: true }] });
});
afterAll(() => emulator.close());

const { tenant_id, client_id, client_secret } = demoApplication;
const redirect_uri = 'http://localhost:4000/back';

const tokensFor = async (scope: string, person = 'ana@aurora.example') => {
  const asked = { client_id, response_type: 'code', redirect_uri, scope, person, password: demoPassword };
  const address = `${emulator.origin}/${tenant_id}/oauth2/v2.0/authorize`;
  const signedIn = await fetch(address, { method: 'POST', body: new URLSearchParams(asked), redirect: 'manual' });
  const code = new URL(signedIn.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const answer = await requestToken(emulator, { grant_type: 'authorization_code', client_id, client_secret, code, redirect_uri });
  return (await answer.json()) as { access_token: string; id_token: string };
};
const ask = async (token: string | undefined, method = 'GET') => {
  const discovery = await fetch(`${emulator.origin}/${tenant_id}/v2.0/.well-known/openid-configuration`);
  const { userinfo_endpoint } = (await discovery.json()) as { userinfo_endpoint: string };
  const answer = await fetch(userinfo_endpoint, { method, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  return { status: answer.status, challenge: answer.headers.get('www-authenticate'), body: (await answer.json()) as object };
};

test('tells who signed in, as far as the scopes go, under the number of the id token', async () => {
  const all = await tokensFor('openid profile email');
  const { sub } = decodeJwt(all.id_token);
  expect(await ask(all.access_token)).toMatchObject({
    status: 200,
    body: { sub, name: 'Ana Bittencourt', given_name: 'Ana', family_name: 'Bittencourt', email: 'ana@aurora.example' },
  });
  expect((await ask(all.access_token, 'POST')).status).toBe(200);
  expect((await ask((await tokensFor('openid')).access_token)).body).toEqual({ sub });
});

test('refuses no token, one for something else, a changed one, an old one, and one of somebody who is disabled', async () => {
  onTestFinished(() => emulator.clock.reset());
  const { access_token: good, id_token } = await tokensFor('openid');
  expect(decodeProtectedHeader(good).alg).toBe('RS256');
  const changed = `${good.slice(0, -8)}AAAAAAAA`;
  for (const token of [undefined, 'text', changed, id_token, await accessToken(emulator)]) {
    const { status, challenge, body } = await ask(token);
    expect([status, challenge?.startsWith('Bearer error="invalid_token"')]).toEqual([401, true]);
    expect(body).toMatchObject({ error: { code: 'InvalidAuthenticationToken' } });
  }
  const bruno = await tokensFor('openid', 'bruno@aurora.example');
  const { oid } = decodeJwt(bruno.access_token);
  const body = JSON.stringify({ disabled: true });
  const headers = { 'content-type': 'application/json' };
  await fetch(`${emulator.origin}/admin/people/${String(oid)}`, { method: 'PATCH', headers, body });
  expect((await ask(bruno.access_token)).status).toBe(401);
  emulator.clock.advance(61 * 60_000);
  expect((await ask(good)).status).toBe(401);
});

test('does not let the token of a person into Power BI', async () => {
  const { access_token } = await tokensFor('openid');
  const answer = await fetch(`${emulator.origin}/v1.0/myorg/groups`, { headers: { authorization: `Bearer ${access_token}` } });
  expect(answer.status).toBe(401);
});
