import * as contract from '@vitrine/contract/datasets/capacities.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import { demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openPublishingWorld } from '#test/harness/publishing.ts';
import { demoAccount } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { reconcileJobs } from '#jobs.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world, service } = await openPublishingWorld();
const { subscription_id, resource_group } = demoSubscription;
const name = 'vitrinefabric1';
const minuteMs = 60_000;

const { application_id: client_id, directory_id: tenant_id, secret_value: client_secret } = demoAccount;
const arm = createArm({ addresses: service.addresses, credentials: { tenant_id, client_id, client_secret } });
const inAzure = { provider: 'Microsoft.Fabric', subscription_id, resource_group, name } as const;

// Every test finds it running.
afterEach(async () => {
  service.faults.clear();
  service.clock.advance(minuteMs);
  await arm.capacities.resume(inAzure);
  service.clock.advance(minuteMs);
});

/** The portal and the service go on together. */
function later(minutes: number): void {
  service.clock.advance(minutes * minuteMs);
  world.setTime(new Date(world.services.now().getTime() + minutes * minuteMs));
}

async function scene(more: { name?: string; resource_group?: string } = {}) {
  const around = await world.unitWithAdmin();
  const { id: account_id } = await around.admin.call(reportingAccounts.add, {
    body: { name: `Conta ${uuidv7()}`, ...demoAccount, subscription_id },
  });
  const place = { name, resource_group, subscription_id, ...more };
  const { id } = await around.admin.call(contract.add, { body: { account_id, ...place, sku: 'F2', current: true } });
  const params = { id };
  await around.admin.call(contract.look, { params });
  return { ...around, account_id, id, params };
}
type Made = Awaited<ReturnType<typeof scene>>;

const work = ({ admin, params }: Made, kind: contract.WorkKind, more: { force?: boolean; sku?: 'F2' | 'F4' | 'A1' } = {}) =>
  admin.call(contract.work, { params, body: { kind, ...more } });
const refused = async ({ admin, params }: Made, kind: contract.WorkKind, more: { sku?: 'F2' | 'F4' | 'A1' } = {}) =>
  (await admin.refusal(contract.work, { params, body: { kind, ...more } })).body.status;
const history = async ({ admin, params }: Made) => admin.call(contract.history, { params });
const acts = async (made: Made) => (await history(made)).acts.map(({ kind, source, state, refusal }) => [kind, source, state, refusal]);
const kindsOf = async (who: Browser) => (await who.call(notifications.list, {})).data.map(({ kind }) => kind);
const always = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '00:00', end: '00:00' }));

async function ruled(made: Made, rule: Partial<contract.CapacityDetail['rule']>, shift_ids: string[] = []) {
  const { version } = await made.admin.call(contract.get, { params: made.params });
  const off = {
    auto_activate: false,
    auto_pause: false,
    inactive_minutes: 60,
    use_schedule: false,
    activate_outside: false,
    force_stop: false,
  };
  await made.admin.call(contract.setRule, { params: made.params, body: { ...off, ...rule, shift_ids, version } });
}

const shiftOf = async ({ admin }: Pick<Made, 'admin'>, ranges = always) =>
  (
    await admin.call(accessHours.add, {
      body: { name: `Turno ${uuidv7()}`, ranges, holidays: [], active: true, user_group_ids: [], membership_ids: [] },
    })
  ).id;

test('one that the account sees is added and told with its state and price', async () => {
  const made = await scene();
  const { data } = await made.admin.call(contract.discover, { params: { account_id: made.account_id } });
  expect(data.find((one) => one.name === name)).toMatchObject({ resource_group, added: true });
  const [row] = (await made.admin.call(contract.list, {})).data;
  expect(row).toMatchObject({ id: made.id, state: 'active', problem: null, current: true, can: { edit: true, work: true } });
  expect(row?.cents_per_hour).toBeGreaterThan(0);
});

test('a pause is followed to its end, and a start as well; who did it is told', async () => {
  const made = await scene();
  expect((await work(made, 'pause')).open_act).toMatchObject({ kind: 'pause' });
  expect(await refused(made, 'resume')).toBe('capacity_busy');
  later(1);
  await world.runJobs();
  expect(await made.admin.call(contract.get, { params: made.params })).toMatchObject({ state: 'paused', open_act: null });
  await work(made, 'resume');
  later(1);
  await world.runJobs();
  expect(await acts(made)).toEqual([
    ['resume', 'person', 'done', null],
    ['pause', 'person', 'done', null],
  ]);
});

test('an act whose answer got lost is found out by the job, and one that never happened fails in the end', async () => {
  const made = await scene();
  service.faults.start({ name: 'server_error', service: 'arm', path: '/suspend' });
  expect(await refused(made, 'pause')).toBe('reporting_unavailable');
  expect(await acts(made)).toEqual([['pause', 'person', 'asked', null]]);
  later(11);
  await world.runJobs();
  expect(await acts(made)).toEqual([['pause', 'person', 'failed', 'timeout']]);
});

test('what Azure refuses is told in words and written down', async () => {
  const made = await scene({ name: 'gone1234' });
  expect(await made.admin.call(contract.get, { params: made.params })).toMatchObject({ state: 'unknown' });
  const word = await refused(made, 'pause');
  expect(['capacity_gone', 'capacity_no_right']).toContain(word);
  expect((await acts(made)).map(([, , state]) => state)).toEqual(['refused']);
});

