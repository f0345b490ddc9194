/** Every call of docs/reference/powerbi.md A2 to A8 once, with what it is answered: status, members and their spelling. */
import { beforeAll, expect, test } from 'vitest';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, call, content, ids, outsider, ownWorld, publish, startWorld } from './world.ts';
import type { Answer } from './world.ts';

let service: Emulator;
let token: string;
const board = { id: '50000000-0000-4000-8000-000000000001', tile: '50000000-0000-4000-8000-000000000002' };

const send = (method: string, path: string, body?: unknown, as = token) => call(service, as, method, path, body);
const g = `groups/${ids.sales}`;
const dataset = `${g}/datasets/${ids.openModel}`;
const report = `${g}/reports/${ids.openReport}`;
const later = async (ms: number, work: () => Promise<Answer>) => {
  service.clock.advance(ms);
  return work();
};

/** The members of a body, those of the first row for a list. */
const members = ({ body }: Answer): string[] => {
  const rows = body['value'] as object[] | undefined;
  return Object.keys(rows ? (rows[0] ?? {}) : body).filter((name) => name !== '@odata.context');
};

beforeAll(async () => {
  const [sales, shared] = content();
  if (!sales || !shared) throw new Error('the world has two workspaces');
  const tiles = [{ id: board.tile, title: 'Card', rowSpan: 2, colSpan: 2, report: ids.openReport, page: 'Overview', visual: 'Card' }];
  service = await startWorld({ content: [{ ...sales, dashboards: [{ id: board.id, name: 'Board', tiles }] }, shared] });
  token = await accessToken(service);
  return () => service.close();
});

const group = ['id', 'isReadOnly', 'isOnDedicatedCapacity', 'capacityId', 'defaultDatasetStorageFormat', 'type', 'name'];
const reportRow = 'id reportType name webUrl embedUrl isFromPbix isOwnedByMe datasetId datasetWorkspaceId users subscriptions'.split(' ');
const identityFlags = ['isEffectiveIdentityRequired', 'isEffectiveIdentityRolesRequired'];
const datasetUrls = ['webUrl', 'createReportEmbedURL', 'qnaEmbedURL'];
const datasetRow =
  'id name addRowsAPIEnabled configuredBy isRefreshable isOnPremGatewayRequired targetStorageMode createdDate upstreamDatasets users queryScaleOutSettings'
    .split(' ')
    .concat(identityFlags, datasetUrls);
const dashboardRow = ['id', 'displayName', 'isReadOnly', 'webUrl', 'embedUrl'];
const tileRow = ['id', 'title', 'rowSpan', 'colSpan', 'embedUrl', 'embedData', 'reportId', 'datasetId'];
const exportRow = ['id', 'createdDateTime', 'lastActionDateTime', 'reportId', 'reportName', 'status', 'percentComplete'];
const minted = ['token', 'tokenId', 'expiration'];
const schedule = ['days', 'times', 'enabled', 'localTimeZoneId', 'notifyOption'];
const capacityRow = ['id', 'displayName', 'admins', 'sku', 'state', 'region', 'capacityUserAccessRight'];
const importWith = (name: string) => `${g}/imports?datasetDisplayName=${name}&nameConflict=CreateOrOverwrite`;

