import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createPowerBi } from '@vitrine/powerbi/powerbi.ts';
import { failureOfRefresh } from '@vitrine/powerbi/refreshes.ts';
import { demoApplication } from '../definitions/demo.ts';
import type { Emulator, EmulatorOptions } from '../emulator.ts';
import { accessToken, addressesOf, call, credentialsOf, ids, outsider, startWorld } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startWorld();
});
afterAll(() => emulator.close());
beforeEach(() => {
  emulator.faults.clear();
  // No refresh of an earlier test still runs, and its day is over.
  emulator.clock.advance(2 * day);
});

const clientOf = (service: Emulator, application = demoApplication) =>
  createPowerBi({
    addresses: addressesOf(service),
    credentials: credentialsOf(application),
    clock: { now: service.clock.now, sleep: async (ms) => service.clock.advance(ms) },
  });
const own = async (options: EmulatorOptions = {}) => {
  const service = await startWorld(options);
  onTestFinished(() => service.close());
  return { service, powerBi: clientOf(service) };
};
const history = (top = 1, group = ids.sales, dataset = ids.openModel) => clientOf(emulator).refreshes.list(group, dataset, { top });

test('a refresh is Unknown without an end until its time has come', async () => {
  const powerBi = clientOf(emulator);
  await powerBi.refreshes.start(ids.sales, ids.openModel);
  const [running] = await history();
  expect(running).toMatchObject({ status: 'Unknown', refreshType: 'ViaApi' });
  expect(running?.endTime).toBeUndefined();
  emulator.clock.advance(minute);
  const [done] = await history();
  expect(done).toMatchObject({ requestId: running?.requestId, status: 'Completed', endTime: expect.stringMatching(/Z$/) });
});

test('one refresh at a time', async () => {
  const token = await accessToken(emulator);
  const path = `groups/${ids.sales}/datasets/${ids.openModel}/refreshes`;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => call(emulator, token, 'POST', path, { notifyOption: 'NoNotification' })),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status === 400);
  expect(refused).toHaveLength(49);
  expect(refused[0]?.body).toEqual({
    error: { code: 'InvalidRequest', message: 'Invalid dataset refresh request. Another refresh request is already executing' },
  });
});

test('a failure tells its reason as a text of JSON', async () => {
  emulator.faults.start({ name: 'refresh_failed', workspace_id: ids.sales, times: 1 });
  await clientOf(emulator).refreshes.start(ids.sales, ids.openModel);
  expect((await history())[0]?.serviceExceptionJson).toBeUndefined();
  emulator.clock.advance(minute);
  const [failed] = await history();
  expect(failed?.status).toBe('Failed');
  expect(JSON.parse(failed?.serviceExceptionJson ?? '')).toMatchObject({ errorCode: 'ModelRefreshFailed_CredentialsNotSpecified' });
  expect(failureOfRefresh({ serviceExceptionJson: failed?.serviceExceptionJson })).toMatch(/credentials/);
});

test('shared capacity allows eight refreshes a day, counted from 00:01', async () => {
  const { service, powerBi } = await own();
  const start = () => powerBi.refreshes.start(ids.shared, ids.sharedModel);
  service.clock.advance(day - (service.clock.now() % day) + 2 * minute);
  for (let i = 0; i < 8; i++) {
    await start();
    service.clock.advance(10 * minute);
  }
  await expect(start()).rejects.toMatchObject({ kind: 'invalid', message: expect.stringContaining('8 refreshes a day') });
  service.clock.advance(day);
  await start();
  service.limits.shared_refreshes_a_day = null;
  for (let i = 0; i < 20; i++) {
    service.clock.advance(10 * minute);
    await start();
  }
});

test('an enhanced refresh can be watched and cancelled', async () => {
  const { enhancedRefreshes } = clientOf(emulator);
  const request = { type: 'Full', objects: [{ table: 'Store' }] } as const;
  const first = await enhancedRefreshes.start(ids.sales, ids.openModel, { ...request, objects: [{ table: 'Store' }] });
  expect(await enhancedRefreshes.get(ids.sales, ids.openModel, first)).toMatchObject({ running: true, extendedStatus: 'InProgress' });
  await enhancedRefreshes.cancel(ids.sales, ids.openModel, first);
  expect(await enhancedRefreshes.get(ids.sales, ids.openModel, first)).toMatchObject({ running: false, status: 'Cancelled' });
  await expect(enhancedRefreshes.cancel(ids.sales, ids.openModel, first)).rejects.toMatchObject({ kind: 'invalid' });

  const second = await enhancedRefreshes.start(ids.sales, ids.openModel, { ...request, objects: [{ table: 'Store' }] });
  emulator.clock.advance(minute);
  expect(await enhancedRefreshes.get(ids.sales, ids.openModel, second)).toMatchObject({
    running: false,
    status: 'Completed',
    objects: [{ table: 'Store', status: 'Completed' }],
  });
  expect((await history())[0]).toMatchObject({ refreshType: 'ViaEnhancedApi' });
});

