import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { PowerBiError } from '@vitrine/powerbi/errors.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import type { ClientOptions } from '@vitrine/powerbi/client.ts';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { addressesOf, credentialsOf, ids, outsider, startWorld } from './world.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.faults.clear();
  emulator.requests.clear();
});

/** A client that notes its waits instead of sitting them out. */
const client = (options: Partial<ClientOptions> = {}) => {
  const waits: number[] = [];
  const powerBi = createPowerBi({
    addresses: addressesOf(emulator),
    credentials: credentialsOf(demoApplication),
    clock: { now: emulator.clock.now, sleep: async (ms) => void waits.push(ms) },
    ...options,
  });
  return { powerBi, waits };
};

const upstream = (service: string) => emulator.requests.list().filter((request) => request.service === service);
const open = { reports: [{ id: ids.openReport }], datasets: [{ id: ids.openModel }] };

test('makes, renames and removes a workspace, with members and a capacity', async () => {
  const own = await startWorld();
  onTestFinished(() => own.close());
  const { workspaces } = client({ addresses: addressesOf(own) }).powerBi;
  const { id } = await workspaces.create('Goals');
  await expect(workspaces.create('GOALS')).rejects.toMatchObject({ status: 409, code: 'PowerBIEntityAlreadyExists' });
  await expect(workspaces.rename(id, 'shared')).rejects.toMatchObject({ status: 409, code: 'PowerBIEntityAlreadyExists' });
  await workspaces.rename(id, 'goals');
  const ana = { identifier: 'ana@example.com', principalType: 'User', groupUserAccessRight: 'Viewer' };
  await workspaces.addUser(id, ana);
  await expect(workspaces.addUser(id, ana)).rejects.toMatchObject({ code: 'AddingAlreadyExistsGroupUserNotSupportedError' });
  await workspaces.changeUser(id, { ...ana, groupUserAccessRight: 'Member' });
  expect(await workspaces.users(id)).toMatchObject([{ principalType: 'App' }, { groupUserAccessRight: 'Member' }]);
  await workspaces.removeUser(id, ana.identifier);
  expect(await workspaces.users(id)).toHaveLength(1);
  await workspaces.assignToCapacity(id, ids.capacity);
  expect(await workspaces.get(id)).toMatchObject({ name: 'goals', capacityId: ids.capacity });
  await workspaces.assignToCapacity(id, null);
  expect(await workspaces.get(id)).toMatchObject({ isOnDedicatedCapacity: false });
  await workspaces.remove(id);
  await expect(workspaces.get(id)).rejects.toMatchObject({ kind: 'not_authorized' });
});

test('reads workspaces, reports, pages, datasets, capacities and features', async () => {
  const { powerBi } = client();
  expect(await powerBi.workspaces.list({ top: 1 })).toHaveLength(1);
  expect(await powerBi.workspaces.list({ filter: "name eq 'Shared'" })).toMatchObject([{ id: ids.shared }]);
  expect(await powerBi.workspaces.get(ids.sales)).toMatchObject({ capacityId: ids.capacity });
  expect(await powerBi.workspaces.users(ids.sales)).toMatchObject([{ groupUserAccessRight: 'Admin' }]);
  expect(await powerBi.reports.list(ids.sales)).toMatchObject([{ datasetId: ids.securedModel }, { datasetId: ids.openModel }]);
  expect(await powerBi.reports.get(ids.sales, ids.openReport)).toMatchObject({ name: 'Open report', reportType: 'PowerBIReport' });
  expect(await powerBi.reports.pages(ids.sales, ids.openReport)).toMatchObject([{ name: 'Overview', order: 0 }, { name: 'Detail' }]);
  expect(await powerBi.datasets.list(ids.sales)).toMatchObject([
    { isEffectiveIdentityRequired: true },
    { isEffectiveIdentityRequired: false },
  ]);
  expect(await powerBi.datasets.get(ids.sales, ids.securedModel)).toMatchObject({ isEffectiveIdentityRolesRequired: true });
  expect(await powerBi.capacities.list()).toMatchObject([{ id: ids.capacity, state: 'Active' }, { sku: 'A1' }]);
  expect(await powerBi.availableFeatures.list()).toMatchObject([{ name: 'embedTrial' }]);
});

