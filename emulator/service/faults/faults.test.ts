import { expect, test } from 'vitest';
import { createFaults } from './faults.ts';
import type { FaultTarget } from './faults.ts';

const workspace = '10000000-0000-4000-8000-000000000001';
const target: FaultTarget = {
  service: 'powerbi',
  method: 'GET',
  path: `/v1.0/myorg/groups/${workspace}/reports`,
  query: '',
  workspace_ids: [workspace],
};
const names = (faults: { name: string }[]) => faults.map((fault) => fault.name);

test('is injected as often as it was told to', () => {
  const faults = createFaults();
  faults.start({ name: 'throttled', times: 2 });
  expect([faults.take(target), faults.take(target), faults.take(target)].map(names)).toEqual([['throttled'], ['throttled'], []]);
  expect(faults.list()).toEqual([]);
});

test('is injected until it is cleared when it was not told how often', () => {
  const faults = createFaults();
  faults.start({ name: 'hang' });
  for (let i = 0; i < 5; i++) expect(names(faults.take(target))).toEqual(['hang']);
  faults.clear();
  expect(faults.take(target)).toEqual([]);
});

test('uses up faults one after the other, and delays along with them', () => {
  const faults = createFaults();
  faults.start({ name: 'throttled', times: 1 });
  faults.start({ name: 'reset', times: 1 });
  faults.start({ name: 'latency', latency_ms: 5 });
  expect(names(faults.take(target))).toEqual(['latency', 'throttled']);
  expect(names(faults.take(target))).toEqual(['latency', 'reset']);
  expect(names(faults.take(target))).toEqual(['latency']);
});

test.each([
  [{ service: 'entra' as const }],
  [{ method: 'POST' }],
  [{ path: '/datasets' }],
  [{ workspace_id: '10000000-0000-4000-8000-000000000002' }],
])('leaves alone what it was not aimed at: %j', (reach) => {
  const faults = createFaults();
  faults.start({ name: 'server_error', ...reach });
  expect(faults.take(target)).toEqual([]);
});

test('finds its workspace, path and method whatever their letter case', () => {
  const faults = createFaults();
  faults.start({ name: 'server_error', workspace_id: '10000000-0000-4000-8000-000000000001', path: 'REPORTS', method: 'get' });
  expect(faults.take(target)).toHaveLength(1);
});

test('is injected into the jobs of its workspace, and no request', () => {
  const faults = createFaults();
  faults.start({ name: 'refresh_failed', workspace_id: workspace, times: 1 });
  expect(faults.take(target)).toEqual([]);
  expect(faults.takeJob('refresh_failed', '10000000-0000-4000-8000-000000000002')).toBeUndefined();
  expect(faults.takeJob('export_failed', workspace)).toBeUndefined();
  expect(faults.takeJob('refresh_failed', workspace)).toMatchObject({ error_code: 'ModelRefreshFailed_CredentialsNotSpecified' });
  expect(faults.takeJob('refresh_failed', workspace)).toBeUndefined();
});

test('refuses a fault that does not exist', () => {
  const input = JSON.parse('{"name":"earthquake"}');
  expect(() => createFaults().start(input)).toThrow(/name/);
});