test.each([
  ['a table that is not there', ids.sales, ids.openModel, { type: 'Full', objects: [{ table: 'Nothing' }] }, /Nothing/],
  ['PartialBatch with the refresh policy', ids.sales, ids.openModel, { type: 'Full', commitMode: 'PartialBatch' }, /PartialBatch/],
  ['a kind that does not exist', ids.sales, ids.openModel, { type: 'Half' }, /type/],
  ['enhanced refresh on shared capacity', ids.shared, ids.sharedModel, { type: 'Full' }, /capacity/],
  ['both kinds at once', ids.sales, ids.openModel, { type: 'Full', notifyOption: 'NoNotification' }, /body/],
])('refuses %s', async (_, group, dataset, body, message) => {
  const answer = await call(emulator, await accessToken(emulator), 'POST', `groups/${group}/datasets/${dataset}/refreshes`, body);
  expect(answer).toMatchObject({ status: 400, body: { error: { code: 'InvalidRequest', message: expect.stringMatching(message) } } });
});

test('a schedule refreshes by itself, in its own time zone', async () => {
  const { service, powerBi } = await own();
  // 00:30 UTC, which is 21:30 of the day before in São Paulo.
  service.clock.advance(day - (service.clock.now() % day) + 30 * minute);
  const { datasetSettings, refreshes } = powerBi;
  await datasetSettings.updateSchedule(ids.sales, ids.openModel, {
    days: [],
    times: ['22:00', '10:30'],
    localTimeZoneId: 'E. South America Standard Time',
  });
  expect(await datasetSettings.schedule(ids.sales, ids.openModel)).toMatchObject({ enabled: true, notifyOption: 'NoNotification' });
  service.clock.advance(day);
  const rows = await refreshes.list(ids.sales, ids.openModel);
  expect(rows.map(({ refreshType, startTime }) => [refreshType, startTime?.slice(11, 16)])).toEqual([
    ['Scheduled', '13:30'],
    ['Scheduled', '01:00'],
  ]);
  await datasetSettings.updateSchedule(ids.sales, ids.openModel, { enabled: false });
  service.clock.advance(day);
  expect(await refreshes.list(ids.sales, ids.openModel)).toHaveLength(2);
});

test('a schedule that fails four times is switched off', async () => {
  const { service, powerBi } = await own();
  service.faults.start({ name: 'refresh_failed' });
  await powerBi.datasetSettings.updateSchedule(ids.sales, ids.openModel, { times: ['07:00'], localTimeZoneId: 'UTC' });
  service.clock.advance(10 * day);
  service.limits.refresh_history_days = null;
  expect(await powerBi.refreshes.list(ids.sales, ids.openModel)).toHaveLength(4);
  expect(await powerBi.datasetSettings.schedule(ids.sales, ids.openModel)).toMatchObject({ enabled: false });
});

const times = (count: number) =>
  Array.from({ length: count }, (_, i) => `${String(Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`);

test.each([
  ['nine times a day on shared capacity', ids.shared, ids.sharedModel, { times: times(9) }, /at most 8/],
  ['a quarter of an hour', ids.sales, ids.openModel, { times: ['07:15'] }, /half hour/],
  ['an IANA time zone', ids.sales, ids.openModel, { localTimeZoneId: 'America/Sao_Paulo' }, /Windows/],
  ['mails to a service principal', ids.sales, ids.openModel, { notifyOption: 'MailOnFailure' }, /NoNotification/],
  ['switching off with something else', ids.sales, ids.openModel, { enabled: false, times: [] }, /disables/],
])('refuses a schedule of %s', async (_, group, dataset, value, message) => {
  const path = `groups/${group}/datasets/${dataset}/refreshSchedule`;
  const answer = await call(emulator, await accessToken(emulator), 'PATCH', path, { value });
  expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(message) } } });
});

test('48 times a day fit on a capacity', async () => {
  const { powerBi } = await own();
  await powerBi.datasetSettings.updateSchedule(ids.sales, ids.openModel, { times: times(48), localTimeZoneId: 'UTC' });
});

