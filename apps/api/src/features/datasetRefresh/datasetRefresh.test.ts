import * as configuration from '@vitrine/contract/features/configuration.ts';
import * as contract from '@vitrine/contract/features/datasetRefresh.ts';
import * as finding from '@vitrine/contract/features/finding.ts';
import * as notifications from '@vitrine/contract/features/notifications.ts';
import * as reportReading from '@vitrine/contract/features/reportReading.ts';
import type { Report } from '@vitrine/contract/features/reports.ts';
import * as reports from '@vitrine/contract/features/reports.ts';
import * as userGroups from '@vitrine/contract/features/userGroups.ts';
import { afterEach, expect, test } from 'vitest';
import type { Browser } from '../../../test/harness/browser.ts';
import { grant, openPublishingWorld, publish } from '../../../test/harness/publishing.ts';
import { query } from '../../core/database/query.ts';
import { uuidv7 } from '../../core/uuid.ts';

const { world, service } = await openPublishingWorld();
// The service has one copy of each data set: whatever runs there ends before the next test.
afterEach(() => service.clock.advance(minutes(30)));

const params = ({ id }: { id: string }) => ({ params: { id } });
const minutes = (count: number) => count * 60_000;

/** Each test has a report of its own, and its own copy of time: the sample's data set is shared by the service. */
async function scene(at?: string) {
  if (at) world.setTime(new Date(at));
  const unit = await world.unit({ settings: { timezone: 'America/Sao_Paulo' } });
  const administrator = await unit.person('admin');
  const admin = await world.signIn(administrator);
  const report = await publish(admin);
  return { unit, admin, administrator, report };
}

/** Lets everything that runs at the service end, and the portal ask about it. */
async function letItEnd(): Promise<void> {
  service.clock.advance(minutes(30));
  world.setTime(new Date(Date.now() + minutes(1)));
  await world.runJobs();
  world.setTime(null);
}

const reportOf = (admin: Browser, report: Report) => admin.call(contract.get, params(report));

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
  expect((await reportOf(admin, report)).history.map(({ state }) => state)).toEqual(['completed']);
});

test('a failed refresh is told with the reason that the service gives, to administrators', async () => {
  const { unit, admin, report } = await scene();
  await grant(admin, report, { to: 'unit' });
  const reader = await world.signIn(await unit.person('user'));
  service.faults.start({ name: 'refresh_failed', error_description: 'The gateway is asleep.' });
  await admin.call(contract.start, params(report));
  await letItEnd();
  expect((await reportOf(admin, report)).history).toMatchObject([{ state: 'failed', reason: 'The gateway is asleep.' }]);
  expect(await admin.call(contract.status, params(report))).toMatchObject({ failed: { reason: 'The gateway is asleep.' } });
  expect(await reader.call(contract.status, params(report))).toMatchObject({
    failed: { reason: null },
    can_refresh: false,
    why_not: 'forbidden',
    budget: null,
  });
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
  await admin.call(contract.start, params(report));
  await letItEnd();
  const { body } = await other.inject({ method: 'GET', url: '/api/live?once=true&last=0' });
  expect(body).toContain(JSON.stringify({ topic: 'dataset_refresh', about: { report_id: report.id } }));
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

/** A reader who may have data refreshed, in a unit with one report that they see and one that they do not. */
async function readerScene() {
  const made = await scene();
  const hidden = await publish(made.admin);
  await grant(made.admin, made.report, { to: 'unit' });
  const person = await made.unit.person('user', { membership: { refresh_datasets: true } });
  return { ...made, hidden, person, reader: await world.signIn(person) };
}

test('who may refresh data has a list of what they see, with the state, the reason and the day', async () => {
  const { admin, reader, report } = await readerScene();
  const mine = async (q = '') => (await reader.call(contract.mine, { query: { q } })).data;
  expect(await mine()).toMatchObject([{ id: report.id, title: report.title, failed: null, can_refresh: true, budget: { used: 0 } }]);
  service.faults.start({ name: 'refresh_failed', error_description: 'The gateway is asleep.' });
  await admin.call(contract.start, params(report));
  await letItEnd();
  expect(await mine(report.title)).toMatchObject([
    { failed: { reason: 'The gateway is asleep.' }, can_refresh: true, budget: { used: 1 } },
  ]);
  expect(await mine('nada disso')).toEqual([]);
  const [row] = await mine();
  const { history, ...told } = await reader.call(contract.myHistory, params(report));
  expect(told).toEqual(row);
  expect(history).toMatchObject([{ state: 'failed', reason: 'The gateway is asleep.' }]);
});

test('of those who asked, a reader sees only themselves named', async () => {
  const { admin, reader, person, report } = await readerScene();
  await admin.call(contract.start, params(report));
  await letItEnd();
  service.clock.advance(minutes(30));
  await reader.call(contract.start, params(report));
  const { history } = await reader.call(contract.myHistory, params(report));
  expect(history.map(({ asked_by_name }) => asked_by_name)).toEqual([person.name, null]);
});

test('what a reader does not see, what has no data and what is elsewhere is the same 404; without the right it is refused', async () => {
  const [{ unit, admin, reader, hidden, report }, there] = [await readerScene(), await readerScene()];
  const link = await admin.call(reports.addLink, {
    body: { title: 'A page elsewhere', group_id: report.group_id, link_url: 'https://example.org/' },
  });
  await grant(admin, link, { to: 'unit' });
  for (const id of [hidden.id, there.report.id, link.id, uuidv7()]) {
    const refused = await reader.refusal(contract.myHistory, { params: { id } });
    expect([refused.status, refused.body.status]).toEqual([404, 'not_found']);
  }
  const other = await world.signIn(await unit.person('user'));
  expect((await other.refusal(contract.mine, {})).status).toBe(403);
  expect((await other.refusal(contract.myHistory, params(report))).status).toBe(403);
});

test('the screen is there for whom a group gives the right, and refused to other readers', async () => {
  const { unit, admin } = await scene();
  const [member, other] = [await unit.person('user'), await unit.person('user')];
  const hiddenFor = async (person: typeof member) => {
    const browser = await world.signIn(person);
    return (await browser.call(configuration.remoteConfig, {})).hidden_menu.filter((name) => name.startsWith('management_'));
  };
  expect(await hiddenFor(member)).toEqual(['management_report', 'management_view']);
  const group = await admin.call(userGroups.add, { body: { name: 'Who refreshes', refresh_datasets: true } });
  await admin.call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [member.membership_id ?? ''] } });
  expect(await hiddenFor(member)).toEqual([]);
  expect(await hiddenFor(other)).toEqual(['management_report', 'management_view']);
  expect((await admin.call(configuration.remoteConfig, {})).hidden_menu).not.toContain('management_report');
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
  const { budget } = await reportOf(admin, report);
  // What did not reach the service does not count; the workspace of the sample stands on a capacity.
  expect(budget).toMatchObject({ used: 8, reserved: 0, limit: budget?.on_capacity ? 48 : 8 });
});

