/** What a look at the records says, and whose a name is that two ask for. */
import * as domains from '@vitrine/contract/organisation/domains.ts';
import { describe, expect, test } from 'vitest';
import { hour, openDomainWorld } from '#test/harness/domains.ts';
import { checkDomains } from './domains.jobs.ts';

const { world, dns, newHost, partnerWithUnit, ask, read, refusedFor, enter, activeDomain, kindsOf } = await openDomainWorld(checkDomains);

describe('a look at the records', () => {
  test('tells which was seen and which was expected', async () => {
    const { unit, staff } = await partnerWithUnit();
    const { id, host, records } = await ask(staff, newHost(), unit.id);
    dns.zone.txt[`_portal-verify.${host}`] = ['vitrine-verify=another'];
    dns.zone.a[host] = '203.0.113.9';
    const checked = await staff.call(domains.check, { params: { id } });
    expect(checked).toMatchObject({ state: 'pending', silent: false });
    expect(checked.records).toEqual([
      { ...records[0], seen: ['vitrine-verify=another'] },
      { ...records[1], seen: ['203.0.113.9'] },
    ]);
    dns.zone.cname[host] = 'other.example.com';
    dns.zone.txt[`_portal-verify.${host}`] = [records[0]?.expected ?? ''];
    expect((await staff.call(domains.check, { params: { id } })).records).toMatchObject([
      { right: true },
      { right: false, seen: ['other.example.com'] },
    ]);
  });

  test('waits for three days, then fails, and may be tried again', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { unit, staff, admin } = await partnerWithUnit();
    const asked = await ask(staff, newHost(), unit.id);
    world.setTime(new Date(start + 71.9 * hour));
    await world.runJobs(checkDomains);
    const late = await world.signIn(await unit.person('admin'));
    expect((await read(late, asked)).state).toBe('pending');
    world.setTime(new Date(start + 72 * hour));
    await world.runJobs(checkDomains);
    await world.runJobs();
    const failed = await read(late, asked);
    expect(failed).toMatchObject({ state: 'failed', failure: 'records', can: { retry: true } });
    expect(await kindsOf(late)).toContain('domain_failed');
    expect(await late.call(domains.retry, { params: { id: asked.id }, body: { version: failed.version } })).toMatchObject({
      state: 'pending',
    });
    expect(admin.host).toBeTruthy();
  });

  test('a server that does not answer proves nothing and disproves nothing', async () => {
    const { unit, staff } = await partnerWithUnit();
    const asked = await ask(staff, newHost(), unit.id);
    enter(asked);
    dns.silent = true;
    expect(await staff.call(domains.check, { params: { id: asked.id } })).toMatchObject({ state: 'pending', silent: true });
  });

  test('is not for everybody all the time', async () => {
    const { unit, staff } = await partnerWithUnit();
    const { id } = await ask(staff, newHost(), unit.id);
    for (let time = 0; time < 6; time++) await staff.call(domains.check, { params: { id } });
    expect((await staff.refusal(domains.check, { params: { id } })).status).toBe(429);
  });
});

describe('a name that two ask for', () => {
  test('belongs to the first who proves it; the other is told', async () => {
    const host = newHost();
    const [one, other] = [await partnerWithUnit(), await partnerWithUnit()];
    const [mine, theirs] = [await ask(one.staff, host, one.unit.id), await ask(other.staff, host, other.unit.id)];
    enter(theirs);
    await world.runJobs(checkDomains);
    await world.runJobs();
    expect(await read(one.staff, mine)).toMatchObject({ state: 'failed', failure: 'taken' });
    expect(await read(other.staff, theirs)).toMatchObject({ state: 'verified' });
    expect(await kindsOf(one.admin)).toContain('domain_taken');
    expect(await refusedFor(one.admin, host)).toMatch(/já comprovou/);
    expect(await refusedFor(other.admin, host)).toMatch(/já está na lista/);
    // Tried again, the proof of another is still the other's.
    enter(mine);
    await one.staff.call(domains.retry, { params: { id: mine.id }, body: { version: (await read(one.staff, mine)).version } });
    await world.runJobs(checkDomains);
    expect(await read(one.staff, mine)).toMatchObject({ state: 'failed', failure: 'taken' });
  });

  test('is free again once it was removed, for whoever proves it', async () => {
    const host = newHost();
    const [one, other] = [await partnerWithUnit(), await partnerWithUnit()];
    const { id } = await activeDomain(one.staff, one.unit.id, host);
    await one.staff.call(domains.remove, { params: { id } });
    // The CNAME still leads here, and proves nothing.
    const theirs = await ask(other.staff, host, other.unit.id);
    await world.runJobs(checkDomains);
    expect(await read(other.staff, theirs)).toMatchObject({ state: 'pending', records: [{ right: false }, { right: true }] });
  });
});
