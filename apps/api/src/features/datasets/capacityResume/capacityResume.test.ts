import * as audit from '@vitrine/contract/audit/audit.ts';
import * as capacitiesOfUnit from '@vitrine/contract/datasets/capacities.ts';
import * as contract from '@vitrine/contract/datasets/capacityResume.ts';
import * as accessHours from '@vitrine/contract/settings/accessHours.ts';
import { remoteConfig } from '@vitrine/contract/settings/settings.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import type { CapacityReference } from '@vitrine/powerbi/arm.ts';
import { createArm } from '@vitrine/powerbi/arm.ts';
import { demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publish, publishingScene } from '#test/harness/publishing.ts';
import { demoAccount } from '#test/harness/reportingService.ts';

const { world, service } = await openPublishingWorld();
const { application_id: client_id, directory_id: tenant_id, secret_value: client_secret } = demoAccount;
const { capacities } = createArm({ addresses: service.addresses, credentials: { tenant_id, client_id, client_secret } });
const { subscription_id, resource_group } = demoSubscription;

const provider = 'Microsoft.Fabric';
const capacity: CapacityReference = { provider, subscription_id, resource_group, name: 'vitrinefabric1' };
const minute = 60_000;

async function pause(): Promise<void> {
  await capacities.suspend(capacity);
  service.clock.advance(minute);
}
afterEach(async () => {
  service.faults.clear();
  service.clock.advance(minute);
  await capacities.resume(capacity);
  service.clock.advance(minute);
});

async function scene({
  waking = 'administrators',
  connected = true,
}: { waking?: (typeof contract.wakings)[number]; connected?: boolean } = {}) {
  const around = await publishingScene(world);
  const report = await around.publish();
  await around.toAna(report);
  const account_id = report.account_id ?? '';
  const account = await around.admin.call(reportingAccounts.get, { params: { id: account_id } });
  const { name, application_id, directory_id, version } = account;
  await around.admin.call(reportingAccounts.update, {
    params: { id: account_id },
    body: { name, application_id, directory_id, subscription_id: connected ? subscription_id : null, waking, version },
  });
  return { ...around, report, place: { params: { id: report.id } } };
}

test('a capacity that runs says so, and waking it does nothing', async () => {
  const { admin, place } = await scene();
  expect(await admin.call(contract.get, place)).toEqual({ phase: 'running', may_wake: true, who: [], next: null });
  expect(await admin.call(contract.wake, place)).toMatchObject({ phase: 'running' });
  expect(service.calls.filter(({ path }) => path.includes('/resume'))).toEqual([]);
});

test('a paused capacity is woken, starts, and runs; who did it is written down', async () => {
  const { admin, place, report } = await scene();
  await pause();
  expect(await admin.call(contract.get, place)).toEqual({ phase: 'paused', may_wake: true, who: [], next: null });
  expect(await admin.call(contract.wake, place)).toMatchObject({ phase: 'changing' });
  expect(await admin.call(contract.get, place)).toMatchObject({ phase: 'changing' });
  service.clock.advance(minute);
  expect(await admin.call(contract.get, place)).toMatchObject({ phase: 'running' });
  const { data } = await admin.call(audit.list, { query: { per_page: 20 } });
  expect(data.find(({ action }) => action === 'capacity.wake')).toMatchObject({ after: { title: report.title, capacity: capacity.name } });
});

test('a reader is told who may wake it, and wakes it only where the account lets everybody', async () => {
  const { reader, place, administrator } = await scene();
  await pause();
  expect(await reader.call(contract.get, place)).toEqual({ phase: 'paused', may_wake: false, who: [administrator.name], next: null });
  expect((await reader.refusal(contract.wake, place)).status).toBe(403);
  const open = await scene({ waking: 'everybody' });
  expect(await open.reader.call(contract.get, open.place)).toMatchObject({ may_wake: true, who: [] });
  expect(await open.reader.call(contract.wake, open.place)).toMatchObject({ phase: 'changing' });
});