test('a refresh that runs holds a pause back, unless it is forced', async () => {
  const made = await scene();
  const refresh = { id: uuidv7(), account_id: made.account_id, dataset_workspace_id: uuidv7(), dataset_id: uuidv7() };
  await world.owner.run(
    query.insertInto('dataset_refresh').values({ ...refresh, tenant_id: made.unit.id, source: 'schedule', state: 'running' }),
  );
  expect(await refused(made, 'pause')).toBe('capacity_in_use');
  expect((await work(made, 'pause', { force: true })).open_act).toMatchObject({ kind: 'pause' });
});

test('without a right in Azure it is told that there is none, for a look and for an act', async () => {
  const made = await scene();
  service.faults.start({ name: 'not_accessible', status: 403, service: 'arm', path: '/capacities' });
  expect(await made.admin.call(contract.look, { params: made.params })).toMatchObject({ state: 'unknown', problem: 'no_right' });
  expect(await refused(made, 'pause')).toBe('capacity_no_right');
  expect(await acts(made)).toEqual([['pause', 'person', 'refused', 'no_right']]);
});

test('a size for which the subscription has no quota is refused in words, and stays as it was', async () => {
  const made = await scene();
  const { sku } = await made.admin.call(contract.get, { params: made.params });
  service.faults.start({ name: 'quota_exceeded', method: 'PATCH' });
  const { status, body } = await made.admin.refusal(contract.work, { params: made.params, body: { kind: 'scale', sku: 'F4' } });
  expect([status, body.status]).toEqual([409, 'capacity_quota']);
  expect(await acts(made)).toEqual([['scale', 'person', 'refused', 'quota']]);
  expect(await made.admin.call(contract.get, { params: made.params })).toMatchObject({ sku, open_act: null });
});

test('an act whose job is gone is followed all the same', async () => {
  const made = await scene();
  await work(made, 'pause');
  await world.owner.run(sql`delete from jobs.job`);
  later(6);
  await world.runJobs(reconcileJobs);
  expect(await acts(made)).toEqual([['pause', 'person', 'done', null]]);
});

test('what somebody did in Azure stands in the history, and is told to administrators', async () => {
  const made = await scene();
  await arm.capacities.suspend(inAzure);
  later(1);
  await made.admin.call(contract.look, { params: made.params });
  expect(await acts(made)).toEqual([['pause', 'outside', 'done', null]]);
});

test('another size is followed to its end, told to other administrators, and not changed again at once', async () => {
  const made = await scene();
  const other = await world.signIn(await made.unit.person('admin'));
  await work(made, 'scale', { sku: 'F4' });
  later(1);
  await world.runJobs();
  expect(await acts(made)).toEqual([['scale', 'person', 'done', null]]);
  expect(await made.admin.call(contract.get, { params: made.params })).toMatchObject({ sku: 'F4' });
  expect(await kindsOf(other)).toEqual(['capacity_scaled']);
  expect(await kindsOf(made.admin)).toEqual([]);
  expect(await refused(made, 'scale', { sku: 'F2' })).toBe('capacity_scaled_lately');
});

test('a failure is told to whoever asked as well', async () => {
  const made = await scene();
  service.faults.start({ name: 'server_error', service: 'arm', path: '/suspend' });
  await refused(made, 'pause');
  later(11);
  await world.runJobs();
  expect(await kindsOf(made.admin)).toEqual(['capacity_failed']);
});

test('another size is one of the same family', async () => {
  const made = await scene();
  expect(await refused(made, 'scale', { sku: 'A1' })).toBe('invalid');
  expect(await refused(made, 'scale')).toBe('invalid');
});

test('the rule pauses one that nobody uses, and says why', async () => {
  const made = await scene();
  await ruled(made, { auto_pause: true, inactive_minutes: 15 });
  await world.runJobs();
  later(1);
  await world.runJobs();
  const [act] = (await history(made)).acts;
  expect(act).toMatchObject({ kind: 'pause', source: 'rule', reason: 'idle', by: null, state: 'done' });
});

test('the rule starts one within its hours', async () => {
  const made = await scene();
  await arm.capacities.suspend(inAzure);
  service.clock.advance(minuteMs);
  await ruled(made, { auto_activate: true, use_schedule: true }, [await shiftOf(made)]);
  await world.runJobs();
  later(1);
  await world.runJobs();
  expect((await history(made)).acts[0]).toMatchObject({ kind: 'resume', source: 'rule', reason: 'within_hours', state: 'done' });
});

test('shifts and capacities of another unit are not there', async () => {
  const [made, there] = [await scene(), await scene()];
  const { version, rule: before } = await made.admin.call(contract.get, { params: made.params });
  const { shifts, ...rule } = before;
  expect(shifts).toEqual([]);
  const foreign = await made.admin.refusal(contract.setRule, {
    params: made.params,
    body: { ...rule, shift_ids: [await shiftOf(there)], version },
  });
  expect(foreign.status).toBe(404);
  for (const endpoint of [contract.get, contract.look, contract.history]) {
    expect((await there.admin.refusal(endpoint, { params: made.params })).status).toBe(404);
  }
  expect((await there.admin.refusal(contract.work, { params: made.params, body: { kind: 'pause' } })).status).toBe(404);
});

test('a reader who may start capacities does not see those of the unit', async () => {
  const { unit, params } = await scene();
  const reader = await world.signIn(await unit.person('user', { membership: { wake_capacities: true } }));
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await reader.refusal(contract.work, { params, body: { kind: 'resume' } })).status).toBe(404);
});

test('one can be added once there is an account to add it to', async () => {
  const { admin } = await world.unitWithAdmin();
  expect((await admin.call(contract.list, {})).can.add).toBe(false);
  await admin.call(reportingAccounts.add, { body: { name: 'Conta', ...demoAccount, subscription_id } });
  expect((await admin.call(contract.list, {})).can.add).toBe(true);
});
