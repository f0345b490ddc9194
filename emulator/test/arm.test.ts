import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { capacityPhase, createArm } from '@vitrine/powerbi/arm.ts';
import type { CapacityReference } from '@vitrine/powerbi/arm.ts';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { demoApplication, demoSubscription } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, addressesOf, credentialsOf, outsider, startWorld } from './world.ts';

// Time only moves forward in this file: a change that ended must not begin again.
let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.requests.clear();
});

const { subscription_id, resource_group } = demoSubscription;
const { tenant_id } = demoApplication;
const fabric: CapacityReference = { provider: 'Microsoft.Fabric', subscription_id, resource_group, name: 'vitrinefabric1' };
const embedded: CapacityReference = { provider: 'Microsoft.PowerBIDedicated', subscription_id, resource_group, name: 'vitrineembedded' };

/** Waiting moves the service's time, so that nobody has to wait. */
const options = (application = demoApplication) => ({
  addresses: addressesOf(emulator),
  credentials: credentialsOf(application),
  clock: { now: emulator.clock.now, sleep: async (ms: number) => emulator.clock.advance(ms) },
});
const arm = () => createArm(options()).capacities;

test('lists the capacities of each provider', async () => {
  expect(await arm().list({ provider: 'Microsoft.Fabric', subscription_id })).toMatchObject([
    { name: 'vitrinefabric1', type: 'Microsoft.Fabric/capacities', sku: { name: 'F8', tier: 'Fabric' }, properties: { state: 'Active' } },
  ]);
  expect(await arm().list({ provider: 'Microsoft.PowerBIDedicated', subscription_id, resource_group })).toMatchObject([
    {
      name: 'vitrineembedded',
      sku: { name: 'A1', tier: 'PBIE_Azure' },
      properties: { state: 'Succeeded', provisioningState: 'Succeeded' },
    },
  ]);
  await expect(arm().list({ provider: 'Microsoft.Fabric', subscription_id, resource_group: 'other' })).rejects.toMatchObject({
    kind: 'not_found',
    code: 'ResourceGroupNotFound',
  });
  await expect(arm().list({ provider: 'Microsoft.Fabric', subscription_id: tenant_id })).rejects.toMatchObject({
    code: 'SubscriptionNotFound',
  });
});

test.each([
  ['F', fabric, 'Active'],
  ['A', embedded, 'Succeeded'],
])('pauses and resumes an %s capacity through its states', async (_, capacity, running) => {
  const state = async () => (await arm().get(capacity)).properties.state;
  const shown = async () => (await createPowerBi(options()).capacities.list()).find((row) => row.displayName === capacity.name)?.state;

  expect(await state()).toBe(running);
  await arm().suspend(capacity);
  expect(await state()).toBe('Pausing');
  expect(capacityPhase(await arm().waitFor(capacity, 'paused'))).toBe('paused');
  expect(await state()).toBe('Paused');
  expect(await shown()).toBe('Suspended');
  await arm().resume(capacity);
  expect(await state()).toBe('Resuming');
  await arm().waitFor(capacity, 'running');
  expect(await state()).toBe(running);
  expect(await shown()).toBe('Active');
});

test('leaves a capacity as it is that is already there, or on the way', async () => {
  await arm().resume(fabric);
  await arm().suspend(fabric);
  await arm().suspend(fabric);
  await expect(arm().resume(fabric)).rejects.toMatchObject({ kind: 'invalid', message: 'Service is not ready to be updated' });
  await arm().waitFor(fabric, 'paused');
  await arm().suspend(fabric);
  await expect(arm().update(fabric, { sku: { name: 'F16', tier: 'Fabric' } })).rejects.toMatchObject({ kind: 'invalid' });
  await arm().resume(fabric);
  await arm().waitFor(fabric, 'running');
});

test('changes size, tags and administrators', async () => {
  await arm().update(embedded, { sku: { name: 'A2', tier: 'PBIE_Azure' } });
  expect((await arm().get(embedded)).properties.state).toBe('Scaling');
  expect(await arm().waitFor(embedded, 'running')).toMatchObject({ sku: { name: 'A2' } });
  await arm().update(embedded, { tags: { cost: 'reports' } });
  expect(await arm().get(embedded)).toMatchObject({ tags: { cost: 'reports' } });
  await expect(arm().update(embedded, { sku: { name: 'F8', tier: 'Fabric' } })).rejects.toMatchObject({ kind: 'invalid' });
});

test('gives up waiting for a state that does not come', async () => {
  await expect(arm().waitFor(fabric, 'paused', { timeoutMs: 20_000 })).rejects.toMatchObject({ kind: 'unavailable', code: 'timeout' });
});