test('what the schedule needs of the day is kept from readers, not from who keeps schedules', async () => {
  // A Monday, at noon in São Paulo; six of eight are used and two are to come.
  const { unit, admin, report } = await scene('2031-11-24T15:00:00Z');
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

test('a schedule runs at its time, asks for the next one, and is not run twice', async () => {
  // A Saturday, nine in the morning in São Paulo.
  const { admin, administrator, report } = await scene('2030-11-23T12:00:00Z');
  const saved = await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['06:00', '18:30'], version: 0 } });
  expect(saved).toMatchObject({ owner_id: administrator.id, owner_gone: false, paused: null, active: true });
  expect((await reportOf(admin, report)).next_runs.map((at) => at.slice(0, 16))).toEqual([
    '2030-11-25T09:00',
    '2030-11-25T21:30',
    '2030-12-02T09:00',
  ]);
  await world.runJobs();
  expect((await reportOf(admin, report)).history).toEqual([]);

  world.setTime(new Date('2030-11-25T09:00:30Z'));
  await world.runJobs();
  await world.runJobs();
  const { history, schedule } = await reportOf(await world.signIn(administrator), report);
  expect(history).toMatchObject([{ source: 'schedule', state: 'running', asked_by_name: null }]);
  expect(Date.parse(schedule?.next_run_at ?? '')).toBe(Date.parse('2030-11-25T21:30:00Z'));
  expect(await world.owner.run(query.selectFrom('dataset_refresh').select('id').where('dataset_id', '=', report.dataset_id))).not.toEqual(
    [],
  );
});

test('a run that nobody was there for is left out after an hour, and the next one comes', async () => {
  const { admin, administrator, report } = await scene('2031-11-22T12:00:00Z');
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['06:00'], version: 0 } });
  world.setTime(new Date('2031-11-24T10:30:00Z'));
  await world.runJobs();
  const { history, schedule } = await reportOf(await world.signIn(administrator), report);
  expect(history).toMatchObject([{ state: 'missed', reason: 'missed', source: 'schedule' }]);
  expect(Date.parse(schedule?.next_run_at ?? '')).toBe(Date.parse('2031-12-01T09:00:00Z'));
});

