/** How often a day a data set may be refreshed is right from the first look, wherever its workspace stands, and follows it when it moves. */
import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant } from '#test/harness/publishing.ts';
import { minutes, moveWorkspace, openRefreshWorld, params, refreshesOf } from '#test/harness/refreshes.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { letItEnd, scene, service, world } = await openRefreshWorld();
const workspace = samples.weather.workspace_id;
const move = (to: 'capacity' | 'shared') => moveWorkspace(service, workspace, to);
afterEach(() => {
  service.faults.clear();
  return move('capacity');
});

const dedicated = { limit: 48, on_capacity: true };
const shared = { limit: 8, on_capacity: false };

/** The budget everywhere that it is shown. */
async function shown(browser: Browser, report: Report) {
  const [status, mine, history] = await Promise.all([
    browser.call(contract.status, params(report)),
    browser.call(contract.mine, {}),
    browser.call(contract.myHistory, params(report)),
  ]);
  return [status.budget, mine.data.find(({ id }) => id === report.id)?.budget, history.budget];
}
async function managed(admin: Browser, report: Report) {
  const { data } = await admin.call(contract.budgets, {});
  return [...(await shown(admin, report)), (await refreshesOf(admin, report)).budget, data[0]?.budget];
}
const later = (count: number) => world.setTime(new Date(Date.now() + minutes(count)));

test.each([['capacity', dedicated] as const, ['shared', shared] as const])(
  'of a workspace on %s it is right before the data have been refreshed once',
  async (place, budget) => {
    await move(place);
    const { unit, admin, report } = await scene();
    for (const one of await managed(admin, report)) expect(one).toMatchObject({ used: 0, ...budget });
    await grant(admin, report, { to: 'unit' });
    const reader = await world.signIn(await unit.person('user', { membership: { refresh_datasets: true } }));
    for (const one of await shown(reader, report)) expect(one).toMatchObject({ used: 0, ...budget });
  },
);

test('a workspace that moves takes its budget along within a minute, whatever the last refresh and the schedule have kept', async () => {
  const { admin, report } = await scene();
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [0, 1, 2, 3, 4, 5, 6], times: ['23:30'], version: 0 } });
  await admin.call(contract.start, params(report));
  await letItEnd();
  await move('shared');
  later(2);
  for (const one of await managed(admin, report)) expect(one).toMatchObject(shared);
  await move('capacity');
  later(4);
  for (const one of await managed(admin, report)) expect(one).toMatchObject(dedicated);
});

test('eight a day are all without a capacity, and not on one', async () => {
  const { unit, admin, report } = await scene();
  await grant(admin, report, { to: 'unit' });
  const reader = await world.signIn(await unit.person('user', { membership: { refresh_datasets: true } }));
  const past = Array.from({ length: 8 }, () => ({
    tenant_id: unit.id,
    id: uuidv7(),
    account_id: report.account_id ?? '',
    dataset_workspace_id: workspace,
    dataset_id: report.dataset_id ?? '',
    source: 'person',
    state: 'completed',
    started_at: new Date(),
    on_capacity: false,
  }));
  await world.owner.run(query.insertInto('dataset_refresh').values(past));
  expect(await reader.call(contract.status, params(report))).toMatchObject({ can_refresh: true, budget: { used: 8, ...dedicated } });
  await move('shared');
  later(2);
  expect(await reader.call(contract.status, params(report))).toMatchObject({
    can_refresh: false,
    why_not: 'budget',
    budget: { used: 8, ...shared },
  });
  expect((await reader.refusal(contract.start, params(report))).body.status).toBe('refresh_budget_spent');
});

test('while the service does not answer, what was known last is shown; many data sets of an account are one call a minute', async () => {
  const { admin, report } = await scene();
  await managed(admin, report);
  await managed(admin, report);
  expect(service.calls.filter(({ method, path }) => method === 'GET' && /\/groups(\?|$)/.test(path))).toHaveLength(1);
  await admin.call(contract.start, params(report));
  await letItEnd();
  service.faults.start({ name: 'server_error', status: 503, path: '/groups' });
  later(2);
  for (const one of await managed(admin, report)) expect(one).toMatchObject({ used: 1, ...dedicated });
});

test('who may not refresh is shown no budget, and the service is not asked', async () => {
  const { unit, admin, report } = await scene();
  await grant(admin, report, { to: 'unit' });
  const reader = await world.signIn(await unit.person('user'));
  service.calls.length = 0;
  expect(await reader.call(contract.status, params(report))).toMatchObject({ budget: null, why_not: 'forbidden' });
  expect(service.calls).toEqual([]);
});
