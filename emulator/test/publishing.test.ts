import { afterEach, beforeEach, expect, test } from 'vitest';
import { dashboardDefinition } from '../definitions/dashboard.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, call, content, ids, outsider, startWorld } from './world.ts';

const dashboard = '50000000-0000-4000-8000-000000000001';
const tile = '60000000-0000-4000-8000-000000000001';

let emulator: Emulator;
let token: string;
let guest: string;
beforeEach(async () => {
  const [sales, ...others] = content();
  if (!sales) throw new Error('There is no content');
  const tiles = [{ id: tile, title: 'Card', report: ids.openReport, page: 'Overview', visual: 'Card' }];
  const dashboards = [dashboardDefinition.parse({ id: dashboard, name: 'Board', tiles })];
  emulator = await startWorld({ content: [{ ...sales, dashboards }, ...others] });
  token = await accessToken(emulator);
  guest = await accessToken(emulator, outsider);
});
afterEach(() => emulator.close());

const send = (method: string, path: string, body?: unknown, as = token) => call(emulator, as, method, path, body);
const values = async (path: string) => (await send('GET', path)).body['value'] as Record<string, unknown>[];

test('a workspace is made, renamed, moved to a capacity and taken away', async () => {
  const made = await send('POST', 'groups?workspaceV2=true', { name: 'Novo' });
  expect(made).toMatchObject({ status: 200, body: { name: 'Novo', isOnDedicatedCapacity: false } });
  const path = `groups/${String(made.body['id'])}`;
  expect((await send('POST', 'groups', { name: 'novo' })).status).toBe(409);
  expect((await send('PATCH', path, { name: 'Outro' })).status).toBe(200);
  expect((await send('POST', `${path}/AssignToCapacity`, { capacityId: ids.capacity })).status).toBe(200);
  expect((await send('GET', `${path}/CapacityAssignmentStatus`)).body).toMatchObject({ status: 'InProgress', capacityId: ids.capacity });
  emulator.clock.advance(5_000);
  expect((await send('GET', `${path}/CapacityAssignmentStatus`)).body).toMatchObject({ status: 'CompletedSuccessfully' });
  expect((await send('GET', path)).body).toMatchObject({ name: 'Outro', capacityId: ids.capacity });
  await send('POST', `${path}/AssignToCapacity`, { capacityId: '00000000-0000-0000-0000-000000000000' });
  expect((await send('GET', path)).body).toMatchObject({ isOnDedicatedCapacity: false });
  expect((await send('DELETE', path, undefined, guest)).status).toBe(401);
  expect((await send('DELETE', path)).status).toBe(200);
  expect((await send('GET', path)).status).toBe(401);
});

test('a principal is in a limited number of workspaces', async () => {
  emulator.limits.workspaces_per_principal = 5;
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => send('POST', 'groups', { name: `W${i}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
});

test('a report is copied, bound elsewhere, filled from another and deleted', async () => {
  const path = `groups/${ids.sales}/reports/${ids.openReport}`;
  const copy = await send('POST', `${path}/Clone`, { name: 'Cópia', targetWorkspaceId: ids.shared });
  expect(copy).toMatchObject({ status: 200, body: { name: 'Cópia', datasetId: ids.openModel, datasetWorkspaceId: ids.sales } });
  const clone = `groups/${ids.shared}/reports/${String(copy.body['id'])}`;
  expect((await send('POST', `${clone}/Rebind`, { datasetId: ids.sharedModel })).status).toBe(200);
  expect((await send('GET', clone)).body).toMatchObject({ datasetId: ids.sharedModel });
  expect((await send('POST', `${clone}/Rebind`, { datasetId: ids.unknown })).status).toBe(404);
  const sourceReport = { sourceReportId: ids.sharedReport, sourceWorkspaceId: ids.shared };
  expect(await send('POST', `${clone}/UpdateReportContent`, { sourceType: 'ExistingReport', sourceReport })).toMatchObject({
    status: 200,
    body: { name: 'Cópia', datasetId: ids.sharedModel },
  });
  expect((await send('POST', `${path}/Clone`, { name: 'x' }, guest)).status).toBe(401);
  expect((await send('DELETE', clone)).status).toBe(200);
  expect((await send('GET', clone)).status).toBe(404);
});

test('dashboards and tiles are listed, made, cloned and embedded', async () => {
  const path = `groups/${ids.sales}/dashboards`;
  expect(await values(path)).toMatchObject([{ id: dashboard, displayName: 'Board', isReadOnly: false }]);
  expect(await values(`${path}/${dashboard}/tiles`)).toMatchObject([{ id: tile, reportId: ids.openReport, datasetId: ids.openModel }]);
  const made = await send('POST', path, { name: 'Dois' });
  const cloned = await send('POST', `${path}/${dashboard}/tiles/${tile}/Clone`, { targetDashboardId: made.body['id'] });
  expect(cloned).toMatchObject({ status: 200, body: { title: 'Card' } });
  expect(await values(`${path}/${String(made.body['id'])}/tiles`)).toHaveLength(1);
  for (const at of [`${path}/${dashboard}`, `${path}/${dashboard}/tiles/${tile}`])
    expect(await send('POST', `${at}/GenerateToken`, { accessLevel: 'View' })).toMatchObject({
      status: 200,
      body: { token: expect.any(String) },
    });
  expect((await send('DELETE', `${path}/${dashboard}`)).status).toBe(200);
  expect((await send('GET', `${path}/${dashboard}`)).status).toBe(404);
});

test('a profile acts for its customer alone', async () => {
  const made = await send('POST', 'profiles', { displayName: 'Aurora' });
  expect(made).toMatchObject({ status: 201, body: { displayName: 'Aurora' } });
  expect((await send('POST', 'profiles', { displayName: 'Aurora' })).status).toBe(400);
  const id = String(made.body['id']);
  const as = (profile: string, method: string, path: string, body?: unknown) =>
    fetch(`${emulator.origin}/v1.0/myorg/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'x-powerbi-profile-id': profile, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  expect(await (await as(id, 'GET', 'groups')).json()).toMatchObject({ value: [] });
  expect((await as(id, 'GET', 'profiles')).status).toBe(403);
  expect((await as(ids.unknown, 'GET', 'groups')).status).toBe(401);
  const own = (await (await as(id, 'POST', 'groups', { name: 'Da Aurora' })).json()) as { id: string };
  expect((await as(id, 'GET', `groups/${own.id}`)).status).toBe(200);
  expect((await send('GET', `groups/${own.id}`)).status).toBe(401);
  expect((await send('DELETE', `profiles/${id}`)).status).toBe(200);
  expect((await as(id, 'GET', 'groups')).status).toBe(401);
});

test('workloads of a capacity are shown and set', async () => {
  const path = `capacities/${ids.capacity}/Workloads`;
  expect(await values(path)).toContainEqual({ name: 'Dataflows', state: 'Enabled', maxMemoryPercentageSetByUser: 20 });
  expect((await send('PATCH', `${path}/Dataflows`, { state: 'Disabled' })).status).toBe(200);
  expect((await send('GET', `${path}/dataflows`)).body).toMatchObject({ state: 'Disabled' });
  expect((await send('GET', path, undefined, guest)).status).toBe(404);
});
