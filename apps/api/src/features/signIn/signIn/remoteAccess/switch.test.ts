/** A partner becomes an administrator or reader of one of its units and comes back, across hosts too. */
import { add as addCompany } from '@vitrine/contract/organisation/companies.ts';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { arriveFromOtherDomain } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { isServed } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const allowed = { allow_access_remote: true };
let count = 0;

/** A partner's person who works in one unit, and the people of another one of the partner. */
async function scene({ host, here = {}, settings = allowed }: { host?: string; here?: { host?: string }; settings?: object } = {}) {
  count += 1;
  const partner = await world.partner();
  const home = await partner.unit(here);
  const unit = await partner.unit({ settings: settings as Record<string, unknown>, ...(host ? { host } : {}) });
  const [boss, ana] = [await unit.person('admin'), await unit.person('user')];
  const staff = await partner.person({ unit: home });
  return { partner, home, unit, boss, ana, staff, browser: await world.signIn(staff, here.host ? { host: here.host } : {}) };
}

const wish = (unit: Unit, whom: Person, mode: 'read' | 'full' = 'read') => ({
  body: {
    tenant_id: unit.id,
    membership_id: whom.membership_id ?? '',
    reason: 'Conferir os filtros da loja',
    minutes: 30 as const,
    mode,
    from: '/companies',
  },
});
const statusOf = async (refused: Promise<{ body: { status: string } }>) => (await refused).body.status;
const member = (person: Person, change: Record<string, unknown>) =>
  world.owner.run(
    query
      .updateTable('membership')
      .set(change)
      .where('id', '=', person.membership_id ?? ''),
  );
const own = (unit: Unit) => world.owner.run(query.updateTable('tenant').set({ partner_own: true }).where('id', '=', unit.id));

async function waitedFor(browser: Browser, person: Person, unit: Unit, mode: 'read' | 'full' = 'read'): Promise<string> {
  const asked = await browser.call(contract.changeToMember, wish(unit, person, mode));
  if (asked.status !== 'wait_authorization') throw new Error(`Nobody was asked: ${asked.status}`);
  const subject = await world.signIn(person);
  await subject.call(contract.answer, { params: { id: asked.token }, body: { mode, word: '' } });
  return asked.token;
}

describe('a partner in the place of somebody', () => {
  test.each(['admin', 'user'] as const)('waits for the yes of the %s, in whatever unit it works itself', async (role) => {
    const { partner, unit, boss, ana, browser } = await scene();
    const person = role === 'admin' ? boss : ana;
    const id = await waitedFor(browser, person, unit);
    expect(await browser.call(contract.get, { params: { id } })).toMatchObject({ state: 'allowed', back_path: '/companies' });
    const entered = await browser.call(contract.enter, { params: { id } });
    expect(entered).toMatchObject({ status: 'ok', tenant_id: unit.id, user: { id: person.id, role, auth_type: 'partner' } });
    browser.token = entered.token;
    expect((await browser.call(getConfig, {})).partner_access_remote).toEqual({
      is_partner_with_admin_company: false,
      is_partner_admin: role === 'admin',
      is_partner_user: role === 'user',
      partner_id: partner.id,
    });
  });

  test('comes back to its own unit and to the page where it asked', async () => {
    const { home, unit, ana, staff, browser } = await scene();
    const id = await waitedFor(browser, ana, unit);
    browser.token = (await browser.call(contract.enter, { params: { id } })).token;
    const back = await browser.call(contract.changeBack, {});
    expect(back).toMatchObject({ status: 'ok', tenant_id: home.id, intended: '/companies', user: { id: staff.id, role: 'partner' } });
    browser.token = back.token;
    expect((await browser.call(getConfig, {})).remote_access).toBeNull();
  });

  test('is nobody of another partner’s unit, nor of one that does not allow it', async () => {
    const { browser, unit, boss } = await scene({ settings: {} });
    const foreign = await scene();
    expect(await statusOf(browser.refusal(contract.changeToMember, wish(foreign.unit, foreign.boss)))).toBe('not_found');
    expect(await statusOf(browser.refusal(contract.changeToMemberAtOnce, wish(foreign.unit, foreign.boss)))).toBe('not_found');
    expect(await statusOf(browser.refusal(contract.changeChoices, { query: { tenant_id: foreign.unit.id } }))).toBe('not_found');
    expect(await statusOf(browser.refusal(contract.changeToMember, wish(unit, foreign.boss)))).toBe('remote_access_off');
    expect(await statusOf(browser.refusal(contract.changeToMember, wish(unit, boss)))).toBe('remote_access_off');
    expect((await browser.call(contract.changeChoices, { query: { tenant_id: unit.id } })).allowed).toBe(false);
  });

  test('an administrator and a reader have no such way', async () => {
    const { unit, boss, ana } = await scene();
    for (const person of [boss, ana])
      expect(await statusOf((await world.signIn(person)).refusal(contract.changeToMember, wish(unit, ana)))).toBe('forbidden');
  });

  test('chooses among the active people of the unit, and sees who is asked', async () => {
    const { unit, boss, ana, browser } = await scene();
    await unit.person('user', { membership: { state: 'blocked' } });
    await member(ana, { allow_remote_access: true });
    const { people } = await browser.call(contract.changeChoices, { query: { tenant_id: unit.id } });
    expect(people.map(({ membership_id, asks }) => [membership_id, asks])).toEqual([
      [boss.membership_id, true],
      [ana.membership_id, false],
    ]);
  });
});

