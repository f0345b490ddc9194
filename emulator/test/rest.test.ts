import { SignJWT, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, call, ids, outsider, startWorld } from './world.ts';

let emulator: Emulator;
let token: string;
beforeAll(async () => {
  emulator = await startWorld();
  token = await accessToken(emulator);
});
afterAll(() => emulator.close());

const get = (path: string, as = token) => call(emulator, as, 'GET', path);
const names = (body: Record<string, unknown>) => (body['value'] as { name: string }[]).map((row) => row.name);

test('lists the workspaces of the service principal, and nothing to a stranger', async () => {
  const { body } = await get('groups');
  expect(body).toMatchObject({
    '@odata.context': `${emulator.origin}/v1.0/myorg/$metadata#groups`,
    value: [
      { id: ids.sales, isReadOnly: false, isOnDedicatedCapacity: true, capacityId: ids.capacity, type: 'Workspace' },
      { id: ids.shared, isReadOnly: false, isOnDedicatedCapacity: false },
    ],
  });
  expect((await get('groups', await accessToken(emulator, outsider))).body).toMatchObject({ value: [] });
});

test.each([
  ['$top=1', ["Sales of d'Ávila"]],
  ['$skip=1', ['Shared']],
  ['$top=5&$skip=2', []],
  ["$filter=name eq 'shared'", ['Shared']],
  ["$filter=contains(name,'d''á')", ["Sales of d'Ávila"]],
  ["$filter=name eq 'nothing'", []],
])('answers groups?%s', async (query, expected) => {
  expect(names((await get(`groups?${query}`)).body)).toEqual(expected);
});

test.each(['$top=-1', '$skip=x', '$filter=nonsense', "$filter=owner eq 'x'", '$top=1&$top=1', '$filter=a&$filter=b'])(
  'refuses groups?%s',
  async (query) => {
    expect(await get(`groups?${query}`)).toMatchObject({ status: 400, body: { error: { code: 'InvalidRequest' } } });
  },
);

test('a profile that is named twice is refused', async () => {
  const reply = await call(emulator, token, 'DELETE', `groups/${ids.sales}/users/somebody?profileId=a&profileId=b`);
  expect(reply).toMatchObject({
    status: 400,
    body: { error: { code: 'InvalidRequest', message: expect.stringContaining("'profileId'") } },
  });
});

test('shows a workspace and who belongs to it', async () => {
  expect((await get(`groups/${ids.sales.toUpperCase()}`)).body).toMatchObject({ id: ids.sales });
  expect((await get(`groups/${ids.sales}/users`)).body).toMatchObject({
    value: [{ identifier: demoApplication.object_id, principalType: 'App', groupUserAccessRight: 'Admin' }],
  });
});

