import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { arriveFromOtherDomain, changeCompany, logout } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { isServed, sessionLinesOf, sessionsOf } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

let count = 0;
const firefox = { 'user-agent': 'Mozilla/5.0 Firefox/150.0' };

type Scene = { here: Unit; there: Unit; hosts: { here: string; there: string }; carla: Person; browser: Browser };

/** Somebody of two units, each with a domain of its own, signed in under the first. */
async function scene(values: Parameters<typeof world.unit>[0] = {}): Promise<Scene> {
  count += 1;
  const hosts = { here: `here${count}.example`, there: `there${count}.example` };
  const here = await world.unit({ host: hosts.here });
  const there = await world.unit({ ...values, host: hosts.there });
  const carla = await here.person('user');
  await world.join(carla, there);
  return { here, there, hosts, carla, browser: await world.signIn(carla, { host: hosts.here }) };
}

async function tokenOf({ browser, there, hosts }: Pick<Scene, 'browser' | 'there' | 'hosts'>): Promise<string> {
  const answer = await browser.call(changeCompany, { body: { tenant_id: there.id } });
  if (answer.status !== 'change') throw new Error(`The change stays on the host: ${JSON.stringify(answer)}`);
  expect(answer.domain).toBe(hosts.there);
  return answer.token;
}

const at = (host: string): Browser => world.browser({ host });
const refusalAt = async (host: string, token: string) => (await at(host).refusal(arriveFromOtherDomain, { body: { token } })).body.status;

describe('changing to a unit under another domain', () => {
  test('takes one session to the other domain, and ends the one that is left', async () => {
    const { here, there, hosts, carla, browser } = await scene();
    const { companies } = await browser.call(getConfig, {});
    expect(companies.map(({ tenant_id }) => tenant_id).sort()).toEqual([here.id, there.id].sort());
    const token = await tokenOf({ browser, there, hosts });
    expect(await isServed(browser)).toBe(true);
    const arrived = at(hosts.there);
    const answer = await arrived.call(arriveFromOtherDomain, { body: { token } });
    arrived.token = answer.token;
    expect(answer).toMatchObject({ tenant_id: there.id, user: { id: carla.id } });
    expect((await arrived.call(getConfig, {})).companies.find(({ current }) => current)?.tenant_id).toBe(there.id);
    expect(await isServed(browser)).toBe(false);
    expect(await sessionsOf(world, carla)).toMatchObject([
      { end_reason: 'company_change', tenant_id: here.id },
      { end_reason: null, tenant_id: there.id },
    ]);
    expect((await sessionLinesOf(world, carla)).at(-1)).toMatchObject({
      action: 'session.change_company',
      tenant_id: there.id,
      after: { from: here.id },
    });
  });

  test('leads to the domain of the partner, else to the platform', async () => {
    const { carla, browser } = await scene();
    const partner = await world.partner({ host: 'partner-of-carla.example' });
    const [plain, ofPartner] = [await world.unit(), await partner.unit()];
    for (const unit of [plain, ofPartner]) await world.join(carla, unit);
    const domainTo = async ({ id }: Unit) => {
      const answer = await browser.call(changeCompany, { body: { tenant_id: id } });
      return 'domain' in answer ? answer.domain : answer.status;
    };
    expect(await domainTo(ofPartner)).toBe('partner-of-carla.example');
    expect(await domainTo(plain)).toBe(new URL(world.services.environment.publicUrl).host);
  });
});

