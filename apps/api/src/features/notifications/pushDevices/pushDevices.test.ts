/** Notices on devices, to a push service that checks the sender and browsers that decrypt. */
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/notifications/pushDevices.ts';
import { logout } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import type { Notice } from '#domain/notifications/notify.ts';
import { notify } from '#domain/notifications/notify.ts';
import { scoped } from '#platform/database/scoped.ts';
import type { PushBrowser } from '#test/harness/pushService.ts';
import { openPushService } from '#test/harness/pushService.ts';
import { openWorld } from '#test/harness/world.ts';

const service = await openPushService();
const world = await openWorld();
const unit = await world.unit({ settings: { timezone: 'America/Sao_Paulo' }, host: 'push.example' });
afterEach(() => {
  world.setTime(null);
  service.answer(201);
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const tell = (notice: Notice, tenant_id = unit.id) =>
  scoped(world.services.database, { kind: 'tenant', tenant_id }).withTenant(async (tx) => {
    for (const statement of notify(tenant_id, notice)) await tx.run(statement);
  });
const granted = (person_id: string, report = 'Vendas'): Notice => ({
  person_ids: [person_id],
  kind: 'report_granted',
  values: { report },
  link: '/r/1',
});
const alarm = (person_id: string): Notice => ({
  person_ids: [person_id],
  kind: 'access_rules_changed',
  values: { person: 'X', unit: 'Y' },
});

const usual: notifications.NotificationChoice = {
  mails: 'at_once',
  digest_hour: 8,
  quiet: null,
  not_in_portal: [],
  not_by_mail: [],
  not_by_push: [],
};
const titles = ({ taken }: PushBrowser) => taken.map(({ shown }) => shown.title);

async function someone(choice: Partial<notifications.NotificationChoice> = {}) {
  const person = await unit.person('user');
  const browser = await world.signIn(person);
  if (Object.keys(choice).length > 0) await browser.call(notifications.saveChoice, { body: { ...usual, ...choice } });
  const device = service.browser();
  const { id } = await browser.call(contract.add, { body: device.subscription });
  return { person, browser, device, id };
}
const devicesOf = async ({ browser }: Awaited<ReturnType<typeof someone>>) => (await browser.call(contract.list, {})).devices;

test('a notice comes to the device as the bell shows it, signed by the portal and readable by the device alone', async () => {
  const ana = await someone();
  const { public_key } = await ana.browser.call(contract.key, {});
  await tell(granted(ana.person.id));
  await world.runJobs();
  const [{ shown, headers, claims, key } = expect.fail()] = ana.device.taken;
  expect(shown).toMatchObject({ title: 'Novo relatório para você', url: 'https://push.example/r/1', language: 'pt-BR' });
  expect(shown.body).toContain('Vendas');
  expect(key).toBe(public_key);
  expect(claims.aud).toBe(service.origin);
  expect(claims.sub).toBe('https://portal.example');
  expect(claims.exp).toBeLessThan(Date.now() / 1000 + 86_400);
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'normal', ttl: '86400' });
  expect((await devicesOf(ana))[0]).toMatchObject({ id: ana.id, current: true, last_sent_at: expect.any(String) as string });
  await world.runJobs();
  expect(ana.device.taken).toHaveLength(1);
});

test('the pair of keys is made once, and neither it nor the address of a device stands readable in the database', async () => {
  const ana = await someone();
  const asked = await Promise.all([ana.browser.call(contract.key, {}), ana.browser.call(contract.key, {})]);
  expect(new Set(asked.map(({ public_key }) => public_key)).size).toBe(1);
  const rows = await world.owner.run(
    sql`select private_key, (select string_agg(subscription, ' ') from push_device) as devices from push_key`,
  );
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(service.origin);
  expect(JSON.stringify(rows)).toContain('"private_key":"v1.');
});

test('what the person switched off comes to no device, security in any case', async () => {
  const ana = await someone({ not_by_push: ['reports'] });
  const bia = await someone({ not_in_portal: ['reports'] });
  for (const { person } of [ana, bia]) {
    await tell(granted(person.id));
    await tell(alarm(person.id));
  }
  await world.runJobs();
  for (const { device } of [ana, bia]) expect(titles(device)).toEqual(['As regras de acesso mudaram']);
  expect(ana.device.taken[0]?.headers['urgency']).toBe('high');
  const refusal = await ana.browser.refusal(notifications.saveChoice, { body: { ...usual, not_by_push: ['sign_in'] } });
  expect(refusal.status).toBe(422);
  await ana.browser.call(notifications.saveChoice, { body: { ...usual, not_by_push: ['announcements'] } });
  expect((await ana.browser.call(notifications.getChoice, {})).not_by_push).toEqual(['announcements']);
});