test('shows reports with an embed address that names the cluster', async () => {
  const { body } = await get(`groups/${ids.sales}/reports`);
  expect(names(body)).toEqual(['Secured report', 'Open report']);
  const one = (await get(`groups/${ids.sales}/reports/${ids.securedReport}`)).body;
  expect(one).toMatchObject({
    id: ids.securedReport,
    reportType: 'PowerBIReport',
    datasetId: ids.securedModel,
    datasetWorkspaceId: ids.sales,
  });
  const url = new URL(String(one['embedUrl']));
  expect(url.origin + url.pathname).toBe(`${emulator.origin}/reportEmbed`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({ reportId: ids.securedReport, groupId: ids.sales, w: '2' });
  expect(JSON.parse(Buffer.from(url.searchParams.get('config') ?? '', 'base64').toString())).toMatchObject({ clusterUrl: emulator.origin });
});

test('says in which workspace the dataset of a report lives', async () => {
  expect((await get(`groups/${ids.shared}/reports/${ids.distantReport}`)).body).toMatchObject({ datasetWorkspaceId: ids.sales });
});

test('lists the pages of a report in order, hidden ones too', async () => {
  const { body } = await get(`groups/${ids.sales}/reports/${ids.openReport}/pages`);
  expect(body['value']).toEqual([
    { name: 'Overview', displayName: 'Visão geral', order: 0 },
    { name: 'Detail', displayName: 'Detalhe', order: 1 },
  ]);
  expect((await get(`groups/${ids.sales}/reports/${ids.openReport}/pages/Detail`)).body).toMatchObject({ order: 1 });
  expect((await get(`groups/${ids.sales}/reports/${ids.openReport}/pages/None`)).status).toBe(404);
});

test('says which datasets need an identity and roles, in camelCase', async () => {
  const { body } = await get(`groups/${ids.sales}/datasets`);
  expect(body['value']).toMatchObject([
    { id: ids.securedModel, isEffectiveIdentityRequired: true, isEffectiveIdentityRolesRequired: true, isRefreshable: true },
    { id: ids.openModel, isEffectiveIdentityRequired: false, isEffectiveIdentityRolesRequired: false },
  ]);
  expect((await get(`groups/${ids.sales}/datasets/${ids.openModel}`)).body).toMatchObject({ name: 'Open' });
});

test('shows the capacities of their administrator only', async () => {
  const { body } = await get('capacities');
  expect(body['value']).toMatchObject([{ id: ids.capacity, sku: 'F8', state: 'Active' }, { sku: 'A1' }]);
  expect((await get('capacities', await accessToken(emulator, outsider))).body).toMatchObject({ value: [] });
});

test('shows the features under a key of their own', async () => {
  const feature = { name: 'embedTrial', state: 'Enabled' };
  expect((await get('availableFeatures')).body).toMatchObject({ features: [feature] });
  expect((await get("availableFeatures(featureName='embedTrial')")).body).toMatchObject(feature);
  expect((await get("availableFeatures(featureName='none')")).status).toBe(404);
});

test.each([
  ['a report that does not exist', `groups/${ids.sales}/reports/${ids.unknown}`, 404, 'PowerBIEntityNotFound'],
  ['a report of another workspace', `groups/${ids.sales}/reports/${ids.sharedReport}`, 404, 'PowerBIEntityNotFound'],
  ['a dataset that does not exist', `groups/${ids.sales}/datasets/${ids.unknown}`, 404, 'PowerBIEntityNotFound'],
  ['a workspace that does not exist', `groups/${ids.unknown}/reports`, 401, 'GroupNotAccessible'],
  ['an id that is none', 'groups/1/reports', 400, 'InvalidRequest'],
])('refuses %s', async (_, path, status, code) => {
  const answer = await get(path);
  expect(answer).toMatchObject({ status, body: { error: { code } } });
  expect(answer.headers.get('x-powerbi-error-info')).toBe(code);
});

test('gives a stranger the same answer for a workspace that exists', async () => {
  const stranger = await accessToken(emulator, outsider);
  const existing = await get(`groups/${ids.sales}/reports`, stranger);
  const missing = await get(`groups/${ids.unknown}/reports`, stranger);
  expect(existing).toMatchObject({ status: 401, text: missing.text });
});

test.each(['reports', 'datasets', 'dashboards', 'imports', `reports/${ids.openReport}`, 'REPORTS'])(
  'has no "My workspace" for %s',
  async (path) => {
    expect(await get(path)).toMatchObject({ status: 403, body: { Message: 'API is not accessible for application' } });
  },
);

test('answers unknown paths in the words of the gateway', async () => {
  const answer = await get('nothing');
  expect(answer).toMatchObject({ status: 404, body: { Message: expect.any(String) } });
});

test('gives every answer an id of its own', async () => {
  const answers = await Promise.all([get('groups'), get('nothing'), get('groups', 'x.y.z')]);
  const requestIds = answers.map((answer) => answer.headers.get('requestid'));
  expect(new Set(requestIds).size).toBe(3);
  for (const id of requestIds) expect(id).toMatch(/^[0-9a-f-]{36}$/);
});

const forged = async () => {
  const { privateKey } = await generateKeyPair('RS256');
  const { tenant_id, client_id } = demoApplication;
  return new SignJWT({ appid: client_id })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(`https://sts.windows.net/${tenant_id}/`)
    .setAudience('https://analysis.windows.net/powerbi/api')
    .setExpirationTime('1h')
    .sign(privateKey);
};

const unsigned = () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ appid: demoApplication.client_id, aud: 'https://analysis.windows.net/powerbi/api', exp: 9e9 })}.`;
};

test.each([
  ['no token', async () => undefined, 403, null],
  ['another scheme', async () => 'Basic x', 403, 'InvalidToken'],
  ['a malformed token', async () => 'Bearer x.y.z', 403, 'InvalidToken'],
  ['an unsigned token', async () => `Bearer ${unsigned()}`, 403, 'InvalidToken'],
  ['a forged token', async () => `Bearer ${await forged()}`, 403, 'TokenExpired'],
  ['a token for Azure', async () => `Bearer ${await accessToken(emulator, demoApplication, 'arm')}`, 401, null],
])('refuses %s without a word', async (_, header, status, info) => {
  const authorization = await header();
  const answer = await fetch(`${emulator.origin}/v1.0/myorg/groups`, { headers: authorization === undefined ? {} : { authorization } });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-powerbi-error-info')).toBe(info);
  expect(await answer.text()).toBe('');
});

test('refuses a token when its hour is over', async () => {
  onTestFinished(() => emulator.clock.reset());
  const own = await accessToken(emulator);
  emulator.clock.advance(59 * 60_000);
  expect((await get('groups', own)).status).toBe(200);
  emulator.clock.advance(60_000);
  const answer = await get('groups', own);
  expect(answer).toMatchObject({ status: 403, text: '' });
  expect(answer.headers.get('x-powerbi-error-info')).toBe('TokenExpired');
});

test('lets an administrator decide who belongs to a workspace', async () => {
  const own = await startWorld();
  onTestFinished(() => own.close());
  const admin = await accessToken(own);
  const guest = await accessToken(own, outsider);
  const users = `groups/${ids.sales}/users`;
  const membership = { identifier: outsider.object_id, principalType: 'App', groupUserAccessRight: 'Viewer' };

  expect((await call(own, guest, 'POST', users, membership)).status).toBe(401);
  expect((await call(own, admin, 'POST', users, membership)).status).toBe(200);
  expect((await call(own, admin, 'POST', users, membership)).status).toBe(400);
  expect((await call(own, guest, 'GET', `groups/${ids.sales}`)).body).toMatchObject({ isReadOnly: true });
  expect((await call(own, guest, 'PUT', users, { ...membership, groupUserAccessRight: 'Admin' })).status).toBe(403);
  expect((await call(own, admin, 'PUT', users, { ...membership, groupUserAccessRight: 'Member' })).status).toBe(200);
  expect((await call(own, guest, 'GET', `groups/${ids.sales}`)).body).toMatchObject({ isReadOnly: false });
  expect((await call(own, admin, 'DELETE', `${users}/${outsider.object_id}`)).status).toBe(200);
  expect((await call(own, guest, 'GET', `groups/${ids.sales}`)).status).toBe(401);
  expect((await call(own, admin, 'POST', users, { ...membership, groupUserAccessRight: 'King' })).status).toBe(400);
});