test('after four failures in a row the schedule stands still until somebody takes it over', async () => {
  const { unit, admin, administrator, report } = await scene('2032-11-27T12:00:00Z');
  service.faults.start({ name: 'capacity_paused', path: '/refreshes', times: 1 });
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [0, 1, 2, 3, 4, 5, 6], times: ['06:00'], version: 0 } });
  const runAt = async (day: number) => {
    world.setTime(new Date(Date.UTC(2032, 10, 28 + day, 9, 0, 10)));
    await world.runJobs();
  };
  const seen = async () => reportOf(await world.signIn(administrator), report);
  // A paused capacity is nobody's failure.
  await runAt(0);
  expect(await seen()).toMatchObject({
    history: [{ state: 'blocked', reason: 'capacity' }],
    schedule: { failures: 0, paused: null },
  });
  service.faults.clear();
  service.faults.start({ name: 'server_error', status: 500, path: '/refreshes', method: 'POST' });
  for (const day of [1, 2, 3, 4]) await runAt(day);
  const stopped = await seen();
  expect(stopped.schedule).toMatchObject({ failures: 4, paused: 'failures', active: false, next_run_at: null });
  expect(stopped.next_runs).toEqual([]);
  await runAt(5);
  expect((await seen()).history).toHaveLength(5);
  const told = (await (await world.signIn(administrator)).call(notifications.list, {})).data.filter(
    ({ kind }) => kind === 'refresh_paused',
  );
  expect(told).toMatchObject([{ values: { report: report.title, count: 4 }, link: `/management/report?report=${report.id}&tab=refresh` }]);

  const second = await unit.person('admin');
  const taken = await (await world.signIn(second)).call(contract.takeOver, { params: { schedule_id: stopped.schedule?.id ?? '' } });
  expect(taken).toMatchObject({ owner_id: second.id, paused: null, failures: 0, next_run_at: expect.any(String) });
});

test('who keeps a schedule and leaves is seen, and somebody else takes it over', async () => {
  const { unit, admin, administrator, report } = await scene();
  const saved = await admin.call(contract.saveSchedule, { ...params(report), body: { days: [1], times: ['06:00'], version: 0 } });
  const other = await unit.person('admin');
  const second = await world.signIn(other);
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'I' })
      .where('id', '=', administrator.membership_id ?? ''),
  );
  expect((await reportOf(second, report)).schedule).toMatchObject({ owner_gone: true, owner_name: administrator.name });
  const { data } = await second.call(contract.budgets, {});
  expect(data).toMatchObject([{ dataset_id: report.dataset_id, schedule: { owner_gone: true } }]);
  const taken = await second.call(contract.takeOver, { params: { schedule_id: saved.id } });
  expect(taken).toMatchObject({ owner_id: other.id, owner_gone: false });
});

test('a schedule whose keeper has left goes on, and the administrators are told once', async () => {
  const { unit, admin, administrator, report } = await scene('2033-11-25T12:00:00Z');
  const other = await unit.person('admin');
  await admin.call(contract.saveSchedule, { ...params(report), body: { days: [0, 1, 2, 3, 4, 5, 6], times: ['06:00'], version: 0 } });
  const left = administrator.membership_id ?? '';
  await world.owner.run(query.updateTable('membership').set({ state: 'I' }).where('id', '=', left));
  for (const day of [26, 27]) {
    world.setTime(new Date(Date.UTC(2033, 10, day, 9, 0, 10)));
    await world.runJobs();
    service.clock.advance(minutes(30));
    world.setTime(new Date(Date.UTC(2033, 10, day, 9, 40)));
    await world.runJobs();
  }
  const second = await world.signIn(other);
  const { history } = await reportOf(second, report);
  expect(history).toHaveLength(2);
  const told = (await second.call(notifications.list, {})).data.filter(({ kind }) => kind === 'refresh_unkept');
  expect(told).toMatchObject([{ values: { report: report.title, person: administrator.name } }]);
  world.setTime(null);
});

test('nobody overwrites a schedule that somebody else saved; one data set has one', async () => {
  const { admin, report } = await scene();
  const body = { days: [1], times: ['06:00'] };
  await admin.call(contract.saveSchedule, { ...params(report), body: { ...body, version: 0 } });
  expect((await admin.refusal(contract.saveSchedule, { ...params(report), body: { ...body, version: 0 } })).body.status).toBe('conflict');
  await admin.call(contract.saveSchedule, { ...params(report), body: { ...body, times: ['07:00'], version: 1 } });
  expect((await admin.refusal(contract.saveSchedule, { ...params(report), body: { ...body, version: 1 } })).body.status).toBe('conflict');
  for (const wrong of [{ times: ['06:15'] }, { times: [] }, { days: [7] }, { days: [1, 1] }]) {
    const refused = await admin.refusal(contract.saveSchedule, { ...params(report), body: { ...body, ...wrong, version: 2 } });
    expect(refused.status).toBe(422);
  }
  await admin.call(contract.removeSchedule, params(report));
  expect((await reportOf(admin, report)).schedule).toBeNull();
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