test('in the quiet hours nothing comes; afterwards what is still unread, and many as one', async () => {
  const quiet = { from: '20:00', until: '07:00' };
  const [ana, bia] = [await someone({ quiet }), await someone({ quiet })];
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000;
  const at = (days: number, hour: number) => new Date(midnight + days * 86_400_000 + (hour + 3) * 3_600_000);
  world.setTime(at(1, 21));
  for (const report of ['A1', 'B1', 'C1', 'D1', 'E1']) await tell(granted(ana.person.id, report));
  await tell(granted(bia.person.id));
  await world.runJobs();
  expect([ana, bia].flatMap(({ device }) => device.taken)).toEqual([]);
  await (await world.signIn(bia.person)).call(notifications.bulk, { body: { act: 'read', matching: {} } });
  world.setTime(at(2, 7));
  await world.runJobs();
  expect(titles(ana.device)).toEqual(['5 notificações novas']);
  expect(ana.device.taken[0]?.shown.url).toBe('https://push.example/notifications');
  expect(titles(bia.device)).toEqual([]);
});

test('a device is told nothing more once the person signed out there, was put out, or switched it off', async () => {
  const [out, off, ended] = [await someone(), await someone(), await someone()];
  await out.browser.call(logout, {});
  await off.browser.call(contract.remove, { params: { id: off.id } });
  await world.owner.run(sql`update membership set state = 'blocked' where person_id = ${ended.person.id}`);
  for (const { person } of [out, off, ended]) await tell(granted(person.id));
  await world.runJobs();
  for (const { device } of [out, off, ended]) expect(device.taken).toEqual([]);
  await world.runJobs(housekeeping);
  const left = await world.owner.run(sql<{ id: string }>`select id from push_device where id = any (${[out.id, off.id]}::uuid[])`);
  expect(left).toEqual([]);
});

test('a session that ran out is no reason to be silent; after a month without signing in it is', async () => {
  const ana = await someone();
  await world.owner.run(sql`update session set expires_at = now() - interval '2 days' where person_id = ${ana.person.id}`);
  await tell(granted(ana.person.id));
  await world.runJobs();
  expect(ana.device.taken).toHaveLength(1);
  await world.owner.run(sql`update session set expires_at = now() - interval '31 days' where person_id = ${ana.person.id}`);
  await tell(granted(ana.person.id, 'Compras'));
  await world.runJobs();
  expect(ana.device.taken).toHaveLength(1);
});

test('a unit that is suspended tells nobody, and another unit of the same person does', async () => {
  const closed = await world.unit();
  const open = await world.unit();
  const person = await closed.person('user');
  await world.join(person, open);
  const browser = await world.signIn(person);
  const device = service.browser();
  await browser.call(contract.add, { body: device.subscription });
  await world.owner.run(sql`update tenant set state = 'suspended' where id = ${closed.id}`);
  await tell(granted(person.id, 'Fechado'), closed.id);
  await tell(granted(person.id, 'Aberto'), open.id);
  await world.runJobs();
  expect(device.taken.map(({ shown }) => shown.body)).toEqual([expect.stringContaining('Aberto')]);
});

test('a service that says the browser is gone ends it; one that is down is tried again', async () => {
  const ana = await someone();
  service.answer(503);
  await tell(granted(ana.person.id));
  await world.runJobs();
  expect(ana.device.taken).toEqual([]);
  expect(await devicesOf(ana)).toHaveLength(1);
  service.answer(201);
  await world.owner.run(sql`update jobs.job set start_after = now() - interval '1 minute' where state = 'retry'`);
  await world.runJobs();
  expect(ana.device.taken).toHaveLength(1);
  service.answer(410);
  await tell(granted(ana.person.id, 'Compras'));
  await world.runJobs();
  expect(await devicesOf(ana)).toEqual([]);
});

test('a browser is of whoever allowed it last; of one person there are ten', async () => {
  const ana = await someone();
  const bia = await someone();
  await bia.browser.call(contract.add, { body: ana.device.subscription });
  expect(await devicesOf(ana)).toEqual([]);
  await tell(granted(ana.person.id));
  await world.runJobs();
  expect(ana.device.taken).toEqual([]);
  for (let more = 0; more < contract.mostDevices + 1; more++)
    await bia.browser.call(contract.add, { body: service.browser().subscription });
  expect(await devicesOf(bia)).toHaveLength(contract.mostDevices);
});

test('nobody sees or removes the device of another', async () => {
  const [ana, bia] = [await someone(), await someone()];
  expect((await devicesOf(bia)).map(({ id }) => id)).toEqual([bia.id]);
  expect((await bia.browser.refusal(contract.remove, { params: { id: ana.id } })).status).toBe(404);
  expect(await devicesOf(ana)).toHaveLength(1);
});

test('an address inside of the network is refused where the portal is in production, and so is what is no key', async () => {
  const guarded = await openWorld({ environment: { privateAddresses: false } });
  const { admin } = await guarded.unitWithAdmin();
  const { keys } = service.browser().subscription;
  for (const endpoint of [
    'https://127.0.0.1/push',
    'https://[::1]/push',
    'https://169.254.169.254/latest',
    'http://8.8.8.8/push',
    'https://a:b@8.8.8.8/x',
  ])
    expect((await admin.refusal(contract.add, { body: { endpoint, keys } })).status, endpoint).toBe(422);
  await admin.call(contract.add, { body: { endpoint: 'https://8.8.8.8/push', keys } });
  expect((await admin.refusal(contract.add, { body: { endpoint: 'https://8.8.8.8/push', keys: { ...keys, p256dh: 'x' } } })).status).toBe(
    422,
  );
  await guarded.close();
});