describe('without asking', () => {
  test('is refused towards somebody who wants to be asked, and nobody is bothered', async () => {
    const { unit, boss, browser } = await scene();
    expect(await statusOf(browser.refusal(contract.changeToMemberAtOnce, wish(unit, boss)))).toBe('remote_access_ask_first');
    expect(await world.owner.run(sql`select 1 from remote_access where tenant_id = ${unit.id}`)).toEqual([]);
  });

  test('is looking only: towards whoever allows it to everybody, and in the partner’s own unit', async () => {
    const flagged = await scene();
    await member(flagged.boss, { allow_remote_access: true });
    const ours = await scene();
    await own(ours.unit);
    for (const { browser, unit, boss } of [flagged, ours]) {
      expect(await statusOf(browser.refusal(contract.changeToMemberAtOnce, wish(unit, boss, 'full')))).toBe('remote_access_ask_first');
      const entered = await browser.call(contract.changeToMemberAtOnce, wish(unit, boss));
      browser.token = entered.token;
      const { remote_access, partner_access_remote } = await browser.call(getConfig, {});
      expect(remote_access).toMatchObject({ mode: 'read', asker_role: 'partner' });
      expect(partner_access_remote).toMatchObject({ is_partner_admin: true, is_partner_with_admin_company: unit === ours.unit });
    }
  });

  test('ends when the flag is taken back, in the same second', async () => {
    const { browser, unit, boss } = await scene();
    await member(boss, { allow_remote_access: true });
    browser.token = (await browser.call(contract.changeToMemberAtOnce, wish(unit, boss))).token;
    expect(await isServed(browser)).toBe(true);
    await member(boss, { allow_remote_access: false });
    expect(await isServed(browser)).toBe(false);
  });

  test('is the administrators’ unit, not an own one: in it they ask as everywhere', async () => {
    const partner = await world.partner();
    const unit = await partner.unit({ settings: allowed });
    await own(unit);
    const [boss, ana] = [await unit.person('admin'), await unit.person('user')];
    const admin = await world.signIn(boss);
    const body = {
      membership_id: ana.membership_id ?? '',
      reason: 'Conferir os filtros da loja',
      minutes: 30 as const,
      mode: 'read' as const,
    };
    expect((await admin.call(contract.ask, { body })).state).toBe('waiting');
  });

  test('a unit is the partner’s own only from its beginning', async () => {
    const { browser } = await scene();
    const made = await browser.call(addCompany, {
      body: {
        name: 'Horizonte interna',
        subdomain: `propria${count}`,
        user_limit: 5,
        trial: false,
        partner_own: true,
        administrator_name: 'Rui Prado',
        email: `rui${count}@propria.example`,
        language: 'pt-BR',
      },
    });
    expect(made.partner_own).toBe(true);
    const changed = world.owner.run(sql`select has_column_privilege('portal_partner', 'tenant', 'partner_own', 'update') as may`);
    expect(await changed).toEqual([{ may: false }]);
  });
});

describe('under another domain', () => {
  /** The partner's person at a unit's own host, asking for somebody of another unit with a host of its own. */
  async function apart() {
    const hosts = { here: `aqui${count}.example`, there: `la${count}.example` };
    const told = await scene({ host: hosts.there, here: { host: hosts.here } });
    const id = await waitedFor(told.browser, told.ana, told.unit);
    const way = await told.browser.call(contract.enter, { params: { id } });
    if (way.status !== 'change') throw new Error('It stays on the host');
    return { ...told, hosts, id, way };
  }

  test('the session begins on the host of the unit, once, and leads back to where it began', async () => {
    const { hosts, home, ana, staff, browser, way } = await apart();
    expect(way.domain).toBe(hosts.there);
    const there = world.browser({ host: hosts.there });
    const arrived = await there.call(arriveFromOtherDomain, { body: { token: way.token } });
    expect(arrived).toMatchObject({ user: { id: ana.id, auth_type: 'partner' } });
    there.token = arrived.token;
    expect(await isServed(there)).toBe(true);
    expect(await statusOf(world.browser({ host: hosts.there }).refusal(arriveFromOtherDomain, { body: { token: way.token } }))).toBe(
      'link_used',
    );
    // The partner's own session goes on meanwhile.
    expect(await isServed(browser)).toBe(true);
    const back = await there.call(contract.changeBack, {});
    if (back.status !== 'change') throw new Error('It stays on the host');
    expect(back).toMatchObject({ domain: hosts.here, intended: '/companies' });
    expect(await isServed(there)).toBe(false);
    const again = await browser.call(arriveFromOtherDomain, { body: { token: back.token } });
    expect(again).toMatchObject({ tenant_id: home.id, user: { id: staff.id, role: 'partner', auth_type: 'password' } });
    browser.token = again.token;
    expect((await browser.call(getConfig, {})).remote_access).toBeNull();
  });

  test('the token is worth nothing once the person has ended it, and on no other host', async () => {
    const { hosts, way } = await apart();
    expect(await statusOf(world.browser({ host: hosts.here }).refusal(arriveFromOtherDomain, { body: { token: way.token } }))).toBe(
      'link_used',
    );
    const ended = await apart();
    await (await world.signIn(ended.ana)).call(contract.end, { params: { id: ended.id } });
    const there = world.browser({ host: ended.hosts.there });
    expect(await statusOf(there.refusal(arriveFromOtherDomain, { body: { token: ended.way.token } }))).toBe('remote_access_over');
  });
});
