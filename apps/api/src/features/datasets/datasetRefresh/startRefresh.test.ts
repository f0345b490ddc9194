import * as contract from '@vitrine/contract/datasets/datasetRefresh.ts';
import * as finding from '@vitrine/contract/reading/home.ts';
import * as reportReading from '@vitrine/contract/reading/reportReading.ts';
import { expect, onTestFinished, test } from 'vitest';
import { grant } from '#test/harness/publishing.ts';
import { listenFrom } from '#test/harness/livePlace.ts';
import { minutes, moveWorkspace, openRefreshWorld, params, refreshesOf } from '#test/harness/refreshes.ts';
import { reconcileJobs } from '#jobs.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { letItEnd, scene, service, world } = await openRefreshWorld();

test('a refresh is started, watched by the portal and found completed', async () => {
  const { admin, administrator, report } = await scene();
  const started = await admin.call(contract.start, params(report));
  expect(started).toMatchObject({ state: 'running', source: 'person', asked_by_name: administrator.name });
  expect(await admin.call(contract.status, params(report))).toMatchObject({
    running: { id: started.id },
    can_refresh: false,
    why_not: 'running',
    last_success_at: null,
  });
  expect((await admin.refusal(contract.start, params(report))).body.status).toBe('refresh_running');
  await letItEnd();
  const status = await admin.call(contract.status, params(report));
  expect(status).toMatchObject({ running: null, failed: null, can_refresh: true, last_success_at: expect.any(String) });
  expect((await refreshesOf(admin, report)).history.map(({ state }) => state)).toEqual(['completed']);
});

test('a failed refresh is told with the reason that the service gives, to administrators', async () => {
  const { unit, admin, report } = await scene();
  await grant(admin, report, { to: 'unit' });
  const reader = await world.signIn(await unit.person('user'));
  service.faults.start({ name: 'refresh_failed', error_description: 'The gateway is asleep.' });
  await admin.call(contract.start, params(report));
  await letItEnd();
  expect((await refreshesOf(admin, report)).history).toMatchObject([{ state: 'failed', reason: 'The gateway is asleep.' }]);
  expect(await admin.call(contract.status, params(report))).toMatchObject({ failed: { reason: 'The gateway is asleep.' } });
  expect(await reader.call(contract.status, params(report))).toMatchObject({
    failed: { reason: null },
    can_refresh: false,
    why_not: 'forbidden',
    budget: null,
  });
});

test('a service that fails is a failure and not a refused account; the next attempt is free at once', async () => {
  const { admin, report } = await scene();
  // What is known of a service that failed holds for some seconds.
  const later = (count: number) => world.setTime(new Date(Date.now() + minutes(count)));
  for (const [index, fault] of [{ path: '/groups' }, { path: '/refreshes', method: 'POST' }].entries()) {
    later(index);
    service.faults.start({ name: 'server_error', status: 503, ...fault });
    expect((await admin.refusal(contract.start, params(report))).body.status).toBe('reporting_unavailable');
    service.faults.clear();
    const { history, budget } = await refreshesOf(admin, report);
    expect(history[0]).toMatchObject({ state: 'failed', reason: 'service' });
    expect(budget).toMatchObject({ used: 0 });
  }
  later(2);
  expect(await admin.call(contract.start, params(report))).toMatchObject({ state: 'running' });
  service.clock.advance(minutes(30));
});

test('a refresh whose process dies after asking the service is found there; one that was never asked for ends and blocks nothing', async () => {
  const { unit, admin, report } = await scene();
  const { id } = await admin.call(contract.start, params(report));
  const interrupt = () =>
    world.owner.run(query.updateTable('dataset_refresh').set({ state: 'queued', request_id: null, started_at: null }).where('id', '=', id));
  await interrupt();
  await letItEnd();
  expect((await refreshesOf(admin, report)).history).toMatchObject([{ id, state: 'completed' }]);

  // Long after everything that the service has ever run.
  const asked_at = new Date(Date.now() + minutes(7 * 24 * 60));
  const { account_id, workspace_id, dataset_id } = report;
  const lost = {
    id: uuidv7(),
    tenant_id: unit.id,
    account_id: account_id ?? '',
    dataset_workspace_id: workspace_id ?? '',
    dataset_id: dataset_id ?? '',
    source: 'person',
    state: 'queued',
    asked_at,
  };
  await world.owner.run(query.insertInto('dataset_refresh').values(lost));
  const after = async (count: number) => {
    world.setTime(new Date(asked_at.getTime() + minutes(count)));
    await world.runJobs(reconcileJobs);
    return (await world.owner.run(query.selectFrom('dataset_refresh').select(['state', 'reason']).where('id', '=', lost.id)))[0];
  };
  expect(await after(4)).toEqual({ state: 'queued', reason: null });
  expect(await after(6)).toEqual({ state: 'failed', reason: 'unfinished' });
  world.setTime(null);
  expect(await admin.call(contract.start, params(report))).toMatchObject({ state: 'running' });
  await letItEnd();
});