test('mints embed tokens of both versions', async () => {
  const { powerBi } = client();
  const minted = { token: expect.any(String), tokenId: expect.any(String), expiration: expect.any(String) };
  expect(await powerBi.generateToken(open)).toEqual(minted);
  expect(await powerBi.generateReportToken(ids.sales, ids.openReport, { accessLevel: 'View' })).toEqual(minted);
  expect(await powerBi.generateCreateToken(ids.sales, { accessLevel: 'Create', datasetId: ids.openModel })).toEqual(minted);
  expect(await powerBi.generateDatasetToken(ids.sales, ids.openModel, { accessLevel: 'View' })).toEqual(minted);
});

test('asks Entra once for a hundred parallel callers', async () => {
  const { powerBi } = client();
  await Promise.all(Array.from({ length: 100 }, () => powerBi.workspaces.list()));
  expect(upstream('entra')).toHaveLength(1);
  expect(upstream('powerbi')).toHaveLength(100);
});

test('asks Entra once when a hundred callers hold the same refused token', async () => {
  onTestFinished(() => emulator.clock.reset());
  // The client's own clock stands still, so that only the service knows that the token has ended.
  const standing = emulator.clock.now();
  const { powerBi } = client({ clock: { now: () => standing, sleep: async () => undefined } });
  await powerBi.workspaces.list();
  emulator.clock.advance(61 * 60_000);
  emulator.requests.clear();
  await Promise.all(Array.from({ length: 100 }, () => powerBi.workspaces.list()));
  expect(upstream('entra')).toHaveLength(1);
  expect(upstream('powerbi')).toHaveLength(200);
});

test('mints with an access token that lasts more than half an hour', async () => {
  onTestFinished(() => emulator.clock.reset());
  const { powerBi } = client();
  await powerBi.workspaces.list();
  emulator.clock.advance(40 * 60_000);
  const { expiration } = await powerBi.generateToken(open);
  expect(Date.parse(expiration) - emulator.clock.now()).toBeGreaterThan(50 * 60_000);
  expect(upstream('entra')).toHaveLength(2);
});

test('waits as long as the service asks and then succeeds', async () => {
  emulator.faults.start({ name: 'throttled', retry_after_s: 7, times: 2 });
  const { powerBi, waits } = client();
  expect(await powerBi.generateToken(open)).toMatchObject({ token: expect.any(String) });
  expect(waits).toHaveLength(2);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(7_000);
});

test('understands a date in Retry-After', async () => {
  emulator.faults.start({ name: 'throttled', retry_after_s: 30, retry_after_format: 'date', times: 1 });
  const { powerBi, waits } = client();
  await powerBi.workspaces.list();
  expect(waits[0]).toBeGreaterThanOrEqual(20_000);
});

test('gives up after three tries and says how long to wait', async () => {
  emulator.faults.start({ name: 'throttled', retry_after_s: 5 });
  const { powerBi } = client();
  await expect(powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'throttled', status: 429, retry_after_s: 5 });
  expect(upstream('powerbi')).toHaveLength(3);
});

test('does not sit out more than a minute', async () => {
  emulator.faults.start({ name: 'throttled', retry_after_s: 3_600 });
  const { powerBi, waits } = client();
  await expect(powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'throttled', retry_after_s: 3_600 });
  expect(waits).toEqual([]);
});

test.each([500, 502, 503, 504])('tries again after %i', async (status) => {
  emulator.faults.start({ name: 'server_error', status, times: 2 });
  const { powerBi } = client();
  expect(await powerBi.workspaces.list()).toHaveLength(2);
});

test.each([
  ['a connection that is reset', { name: 'reset' } as const, 'network'],
  ['an answer that breaks off', { name: 'half_body' } as const, 'network'],
  ['half of a JSON', { name: 'half_body', cut: 'json' } as const, 'unreadable_reply'],
  ['a page of the gateway', { name: 'html_body' } as const, 'unreadable_reply'],
  ['a failing page of the gateway', { name: 'html_body', status: 502 } as const, 'http_502'],
])('survives %s once, and names it when it stays', async (_, fault, code) => {
  const { powerBi } = client();
  emulator.faults.start({ ...fault, times: 1 });
  expect(await powerBi.workspaces.list()).toHaveLength(2);
  emulator.faults.start(fault);
  await expect(powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'unavailable', code });
});

