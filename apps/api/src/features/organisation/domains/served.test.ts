/** Domains that are served, and the proxy that asks for them. */
import { describe, expect, test } from 'vitest';
import { hour, openDomainWorld } from '#test/harness/domains.ts';
import { checkDomains } from './domains.jobs.ts';

const { world, dns, proxy, newHost, partnerWithUnit, ask, read, enter, activeDomain, proxyAsks, isServed } =
  await openDomainWorld(checkDomains);

describe('a domain that is served', () => {
  test('warns when a record is gone, and goes itself after a week', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { unit, staff } = await partnerWithUnit();
    const domain = await activeDomain(staff, unit.id);
    const { host } = domain;
    const at = async (days: number) => {
      world.setTime(new Date(start + days * 24 * hour));
      await world.runJobs(checkDomains);
      await world.runJobs();
      return read(await world.signIn(await unit.person('admin')), domain);
    };
    Reflect.deleteProperty(dns.zone.cname, host);
    expect((await at(0.5)).lost_since).toBeNull();
    expect((await at(1.01)).lost_since).not.toBeNull();
    dns.silent = true;
    expect((await at(6)).state).toBe('active');
    dns.silent = false;
    expect((await at(7.9)).state).toBe('active');
    dns.zone.cname[host] = 'portal.example';
    expect((await at(9)).lost_since).toBeNull();
    Reflect.deleteProperty(dns.zone.cname, host);
    expect((await at(10.1)).lost_since).not.toBeNull();
    expect(await isServed(host)).toBe(true);
    expect(await at(18)).toMatchObject({ state: 'removed', failure: 'records_gone' });
    expect(await isServed(host)).toBe(false);
  });

  test.each([
    ['of a stranger', { stranger: true }],
    ['that has run out', { expired: true }],
  ])('is not served with a certificate %s', async (_, how) => {
    const { unit, staff } = await partnerWithUnit();
    const domain = await ask(staff, newHost(), unit.id);
    enter(domain);
    await proxy.certify(domain.host, how);
    await world.runJobs(checkDomains);
    expect(await read(staff, domain)).toMatchObject({ state: 'verified', certificate: { state: 'waiting', problem: 'not_valid' } });
  });

  test('tells after a day that the certificate does not come', async () => {
    const start = Date.now();
    world.setTime(new Date(start));
    const { unit, staff } = await partnerWithUnit();
    const domain = await ask(staff, newHost(), unit.id);
    enter(domain);
    await world.runJobs(checkDomains);
    world.setTime(new Date(start + 24 * hour));
    await world.runJobs(checkDomains);
    await world.runJobs();
    const admin = await world.signIn(await unit.person('admin'));
    expect(await read(admin, domain)).toMatchObject({ state: 'verified', certificate: { state: 'failed', problem: 'none' } });
  });
});

describe('a proxy that asks', () => {
  test('hears of the platform’s host and of unknown ones', async () => {
    expect(await proxyAsks('portal.example')).toBe(200);
    expect(await proxyAsks('nobody.empresa.com.br')).toBe(404);
    expect(await proxyAsks('x'.repeat(300))).toBe(422);
  });

  test('is never held up by strangers, who are', async () => {
    const answers = [];
    for (let time = 0; time < 62; time++) answers.push(await proxyAsks('nobody.empresa.com.br', '203.0.113.77'));
    expect(new Set(answers)).toEqual(new Set([404, 429]));
    expect(await proxyAsks('portal.example')).toBe(200);
  });
});