type Line = [method: string, path: string, body: unknown, status: number, members: string[]];
const lines: Line[] = [
  // A2
  ['GET', 'groups?$top=1', undefined, 200, group],
  ['GET', g, undefined, 200, group],
  ['POST', 'groups?workspaceV2=true', { name: 'Made' }, 200, group.filter((name) => name !== 'capacityId')],
  ['PATCH', g, { defaultDatasetStorageFormat: 'Large' }, 200, []],
  ['GET', `${g}/users`, undefined, 200, ['identifier', 'displayName', 'principalType', 'groupUserAccessRight']],
  ['POST', `${g}/users`, { identifier: 'ana@a.example', principalType: 'User', groupUserAccessRight: 'Viewer' }, 200, []],
  ['PUT', `${g}/users`, { identifier: 'ana@a.example', principalType: 'User', groupUserAccessRight: 'Member' }, 200, []],
  ['DELETE', `${g}/users/ana%40a.example`, undefined, 200, []],
  ['POST', `${g}/AssignToCapacity`, { capacityId: ids.capacity }, 200, []],
  ['GET', `${g}/CapacityAssignmentStatus`, undefined, 200, ['status', 'startTime', 'capacityId']],
  ['POST', 'RefreshUserPermissions', undefined, 200, []],
  // A3
  ['GET', `${g}/reports`, undefined, 200, reportRow],
  ['GET', report, undefined, 200, reportRow],
  ['POST', `${report}/Clone`, { name: 'Copy' }, 200, reportRow],
  ['POST', `${report}/Rebind`, { datasetId: ids.openModel }, 200, []],
  ['GET', `${report}/pages`, undefined, 200, ['name', 'displayName', 'order']],
  ['GET', `${report}/pages/Overview`, undefined, 200, ['name', 'displayName', 'order']],
  ['GET', `${report}/datasources`, undefined, 400, ['error']],
  ['POST', `${report}/Default.TakeOver`, undefined, 400, ['error']],
  ['POST', `${report}/Default.UpdateDatasources`, { updateDetails: [] }, 400, ['error']],
  ['POST', `${report}/ExportTo`, { format: 'PNG' }, 202, exportRow],
  // A4
  ['GET', `${g}/datasets`, undefined, 200, datasetRow],
  ['GET', dataset, undefined, 200, datasetRow],
  ['PATCH', dataset, { targetStorageMode: 'PremiumFiles', queryScaleOutSettings: { maxReadOnlyReplicas: 2 } }, 200, []],
  ['POST', `${dataset}/refreshes`, { type: 'Full' }, 202, []],
  [
    'GET',
    `${dataset}/refreshes?$top=1`,
    undefined,
    200,
    ['requestId', 'id', 'refreshType', 'startTime', 'status', 'extendedStatus', 'refreshAttempts'],
  ],
  ['GET', `${dataset}/refreshSchedule`, undefined, 200, schedule],
  ['PATCH', `${dataset}/refreshSchedule`, { value: { enabled: false } }, 200, []],
  ['GET', `${dataset}/directQueryRefreshSchedule`, undefined, 200, ['frequency']],
  ['PATCH', `${dataset}/directQueryRefreshSchedule`, { value: { frequency: 15 } }, 200, []],
  ['GET', `${dataset}/parameters`, undefined, 200, ['name', 'type', 'isRequired', 'currentValue', 'suggestedValues']],
  ['POST', `${dataset}/Default.UpdateParameters`, { updateDetails: [{ name: 'Region', newValue: 'North' }] }, 200, []],
  ['GET', `${dataset}/datasources`, undefined, 200, ['datasourceType', 'connectionDetails', 'datasourceId', 'gatewayId']],
  ['POST', `${dataset}/Default.TakeOver`, undefined, 200, []],
  ['GET', `${dataset}/users`, undefined, 200, ['identifier', 'principalType', 'datasetUserAccessRight']],
  // A5
  ['GET', `${g}/dashboards`, undefined, 200, dashboardRow],
  ['GET', `${g}/dashboards/${board.id}`, undefined, 200, dashboardRow],
  ['POST', `${g}/dashboards`, { name: 'Second' }, 201, dashboardRow],
  ['GET', `${g}/dashboards/${board.id}/tiles`, undefined, 200, tileRow],
  ['GET', `${g}/dashboards/${board.id}/tiles/${board.tile}`, undefined, 200, tileRow],
  ['POST', `${g}/dashboards/${board.id}/tiles/${board.tile}/Clone`, { targetDashboardId: board.id }, 200, tileRow],
  // A6
  ['POST', `${g}/imports/createTemporaryUploadLocation`, undefined, 200, ['url', 'expirationTime']],
  ['POST', importWith('x.csv'), { fileUrl: 'https://nowhere.example/x' }, 400, ['error']],
  ['POST', importWith('x.rdl'), { fileUrl: 'https://nowhere.example/x' }, 400, ['error']],
  // A7
  ['POST', `${report}/GenerateToken`, { accessLevel: 'View' }, 200, minted],
  ['POST', `${g}/reports/GenerateToken`, { accessLevel: 'Create', datasetId: ids.openModel }, 200, minted],
  ['POST', `${dataset}/GenerateToken`, { accessLevel: 'View' }, 200, minted],
  ['POST', `${g}/dashboards/${board.id}/GenerateToken`, { accessLevel: 'View' }, 200, minted],
  ['POST', `${g}/dashboards/${board.id}/tiles/${board.tile}/GenerateToken`, { accessLevel: 'View' }, 200, minted],
  ['POST', 'GenerateToken', { reports: [{ id: ids.openReport }], datasets: [{ id: ids.openModel }] }, 200, minted],
  // A8
  ['GET', 'capacities', undefined, 200, capacityRow],
  ['GET', `capacities/${ids.capacity}/Workloads`, undefined, 200, ['name', 'state', 'maxMemoryPercentageSetByUser']],
  ['GET', `capacities/${ids.capacity}/Workloads/AI`, undefined, 200, ['name', 'state', 'maxMemoryPercentageSetByUser']],
  ['PATCH', `capacities/${ids.capacity}/Workloads/AI`, { state: 'Enabled' }, 200, []],
  ['GET', 'availableFeatures', undefined, 200, ['features']],
  ['GET', "availableFeatures(featureName='embedTrial')", undefined, 200, ['name', 'state', 'extendedState', 'additionalInfo']],
  ['POST', 'profiles', { displayName: 'Customer' }, 201, ['id', 'displayName']],
  ['GET', 'profiles', undefined, 200, ['id', 'displayName']],
];

