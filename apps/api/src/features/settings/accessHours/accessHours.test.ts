import * as contract from '@vitrine/contract/settings/accessHours.ts';
import type { ShiftInput } from '@vitrine/contract/settings/accessHours.ts';
import { summary } from '@vitrine/contract/notifications/notifications.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

/** 2030-01-07 is a Monday; the unit is in São Paulo, three hours behind UTC. */
const at = (day: string, time: string) => world.setTime(new Date(`2030-01-${day}T${time}:00-03:00`));
const office = [1, 2, 3, 4, 5].map((day) => ({ day, start: '08:00', end: '18:00' }));

async function open() {
  const partner = await world.partner();
  const unit = await partner.unit();
  at('07', '12:00');
  const admin = await unit.person('admin');
  const user = await unit.person('user');
  const browser = await world.signIn(admin);
  const input = async (more: Partial<ShiftInput> = {}): Promise<ShiftInput> => ({
    name: 'Comercial',
    ranges: office,
    holidays: [],
    active: true,
    user_group_ids: [],
    membership_ids: [user.membership_id ?? ''],
    ...more,
  });
  return { partner, unit, admin, user, browser, input };
}

test('lets in during the hours, and tells when they close', async () => {
  const { user, browser, input } = await open();
  await browser.call(contract.add, { body: await input() });
  const reader = await world.signIn(user);
  expect((await reader.call(getConfig, {})).hours_close_at).toBe('2030-01-07T21:00:00.000Z');
  expect((await browser.call(getConfig, {})).hours_close_at).toBeNull();
});

test('ends a running session when the hours end, and names the next opening', async () => {
  const { user, browser, input } = await open();
  await browser.call(contract.add, { body: await input() });
  const reader = await world.signIn(user);
  at('07', '18:00');
  const refused = await reader.refusal(getConfig, {});
  expect([refused.status, refused.body.status, refused.body.opens_at]).toEqual([403, 'hours_not_allowed', '2030-01-08T11:00:00.000Z']);
  at('08', '09:00');
  expect((await reader.refusal(getConfig, {})).body.status).toBe('hours_not_allowed');
});

test('binds whole groups, and nobody once it is switched off or removed', async () => {
  const { unit, user, browser, input } = await open();
  const group = crypto.randomUUID();
  await world.owner.run(sql`insert into user_group (tenant_id, id, name) values (${unit.id}, ${group}, 'Lojas')`);
  await world.owner.run(
    sql`insert into user_group_member (tenant_id, group_id, membership_id) values (${unit.id}, ${group}, ${user.membership_id})`,
  );
  const body = await input({ membership_ids: [], user_group_ids: [group] });
  const { id } = await browser.call(contract.add, { body });
  at('07', '22:00');
  const refused = async () =>
    (await world.signIn(user)).refusal(getConfig, {}).then(
      ({ status }) => status,
      () => 200,
    );
  expect(await refused()).toBe(403);
  const late = await world.signIn(await unit.person('admin'));
  await late.call(contract.update, { params: { id }, body: { ...body, active: false, version: 1 } });
  expect(await refused()).toBe(200);
  await late.call(contract.remove, { params: { id } });
});

test('never shuts out the only administrator, nor a partner', async () => {
  const { partner, unit, admin, browser, input } = await open();
  await browser.call(contract.add, { body: await input({ membership_ids: [admin.membership_id ?? ''] }) });
  at('07', '22:00');
  await (await world.signIn(admin)).call(getConfig, {});
  await (await world.signIn(await partner.person({ unit }))).call(getConfig, {});
  await unit.person('admin');
  expect((await (await world.signIn(admin)).refusal(getConfig, {})).status).toBe(403);
});

test('half an hour more, for one person', async () => {
  const { user, browser, input } = await open();
  await browser.call(contract.add, { body: await input() });
  const reader = await world.signIn(user);
  at('07', '17:58');
  expect(await browser.call(contract.extend, { body: { membership_id: user.membership_id ?? '' } })).toEqual({
    until: '2030-01-07T21:30:00.000Z',
  });
  at('07', '18:29');
  expect((await reader.call(getConfig, {})).hours_close_at).toBe('2030-01-07T21:30:00.000Z');
  expect((await reader.call(summary, {})).latest[0]?.kind).toBe('access_extended');
  at('07', '18:30');
  expect((await reader.refusal(getConfig, {})).status).toBe(403);
});

test('tells beforehand whom it would have stopped, and saves nothing', async () => {
  const { unit, user, browser, input } = await open();
  for (const [day, time] of [
    ['04', '10:00'],
    ['04', '22:00'],
    ['05', '10:00'],
  ]) {
    await world.owner.run(sql`insert into audit_log (tenant_id, at, person_id, action, object_type, ip)
      values (${unit.id}, ${`2030-01-${day}T${time}:00-03:00`}, ${user.id}, 'session.sign_in', 'session', '10.9.8.7')`);
  }
  const { ranges, holidays, user_group_ids, membership_ids } = await input();
  const result = await browser.call(contract.rehearse, { body: { ranges, holidays, user_group_ids, membership_ids } });
  expect([result.sign_ins, result.people.map(({ email, times }) => [email, times])]).toEqual([3, [[user.email, 2]]]);
  const list = await browser.call(contract.rehearseAddresses, { body: { addresses: ['10.9.0.0/16'], address: '10.10.0.1' } });
  expect([list.people, list.passes]).toEqual([[], false]);
  const narrow = await browser.call(contract.rehearseAddresses, { body: { addresses: ['10.9.8.8'], address: null } });
  expect([narrow.people[0]?.times, narrow.passes]).toEqual([3, null]);
  expect((await browser.call(contract.list, {})).data).toEqual([]);

  const { browser: elsewhere } = await open();
  const foreign = { body: { ranges, holidays, user_group_ids, membership_ids } };
  expect(await elsewhere.call(contract.rehearse, foreign)).toEqual({ sign_ins: 0, people: [] });
});

test('is not for readers, not for another unit, and not saved over somebody else', async () => {
  const { user, browser, input } = await open();
  const body = await input();
  const { id } = await browser.call(contract.add, { body });
  expect((await (await world.signIn(user)).refusal(contract.list, {})).status).toBe(403);
  const elsewhere = await open();
  expect((await elsewhere.browser.refusal(contract.remove, { params: { id } })).status).toBe(404);
  expect((await elsewhere.browser.refusal(contract.add, { body })).status).toBe(404);
  await browser.call(contract.update, { params: { id }, body: { ...body, version: 1 } });
  expect((await browser.refusal(contract.update, { params: { id }, body: { ...body, version: 1 } })).status).toBe(409);
  expect((await browser.refusal(contract.add, { body })).body.errors).toHaveProperty('name');
  const five = [1, 2, 3, 4, 5].map((hour) => ({ day: 1, start: `0${hour}:00`, end: `0${hour}:30` }));
  expect((await browser.refusal(contract.add, { body: { ...body, name: 'Outro', ranges: five } })).status).toBe(422);
});