describe('the token of a change', () => {
  test('works once', async () => {
    const told = await scene();
    const token = await tokenOf(told);
    await at(told.hosts.there).call(arriveFromOtherDomain, { body: { token } });
    expect(await refusalAt(told.hosts.there, token)).toBe('link_used');
  });

  test('lets one of two arrivals at the same moment in', async () => {
    const told = await scene();
    const token = await tokenOf(told);
    const arrivals = await Promise.allSettled([1, 2, 3].map(() => at(told.hosts.there).call(arriveFromOtherDomain, { body: { token } })));
    expect(arrivals.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is for its host alone, and worth nothing after it was shown to another', async () => {
    const told = await scene();
    const token = await tokenOf(told);
    expect(await refusalAt(told.hosts.here, token)).toBe('link_used');
    expect(await refusalAt(told.hosts.there, token)).toBe('link_used');
  });

  test('is for the browser that asked', async () => {
    const told = await scene();
    const token = await tokenOf(told);
    const answer = await at(told.hosts.there).inject({
      method: 'POST',
      url: arriveFromOtherDomain.path,
      payload: { token },
      headers: firefox,
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([410, { status: 'link_used' }]);
    expect(await refusalAt(told.hosts.there, token)).toBe('link_used');
  });

  test('waits for a minute', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const [quick, slow] = [await scene(), await scene()];
    const tokens = { quick: await tokenOf(quick), slow: await tokenOf(slow) };
    world.setTime(new Date(start + 59_000));
    await at(quick.hosts.there).call(arriveFromOtherDomain, { body: { token: tokens.quick } });
    world.setTime(new Date(start + 60_000));
    expect(await refusalAt(slow.hosts.there, tokens.slow)).toBe('link_used');
  });

  test('makes an earlier token of the person worthless', async () => {
    const told = await scene();
    const [first, second] = [await tokenOf(told), await tokenOf(told)];
    expect(await refusalAt(told.hosts.there, first)).toBe('link_used');
    await at(told.hosts.there).call(arriveFromOtherDomain, { body: { token: second } });
  });
});

describe('whoever arrives', () => {
  test('is asked again who that is by now', async () => {
    const change = async (values: { state: 'blocked' | 'deactivated' }, told: Scene) =>
      world.owner.run(
        query.updateTable('membership').set(values).where('tenant_id', '=', told.there.id).where('person_id', '=', told.carla.id),
      );
    const [blocked, removed, gone, out, closed] = [await scene(), await scene(), await scene(), await scene(), await scene()];
    const refused = async (told: Scene, meanwhile: () => Promise<unknown>) => {
      const token = await tokenOf(told);
      await meanwhile();
      return refusalAt(told.hosts.there, token);
    };
    expect(await refused(blocked, () => change({ state: 'blocked' }, blocked))).toBe('blocked');
    expect(await refused(removed, () => change({ state: 'deactivated' }, removed))).toBe('user_disable');
    expect(await refused(gone, () => world.owner.run(query.deleteFrom('membership').where('tenant_id', '=', gone.there.id)))).toBe(
      'not_found_companies',
    );
    expect(await refused(out, () => out.browser.call(logout, {}))).toBe('link_used');
    expect(
      await refused(closed, () =>
        world.owner.run(query.updateTable('tenant').set({ state: 'suspended' }).where('id', '=', closed.there.id)),
      ),
    ).toBe('unit_suspended');
  });

  test('is refused before anything is left, where the target would refuse', async () => {
    const { browser, there } = await scene({ settings: { ip: true, allowed_addresses: [{ address: '203.0.113.1', note: '' }] } });
    expect((await browser.refusal(changeCompany, { body: { tenant_id: there.id } })).body).toMatchObject({ status: 'ip_not_allowed' });
    expect(await isServed(browser)).toBe(true);
  });

  test('does not make the sign-in last longer', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const told = await scene({ settings: { login_timeout: 1 } });
    world.setTime(new Date(start + 59.5 * 60_000));
    const token = await tokenOf(told);
    world.setTime(new Date(start + 60 * 60_000 + 1));
    expect(await refusalAt(told.hosts.there, token)).toBe('token_expired');
  });

  test('does not know a unit that the person is not in', async () => {
    const { browser } = await scene();
    const foreign = await world.unit({ host: 'foreign-to-carla.example' });
    expect((await browser.refusal(changeCompany, { body: { tenant_id: foreign.id } })).status).toBe(404);
  });

  test('a token of something else opens nothing', async () => {
    const told = await scene();
    expect(await refusalAt(told.hosts.there, told.browser.token ?? '')).toBe('link_used');
  });
});