test('a reader with the right wakes it where administrators may, and nowhere else', async () => {
  const { unit, admin, ana, report, place } = await scene();
  const beto = await unit.person('user', { membership: { wake_capacities: true } });
  await grant(admin, report, { to: 'membership', to_id: beto.membership_id });
  const reader = await world.signIn(beto);
  await pause();
  expect(await reader.call(contract.get, place)).toEqual({ phase: 'paused', may_wake: true, who: [], next: null });
  expect(await (await world.signIn(ana)).call(contract.get, place)).toMatchObject({ may_wake: false });
  expect(await reader.call(contract.wake, place)).toMatchObject({ phase: 'changing' });
  const [{ reader: stranger }, nobody] = [await scene(), await scene({ waking: 'nobody' })];
  expect((await stranger.refusal(contract.wake, place)).status).toBe(404);
  const person = await nobody.unit.person('user', { membership: { wake_capacities: true } });
  await grant(nobody.admin, nobody.report, { to: 'membership', to_id: person.membership_id });
  expect((await (await world.signIn(person)).refusal(contract.wake, nobody.place)).status).toBe(403);
});

test('where nobody may, and where the account does not reach Azure, nobody is offered it', async () => {
  await pause();
  const nobody = await scene({ waking: 'nobody' });
  expect(await nobody.admin.call(contract.get, nobody.place)).toEqual({ phase: 'paused', may_wake: false, who: [], next: null });
  expect((await nobody.admin.refusal(contract.wake, nobody.place)).status).toBe(403);
  const unconnected = await scene({ connected: false });
  expect(await unconnected.admin.call(contract.get, unconnected.place)).toEqual({ phase: 'paused', may_wake: false, who: [], next: null });
  expect((await unconnected.admin.refusal(contract.wake, unconnected.place)).body.status).toBe('capacity_not_connected');
});

test('what Azure refuses is told, and the state stays what it is', async () => {
  const { admin, place } = await scene();
  await pause();
  service.faults.start({ name: 'server_error', service: 'arm', path: '/resume' });
  expect((await admin.refusal(contract.wake, place)).body.status).toBe('reporting_unavailable');
  service.faults.clear();
  expect(await admin.call(contract.get, place)).toMatchObject({ phase: 'paused' });
});

test('somebody who may not see the report learns nothing of its capacity', async () => {
  const { place } = await scene();
  const { reader, admin } = await scene();
  for (const stranger of [reader, admin]) {
    expect((await stranger.refusal(contract.get, place)).status).toBe(404);
  }
  expect((await admin.refusal(contract.wake, place)).status).toBe(404);
});

const hiddenFrom = async (browser: Browser) => (await browser.call(remoteConfig, {})).hidden_menu;

test('a reader who may start capacities has the place for it, with those of the reports that they see; others are refused', async () => {
  const { unit, admin, ana, report } = await scene();
  const unseen = await publish(admin);
  const beto = await unit.person('user', { membership: { wake_capacities: true } });
  await grant(admin, report, { to: 'membership', to_id: beto.membership_id });
  const [reader, other] = [await world.signIn(beto), await world.signIn(ana)];
  expect(await hiddenFrom(reader)).not.toContain('powerbi');
  expect(await hiddenFrom(other)).toContain('powerbi');
  expect((await other.refusal(contract.mine, {})).status).toBe(403);
  await pause();
  expect((await reader.call(contract.mine, {})).data).toEqual([
    { id: report.id, reports: [report.title], phase: 'paused', may_wake: true, who: [], next: null },
  ]);
  expect((await reader.call(contract.mine, {})).data.flatMap(({ reports }) => reports)).not.toContain(unseen.title);
  expect(await reader.call(contract.wake, { params: { id: report.id } })).toMatchObject({ phase: 'changing' });
  expect((await reader.call(contract.mine, {})).data).toMatchObject([{ phase: 'changing' }]);
  // The accounts are nobody's business there.
  expect((await reader.refusal(reportingAccounts.list, {})).status).toBe(403);
});