test.each(lines)('%s %s', async (method, path, body, status, expected) => {
  const answer = await send(method, path, body);
  expect({ status: answer.status, members: members(answer).toSorted() }).toEqual({ status, members: expected.toSorted() });
  expect(answer.headers.get('requestid')).toMatch(/^[0-9a-f-]{36}$/);
  if (status < 400 && expected.length === 0) expect(answer.text).toBe('');
  if (status >= 400) expect(answer.headers.get('x-powerbi-error-info')).toMatch(/^[A-Za-z]+$/);
  if (status === 202 && path.endsWith('refreshes')) {
    expect(answer.headers.get('x-ms-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('location')).toBe(`${service.origin}/v1.0/myorg/${path}/${answer.headers.get('x-ms-request-id')}`);
  }
});

test('what was set on a dataset is shown', async () => {
  expect((await send('GET', dataset)).body).toMatchObject({
    targetStorageMode: 'PremiumFiles',
    queryScaleOutSettings: { autoSyncReadOnlyReplicas: true, maxReadOnlyReplicas: 2 },
  });
  expect((await send('PATCH', dataset, { queryScaleOutSettings: { maxReadOnlyReplicas: 65 } })).status).toBe(400);
});

test('a dataset is shared with people, to read and to build, never to write', async () => {
  const users = `${dataset}/users`;
  const user = (datasetUserAccessRight: string, more = {}) => ({
    identifier: 'Bia@a.example',
    principalType: 'User',
    datasetUserAccessRight,
    ...more,
  });
  const shown = async () => (await send('GET', users)).body['value'];
  const owner = { identifier: demoApplication.object_id, principalType: 'App', datasetUserAccessRight: 'ReadWriteReshareExplore' };
  expect((await send('POST', users, user('Read', { principalType: 'App' }))).status).toBe(400);
  for (const right of ['ReadWrite', 'None', 'Everything']) expect((await send('POST', users, user(right))).status).toBe(400);
  expect((await send('PUT', users, user('Read'))).status).toBe(404);
  expect((await send('POST', users, user('Read'))).status).toBe(200);
  expect((await send('POST', users, user('Read'))).status).toBe(400);
  expect((await send('PUT', users, { ...user('ReadExplore'), identifier: 'bia@a.example' })).status).toBe(200);
  expect(await shown()).toEqual([owner, { ...user('ReadExplore'), identifier: 'bia@a.example' }]);
  expect((await send('PUT', users, user('ReadWriteExplore'))).status).toBe(400);
  expect((await send('PUT', users, user('None'))).status).toBe(200);
  expect(await shown()).toEqual([owner]);
  const stranger = await accessToken(service, outsider);
  expect((await send('GET', users, undefined, stranger)).status).toBe(401);
  for (const method of ['POST', 'PUT']) expect((await send(method, users, user('Read'), stranger)).status).toBe(401);
});

test('without Build a dataset is not there for queries; shared to build it is', async () => {
  const own = await ownWorld();
  const [admin, stranger] = [await accessToken(own), await accessToken(own, outsider)];
  const { datasets } = await publish(own, 'T.csv', 'Cidade,Valor\nRecife,1\n');
  const id = datasets[0]?.id ?? '';
  const viewer = { identifier: outsider.object_id, principalType: 'App', groupUserAccessRight: 'Viewer' };
  expect((await call(own, admin, 'POST', `${g}/users`, viewer)).status).toBe(200);
  const ask = () => call(own, stranger, 'POST', `${g}/datasets/${id}/executeQueries`, { queries: [{ query: 'EVALUATE T' }] });
  expect(await ask()).toMatchObject({ status: 404, body: { error: { code: 'PowerBIEntityNotFound' } } });
  // No call shares a dataset with a service principal; a fixture may.
  const read = await fetch(`${own.origin}/admin/tenant`);
  const tenant = (await read.json()) as { datasets: Record<string, { users: object[] }> };
  tenant.datasets[id]?.users.push({ identifier: outsider.object_id, principalType: 'App', datasetUserAccessRight: 'ReadExplore' });
  const headers = { 'content-type': 'application/json' };
  const loaded = await fetch(`${own.origin}/admin/tenant`, { method: 'PUT', headers, body: JSON.stringify(tenant) });
  expect(loaded.status).toBe(204);
  expect((await ask()).status).toBe(200);
});

test('refreshables tell how the refreshes of a dataset on a capacity went', async () => {
  await later(60_000, () => send('POST', `${dataset}/refreshes`, { notifyOption: 'NoNotification' }));
  await later(60_000, () => send('GET', dataset));
  expect((await send('GET', 'capacities/refreshables')).status).toBe(400);
  expect((await send('GET', 'capacities/refreshables?$top=0')).status).toBe(400);
  const { body } = await send('GET', 'capacities/refreshables?$top=10&$expand=capacity,group');
  expect(body['value']).toMatchObject([
    {
      id: ids.openModel,
      kind: 'Dataset',
      refreshCount: 2,
      refreshFailures: 0,
      averageDuration: 6,
      medianDuration: 6,
      lastRefresh: { status: 'Completed' },
      refreshSchedule: { enabled: false },
      configuredBy: [demoApplication.object_id],
      capacity: { id: ids.capacity, sku: 'F8' },
      group: { id: ids.sales },
    },
  ]);
  const one = `capacities/${ids.capacity}/refreshables`;
  expect((await send('GET', one)).body['value']).toHaveLength(1);
  expect((await send('GET', `${one}/${ids.openModel}`)).body['value']).toHaveLength(1);
  expect((await send('GET', `${one}/${ids.securedModel}`)).status).toBe(404);
  expect((await send('GET', `admin/${one}`)).body['value']).toHaveLength(1);
  expect((await send('GET', 'admin/capacities/refreshables?$top=5')).body['value']).toHaveLength(1);
  const stranger = await accessToken(service, outsider);
  expect((await send('GET', 'capacities/refreshables?$top=5', undefined, stranger)).body['value']).toEqual([]);
  expect((await send('GET', one, undefined, stranger)).status).toBe(404);
  expect((await send('GET', `admin/${one}`, undefined, stranger)).status).toBe(401);
});

test('the trial feature tells how much of it is spent', async () => {
  const usage = async () => (await send('GET', "availableFeatures(featureName='embedTrial')")).body;
  service.limits.trial_embed_tokens = 4;
  expect(await usage()).toMatchObject({ state: 'Enabled', additionalInfo: { usage: 0 } });
  await send('POST', 'GenerateToken', { reports: [{ id: ids.sharedReport }], datasets: [{ id: ids.sharedModel }] });
  expect(await usage()).toMatchObject({ additionalInfo: { usage: 25 } });
});

test('administrators see every workspace, and scan it', async () => {
  expect((await send('GET', 'admin/groups')).status).toBe(400);
  const all = await send('GET', 'admin/groups?$top=100&$expand=users,reports,datasets,dashboards');
  expect(all.body['value']).toContainEqual(
    expect.objectContaining({
      id: ids.sales,
      type: 'Workspace',
      state: 'Active',
      users: [expect.objectContaining({ groupUserAccessRight: 'Admin', graphId: demoApplication.object_id })],
      reports: expect.arrayContaining([expect.objectContaining({ id: ids.openReport, datasetId: ids.openModel })]),
      datasets: expect.arrayContaining([expect.objectContaining({ id: ids.securedModel, isEffectiveIdentityRequired: true })]),
    }),
  );
  expect((await send('GET', "admin/groups?$top=5&$filter=name eq 'shared'")).body['value']).toHaveLength(1);
  expect((await send('POST', 'admin/workspaces/getInfo', { workspaces: [ids.unknown] })).status).toBe(400);
  const started = await send('POST', 'admin/workspaces/getInfo', { workspaces: [ids.sales] });
  expect(started).toMatchObject({ status: 202, body: { status: 'NotStarted' } });
  const id = String(started.body['id']);
  expect((await send('GET', `admin/workspaces/scanStatus/${id}`)).body).toMatchObject({ status: 'Running' });
  expect((await send('GET', `admin/workspaces/scanResult/${id}`)).status).toBe(400);
  expect((await later(3_000, () => send('GET', `admin/workspaces/scanStatus/${id}`))).body).toMatchObject({ status: 'Succeeded' });
  expect((await send('GET', `admin/workspaces/scanResult/${id}`)).body).toMatchObject({
    workspaces: [{ id: ids.sales, dashboards: expect.arrayContaining([expect.objectContaining({ displayName: 'Board' })]) }],
  });
  const detailed = await send('POST', 'admin/workspaces/getInfo?datasetSchema=True&datasetExpressions=True', { workspaces: [ids.sales] });
  const told = await later(3_000, () => send('GET', `admin/workspaces/scanResult/${String(detailed.body['id'])}`));
  expect(JSON.stringify(told.body)).toContain('"filterExpression"');
  const stranger = await accessToken(service, outsider);
  expect(await send('GET', 'admin/groups?$top=1', undefined, stranger)).toMatchObject({
    status: 401,
    body: { Message: 'API is not accessible for application' },
  });
});

test('activities of a day are told in parts', async () => {
  service.clock.advance(86_400_000 - (service.clock.now() % 86_400_000));
  token = await accessToken(service);
  const day = new Date(service.clock.now()).toISOString().slice(0, 10);
  const events = (where: string) => send('GET', `admin/activityevents?${where}`);
  for (let i = 0; i < 101; i++) await send('POST', `${report}/GenerateToken`, { accessLevel: 'View' });
  await send('POST', `${g}/reports/${ids.unknown}/GenerateToken`, { accessLevel: 'View' });
  const { body } = await events(`startDateTime='${day}T00:00:00'&endDateTime='${day}T23:59:59'`);
  expect(body).toMatchObject({
    lastResultSet: false,
    continuationUri: expect.stringContaining('/admin/activityevents?continuationToken='),
  });
  expect(body['activityEventEntities']).toHaveLength(100);
  expect((body['activityEventEntities'] as object[])[0]).toMatchObject({
    Activity: 'GenerateEmbedToken',
    UserId: demoApplication.object_id,
    ReportId: ids.openReport,
    ReportName: 'Open report',
    DatasetName: 'Open',
    WorkspaceId: ids.sales,
    CapacityId: ids.capacity,
    IsSuccess: true,
  });
  const rest = await fetch(String(body['continuationUri']), { headers: { authorization: `Bearer ${token}` } });
  expect(await rest.json()).toMatchObject({ lastResultSet: true, continuationToken: null, activityEventEntities: [{}] });
  const span = `startDateTime='${day}T00:00:00.000Z'&endDateTime='${day}T23:59:59.999Z'`;
  expect((await events(`${span}&$filter=Activity eq 'viewreport'`)).body).toMatchObject({ activityEventEntities: [], lastResultSet: true });
  expect((await events(`startDateTime='2020-01-01T00:00:00'&endDateTime='2020-01-02T00:00:00'`)).status).toBe(400);
  expect((await events(`startDateTime=${day}`)).status).toBe(400);
  expect((await events(`continuationToken='x'`)).status).toBe(400);
});

test('deleting ends it all', async () => {
  for (const path of [`${g}/dashboards/${board.id}`, report, dataset, g]) {
    expect(await send('DELETE', path)).toMatchObject({ status: 200, text: '' });
  }
  expect((await send('GET', g)).status).toBe(401);
});
