/** Whose domains somebody sees, asks for and ends. */
import { ofDomain } from '@vitrine/contract/audit/audit.ts';
import * as domains from '@vitrine/contract/organisation/domains.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openDomainWorld } from '#test/harness/domains.ts';
import { checkDomains } from './domains.jobs.ts';

const { world, newHost, partnerWithUnit, ask, activeDomain, kindsOf, isServed } = await openDomainWorld(checkDomains);

describe('whose domains', () => {
  test('a unit, a partner and the operator see their own', async () => {
    const [one, other] = [await partnerWithUnit(), await partnerWithUnit()];
    const [ofUnit, ofPartner] = [await ask(one.admin, newHost()), await ask(one.staff, newHost())];
    expect(ofPartner.owner).toEqual({ kind: 'partner', name: `Partner ${one.partner.marker}` });
    const idsOf = async (browser: Browser) => (await browser.call(domains.list, {})).data.map(({ id }) => id);
    expect(await idsOf(one.admin)).toEqual([ofUnit.id]);
    expect((await idsOf(one.staff)).sort()).toEqual([ofUnit.id, ofPartner.id].sort());
    expect(await idsOf(other.staff)).toEqual([]);
    expect(await idsOf(other.admin)).toEqual([]);
    const reader = await world.signIn(await one.unit.person('user'));
    expect((await reader.refusal(domains.list, {})).status).toBe(403);
    for (const stranger of [other.admin, other.staff])
      for (const { id, version } of [ofUnit, ofPartner]) {
        const params = { id };
        expect((await stranger.refusal(domains.get, { params })).status).toBe(404);
        expect((await stranger.refusal(ofDomain, { params })).status).toBe(404);
        expect((await stranger.refusal(domains.check, { params })).status).toBe(404);
        expect((await stranger.refusal(domains.remove, { params })).status).toBe(404);
        expect((await stranger.refusal(domains.retry, { params, body: { version } })).status).toBe(404);
        expect((await stranger.refusal(domains.approve, { params, body: { version } })).status).toBe(404);
        expect((await stranger.refusal(domains.whitelist, { query: { domain_id: id } })).status).toBe(404);
      }
    const told = async (browser: Browser) => (await browser.call(ofDomain, { params: { id: ofUnit.id } })).data.map(({ action }) => action);
    for (const browser of [one.admin, one.staff, await world.signIn(await world.operator())])
      expect(await told(browser)).toEqual(['domain.ask']);
    const foreign = await other.staff.refusal(domains.add, { body: { host: newHost(), tenant_id: one.unit.id, fee_cents: 0 } });
    expect(foreign.status).toBe(404);
  });

  test('the operator has domains of the platform, ends those of others, and they are told', async () => {
    const operator = await world.signIn(await world.operator());
    const own = await ask(operator, newHost());
    expect(own).toMatchObject({ owner: { kind: 'platform' }, waits_for_partner: false });
    const { unit, staff, admin } = await partnerWithUnit();
    const domain = await activeDomain(staff, unit.id);
    await operator.call(domains.remove, { params: { id: domain.id } });
    await world.runJobs();
    expect(await isServed(domain.host)).toBe(false);
    expect(await kindsOf(admin)).toContain('domain_removed');
  });

  test('nobody makes a proof by hand', async () => {
    const { unit, admin } = await partnerWithUnit();
    const { id } = await ask(admin, newHost());
    const forge = (set: ReturnType<typeof sql>) =>
      world.services.database.run({ kind: 'tenant', tenant_id: unit.id }, sql`update domain set ${set} where id = ${id}`);
    await expect(forge(sql`state = 'active', activated_at = now()`)).rejects.toThrow(/row-level security/);
    await expect(forge(sql`state = 'verified'`)).rejects.toThrow(/row-level security/);
  });
});