test('who may have data refreshed has the place too, without the capacities; in another unit there is nothing of them', async () => {
  const [{ unit }, there] = [await scene(), await scene()];
  const refreshes = await world.signIn(await unit.person('user', { membership: { refresh_datasets: true } }));
  expect(await hiddenFrom(refreshes)).not.toContain('powerbi');
  expect((await refreshes.refusal(contract.mine, {})).status).toBe(403);
  const elsewhere = await world.signIn(await there.unit.person('user', { membership: { wake_capacities: true } }));
  expect((await elsewhere.call(contract.mine, {})).data).toEqual([]);
});

test('a service that does not answer leaves the state of its capacity open', async () => {
  const { unit, admin, report } = await scene();
  const beto = await unit.person('user', { membership: { wake_capacities: true } });
  await grant(admin, report, { to: 'membership', to_id: beto.membership_id });
  service.faults.start({ name: 'server_error', service: 'powerbi', path: '/groups' });
  expect((await (await world.signIn(beto)).call(contract.mine, {})).data).toMatchObject([
    { reports: [report.title], phase: null, may_wake: false },
  ]);
});

test('outside of its hours a reader does not wake it; within them it stands in its history who did', async () => {
  const { admin, reader, report, place } = await scene({ waking: 'everybody' });
  const account_id = report.account_id ?? '';
  const { name } = capacity;
  const { id } = await admin.call(capacitiesOfUnit.add, { body: { account_id, name, resource_group, subscription_id, sku: 'F2' } });
  // Days away, whatever the zone.
  const day = (world.services.now().getUTCDay() + 3) % 7;
  const ranges = [{ day, start: '08:00', end: '18:00' }];
  const closed = { name: 'Noutro dia', ranges, holidays: [], active: true, user_group_ids: [], membership_ids: [] };
  const shift = await admin.call(accessHours.add, { body: closed });
  const rule = {
    auto_activate: false,
    auto_pause: false,
    inactive_minutes: 60,
    use_schedule: true,
    activate_outside: false,
    force_stop: false,
  };
  await admin.call(capacitiesOfUnit.setRule, { params: { id }, body: { ...rule, shift_ids: [shift.id], version: 1 } });
  await pause();
  const closedNow = await reader.call(contract.get, place);
  expect(closedNow).toMatchObject({ phase: 'paused', may_wake: false, next: { what: 'may_wake', timezone: 'America/Sao_Paulo' } });
  const opening = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Sao_Paulo', weekday: 'short', hour: '2-digit', minute: '2-digit' });
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][day];
  expect(opening.format(new Date(closedNow.next?.at ?? 0))).toBe(`${weekday} 08:00`);
  // Who may start it at any hour waits for nothing.
  expect(await admin.call(contract.get, place)).toMatchObject({ may_wake: true, next: null });
  expect((await reader.refusal(contract.wake, place)).status).toBe(403);
  await admin.call(capacitiesOfUnit.setRule, { params: { id }, body: { ...rule, auto_activate: true, shift_ids: [shift.id], version: 2 } });
  for (const who of [reader, admin]) expect((await who.call(contract.get, place)).next).toEqual({ ...closedNow.next, what: 'starts' });
  await admin.call(capacitiesOfUnit.setRule, {
    params: { id },
    body: { ...rule, activate_outside: true, shift_ids: [shift.id], version: 3 },
  });
  expect((await reader.call(contract.get, place)).next).toBeNull();
  expect(await reader.call(contract.wake, place)).toMatchObject({ phase: 'changing' });
  const { acts } = await admin.call(capacitiesOfUnit.history, { params: { id } });
  expect(acts).toMatchObject([{ kind: 'resume', source: 'person', reason: 'reader', state: 'asked' }]);
});
