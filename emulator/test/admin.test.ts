import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Emulator } from '../emulator.ts';
import { accessToken, call, startWorld } from './world.ts';

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());

const admin = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${emulator.origin}/admin/${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
};

test('moves the time forward, and back to the machine', async () => {
  onTestFinished(() => emulator.clock.reset());
  const { body } = await admin('POST', 'clock', { advance_ms: 3_600_000 });
  const { now } = body as { now: string };
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(3_500_000);
  expect((await admin('DELETE', 'clock')).status).toBe(200);
  expect(emulator.clock.now() - Date.now()).toBeLessThan(1_000_000);
  expect((await admin('POST', 'clock', { advance_ms: 'x' })).status).toBe(400);
});

test('starts, lists and clears faults', async () => {
  const started = await admin('POST', 'faults', { name: 'throttled', retry_after_s: 3, times: 1 });
  expect(started.body).toMatchObject({ faults: [{ name: 'throttled', retry_after_s: 3, service: 'powerbi', times: 1 }] });
  expect((await admin('GET', 'faults')).body).toEqual(started.body);
  expect((await admin('DELETE', 'faults')).body).toEqual({ faults: [] });
  expect((await admin('POST', 'faults', { name: 'earthquake' })).status).toBe(400);
});

test('remembers the last requests with their faults, without its own', async () => {
  const token = await accessToken(emulator);
  await admin('DELETE', 'requests');
  emulator.faults.start({ name: 'throttled', times: 1 });
  await call(emulator, token, 'GET', 'groups?$top=1');
  await call(emulator, token, 'GET', 'groups');
  const { body } = await admin('GET', 'requests');
  expect(body).toMatchObject({
    requests: [
      { service: 'powerbi', method: 'GET', path: '/v1.0/myorg/groups', query: '$top=1', status: 429, fault: 'throttled' },
      { service: 'powerbi', method: 'GET', path: '/v1.0/myorg/groups', query: '', status: 200 },
    ],
  });
});

test.each([
  ['a request that a proxy passed on', { 'x-forwarded-for': '203.0.113.7' }],
  ['a page of another origin', { origin: 'https://evil.example' }],
])('is not there for %s', async (_, headers) => {
  expect((await admin('GET', 'requests', undefined, headers)).status).toBe(404);
});

test.each([{ host: '0.0.0.0' }, { publicOrigin: 'https://reports.example' }])(
  'is not served when others can reach the service: %j',
  async (options) => {
    const open = await startWorld(options);
    onTestFinished(() => open.close());
    const { port } = new URL(open.address);
    expect((await fetch(`http://127.0.0.1:${port}/admin/requests`)).status).toBe(404);
  },
);