test('offers both ways of polling', async () => {
  const headers = { authorization: `Bearer ${await accessToken(emulator, demoApplication, 'arm')}` };
  const path = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/Microsoft.Fabric/capacities/vitrinefabric1`;
  const post = (verb: string) => fetch(`${emulator.origin}${path}/${verb}?api-version=2023-11-01`, { method: 'POST', headers });
  const poll = (url: string | null) => fetch(String(url), { headers });

  const started = await post('suspend');
  expect(started.status).toBe(202);
  expect(started.headers.get('retry-after')).toBe('4');
  expect(await (await poll(started.headers.get('azure-asyncoperation'))).json()).toMatchObject({ status: 'InProgress' });
  expect((await poll(started.headers.get('location'))).status).toBe(202);
  emulator.clock.advance(4_000);
  expect(await (await poll(started.headers.get('azure-asyncoperation'))).json()).toMatchObject({ status: 'Succeeded' });
  expect((await poll(started.headers.get('location'))).status).toBe(200);
  expect((await post('resume')).status).toBe(202);
  emulator.clock.advance(4_000);
});

test.each([
  ['a capacity that does not exist', { ...fabric, name: 'nothing' }, 'not_found', 'ResourceNotFound'],
  ['a capacity under the other provider', { ...fabric, provider: 'Microsoft.PowerBIDedicated' as const }, 'not_found', 'ResourceNotFound'],
])('does not find %s', async (_, capacity, kind, code) => {
  await expect(arm().get(capacity)).rejects.toMatchObject({ kind, code });
});

test('who makes a capacity for others may still say what becomes of it, and is named', async () => {
  const headers = { authorization: `Bearer ${await accessToken(emulator, demoApplication, 'arm')}`, 'content-type': 'application/json' };
  const path = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/Microsoft.Fabric/capacities/forothers`;
  const body = {
    location: 'westeurope',
    sku: { name: 'F2', tier: 'Fabric' },
    properties: { administration: { members: ['ana@aurora.example'] } },
  };
  const made = await fetch(`${emulator.origin}${path}?api-version=2023-11-01`, { method: 'PUT', headers, body: JSON.stringify(body) });
  expect(made.status).toBe(201);
  emulator.clock.advance(4_000);
  const own = { ...fabric, name: 'forothers' };
  expect(await arm().get(own)).toMatchObject({
    properties: { state: 'Active', administration: { members: ['ana@aurora.example'] } },
    systemData: { createdBy: demoApplication.object_id, createdByType: 'Application' },
  });
  await expect(createArm(options(outsider)).capacities.get(own)).rejects.toMatchObject({ code: 'AuthorizationFailed' });
  const gone = await fetch(`${emulator.origin}${path}?api-version=2023-11-01`, {
    method: 'DELETE',
    headers: { authorization: headers.authorization },
  });
  expect(gone.status).toBe(202);
  emulator.clock.advance(4_000);
});

test('refuses whoever has no role on the capacity', async () => {
  const stranger = createArm(options(outsider)).capacities;
  await expect(stranger.suspend(fabric)).rejects.toMatchObject({ kind: 'not_authorized', code: 'AuthorizationFailed', status: 403 });
  expect(await stranger.list({ provider: 'Microsoft.Fabric', subscription_id })).toEqual([]);
});

test.each([
  ['no token', {}, 401, 'AuthenticationFailed'],
  ['a malformed token', { authorization: 'Bearer x' }, 401, 'InvalidAuthenticationToken'],
])('refuses %s', async (_, headers, status, code) => {
  const answer = await fetch(
    `${emulator.origin}/subscriptions/${subscription_id}/providers/Microsoft.Fabric/capacities?api-version=2023-11-01`,
    { headers },
  );
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { code } });
});

test('gets a fresh token when the old one has ended', async () => {
  const standing = emulator.clock.now();
  const { capacities } = createArm({ ...options(), clock: { now: () => standing, sleep: async () => undefined } });
  await capacities.get(fabric);
  emulator.clock.advance(61 * 60_000);
  expect(await capacities.get(fabric)).toMatchObject({ name: 'vitrinefabric1' });
});

test.each([
  ['none', '', 'MissingApiVersionParameter'],
  ['one that is none', '?api-version=latest', 'InvalidApiVersionParameter'],
  ["the other provider's", '?api-version=2021-01-01', 'NoRegisteredProviderFound'],
])('refuses a version of the API: %s', async (_, query, code) => {
  const headers = { authorization: `Bearer ${await accessToken(emulator, demoApplication, 'arm')}` };
  const answer = await fetch(`${emulator.origin}/subscriptions/${subscription_id}/providers/Microsoft.Fabric/capacities${query}`, {
    headers,
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code } }]);
});

test('an older capacity shows what a Fabric one does not have', async () => {
  const headers = { authorization: `Bearer ${await accessToken(emulator, demoApplication, 'arm')}` };
  const properties = async ({ provider, name }: CapacityReference, version: string) => {
    const path = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/${provider}/capacities/${name}`;
    const answer = await fetch(`${emulator.origin}${path}?api-version=${version}`, { headers });
    return ((await answer.json()) as { properties: object }).properties;
  };
  expect(await properties(embedded, '2021-01-01')).toMatchObject({ mode: 'Gen2', tenantId: tenant_id, friendlyName: embedded.name });
  expect(Object.keys(await properties(fabric, '2023-11-01'))).toEqual(['provisioningState', 'state', 'administration']);
});

test('a Fabric capacity is prepared, then scaled; the whole way costs by the second', async () => {
  const spent = async () => {
    const told = (await (await fetch(`${emulator.origin}/admin/overview`)).json()) as { capacities: { name: string; spent_usd: number }[] };
    return told.capacities.find(({ name }) => name === fabric.name)?.spent_usd ?? 0;
  };
  const state = async () => (await arm().get(fabric)).properties;
  await arm().update(fabric, { sku: { name: 'F16', tier: 'Fabric' } });
  expect(await state()).toMatchObject({ state: 'Preparing', provisioningState: 'Updating' });
  emulator.clock.advance(2_500);
  expect(await state()).toMatchObject({ state: 'Scaling', provisioningState: 'Updating' });
  emulator.clock.advance(2_500);
  expect(await state()).toMatchObject({ state: 'Active', provisioningState: 'Succeeded' });
  const before = await spent();
  emulator.clock.advance(3_600_000);
  // F16 for an hour.
  expect((await spent()) - before).toBeCloseTo(0.36 * 8, 2);
  await arm().suspend(fabric);
  await arm().waitFor(fabric, 'paused');
  const paused = await spent();
  emulator.clock.advance(3_600_000);
  expect(await spent()).toBeCloseTo(paused, 6);
  await arm().resume(fabric);
  await arm().waitFor(fabric, 'running');
});