test('gives up on a service that hangs, and does not try again', async () => {
  const { powerBi } = client({ timeoutMs: 150 });
  await powerBi.tokens.get(credentialsOf(demoApplication), 'https://analysis.windows.net/powerbi/api/.default');
  emulator.faults.start({ name: 'hang' });
  await expect(powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout', status: null });
  expect(upstream('powerbi')).toHaveLength(1);
});

test('ends at once when the caller gives up', async () => {
  const { powerBi } = client();
  emulator.faults.start({ name: 'hang' });
  const controller = new AbortController();
  const reason = new Error('the reader left');
  const listing = powerBi.workspaces.list({ signal: controller.signal });
  controller.abort(reason);
  await expect(listing).rejects.toBe(reason);
});

test('waits through a slow answer', async () => {
  emulator.faults.start({ name: 'latency', latency_ms: 50 });
  expect(await client().powerBi.workspaces.list()).toHaveLength(2);
});

test('says that nobody listens', async () => {
  const { powerBi } = client({ addresses: { ...addressesOf(emulator), powerbi: 'http://127.0.0.1:1' } });
  await expect(powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'unavailable', code: 'network' });
});

test.each([
  ['a wrong secret', { client_secret: 'wrong' }, 'AADSTS7000215'],
  ['an unknown application', { client_id: ids.unknown }, 'AADSTS700016'],
  ['an unknown directory', { tenant_id: ids.unknown }, 'AADSTS90002'],
])('names %s', async (_, change, code) => {
  const { powerBi } = client({ credentials: { ...credentialsOf(demoApplication), ...change } });
  await expect(powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'token', code });
  expect(upstream('powerbi')).toHaveLength(0);
});

test('names an expired secret', async () => {
  emulator.faults.start({ name: 'secret_expired' });
  await expect(client().powerBi.workspaces.list()).rejects.toMatchObject({ kind: 'token', code: 'AADSTS7000222', status: 401 });
});

test('tries again when Entra is overloaded', async () => {
  emulator.faults.start({ name: 'throttled', service: 'entra', retry_after_s: 1, times: 1 });
  expect(await client().powerBi.workspaces.list()).toHaveLength(2);
  expect(upstream('entra')).toHaveLength(2);
});

test('tells missing rights from missing things', async () => {
  const { powerBi } = client();
  const stranger = client({ credentials: credentialsOf(outsider) }).powerBi;
  await expect(stranger.reports.list(ids.sales)).rejects.toMatchObject({ kind: 'not_authorized', code: 'GroupNotAccessible', status: 401 });
  await expect(powerBi.reports.get(ids.sales, ids.unknown)).rejects.toMatchObject({ kind: 'not_found', code: 'PowerBIEntityNotFound' });
  await expect(powerBi.reports.get(ids.sales, '../reports')).rejects.toMatchObject({ kind: 'invalid' });
  expect(upstream('entra')).toHaveLength(2);
});

test('carries the message of a broken identity rule, and the request id', async () => {
  const { powerBi } = client();
  const minting = powerBi.generateToken({ reports: [{ id: ids.securedReport }], datasets: [{ id: ids.securedModel }] });
  const error = await minting.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PowerBiError);
  expect(error).toMatchObject({
    kind: 'invalid',
    code: 'InvalidRequest',
    message: expect.stringContaining('requires effective identity'),
    request_id: upstream('powerbi')[0]?.request_id,
  });
});

test('knows spent trial tokens', async () => {
  const poor = await startWorld({ limits: { trial_embed_tokens: 0 } });
  onTestFinished(() => poor.close());
  const { powerBi } = client({ addresses: addressesOf(poor) });
  const minting = powerBi.generateToken({ reports: [{ id: ids.sharedReport }], datasets: [{ id: ids.sharedModel }] });
  await expect(minting).rejects.toMatchObject({ kind: 'quota', status: 403 });
});

test('tells its caller of every exchange', async () => {
  const seen: string[] = [];
  const { powerBi } = client({
    log: ({ service, method, path, status, request_id }) => seen.push([service, method, path, status, request_id !== null].join(' ')),
  });
  await powerBi.workspaces.list({ filter: "name eq 'x'" });
  expect(seen).toEqual([`entra POST /${demoApplication.tenant_id}/oauth2/v2.0/token 200 true`, 'powerbi GET /v1.0/myorg/groups 200 true']);
});