test('lists and cards tell the age of the data, and that the latest refresh failed', async () => {
  const { admin, report } = await scene();
  const inList = async () => (await admin.call(reportReading.mine, {})).data.find(({ id }) => id === report.id)?.updated;
  const onCard = async () => (await admin.call(finding.home, {})).latest.find(({ id }) => id === report.id)?.updated;
  expect(await inList()).toBeNull();
  await admin.call(contract.start, params(report));
  await letItEnd();
  const good = await inList();
  expect(good).toEqual({ at: expect.any(String), failed: false });
  service.clock.advance(minutes(30));
  service.faults.start({ name: 'refresh_failed' });
  await admin.call(contract.start, params(report));
  await letItEnd();
  expect(await inList()).toEqual({ ...good, failed: true });
  expect(await onCard()).toEqual({ ...good, failed: true });
});

test('open pages of the unit hear when new data are there', async () => {
  const { unit, admin, report } = await scene();
  const other = await world.signIn(await unit.person('user'));
  const missed = await listenFrom(other);
  await admin.call(contract.start, params(report));
  await letItEnd();
  expect(await missed()).toContain(JSON.stringify({ topic: 'dataset_refresh', about: { report_id: report.id } }));
});

test('fifty people at once start one refresh', async () => {
  const { admin, report } = await scene();
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => admin.call(contract.start, params(report))));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const running = await world.owner.run(
    query.selectFrom('dataset_refresh').select('id').where('report_id', '=', report.id).where('state', '=', 'running'),
  );
  expect(running).toHaveLength(1);
  await letItEnd();
});

test('a reader with the flag may refresh what is assigned, and waits a quarter of an hour before the next time', async () => {
  const { unit, admin, report } = await scene();
  const reader = await world.signIn(await unit.person('user', { membership: { refresh_datasets: true } }));
  expect((await reader.refusal(contract.start, params(report))).status).toBe(404);
  await grant(admin, report, { to: 'unit' });
  await reader.call(contract.start, params(report));
  await letItEnd();
  const status = await reader.call(contract.status, params(report));
  expect(status).toMatchObject({ can_refresh: false, why_not: 'cooldown', again_at: expect.any(String) });
  const refused = await reader.refusal(contract.start, params(report));
  expect([refused.status, refused.body.status]).toEqual([429, 'refresh_too_soon']);
  expect(refused.body.retry_after).toBeLessThanOrEqual(15 * 60);
  world.setTime(new Date(Date.now() + minutes(16)));
  expect(await reader.call(contract.status, params(report))).toMatchObject({ can_refresh: true, again_at: null });
});

test('what reached the service today counts against the day', async () => {
  const { unit, admin, report } = await scene();
  const { account_id, workspace_id, dataset_id } = report;
  const past = Array.from({ length: 8 }, () => ({
    tenant_id: unit.id,
    id: uuidv7(),
    account_id: account_id ?? '',
    dataset_workspace_id: workspace_id ?? '',
    dataset_id: dataset_id ?? '',
    source: 'schedule',
    state: 'completed',
  }));
  await world.owner.run(query.insertInto('dataset_refresh').values(past));
  const blocked = { ...past[0], id: uuidv7(), state: 'blocked' };
  await world.owner.run(query.insertInto('dataset_refresh').values(blocked as (typeof past)[number]));
  const { budget } = await refreshesOf(admin, report);
  // What did not reach the service does not count; the workspace of the sample stands on a capacity.
  expect(budget).toMatchObject({ used: 8, reserved: 0, limit: 48, on_capacity: true });
});

test('what the schedule needs of the day is kept from readers, not from who keeps schedules', async () => {
  // A Monday, at noon in São Paulo; six of eight are used and two are to come.
  const { unit, admin, report } = await scene('2031-11-24T15:00:00Z');
  await moveWorkspace(service, report.workspace_id ?? '', 'shared');
  onTestFinished(() => moveWorkspace(service, report.workspace_id ?? '', 'capacity'));
  await grant(admin, report, { to: 'unit' });
  const reader = await world.signIn(await unit.person('user', { membership: { refresh_datasets: true } }));
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['18:00', '21:00'], version: 0 } });
  const { account_id, workspace_id, dataset_id } = report;
  const used = Array.from({ length: 6 }, () => ({
    tenant_id: unit.id,
    id: uuidv7(),
    account_id: account_id ?? '',
    dataset_workspace_id: workspace_id ?? '',
    dataset_id: dataset_id ?? '',
    source: 'schedule',
    state: 'completed',
    on_capacity: false,
    asked_at: new Date('2031-11-24T12:00:00Z'),
  }));
  await world.owner.run(query.insertInto('dataset_refresh').values(used));
  expect(await reader.call(contract.status, params(report))).toMatchObject({
    budget: { used: 6, reserved: 2, limit: 8 },
    can_refresh: false,
    why_not: 'budget',
  });
  expect((await reader.refusal(contract.start, params(report))).body.status).toBe('refresh_budget_spent');
  expect(await admin.call(contract.status, params(report))).toMatchObject({ can_refresh: true });
  world.setTime(null);
});

test('another unit sees and starts nothing', async () => {
  const [here, there] = [await scene(), await scene()];
  const saved = await there.admin.call(contract.saveSchedule, {
    ...params(there.report),
    body: { days: [1], times: ['06:00'], version: 0 },
  });
  for (const endpoint of [contract.status, contract.get, contract.start])
    expect((await here.admin.refusal(endpoint, params(there.report))).status).toBe(404);
  expect((await here.admin.refusal(contract.takeOver, { params: { schedule_id: saved.id } })).status).toBe(404);
  expect((await here.admin.call(contract.history, {})).data).toEqual([]);
});
