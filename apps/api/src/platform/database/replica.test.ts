/** Analyses are read from a standby while it follows, and the database answers them when it does not: with a real standby. */
import { get as operations } from '@vitrine/contract/organisation/operations.ts';
import { add, list } from '@vitrine/contract/reports/reportGroups.ts';
import { byGroup, overview } from '@vitrine/contract/reports/reportUsage.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { checkReplica } from '#doctor/replica.ts';
import { openServerWithStandby } from '#test/harness/standby.ts';
import { openWorld } from '#test/harness/world.ts';
import { isRefused } from './errors.ts';
import { openReplica } from './replica.ts';

const metricsToken = 'x'.repeat(32);
const server = await openServerWithStandby();
const world = await openWorld({
  server,
  environment: { metricsToken },
  replica: (url, database, log) => openReplica(database, { url: server.standbyUrl(url), log, lookedForMs: 0 }),
});
afterAll(async () => {
  await world.close();
  await server.close();
});
const { log, database } = world.services;
const url = server.standbyUrl(world.url);
const { unit, admin } = await world.unitWithAdmin();
const operator = await world.signIn(await world.operator());
const tenant = { kind: 'tenant', tenant_id: unit.id } as const;
const march = { from: '2026-03-01', until: '2026-03-31' };

const addGroup = (name: string) => admin.call(add, { body: { name, description: '', icon: 'folder', cover_id: null } });
/** As the list says, which the database always answers, and as the analysis counts. */
const listed = async () => (await admin.call(list, {})).meta.total;
const counted = async () => (await admin.call(byGroup, { query: march })).meta.total;
const asOf = async () => (await admin.call(overview, { query: march })).as_of;
const told = async () => (await operator.call(operations, {})).replica;
const metrics = async () =>
  (await world.app.inject({ url: '/metrics', headers: { host: 'portal.example', authorization: `Bearer ${metricsToken}` } })).body;

test('analyses are as old as the standby, and say how old; everything else is of now', async () => {
  const before = new Date().toISOString();
  await addGroup('Vendas');
  await server.caughtUp();
  expect([await listed(), await counted()]).toEqual([1, 1]);
  expect((await asOf()) ?? '').toSatisfy((at: string) => at >= before && at <= new Date().toISOString());
  expect(await told()).toEqual({ state: 'used', lag_seconds: expect.any(Number) });
  expect(await metrics()).toMatch(/^vitrine_replica_used 1$/m);

  await server.hold();
  await addGroup('Estoque');
  expect([await listed(), await counted()]).toEqual([2, 1]);
  await server.letGo();
  await server.caughtUp();
  expect([await listed(), await counted()]).toEqual([2, 2]);
});

test('a standby that is too far behind is left alone until it follows again', async () => {
  const replica = openReplica(database, { url, log, lookedForMs: 0, mostLag: 1 });
  const groups = async () => (await replica.database.run(tenant, sql`select from report_group`)).length;
  const [first] = [await groups(), await server.hold()];
  await addGroup('Compras');
  await sleep(1100);
  expect(await replica.state()).toMatchObject({ state: 'behind' });
  expect(await groups()).toBe(first + 1);
  await server.letGo();
  await addGroup('Frota');
  await server.caughtUp();
  expect(await replica.state()).toMatchObject({ state: 'used' });
  await replica.close();
});

test('nothing can be written through it, and what it does not know yet the database answers', async () => {
  const { replica } = world.services;
  const write = sql`update report_group set name = 'Outro'`;
  await expect(replica?.database.run(tenant, write)).rejects.toSatisfy(isRefused);
  await expect(replica?.database.withTenant(tenant, (tx) => tx.run(write))).rejects.toSatisfy(isRefused);

  await server.hold();
  await world.owner.run(sql`create table added_today as select 7 as number`);
  await world.owner.run(sql`grant select on added_today to portal_app`);
  expect(await replica?.database.run(tenant, sql`select number from added_today`)).toEqual([{ number: 7 }]);
  await server.letGo();
});

test('the doctor says how the standby is', async () => {
  expect(await checkReplica(null)).toEqual([]);
  expect(await checkReplica(url)).toEqual([expect.objectContaining({ verdict: 'well' })]);
  expect(await checkReplica(world.url)).toEqual([
    expect.objectContaining({ verdict: 'weak', text: expect.stringContaining('follows no other') }),
  ]);
  expect(await checkReplica('postgres://nobody@127.0.0.1:9/none')).toEqual([
    expect.objectContaining({ verdict: 'weak', text: expect.stringContaining('does not answer') }),
  ]);
});

test('without the standby the database answers, and it is told once', async () => {
  await addGroup('Pessoal');
  await server.stopStandby();
  const lines = world.log.length;
  for (let left = 3; left > 0; left -= 1) expect(await counted()).toBe(await listed());
  expect(await asOf()).toBeNull();
  expect(await told()).toEqual({ state: 'unreachable', lag_seconds: null });
  expect(await metrics()).toMatch(/^vitrine_replica_used 0$/m);
  expect(world.log.slice(lines).filter((line) => line.includes('the standby is not fit'))).toHaveLength(1);
});
