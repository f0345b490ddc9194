import * as contract from '@vitrine/contract/organisation/maintenance.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { login } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { hear, placeIn } from '#test/harness/livePlace.ts';
import { openWorld } from '#test/harness/world.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(async () => {
  world.setTime(null);
  await world.owner.run(sql`update platform_setting set maintenance_until = null, maintenance_message = ''`);
});

const refusedAs = async (browser: Browser) => (await browser.refusal(getConfig, {})).body;
const isInside = async (browser: Browser) => (await browser.inject({ url: getConfig.path })).statusCode === 200;
const refusedAtTheDoor = async (person: Person) => {
  const refused = await world.browser().refusal(login, { body: { email: person.email, password: person.password } });
  return [refused.status, refused.body.status];
};
const on = (message = '', minutes: number | null = null) => ({ on: true, message, minutes });
const off = { on: false };

async function twoPartners() {
  const [partner, other] = [await world.partner(), await world.partner()];
  const [unit, elsewhere] = [await partner.unit(), await other.unit()];
  const people = {
    reader: await unit.person('user'),
    admin: await unit.person('admin'),
    staff: await partner.person({ unit }),
    stranger: await elsewhere.person('user'),
    otherStaff: await other.person({ unit: elsewhere }),
    operator: await world.operator(),
  };
  const inside = {
    reader: await world.signIn(people.reader),
    admin: await world.signIn(people.admin),
    staff: await world.signIn(people.staff),
    stranger: await world.signIn(people.stranger),
    otherStaff: await world.signIn(people.otherStaff),
    operator: await world.signIn(people.operator),
  };
  const who = async () => {
    const told = await Promise.all(Object.entries(inside).map(async ([name, browser]) => ((await isInside(browser)) ? [name] : [])));
    return told.flat();
  };
  return { partner, other, unit, elsewhere, people, inside, who };
}

test('a partner puts its own units under maintenance: who is inside waits with the same session, others notice nothing', async () => {
  const { partner, other, people, inside, who } = await twoPartners();
  const place = { id: partner.id, name: partner.name };
  expect(await inside.staff.call(contract.list, {})).toEqual({ data: [{ ...place, maintenance: null }] });
  const answer = await inside.staff.call(contract.ofPartner, { params: { id: partner.id }, body: on('Banco novo') });
  expect(answer).toEqual({ ...place, maintenance: { until: null, message: 'Banco novo' } });
  expect(await who()).toEqual(['staff', 'stranger', 'otherStaff', 'operator']);
  const refused = await refusedAs(inside.reader);
  expect(refused).toMatchObject({ status: 'maintenance', notice: 'Banco novo' });
  expect(refused.opens_at).toBeUndefined();
  expect(await refusedAtTheDoor(people.admin)).toEqual([503, 'maintenance']);
  expect((await world.browser().login(people.staff)).user.role).toBe('partner');

  const foreign = { params: { id: partner.id }, body: off };
  expect((await inside.otherStaff.refusal(contract.ofPartner, foreign)).status).toBe(404);
  expect((await inside.otherStaff.refusal(contract.ofPlatform, { body: on() })).status).toBe(403);
  expect((await inside.otherStaff.call(contract.list, {})).data.map(({ id }) => id)).toEqual([other.id]);
  expect(await isInside(inside.reader)).toBe(false);

  await inside.staff.call(contract.ofPartner, foreign);
  expect(await who()).toEqual(['reader', 'admin', 'staff', 'stranger', 'otherStaff', 'operator']);
});

test('the platform is closed for everybody except the operator, who ends it', async () => {
  const { people, inside, who } = await twoPartners();
  await inside.operator.call(contract.ofPlatform, { body: on() });
  expect(await who()).toEqual(['operator']);
  expect(await refusedAtTheDoor(people.staff)).toEqual([503, 'maintenance']);
  const back = await world.signIn(people.operator);
  const [platform] = (await back.call(contract.list, {})).data;
  expect(platform).toEqual({ id: null, name: null, maintenance: { until: null, message: '' } });
  await back.call(contract.ofPlatform, { body: off });
  expect(await who()).toHaveLength(6);
});

test('the operator puts one partner under maintenance, whose staff may end it', async () => {
  const { partner, other, inside, who } = await twoPartners();
  const ids = (await inside.operator.call(contract.list, {})).data.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([null, partner.id, other.id]));
  await inside.operator.call(contract.ofPartner, { params: { id: partner.id }, body: on() });
  expect(await who()).toEqual(['staff', 'stranger', 'otherStaff', 'operator']);
  await inside.staff.call(contract.ofPartner, { params: { id: partner.id }, body: off });
  expect(await who()).toHaveLength(6);
  const nobody = { params: { id: uuidv7() }, body: on() };
  expect((await inside.operator.refusal(contract.ofPartner, nobody)).status).toBe(404);
});

test('it ends by itself at its end, which is told', async () => {
  const { partner, inside } = await twoPartners();
  const start = Date.now();
  world.setTime(new Date(start));
  await inside.staff.call(contract.ofPartner, { params: { id: partner.id }, body: on('', 30) });
  const end = new Date(start + 30 * 60_000);
  expect(await refusedAs(inside.reader)).toMatchObject({ opens_at: end.toISOString() });
  world.setTime(new Date(end.getTime() - 1));
  expect(await isInside(inside.reader)).toBe(false);
  world.setTime(end);
  expect(await isInside(inside.reader)).toBe(true);
  expect((await inside.staff.call(contract.list, {})).data[0]?.maintenance).toBeNull();
});

test('people of a unit switch nothing, and a maintenance has limits', async () => {
  const { partner, inside } = await twoPartners();
  for (const browser of [inside.admin, inside.reader]) {
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.ofPlatform, { body: on() })).status).toBe(403);
    expect((await browser.refusal(contract.ofPartner, { params: { id: partner.id }, body: on() })).status).toBe(403);
  }
  for (const body of [on('', 0), on('', 10_081), on('x'.repeat(501))])
    expect((await inside.staff.refusal(contract.ofPartner, { params: { id: partner.id }, body })).status).toBe(422);
});

test('open pages of the units that are meant hear of it, and hear the end while they are refused', async () => {
  const { partner, inside } = await twoPartners();
  const opened = async (browser: Browser) => placeIn(await hear(browser));
  const heard = async (browser: Browser, last: string) => (await hear(browser, last)).split('"maintenance"').length - 1;
  const before = { reader: await opened(inside.reader), stranger: await opened(inside.stranger) };
  await inside.staff.call(contract.ofPartner, { params: { id: partner.id }, body: on() });
  expect([await heard(inside.reader, before.reader), await heard(inside.stranger, before.stranger)]).toEqual([1, 0]);
  await inside.operator.call(contract.ofPlatform, { body: on() });
  await inside.operator.call(contract.ofPlatform, { body: off });
  await inside.staff.call(contract.ofPartner, { params: { id: partner.id }, body: off });
  expect([await heard(inside.reader, before.reader), await heard(inside.stranger, before.stranger)]).toEqual([4, 2]);
});

test('who switched it stands in the log', async () => {
  const { partner, people, inside } = await twoPartners();
  await inside.staff.call(contract.ofPartner, { params: { id: partner.id }, body: on('Banco novo') });
  const lines = await world.owner.run(
    sql`select actor_id, object_type, after ->> 'maintenance_message' as message from audit_log where action = 'partner.maintenance' and actor_id = ${people.staff.id}`,
  );
  expect(lines).toEqual([{ actor_id: people.staff.id, object_type: 'partner', message: 'Banco novo' }]);
});
