import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../emulator.ts';
import type { Answer } from './world.ts';
import { accessToken, call, ids, outsider, startWorld } from './world.ts';

let emulator: Emulator;
let token: string;
beforeAll(async () => {
  emulator = await startWorld();
  token = await accessToken(emulator);
});
afterAll(() => emulator.close());

const mint = (body: unknown, path = 'GenerateToken') => call(emulator, token, 'POST', path, body);
const expectRefusal = (answer: Answer, message: string | RegExp) => {
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'InvalidRequest', message: expect.stringMatching(message) } } });
};

const south = { username: 'ana@aurora.example', roles: ['South'], datasets: [ids.securedModel] };
const open = { reports: [{ id: ids.openReport }], datasets: [{ id: ids.openModel }] };
const secured = { reports: [{ id: ids.securedReport }], datasets: [{ id: ids.securedModel }] };

test('answers an opaque token, its id and its end', async () => {
  const { status, body } = await mint(open);
  expect(status).toBe(200);
  expect(body).toMatchObject({ token: expect.stringMatching(/^H4sI/), tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(body['expiration']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
});

test('never answers the same token twice', async () => {
  const [one, two] = await Promise.all([mint(open), mint(open)]);
  expect(one.body['token']).not.toBe(two.body['token']);
});

describe('lifetime', () => {
  const remainingMs = async (lifetimeInMinutes?: number | null) => {
    const { body } = await mint({ ...open, lifetimeInMinutes });
    return Date.parse(String(body['expiration'])) - emulator.clock.now();
  };

  test.each([undefined, null, 0, 600])('is the rest of the access token when %s minutes are asked for', async (lifetimeInMinutes) => {
    const left = await remainingMs(lifetimeInMinutes);
    expect(left).toBeGreaterThan(55 * 60_000);
    expect(left).toBeLessThanOrEqual(3_599_000);
  });

  test('can be shorter', async () => {
    const left = await remainingMs(10);
    expect(left).toBeGreaterThan(9 * 60_000);
    expect(left).toBeLessThanOrEqual(10 * 60_000);
  });

  test('shrinks with the access token that mints', async () => {
    onTestFinished(() => emulator.clock.reset());
    emulator.clock.advance(50 * 60_000);
    expect(await remainingMs()).toBeLessThanOrEqual(10 * 60_000);
  });

  test.each([-1, 1.5, '60'])('cannot be %s', async (lifetimeInMinutes) => {
    expectRefusal(await mint({ ...open, lifetimeInMinutes }), /lifetimeInMinutes/);
  });
});

describe('version 2', () => {
  test('covers several reports, datasets and workspaces', async () => {
    const answer = await mint({
      reports: [{ id: ids.openReport, allowEdit: true }, { id: ids.sharedReport }],
      datasets: [{ id: ids.openModel, xmlaPermissions: 'ReadOnly' }, { id: ids.sharedModel }],
      targetWorkspaces: [{ id: ids.shared }],
    });
    expect(answer.status).toBe(200);
  });

  test('covers a report whose dataset lives elsewhere', async () => {
    expect((await mint({ reports: [{ id: ids.distantReport }], datasets: [{ id: ids.openModel }] })).status).toBe(200);
  });

  test('needs the dataset of each report', async () => {
    expectRefusal(await mint({ reports: [{ id: ids.openReport }] }), /requires its dataset/);
    expectRefusal(await mint({ reports: [{ id: ids.openReport }], datasets: [{ id: ids.sharedModel }] }), /requires its dataset/);
  });

  test('needs a report or a dataset', async () => {
    expectRefusal(await mint({}), /at least one/);
    expectRefusal(await mint({ targetWorkspaces: [{ id: ids.sales }] }), /at least one/);
  });

  test.each(['reports', 'datasets', 'targetWorkspaces'])('takes at most 50 %s', async (kind) => {
    const many = Array.from({ length: 51 }, () => ({ id: ids.unknown }));
    expectRefusal(await mint({ ...open, [kind]: many }), /50/);
  });

  test.each([
    ['a report id that is none', { ...open, reports: [{ id: 'x' }] }],
    ['unknown permissions', { ...open, datasets: [{ id: ids.openModel, xmlaPermissions: 'Write' }] }],
    ['a data source identity without data sources', { ...open, datasourceIdentities: [{ identityBlob: 'x', datasources: [] }] }],
    ['a list', []],
  ])('refuses %s', async (_, body) => {
    expectRefusal(await mint(body), /not valid/);
  });

  test('refuses a body that is no JSON', async () => {
    const answer = await fetch(`${emulator.origin}/v1.0/myorg/GenerateToken`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"reports":',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'InvalidRequest' } });
  });

  test.each([
    ['report', { ...open, reports: [{ id: ids.unknown }] }],
    ['dataset', { ...open, datasets: [{ id: ids.unknown }] }],
  ])('does not find a %s that does not exist', async (_, body) => {
    expect(await mint(body)).toMatchObject({ status: 404, body: { error: { code: 'PowerBIEntityNotFound' } } });
  });

  test('refuses a target workspace without access', async () => {
    expect(await mint({ ...open, targetWorkspaces: [{ id: ids.unknown }] })).toMatchObject({ status: 401 });
  });

  test('needs a Member of every workspace it touches', async () => {
    const own = await startWorld();
    onTestFinished(() => own.close());
    const admin = await accessToken(own);
    const guest = await accessToken(own, outsider);
    const distant = { reports: [{ id: ids.distantReport }], datasets: [{ id: ids.openModel }] };
    const join = (workspace: string, groupUserAccessRight: string) =>
      call(own, admin, 'POST', `groups/${workspace}/users`, { identifier: outsider.object_id, principalType: 'App', groupUserAccessRight });

    expect((await call(own, guest, 'POST', 'GenerateToken', distant)).status).toBe(401);
    await join(ids.shared, 'Member');
    expect((await call(own, guest, 'POST', 'GenerateToken', distant)).status).toBe(401);
    await join(ids.sales, 'Contributor');
    expect(await call(own, guest, 'POST', 'GenerateToken', distant)).toMatchObject({
      status: 403,
      body: { error: { code: 'PowerBINotAuthorizedException' } },
    });
    await call(own, admin, 'PUT', `groups/${ids.sales}/users`, {
      identifier: outsider.object_id,
      principalType: 'App',
      groupUserAccessRight: 'Member',
    });
    expect((await call(own, guest, 'POST', 'GenerateToken', distant)).status).toBe(200);
  });
});

const reportToken = (report: string, workspace = ids.sales) => `groups/${workspace}/reports/${report}/GenerateToken`;

describe('version 1', () => {
  test.each([
    ['reading a report', reportToken(ids.openReport), { accessLevel: 'View' }],
    ['editing a report', reportToken(ids.openReport), { accessLevel: 'Edit', allowSaveAs: true }],
    ['reading a secured report', reportToken(ids.securedReport), { accessLevel: 'View', identities: [south] }],
    ['a new report', `groups/${ids.sales}/reports/GenerateToken`, { accessLevel: 'Create', datasetId: ids.openModel }],
    ['a dataset', `groups/${ids.sales}/datasets/${ids.openModel}/GenerateToken`, { accessLevel: 'View' }],
  ])('mints for %s', async (_, path, body) => {
    expect(await mint(body, path)).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  });

  test.each([
    ['no access level', reportToken(ids.openReport), {}],
    ['creation on an existing report', reportToken(ids.openReport), { accessLevel: 'Create', datasetId: ids.openModel }],
    ['reading no report', `groups/${ids.sales}/reports/GenerateToken`, { accessLevel: 'View', datasetId: ids.openModel }],
    ['creation without a dataset', `groups/${ids.sales}/reports/GenerateToken`, { accessLevel: 'Create' }],
    ['editing a dataset', `groups/${ids.sales}/datasets/${ids.openModel}/GenerateToken`, { accessLevel: 'Edit' }],
  ])('refuses %s', async (_, path, body) => {
    expectRefusal(await mint(body, path), /not valid/);
  });

  test.each([
    ['reading a secured report', reportToken(ids.securedReport), { accessLevel: 'View' }],
    ['a new report', `groups/${ids.sales}/reports/GenerateToken`, { accessLevel: 'Create', datasetId: ids.securedModel }],
    ['a dataset', `groups/${ids.sales}/datasets/${ids.securedModel}/GenerateToken`, { accessLevel: 'View' }],
  ])('requires an identity for %s', async (_, path, body) => {
    expectRefusal(await mint(body, path), /requires effective identity to be provided/);
  });

  test.each([
    ['report', reportToken(ids.sharedReport), { accessLevel: 'View' }],
    ['dataset of a new report', `groups/${ids.sales}/reports/GenerateToken`, { accessLevel: 'Create', datasetId: ids.sharedModel }],
    ['dataset', `groups/${ids.sales}/datasets/${ids.unknown}/GenerateToken`, { accessLevel: 'View' }],
  ])('does not find a %s of another workspace', async (_, path, body) => {
    expect((await mint(body, path)).status).toBe(404);
  });
});

describe('effective identity', () => {
  const withIdentity = (identity: unknown) => mint({ ...secured, identities: [identity] });

  test('is accepted for a dataset with roles', async () => {
    expect((await withIdentity(south)).status).toBe(200);
    expect((await withIdentity({ ...south, roles: ['South', 'North'], customData: 'x', auditableContext: 'y' })).status).toBe(200);
  });

  test('is required for a dataset with roles', async () => {
    const message = `Creating embed token for accessing dataset ${ids.securedModel} requires effective identity to be provided`;
    expect(await mint(secured)).toMatchObject({ status: 400, body: { error: { code: 'InvalidRequest', message } } });
    expect((await mint({ ...secured, identities: [] })).status).toBe(400);
  });

  test('is refused for a dataset without roles', async () => {
    const answer = await mint({ ...open, identities: [{ username: 'x', datasets: [ids.openModel] }] });
    expectRefusal(answer, /^Creating embed token for accessing dataset .* shouldn't have effective identity$/);
  });

  test.each([[undefined], [null], [[]]])('needs roles, and not %j', async (roles) => {
    expectRefusal(await withIdentity({ ...south, roles }), /requires roles to be included in provided effective identity/);
  });

  test.each(['Sul', 'south', 'South '])('needs roles of the model, and not %j', async (role) => {
    expectRefusal(await withIdentity({ ...south, roles: [role] }), /was not found/);
  });

  test.each([
    ['an empty name', { username: '' }],
    ['no name', { username: undefined }],
    ['a name with spaces', { username: 'ana maria' }],
    ['a name of 257 characters', { username: 'a'.repeat(257) }],
    ['51 roles', { roles: Array.from({ length: 51 }, () => 'South') }],
    ['a role of 51 characters', { roles: ['r'.repeat(51)] }],
    ['a role with a comma', { roles: ['South,North'] }],
    ['no datasets', { datasets: undefined }],
    ['an empty list of datasets', { datasets: [] }],
  ])('cannot have %s', async (_, change) => {
    expectRefusal(await withIdentity({ ...south, ...change }), /identities\.0\./);
  });

  test('may have a name of 256 characters', async () => {
    expect((await withIdentity({ ...south, username: 'a'.repeat(256) })).status).toBe(200);
  });

  test('is one for each dataset', async () => {
    expectRefusal(await mint({ ...secured, identities: [south, { ...south, roles: ['North'] }] }), /only one effective identity/);
  });

  test('names only datasets of the token', async () => {
    expectRefusal(await withIdentity({ ...south, datasets: [ids.securedModel, ids.sharedModel] }), /does not cover/);
  });

  test('is only for the datasets that have roles when a token covers both kinds', async () => {
    const both = { reports: [...open.reports, ...secured.reports], datasets: [...open.datasets, ...secured.datasets] };
    expect((await mint({ ...both, identities: [south] })).status).toBe(200);
    expectRefusal(
      await mint({ ...both, identities: [{ ...south, datasets: [ids.securedModel, ids.openModel] }] }),
      /shouldn't have effective identity/,
    );
  });
});

test('counts trial tokens for workspaces without capacity until none is left', async () => {
  const own = await startWorld({ limits: { trial_embed_tokens: 2 } });
  onTestFinished(() => own.close());
  const admin = await accessToken(own);
  const trial = { reports: [{ id: ids.sharedReport }], datasets: [{ id: ids.sharedModel }] };
  const usage = async () => (await call(own, admin, 'GET', 'availableFeatures')).body;

  expect((await call(own, admin, 'POST', 'GenerateToken', trial)).status).toBe(200);
  expect(await usage()).toMatchObject({ features: [{ additionalInfo: { usage: 50 } }] });
  expect((await call(own, admin, 'POST', 'GenerateToken', trial)).status).toBe(200);
  expect(await call(own, admin, 'POST', 'GenerateToken', trial)).toMatchObject({
    status: 403,
    body: { error: { message: expect.stringContaining('exceeded the amount of embed token') } },
  });
  expect((await call(own, admin, 'POST', 'GenerateToken', open)).status).toBe(200);
});
