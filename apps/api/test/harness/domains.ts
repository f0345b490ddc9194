/** A portal that looks its domains up in a name server and a proxy of the test, and what tests of domains do with it. */
import type { Domain } from '@vitrine/contract/organisation/domains.ts';
import * as domains from '@vitrine/contract/organisation/domains.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { loginConfig } from '@vitrine/contract/signIn/signIn.ts';
import { afterAll, afterEach, beforeEach } from 'vitest';
import { openDnsServer } from '#demo/nameServer.ts';
import type { Environment } from '#platform/environment.ts';
import type { Browser } from './browser.ts';
import { openTlsProxy } from './tlsProxy.ts';
import type { World } from './world.ts';
import { openWorld } from './world.ts';

export const hour = 3_600_000;

/** Opens it for all tests of a file, and closes it after them; `checkDomains` is the job that looks at the records. */
export async function openDomainWorld(checkDomains: NonNullable<Parameters<World['runJobs']>[0]>, environment: Partial<Environment> = {}) {
  const [dns, proxy] = [await openDnsServer(), await openTlsProxy()];
  const world = await openWorld({
    environment: {
      ...environment,
      domains: { servers: [dns.address], target: 'portal.example', proxy: { host: proxy.host, port: proxy.port } },
    },
  });
  afterAll(async () => {
    await world.close();
    await Promise.all([dns.close(), proxy.close()]);
  });
  beforeEach(() => {
    dns.silent = false;
  });
  afterEach(() => world.setTime(null));

  let count = 0;
  /** A name that no other test asks for. */
  const newHost = () => `bi${++count}.empresa.com.br`;

  async function partnerWithUnit() {
    const partner = await world.partner();
    const unit = await partner.unit();
    const admin = await unit.person('admin');
    return {
      partner,
      unit,
      person: admin,
      admin: await world.signIn(admin),
      staff: await world.signIn(await partner.person({ unit })),
    };
  }

  const ask = (browser: Browser, host: string, tenant_id: string | null = null): Promise<Domain> =>
    browser.call(domains.add, { body: { host, tenant_id, fee_cents: 0 } });
  const read = (browser: Browser, { id }: { id: string }): Promise<Domain> => browser.call(domains.get, { params: { id } });
  const refusedFor = async (browser: Browser, host: string) => {
    const { body } = await browser.refusal(domains.add, { body: { host, tenant_id: null, fee_cents: 0 } });
    return body.errors?.['host']?.[0] ?? body.status;
  };

  /** The records that the portal asked for. */
  function enter({ records }: Domain): void {
    for (const { kind, name, expected } of records) {
      if (kind === 'TXT') dns.zone.txt[name] = ['v=spf1 -all', expected];
      else dns.zone.cname[name] = expected;
    }
  }

  /** A domain of a unit's partner that is served. */
  async function activeDomain(staff: Browser, tenant_id: string, host = newHost()): Promise<Domain> {
    const domain = await ask(staff, host, tenant_id);
    enter(domain);
    await proxy.certify(host);
    await world.runJobs(checkDomains);
    return read(staff, domain);
  }

  const kindsOf = async (browser: Browser) => (await browser.call(notifications.list, {})).data.map(({ kind }) => kind);
  const proxyAsks = async (host: string, from = '127.0.0.1') =>
    (await world.app.inject({ url: `${domains.allowed.path}?domain=${host}`, remoteAddress: from, headers: { host: '10.0.0.5:8080' } }))
      .statusCode;
  const isServed = async (host: string) => {
    const answer = await world.app.inject({ method: 'POST', url: loginConfig.path, headers: { host }, payload: {} });
    return answer.statusCode === 200;
  };

  return { world, dns, proxy, newHost, partnerWithUnit, ask, read, refusedFor, enter, activeDomain, kindsOf, proxyAsks, isServed };
}