test('the history keeps sixty rows, newest first', async () => {
  const { service, powerBi } = await own();
  for (let i = 0; i < 62; i++) {
    await powerBi.refreshes.start(ids.sales, ids.openModel);
    service.clock.advance(hour);
  }
  const rows = await powerBi.refreshes.list(ids.sales, ids.openModel);
  expect(rows).toHaveLength(60);
  expect(rows[0]?.startTime?.localeCompare(rows[1]?.startTime ?? '')).toBe(1);
});

test('only the owner changes schedule and parameters; a take-over makes one', async () => {
  const { service, powerBi } = await own();
  const admin = await accessToken(service);
  const body = { identifier: outsider.object_id, principalType: 'App', groupUserAccessRight: 'Contributor' };
  await call(service, admin, 'POST', `groups/${ids.sales}/users`, body);
  const guest = clientOf(service, outsider);
  const schedule = { times: ['08:00'], localTimeZoneId: 'UTC' };
  await expect(guest.datasetSettings.updateSchedule(ids.sales, ids.openModel, schedule)).rejects.toMatchObject({ status: 403 });
  await guest.datasetSettings.takeOver(ids.sales, ids.openModel);
  await guest.datasetSettings.updateSchedule(ids.sales, ids.openModel, schedule);
  expect((await powerBi.datasets.get(ids.sales, ids.openModel)).configuredBy).toBe('Outsider');
  await expect(powerBi.datasetSettings.updateSchedule(ids.sales, ids.openModel, schedule)).rejects.toMatchObject({ status: 403 });
});

test('parameters are checked by name, number and type', async () => {
  const { powerBi } = await own();
  const { parameters, updateParameters } = powerBi.datasetSettings;
  expect(await parameters(ids.sales, ids.openModel)).toMatchObject([{ name: 'Region', currentValue: 'South', isRequired: true }, {}]);
  await updateParameters(ids.sales, ids.openModel, [{ name: 'Region', newValue: 'North' }]);
  expect(await parameters(ids.sales, ids.openModel)).toMatchObject([{ name: 'Region', currentValue: 'North' }, {}]);
  for (const details of [
    [{ name: 'region', newValue: 'x' }],
    [{ name: 'Blob', newValue: 'x' }],
    Array.from({ length: 101 }, () => ({ name: 'Region', newValue: 'x' })),
  ])
    await expect(updateParameters(ids.sales, ids.openModel, details)).rejects.toMatchObject({ kind: 'invalid' });
});

test('a data source can be pointed elsewhere', async () => {
  const { powerBi } = await own();
  const { datasources, updateDatasources } = powerBi.datasetSettings;
  const datasourceSelector = { datasourceType: 'File', connectionDetails: { path: 'store.csv' } };
  expect(await datasources(ids.sales, ids.openModel)).toMatchObject([datasourceSelector]);
  await updateDatasources(ids.sales, ids.openModel, [{ datasourceSelector, connectionDetails: { path: 'other.csv' } }]);
  expect(await datasources(ids.sales, ids.openModel)).toMatchObject([{ connectionDetails: { path: 'other.csv' } }]);
  await expect(updateDatasources(ids.sales, ids.openModel, [{ datasourceSelector, connectionDetails: {} }])).rejects.toMatchObject({
    kind: 'invalid',
  });
});

test('a stranger, a viewer and a paused capacity are refused', async () => {
  const { service, powerBi } = await own();
  await expect(clientOf(service, outsider).refreshes.start(ids.sales, ids.openModel)).rejects.toMatchObject({ status: 401 });
  const body = { identifier: outsider.object_id, principalType: 'App', groupUserAccessRight: 'Viewer' };
  await call(service, await accessToken(service), 'POST', `groups/${ids.sales}/users`, body);
  await expect(clientOf(service, outsider).refreshes.start(ids.sales, ids.openModel)).rejects.toMatchObject({ status: 403 });
  service.faults.start({ name: 'capacity_paused', workspace_id: ids.sales, times: 1 });
  await expect(powerBi.refreshes.start(ids.sales, ids.openModel)).rejects.toMatchObject({ kind: 'unavailable', code: 'CapacityNotActive' });
});

test('a dataset goes with the reports that read it', async () => {
  const { service, powerBi } = await own();
  const token = await accessToken(service);
  expect((await call(service, token, 'DELETE', `groups/${ids.sales}/datasets/${ids.openModel}`)).status).toBe(200);
  expect((await powerBi.reports.list(ids.sales)).map(({ id }) => id)).toEqual([ids.securedReport]);
  expect((await powerBi.reports.list(ids.shared)).map(({ id }) => id)).toEqual([ids.sharedReport]);
});
