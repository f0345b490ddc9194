import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, requestToken, startWorld } from './world.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());

const { tenant_id, client_id, client_secret, object_id } = demoApplication;
const scope = 'https://analysis.windows.net/powerbi/api/.default';
const good = { grant_type: 'client_credentials', client_id, client_secret, scope };

test('issues a token of an hour whose signature the published keys confirm', async () => {
  const answer = await requestToken(emulator, good);
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { access_token: string };
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599, ext_expires_in: 3599 });

  const discovery = await fetch(`${emulator.origin}/${tenant_id}/v2.0/.well-known/openid-configuration`);
  const { jwks_uri } = (await discovery.json()) as { jwks_uri: string };
  const { payload, protectedHeader } = await jwtVerify(body.access_token, createRemoteJWKSet(new URL(jwks_uri)));
  expect(protectedHeader.alg).toBe('RS256');
  expect(payload).toMatchObject({
    aud: 'https://analysis.windows.net/powerbi/api',
    iss: `https://sts.windows.net/${tenant_id}/`,
    tid: tenant_id,
    oid: object_id,
    appid: client_id,
    idtyp: 'app',
  });
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3599);
});

test('names the resource that the token is for', async () => {
  const token = await accessToken(emulator, demoApplication, 'arm');
  const { payload } = await jwtVerify(token, createRemoteJWKSet(new URL(`${emulator.origin}/${tenant_id}/discovery/v2.0/keys`)));
  expect(payload.aud).toBe('https://management.azure.com');
});

test.each([
  ['a wrong secret', { ...good, client_secret: 'wrong' }, tenant_id, 401, 'invalid_client', 7000215],
  ['an unknown application', { ...good, client_id: tenant_id }, tenant_id, 400, 'unauthorized_client', 700016],
  ['an unknown directory', good, client_id, 400, 'invalid_request', 90002],
  ['the directory "common"', good, 'common', 400, 'invalid_request', 90002],
  ['a wrong scope', { ...good, scope: 'https://example.com/.default' }, tenant_id, 400, 'invalid_scope', 70011],
  ['a foreign grant', { ...good, grant_type: 'password' }, tenant_id, 400, 'unsupported_grant_type', 70003],
  ['a missing secret', { ...good, client_secret: '' }, tenant_id, 400, 'invalid_request', 900144],
])('refuses %s by its number', async (_, form, tenant, status, error, number) => {
  const answer = await requestToken(emulator, form, tenant);
  expect(answer.status).toBe(status);
  const body = (await answer.json()) as Record<string, unknown>;
  expect(body).toMatchObject({ error, error_codes: [number], error_uri: `https://login.microsoftonline.com/error?code=${number}` });
  expect(body['error_description']).toMatch(new RegExp(`^AADSTS${number}: .+\r\nTrace ID: `));
});

test('refuses a body that is no form', async () => {
  const answer = await fetch(`${emulator.origin}/${tenant_id}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"grant_type":',
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: 'invalid_request' });
});

test('says that the secret has expired when asked to', async () => {
  emulator.faults.start({ name: 'secret_expired', times: 1 });
  const answer = await requestToken(emulator, good);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: 'invalid_client', error_codes: [7000222] });
  expect((await requestToken(emulator, good)).status).toBe(200);
});
