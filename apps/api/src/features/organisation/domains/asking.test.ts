/** Asking for a domain, and what the partner answers. */
import * as domains from '@vitrine/contract/organisation/domains.ts';
import { describe, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { openDomainWorld } from '#test/harness/domains.ts';
import { checkDomains } from './domains.jobs.ts';

const { world, proxy, newHost, partnerWithUnit, ask, read, refusedFor, enter, activeDomain, kindsOf, proxyAsks, isServed } =
  await openDomainWorld(checkDomains);

describe('asking for a domain', () => {
  test('shows two records, which are looked for until the name is proven, certified and served', async () => {
    const { unit, staff } = await partnerWithUnit();
    const host = newHost();
    const asked = await ask(staff, host, unit.id);
    expect(asked).toMatchObject({
      state: 'pending',
      waits_for_partner: false,
      owner: { kind: 'unit', name: unit.name },
      certificate: null,
    });
    expect(asked.records).toMatchObject([
      { kind: 'TXT', name: `_portal-verify.${host}`, right: false },
      { kind: 'CNAME', name: host, expected: 'portal.example', right: false },
    ]);
    expect(asked.records[0]?.expected).toMatch(/^vitrine-verify=[\w-]{43}$/);
    expect([await proxyAsks(host), await isServed(host)]).toEqual([404, false]);

    enter(asked);
    await world.runJobs(checkDomains);
    const verified = await read(staff, asked);
    expect(verified).toMatchObject({ state: 'verified', certificate: { state: 'waiting', problem: 'none' }, activated_at: null });
    expect([await proxyAsks(host), await isServed(host)]).toEqual([200, false]);

    await proxy.certify(host);
    await world.runJobs(checkDomains);
    const active = await read(staff, asked);
    expect(active).toMatchObject({ state: 'active', certificate: { state: 'issued', problem: null } });
    expect(active.activated_at).not.toBeNull();
    expect([await proxyAsks(host), await isServed(host)]).toEqual([200, true]);
    expect(await staff.call(domains.whitelist, { query: { domain_id: asked.id } })).toEqual({
      domain_id: asked.id,
      domain: host,
      whitelist: [`https://${host}`],
    });
  });

  test('is written down, and the row stays when the domain goes', async () => {
    const { unit, staff, partner } = await partnerWithUnit();
    const { id, host } = await activeDomain(staff, unit.id);
    await staff.call(domains.remove, { params: { id } });
    expect(await isServed(host)).toBe(false);
    expect(await proxyAsks(host)).toBe(404);
    const gone = await read(staff, { id });
    expect(gone).toMatchObject({ state: 'removed', can: { remove: false, check: false, retry: false } });
    expect(gone.activated_at).not.toBeNull();
    expect(gone.removed_at).not.toBeNull();
    const lines = await world.owner.run(
      query.selectFrom('audit_log').select('action').where('object_type', '=', 'domain').where('object_id', '=', id).orderBy('id'),
    );
    expect(lines.map(({ action }) => action)).toEqual(['domain.ask', 'domain.check', 'domain.check', 'domain.remove']);
    expect(partner.id).toBeTruthy();
  });

  test('refuses names that are nobody’s to ask for', async () => {
    const { admin } = await partnerWithUnit();
    expect(await refusedFor(admin, 'empresa.com.br')).toMatch(/subdomínio/);
    expect(await refusedFor(admin, 'portal.example')).toMatch(/não existe na internet/);
    expect(await refusedFor(admin, 'www.empresa.com.br')).toMatch(/costuma ser do site/);
  });

  test('tells the price first, and refuses who was told another one', async () => {
    const { admin } = await partnerWithUnit();
    const operator = await world.signIn(await world.operator());
    await operator.call(domains.setFee, { body: { fee_cents: 4900 } });
    try {
      expect((await admin.call(domains.offer, {})).fee_cents).toBe(4900);
      expect(await refusedFor(admin, newHost())).toBe('domain_fee_changed');
      const asked = await admin.call(domains.add, { body: { host: newHost(), tenant_id: null, fee_cents: 4900 } });
      expect(asked.fee_cents).toBe(4900);
    } finally {
      await operator.call(domains.setFee, { body: { fee_cents: 0 } });
    }
    expect((await admin.refusal(domains.setFee, { body: { fee_cents: 1 } })).status).toBe(403);
  });

  test('allows five, also to many who ask at once', async () => {
    const { unit, staff } = await partnerWithUnit();
    const answers = await Promise.allSettled(Array.from({ length: 9 }, () => ask(staff, newHost(), unit.id)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const refused = await staff.refusal(domains.add, { body: { host: newHost(), tenant_id: unit.id, fee_cents: 0 } });
    expect(refused.body).toMatchObject({ status: 'domains_full' });
    const first = answers.find((answer) => answer.status === 'fulfilled');
    if (first?.status === 'fulfilled') await staff.call(domains.remove, { params: { id: first.value.id } });
    await ask(staff, newHost(), unit.id);
  });

  test('asks the partner first, where an administrator asks', async () => {
    const { admin, staff } = await partnerWithUnit();
    const asked = await ask(admin, newHost());
    expect(asked).toMatchObject({ waits_for_partner: true, can: { check: false, answer: false } });
    enter(asked);
    await world.runJobs(checkDomains);
    expect(await read(admin, asked)).toMatchObject({ state: 'pending', waits_for_partner: true, checked_at: null });
    expect(await kindsOf(staff)).toContain('domain_requested');
    const { version } = asked;
    expect((await admin.refusal(domains.approve, { params: { id: asked.id }, body: { version } })).status).toBe(403);
    expect((await admin.refusal(domains.check, { params: { id: asked.id } })).body.status).toBe('conflict');
    await staff.call(domains.approve, { params: { id: asked.id }, body: { version } });
    expect(await kindsOf(admin)).toContain('domain_approved');
    await world.runJobs(checkDomains);
    expect((await read(admin, asked)).state).toBe('verified');
    expect((await staff.refusal(domains.approve, { params: { id: asked.id }, body: { version } })).body.status).toBe('conflict');
  });

  test('a partner that says no says why; its own no only the partner takes back', async () => {
    const { admin, staff } = await partnerWithUnit();
    const { id, version } = await ask(admin, newHost());
    const denied = await staff.call(domains.deny, { params: { id }, body: { version, note: 'Fica para janeiro' } });
    expect(denied).toMatchObject({ state: 'failed', failure: 'denied', note: 'Fica para janeiro' });
    expect(await kindsOf(admin)).toContain('domain_denied_note');
    expect((await admin.refusal(domains.retry, { params: { id }, body: { version: denied.version } })).body.status).toBe('conflict');
    expect(await staff.call(domains.retry, { params: { id }, body: { version: denied.version } })).toMatchObject({
      state: 'pending',
      waits_for_partner: false,
    });
  });
});
