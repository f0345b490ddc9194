import { alive, ready } from '@vitrine/contract/system/health.ts';
import { isEnable } from '@vitrine/contract/signIn/registration.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openNetwork } from '#test/database/contract/network.ts';
import { testDatabase } from '#test/harness/database.ts';
import { openWorld } from '#test/harness/world.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openHosts } from '#domain/hosts/hosts.ts';

const { url, close } = await testDatabase();
const network = await openNetwork(url);
const database = openDatabase({ url: network.url, poolSize: 1, statementTimeoutMs: 500 });
const world = await openWorld();
/** The same portal on a database that can be taken away. */
const services = { ...world.services, database, hosts: openHosts(world.services.environment, database) };
const cut = await openWorld({ services });
afterAll(async () => {
  await cut.close();
  await world.close();
  await database.close();
  await network.close();
  await close();
});

/** The platform, a node by its address, a unit's host that was never looked up, and what nobody registered. */
const hosts = ['portal.example', '127.0.0.1:4790', '10.0.0.7:4790', 'unit.example', 'nobody.example', '[::2]', ''];
const askedAt = async (host: string, { path }: { path: string }, method: 'GET' | 'HEAD' = 'GET') => {
  const { statusCode } = await cut.app.inject({ method, url: path, headers: { host } });
  return statusCode;
};
const everywhere = async (endpoint: { path: string }, method?: 'HEAD') =>
  new Set(await Promise.all(hosts.map((host) => askedAt(host, endpoint, method))));

test('with its database, a node is alive and ready on every host', async () => {
  expect(await everywhere(alive)).toEqual(new Set([200]));
  expect(await everywhere(ready)).toEqual(new Set([200]));
  expect(await askedAt('nobody.example', isEnable)).toBe(404);
});

test('while the database is silent, and when it is gone, a node is alive and not ready on every host', async () => {
  network.swallow();
  const asked = cut.app.inject({ url: ready.path, headers: { host: 'unit.example' } });
  expect(await everywhere(alive)).toEqual(new Set([200]));
  const silent = await asked;
  expect(silent.statusCode).toBe(503);
  expect(silent.json()).toMatchObject({ status: 'unavailable', notice: 'database_silent', request_id: expect.any(String) });

  await network.close();
  expect(await everywhere(alive)).toEqual(new Set([200]));
  expect(await everywhere(alive, 'HEAD')).toEqual(new Set([200]));
  expect(await everywhere(ready)).toEqual(new Set([503]));
  const gone = await cut.app.inject({ url: ready.path });
  expect(gone.headers['retry-after']).toBe('2');
  expect(gone.json()).toMatchObject({ notice: 'database_unreachable' });
});

test('a database without its tables is no portal’s', async () => {
  await world.owner.run(sql`alter table platform_setting rename to platform_setting_lost`);
  onTestFinished(async () => {
    await world.owner.run(sql`alter table platform_setting_lost rename to platform_setting`);
  });
  const refused = await world.app.inject({ url: ready.path });
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ notice: 'database_unusable' });
});
