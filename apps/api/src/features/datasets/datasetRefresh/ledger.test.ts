import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import { afterEach, expect, test } from 'vitest';
import { moveWorkspace, openRefreshWorld, params, refreshInPowerbi } from '#test/harness/refreshes.ts';
import { samples } from '#test/harness/reportingService.ts';

const { letItEnd, scene, service, world } = await openRefreshWorld();
const workspace = samples.weather.workspace_id;
afterEach(() => {
  service.faults.clear();
  return moveWorkspace(service, workspace, 'capacity');
});
const everyDay = [0, 1, 2, 3, 4, 5, 6];

test('each slot of the day says who took it and how it ended, also outside of the portal, and what the schedule will take', async () => {
  await moveWorkspace(service, workspace, 'shared');
  const { admin, administrator, report } = await scene();
  await admin.call(contract.start, params(report));
  await letItEnd();
  await refreshInPowerbi(service, samples.weather);
  // It is noon in the unit.
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: everyDay, times: ['06:00', '18:00', '23:30'], version: 0 } });
  const ledger = await admin.call(contract.ledger, params(report));
  expect(ledger).toMatchObject({ limit: 8, on_capacity: false, used: 2, reserved: 2, free: 4, warning: null, outside_known: true });
  expect(ledger.slots.map(({ use, source, by, state }) => [use, source, by, state])).toEqual([
    ['taken', 'person', administrator.name, 'completed'],
    ['taken', 'outside', null, expect.anything()],
    ['reserved', 'schedule', null, null],
    ['reserved', 'schedule', null, null],
  ]);
});

test('while the service does not answer, the portal’s own refreshes are told, and that others are unknown', async () => {
  const { admin, report } = await scene();
  await admin.call(contract.start, params(report));
  await letItEnd();
  service.faults.start({ name: 'server_error', status: 500, path: '/refreshes' });
  const ledger = await admin.call(contract.ledger, params(report));
  expect(ledger).toMatchObject({ used: 1, outside_known: false });
});

test('readers and those of another unit see no ledger', async () => {
  const { unit, report } = await scene();
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.ledger, params(report))).status).toBe(403);
  const other = await scene();
  expect((await other.admin.refusal(contract.ledger, params(report))).status).toBe(404);
});
