/** Every fault by its name: what a caller gets, in its workspace alone, as often as it was told (docs/reference/powerbi.md A0, A11). */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Emulator } from '../emulator.ts';
import type { FaultInput } from '../service/faults/faults.ts';
import { demoApplication, demoSubscription } from '../definitions/demo.ts';
import { accessToken, call, ids, requestToken, startWorld } from './world.ts';

let emulator: Emulator;
let token: string;
beforeAll(async () => {
  emulator = await startWorld();
  token = await accessToken(emulator);
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.faults.clear();
  emulator.requests.clear();
});

const list = async (group: string) => {
  const answer = await fetch(`${emulator.origin}/v1.0/myorg/groups/${group}/reports`, { headers: { authorization: `Bearer ${token}` } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
type Seen = Awaited<ReturnType<typeof list>>;

const tooMany = 'You have exceeded the amount of requests allowed in the current time frame and further requests will fail.';
const plain = 'text/plain';

test.each<[string, FaultInput, { status: number; headers?: Record<string, string | null>; text: RegExp }]>([
  [
    '429 with a wait in seconds',
    { name: 'throttled', retry_after_s: 7 },
    { status: 429, headers: { 'retry-after': '7', 'content-type': plain }, text: new RegExp(`^${tooMany}$`) },
  ],
  ['429 without a wait', { name: 'throttled' }, { status: 429, headers: { 'retry-after': null }, text: /exceeded/ }],
  [
    '500 in plain text',
    { name: 'server_error' },
    { status: 500, headers: { 'retry-after': null, 'content-type': plain }, text: /^An error has occurred\.$/ },
  ],
  [
    '503 with a wait',
    { name: 'server_error', status: 503, retry_after_s: 2 },
    { status: 503, headers: { 'retry-after': '2' }, text: /^An error/ },
  ],
  ["a gateway's page", { name: 'html_body' }, { status: 200, headers: { 'content-type': 'text/html' }, text: /^<!DOCTYPE html>/ }],
  ["a gateway's page with 502", { name: 'html_body', status: 502 }, { status: 502, text: /^<!DOCTYPE html>/ }],
  ['half a body', { name: 'half_body', cut: 'json' }, { status: 200, text: /^\{"@odata.context":[^]*[^}]$/ }],
  [
    'a tenant setting that keeps applications away',
    { name: 'not_accessible', status: 403 },
    { status: 403, text: /^\{"Message":"API is not accessible for application"\}$/ },
  ],
  ['a conditional access challenge', { name: 'claims_challenge' }, { status: 401, text: /^$/ }],
  [
    'a capacity that stands still',
    { name: 'capacity_paused' },
    {
      status: 404,
      headers: { 'x-powerbi-error-info': 'CapacityNotActive' },
      text: /^\{"error":\{"code":"CapacityNotActive","message":".+"\}\}$/,
    },
  ],
])('%s: in its workspace, as often as told, and then no more', async (_, fault, wanted) => {
  const good = await list(ids.sales);
  emulator.faults.start({ ...fault, workspace_id: ids.sales, times: 2 });
  expect(await list(ids.shared)).toMatchObject({ status: 200 });
  for (let i = 0; i < 2; i++) {
    const faulty: Seen = await list(ids.sales);
    expect(faulty).toMatchObject({ status: wanted.status, text: expect.stringMatching(wanted.text) });
    expect(faulty.headers.get('requestid')).toMatch(/^[0-9a-f-]{36}$/);
    for (const [name, value] of Object.entries(wanted.headers ?? {})) expect(faulty.headers.get(name)).toBe(value);
  }
  expect(await list(ids.sales)).toMatchObject({ status: 200, text: good.text });
  expect(emulator.requests.list().map(({ fault: name }) => name)).toEqual([undefined, undefined, fault.name, fault.name, undefined]);
});

test('a wait can be a date', async () => {
  emulator.faults.start({ name: 'throttled', retry_after_s: 60, retry_after_format: 'date', times: 1 });
  const wait = Date.parse((await list(ids.sales)).headers.get('retry-after') ?? '') - Date.now();
  expect(Math.abs(wait - 60_000)).toBeLessThan(30_000);
});

test.each<[string, FaultInput]>([
  ['a connection that is reset', { name: 'reset' }],
  ['a connection that breaks in the answer', { name: 'half_body', cut: 'connection' }],
])('%s: in its workspace, once', async (_, fault) => {
  emulator.faults.start({ ...fault, workspace_id: ids.sales, times: 1 });
  expect((await list(ids.shared)).status).toBe(200);
  await expect(list(ids.sales)).rejects.toThrow(TypeError);
  expect((await list(ids.sales)).status).toBe(200);
});

test('no answer until the caller gives up', async () => {
  emulator.faults.start({ name: 'hang', workspace_id: ids.sales, times: 1 });
  expect((await list(ids.shared)).status).toBe(200);
  const caller = new AbortController();
  const hanging = fetch(`${emulator.origin}/v1.0/myorg/groups/${ids.sales}/reports`, { signal: caller.signal });
  while (!emulator.requests.list().some(({ fault }) => fault === 'hang')) await new Promise((resolve) => setTimeout(resolve, 5));
  caller.abort();
  await expect(hanging).rejects.toThrow(/abort/);
  expect((await list(ids.sales)).status).toBe(200);
});

test('latency: the answer is the same, and the log tells', async () => {
  const { text } = await list(ids.sales);
  emulator.faults.start({ name: 'latency', latency_ms: 20, workspace_id: ids.sales, times: 1 });
  expect(await list(ids.sales)).toMatchObject({ status: 200, text });
  expect(emulator.requests.list().map(({ fault }) => fault)).toEqual([undefined, 'latency']);
});

test('an expired secret: no token, once', async () => {
  const { client_id, client_secret } = demoApplication;
  const form = { grant_type: 'client_credentials', client_id, client_secret, scope: 'https://analysis.windows.net/powerbi/api/.default' };
  emulator.faults.start({ name: 'secret_expired', times: 1 });
  const refused = await requestToken(emulator, form);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({
    error: 'invalid_client',
    error_codes: [7000222],
    error_description: expect.stringMatching(/^AADSTS7000222: .+ are expired\.\r\nTrace ID: /),
    error_uri: 'https://login.microsoftonline.com/error?code=7000222',
  });
  expect((await requestToken(emulator, form)).status).toBe(200);
});

test('a failed refresh: in its workspace, once, told as a text of JSON', async () => {
  emulator.faults.start({ name: 'refresh_failed', workspace_id: ids.sales, error_code: 'Gateway', error_description: 'Away', times: 1 });
  const refresh = async (group: string, model: string) => {
    expect((await call(emulator, token, 'POST', `groups/${group}/datasets/${model}/refreshes`, {})).status).toBe(202);
    const newest = async () => {
      const { body } = await call(emulator, token, 'GET', `groups/${group}/datasets/${model}/refreshes?$top=1`);
      return body['value'];
    };
    const running = await newest();
    expect(running).toMatchObject([{ status: 'Unknown' }]);
    expect(running).not.toMatchObject([{ endTime: expect.anything() }]);
    emulator.clock.advance(10_000);
    return newest();
  };
  expect(await refresh(ids.shared, ids.sharedModel)).toMatchObject([{ status: 'Completed' }]);
  expect(await refresh(ids.sales, ids.openModel)).toMatchObject([
    { status: 'Failed', endTime: expect.any(String), serviceExceptionJson: '{"errorCode":"Gateway","errorDescription":"Away"}' },
  ]);
  expect(await refresh(ids.sales, ids.openModel)).toMatchObject([{ status: 'Completed' }]);
});

test.each([
  ['with a wait: busy, worth another try', 30, '30'],
  ['without one: for good', undefined, null],
])('a failed export %s', async (_, retry_after_s, header) => {
  emulator.faults.start({ name: 'export_failed', workspace_id: ids.sales, retry_after_s, times: 1 });
  const at = `groups/${ids.sales}/reports/${ids.openReport}`;
  const started = await call(emulator, token, 'POST', `${at}/ExportTo`, { format: 'PDF' });
  expect(started).toMatchObject({ status: 202, body: { percentComplete: expect.any(Number) } });
  const poll = () => call(emulator, token, 'GET', `${at}/exports/${encodeURIComponent(String(started.body['id']))}`);
  let state = await poll();
  while (state.status === 202) {
    emulator.clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    state = await poll();
  }
  expect(state).toMatchObject({ status: 200, body: { status: 'Failed', percentComplete: 100 } });
  expect(state.headers.get('retry-after')).toBe(header);
  expect(emulator.faults.list()).toEqual([]);
});

test('a failed import: in its workspace, once', async () => {
  emulator.faults.start({ name: 'import_failed', workspace_id: ids.sales, times: 1 });
  const publish = async (group: string) => {
    const form = new FormData();
    form.append('file', new Blob(['Cidade,Valor\nRecife,1\n']), 'x.csv');
    const started = await fetch(`${emulator.origin}/v1.0/myorg/groups/${group}/imports?datasetDisplayName=x.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { id } = (await started.json()) as { id: string };
    for (;;) {
      const { body } = await call(emulator, token, 'GET', `groups/${group}/imports/${id}`);
      if (body['importState'] !== 'Publishing') return body;
      emulator.clock.advance(1_000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  expect(await publish(ids.shared)).toMatchObject({ importState: 'Succeeded' });
  expect(await publish(ids.sales)).toMatchObject({
    importState: 'Failed',
    datasets: [],
    reports: [],
    error: { code: 'RequestedFileIsEncryptedOrCorrupted' },
  });
  expect(await publish(ids.sales)).toMatchObject({ importState: 'Succeeded' });
});

test('one of several faults is ended, the others stay', () => {
  emulator.faults.start({ name: 'hang' });
  emulator.faults.start({ name: 'reset' });
  const [first] = emulator.faults.list();
  emulator.faults.end(first?.id ?? '');
  expect(emulator.faults.list()).toMatchObject([{ name: 'reset' }]);
});

test('another cluster: told to those who ask to be sent there, and followed', async () => {
  emulator.faults.start({ name: 'other_cluster', workspace_id: ids.sales });
  const headers = { authorization: `Bearer ${token}` };
  const at = `${emulator.origin}/v1.0/myorg/groups/${ids.sales}/reports`;
  const sent = await fetch(`${at}?preferClientRouting=true&$top=1`, { headers, redirect: 'manual' });
  expect([sent.status, sent.headers.get('location')]).toEqual([307, `${at}?$top=1`]);
  expect((await fetch(`${at}?preferClientRouting=true`, { headers })).status).toBe(200);
  expect((await fetch(at, { headers })).status).toBe(200);
});

test('a fault of one workspace is injected into calls that name it in their body, or its capacity', async () => {
  const mint = (report: string, dataset: string) =>
    call(emulator, token, 'POST', 'GenerateToken', { reports: [{ id: report }], datasets: [{ id: dataset }] });
  emulator.faults.start({ name: 'server_error', workspace_id: ids.sales, times: 1 });
  expect((await mint(ids.sharedReport, ids.sharedModel)).status).toBe(200);
  expect((await mint(ids.openReport, ids.openModel)).status).toBe(500);
  expect((await mint(ids.openReport, ids.openModel)).status).toBe(200);
  const { subscription_id, resource_group } = demoSubscription;
  const azure = await accessToken(emulator, demoApplication, 'arm');
  const capacity = async (name: string) => {
    const provider = name.includes('fabric') ? 'Microsoft.Fabric' : 'Microsoft.PowerBIDedicated';
    const path = `/subscriptions/${subscription_id}/resourceGroups/${resource_group}/providers/${provider}/capacities/${name}`;
    const version = name.includes('fabric') ? '2023-11-01' : '2021-01-01';
    return (await fetch(`${emulator.origin}${path}?api-version=${version}`, { headers: { authorization: `Bearer ${azure}` } })).status;
  };
  emulator.faults.start({ name: 'server_error', service: 'arm', workspace_id: ids.sales });
  expect([await capacity('vitrineembedded'), await capacity('vitrinefabric1')]).toEqual([200, 500]);
});
