import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { changeCompany } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { isServed, sessionsOf } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const hour = 3_600_000;

describe('changing the unit', () => {
  test('begins a new session there and ends the old one', async () => {
    const [one, other] = [await world.unit(), await world.unit()];
    const carla = await one.person('user');
    await world.join(carla, other, 'admin');
    const browser = await world.signIn(carla);
    const before = browser.token;
    const answer = await browser.call(changeCompany, { body: { tenant_id: other.id } });
    expect(answer).toMatchObject({ status: 'ok', tenant_id: other.id, user: { id: carla.id, role: 'admin' } });
    expect(await isServed(browser)).toBe(false);
    browser.token = 'token' in answer ? answer.token : null;
    expect((await browser.call(getConfig, {})).companies.find(({ current }) => current)?.tenant_id).toBe(other.id);
    expect(browser.token).not.toBe(before);
    expect(await sessionsOf(world, carla)).toMatchObject([
      { end_reason: 'company_change', tenant_id: one.id },
      { end_reason: null, tenant_id: other.id },
    ]);
    expect((await world.browser().login(carla)).tenant_id).toBe(other.id);
  });

  test("does not know a unit the person is not in, nor another partner's", async () => {
    const [mine, foreign] = [await world.unit(), await world.unit()];
    const partner = await world.partner();
    const people = [await mine.person('admin'), await partner.person({ unit: await partner.unit() })];
    for (const person of people) {
      const refused = await (await world.signIn(person)).refusal(changeCompany, { body: { tenant_id: foreign.id } });
      expect([refused.status, refused.body.status]).toEqual([404, 'not_found']);
    }
  });

  test('asks the rules of the target', async () => {
    const [one, closed, strict] = [
      await world.unit(),
      await world.unit({ tenant: { state: 'closed' } }),
      await world.unit({ settings: { ip: true, allowed_addresses: [{ address: '203.0.113.1', note: '' }] } }),
    ];
    const carla = await one.person('user');
    await world.join(carla, closed);
    await world.join(carla, strict);
    const browser = await world.signIn(carla);
    expect((await browser.refusal(changeCompany, { body: { tenant_id: closed.id } })).body.status).toBe('unit_closed');
    expect((await browser.refusal(changeCompany, { body: { tenant_id: strict.id } })).body).toMatchObject({
      status: 'ip_not_allowed',
      ip: '198.51.100.7',
    });
    expect(await isServed(browser)).toBe(true);
  });

  test("counts a member's state", async () => {
    const other = await world.unit();
    const blocked = await (await world.unit()).person('user');
    await world.join(blocked, other, 'user', { state: 'blocked' });
    expect((await (await world.signIn(blocked)).refusal(changeCompany, { body: { tenant_id: other.id } })).body.status).toBe('blocked');
  });

  test('takes a partner into the first unit and from one to the next', async () => {
    const partner = await world.partner();
    const pedro = await partner.person();
    const browser = await world.signIn(pedro);
    const [one, two] = [await partner.unit(), await partner.unit()];
    for (const { id } of [one, two, one]) {
      const answer = await browser.call(changeCompany, { body: { tenant_id: id } });
      browser.token = 'token' in answer ? answer.token : null;
      expect((await browser.call(getConfig, {})).companies).toEqual(
        [
          { tenant_id: one.id, name: one.name, current: id === one.id },
          { tenant_id: two.id, name: two.name, current: id === two.id },
        ].sort((a, b) => (a.name < b.name ? -1 : 1)),
      );
    }
  });

  test('does not make the sign-in last longer', async () => {
    const [one, other] = [await world.unit(), await world.unit({ settings: { login_timeout: 2 } })];
    const carla = await one.person('user');
    await world.join(carla, other);
    const start = Date.now();
    world.setTime(new Date(start));
    const browser = await world.signIn(carla);
    world.setTime(new Date(start + 3 * hour));
    expect((await browser.refusal(changeCompany, { body: { tenant_id: other.id } })).body.status).toBe('token_expired');
    world.setTime(null);
  });
});
