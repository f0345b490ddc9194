/** Every limit of docs/reference/powerbi.md A10, as it refuses and as it is switched off. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { demoApplication } from '../definitions/demo.ts';
import { documentedLimits } from '../service/limits.ts';
import type { Limits } from '../service/limits.ts';
import type { Emulator } from '../emulator.ts';
import { accessToken, addressesOf, call, credentialsOf, ids, startWorld } from './world.ts';
import type { Answer } from './world.ts';

let emulator: Emulator;
let token: string;
let dataset: string;
let report: string;
beforeAll(async () => {
  emulator = await startWorld();
  token = await accessToken(emulator);
  const sleep = async () => {
    emulator.clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const options = {
    addresses: addressesOf(emulator),
    credentials: credentialsOf(demoApplication),
    clock: { now: emulator.clock.now, sleep },
  };
  const { imports } = createPowerBi(options);
  const file = new TextEncoder().encode('Cidade,Valor\nRecife,3\nNatal,4\n');
  const done = await imports.waitFor(ids.sales, await imports.publish(ids.sales, 'Dados.csv', file));
  [dataset, report] = [done.datasets[0]?.id ?? '', done.reports[0]?.id ?? ''];
});
afterAll(() => emulator.close());

type Refusal = { status: number; body: object; headers?: Record<string, string> };

const invalid = (message: RegExp): Refusal => ({
  status: 400,
  body: { error: { code: 'InvalidRequest', message: expect.stringMatching(message) } },
  headers: { 'x-powerbi-error-info': 'InvalidRequest' },
});
const throttled = (wait: string): Refusal => ({
  status: 429,
  body: { Message: expect.stringMatching(/exceeded the amount of requests/) },
  headers: { 'retry-after': wait },
});

const send = (method: string, path: string, body?: unknown) => call(emulator, token, method, path, body);
const query = (text = 'EVALUATE Dados') =>
  send('POST', `groups/${ids.sales}/datasets/${dataset}/executeQueries`, { queries: [{ query: text }] });
const exporting = (pages = 1) => {
  const powerBIReportConfiguration = { pages: Array.from({ length: pages }, () => ({ pageName: 'page1', visualName: 'visual1_1' })) };
  return send('POST', `groups/${ids.sales}/reports/${report}/ExportTo`, { format: 'PNG', powerBIReportConfiguration });
};
const upload = async (bytes: number): Promise<Answer> => {
  const form = new FormData();
  form.append('file', new Blob([`a\n${'x'.repeat(bytes)}\n`]), 'x.csv');
  const answer = await fetch(`${emulator.origin}/v1.0/myorg/groups/${ids.sales}/imports?datasetDisplayName=x.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
};
const open = { reports: [{ id: ids.openReport }], datasets: [{ id: ids.openModel }] };
const shared = { reports: [{ id: ids.sharedReport }], datasets: [{ id: ids.sharedModel }] };
const south = { username: 'ana', roles: ['South'], datasets: [ids.securedModel] };
const secured = { reports: [{ id: ids.securedReport }], datasets: [{ id: ids.securedModel }], identities: [south] };
const schedule = (group: string, model: string) =>
  send('PATCH', `groups/${group}/datasets/${model}/refreshSchedule`, { value: { times: ['08:00', '09:00'] } });

test.each<[name: keyof Limits, limit: number, act: () => Promise<Answer>, refusal: Refusal]>([
  ['shared_refreshes_a_day', 1, () => schedule(ids.shared, ids.sharedModel), invalid(/at most 1 times a day/)],
  ['capacity_refreshes_a_day', 1, () => schedule(ids.sales, ids.openModel), invalid(/at most 1 times a day/)],
  [
    'parameters_per_update',
    0,
    () => {
      const updateDetails = [{ name: 'Region', newValue: 'North' }];
      return send('POST', `groups/${ids.sales}/datasets/${ids.openModel}/Default.UpdateParameters`, { updateDetails });
    },
    invalid(/At most 0 parameters/),
  ],
  ['queries_a_minute', 0, () => query(), throttled('60')],
  [
    'query_megabytes',
    0,
    () => query(),
    {
      status: 400,
      body: {
        error: {
          code: 'DatasetExecuteQueriesError',
          'pbi.error': { details: [{ detail: { value: 'The result is larger than 0 MB.' } }, {}] },
        },
      },
    },
  ],
  ['export_items', 1, () => exporting(2), invalid(/At most 1 pages and visuals/)],
  ['export_queue', 0, () => exporting(), throttled('30')],
  ['token_items', 0, () => send('POST', 'GenerateToken', open), invalid(/^reports: must have at most 0 items$/)],
  ['identity_roles', 0, () => send('POST', 'GenerateToken', secured), invalid(/^identities\.0\.roles: must have at most 0 roles$/)],
  [
    'role_characters',
    4,
    () => send('POST', 'GenerateToken', secured),
    invalid(/^identities\.0\.roles\.0: must have at most 4 characters$/),
  ],
  [
    'username_characters',
    2,
    () => send('POST', 'GenerateToken', secured),
    invalid(/^identities\.0\.username: must have at most 2 characters$/),
  ],
  ['admin_calls_an_hour', 0, () => send('GET', 'admin/groups?$top=1'), throttled('3600')],
  ['requests_a_minute', 0, () => send('GET', 'groups'), throttled('60')],
  [
    'upload_megabytes',
    0,
    async () => {
      const location = await send('POST', `groups/${ids.sales}/imports/createTemporaryUploadLocation`);
      const answer = await fetch(String(location.body['url']), { method: 'PUT', body: 'a' });
      return { status: answer.status, headers: answer.headers, text: await answer.text(), body: {} };
    },
    { status: 413, body: {}, headers: { 'x-ms-error-code': 'RequestBodyTooLarge' } },
  ],
  [
    'trial_embed_tokens',
    0,
    () => send('POST', 'GenerateToken', shared),
    { status: 403, body: { error: { message: expect.stringMatching(/^You have exceeded the amount of embed token/) } } },
  ],
  ['workspaces_per_principal', 1, () => send('POST', 'groups', { name: crypto.randomUUID() }), invalid(/at most 1 workspaces/)],
  ['profiles_per_principal', 0, () => send('POST', 'profiles', { displayName: crypto.randomUUID() }), invalid(/at most 0 profiles/)],
  [
    'import_megabytes',
    1,
    () => upload(1024 * 1024),
    {
      status: 413,
      body: { error: { code: 'RequestEntityTooLarge' } },
      headers: { 'x-powerbi-error-info': 'RequestEntityTooLarge' },
    },
  ],
])('%s refuses beyond %i, and lets everything through when it is off', async (name, limit, act, refusal) => {
  onTestFinished(() => void Object.assign(emulator.limits, { [name]: documentedLimits[name] }));
  emulator.limits[name] = limit;
  const refused = await act();
  expect(refused).toMatchObject({ status: refusal.status, body: refusal.body });
  for (const [header, value] of Object.entries(refusal.headers ?? {})) expect(refused.headers.get(header)).toBe(value);
  expect(refused.headers.get('requestid')).toMatch(/^[0-9a-f-]{36}$/);
  emulator.limits[name] = null;
  expect((await act()).status).toBeLessThan(300);
});

test.each(['query_rows', 'query_values'] as const)('%s cuts an answer off and says so in it', async (name) => {
  onTestFinished(() => void Object.assign(emulator.limits, { [name]: documentedLimits[name] }));
  emulator.limits[name] = name === 'query_rows' ? 1 : 2;
  const table = async () => {
    const { status, text } = await query();
    expect(status).toBe(200);
    return JSON.parse(text.slice(text.indexOf('{'))).results[0].tables[0];
  };
  expect(await table()).toMatchObject({ rows: [{}], error: { code: 'ResultSetTooLarge' } });
  emulator.limits[name] = null;
  expect(await table()).toEqual({ rows: [{}, {}].map(() => expect.any(Object)) });
});

test('refresh_history keeps so many rows', async () => {
  onTestFinished(() => void Object.assign(emulator.limits, { refresh_history: documentedLimits.refresh_history }));
  const path = `groups/${ids.sales}/datasets/${dataset}/refreshes`;
  const refresh = async () => {
    expect((await send('POST', path, { notifyOption: 'NoNotification' })).status).toBe(202);
    emulator.clock.advance(10_000);
  };
  emulator.limits.refresh_history = 1;
  await refresh();
  await refresh();
  expect((await send('GET', path)).body['value']).toHaveLength(1);
  emulator.limits.refresh_history = null;
  await refresh();
  expect((await send('GET', path)).body['value']).toHaveLength(2);
});

test('refresh_history_days: older rows are not shown', async () => {
  onTestFinished(() => void Object.assign(emulator.limits, { refresh_history_days: documentedLimits.refresh_history_days }));
  const path = `groups/${ids.sales}/datasets/${ids.securedModel}/refreshes`;
  token = await accessToken(emulator);
  expect((await send('POST', path, { notifyOption: 'NoNotification' })).status).toBe(202);
  emulator.clock.advance(8 * 24 * 3_600_000);
  token = await accessToken(emulator);
  expect((await send('GET', path)).body['value']).toEqual([]);
  emulator.limits.refresh_history_days = null;
  expect((await send('GET', path)).body['value']).toHaveLength(1);
});

test('concurrent_refreshes of a dataset', async () => {
  onTestFinished(() => void Object.assign(emulator.limits, { concurrent_refreshes: documentedLimits.concurrent_refreshes }));
  const path = `groups/${ids.sales}/datasets/${ids.openModel}/refreshes`;
  const refresh = () => send('POST', path, { notifyOption: 'NoNotification' });
  expect((await refresh()).status).toBe(202);
  expect(await refresh()).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(/already executing/) } } });
  emulator.limits.concurrent_refreshes = null;
  expect((await refresh()).status).toBe(202);
  emulator.clock.advance(10_000);
});

const finish = async (id: unknown): Promise<Answer> => {
  for (;;) {
    emulator.clock.advance(500);
    const state = await send('GET', `groups/${ids.sales}/reports/${report}/exports/${encodeURIComponent(String(id))}`);
    if (state.status !== 202) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

test('export_megabytes lets a larger file fail for good', async () => {
  onTestFinished(() => void Object.assign(emulator.limits, { export_megabytes: documentedLimits.export_megabytes }));
  emulator.limits.export_megabytes = 0;
  const failed = await finish((await exporting()).body['id']);
  expect(failed).toMatchObject({ status: 200, body: { status: 'Failed' } });
  expect(failed.headers.get('retry-after')).toBeNull();
  emulator.limits.export_megabytes = null;
  expect(await finish((await exporting()).body['id'])).toMatchObject({ body: { status: 'Succeeded' } });
});

test('export_hours is how long a file is there', async () => {
  onTestFinished(() => void Object.assign(emulator.limits, { export_hours: documentedLimits.export_hours }));
  emulator.limits.export_hours = 1;
  const { body } = await finish((await exporting()).body['id']);
  expect(Date.parse(String(body['expirationTime'])) - Date.parse(String(body['createdDateTime']))).toBe(3_600_000);
  emulator.limits.export_hours = null;
  const lasting = (await finish((await exporting()).body['id'])).body;
  expect(lasting).toMatchObject({ status: 'Succeeded', resourceFileExtension: '.png' });
  expect(lasting).not.toHaveProperty('expirationTime');
});

test('token_bound_to_caller: an embed token ends with the access token that it was minted with', async () => {
  onTestFinished(() => void Object.assign(emulator.limits, { token_bound_to_caller: documentedLimits.token_bound_to_caller }));
  token = await accessToken(emulator);
  const life = async (lifetimeInMinutes?: number) => {
    const { body } = await send('POST', 'GenerateToken', { ...open, lifetimeInMinutes });
    return Math.round((Date.parse(String(body['expiration'])) - emulator.clock.now()) / 60_000);
  };
  emulator.clock.advance(50 * 60_000);
  expect([await life(), await life(5), await life(60)]).toEqual([10, 5, 10]);
  emulator.limits.token_bound_to_caller = null;
  expect([await life(), await life(5), await life(90)]).toEqual([60, 5, 90]);
});

test('every limit has a test here', () => {
  const own = ['query_rows', 'query_values', 'refresh_history', 'refresh_history_days', 'concurrent_refreshes'];
  const others = ['export_megabytes', 'export_hours', 'token_bound_to_caller'];
  expect(Object.keys(documentedLimits)).toHaveLength(18 + own.length + others.length);
});
