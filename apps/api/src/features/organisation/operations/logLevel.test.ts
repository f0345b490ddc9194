/** The level of the log at run time: two nodes over one database follow it, and go back by themselves. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { list as auditList } from '@vitrine/contract/audit/audit.ts';
import * as contract from '@vitrine/contract/organisation/operations.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openNode } from '#domain/operations/node.ts';
import { openDatabase } from '#platform/database/database.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld({ environment: { logLevel: 'info' } });
afterAll(world.close);
const person = await world.operator();
const operator = await world.signIn(person);
const state = async () => operator.call(contract.get, {});
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const linesOf = async (work: () => Promise<unknown>) => {
  const before = world.log.length;
  await work();
  return world.log.slice(before).map((line) => JSON.parse(line) as { level: number; msg: string });
};
const debug = 20;

beforeEach(async () => {
  world.setTime(null);
  await operator.call(contract.endLogLevel, {});
  await world.owner.run(sql`delete from portal_node`);
});

test('nobody but the operator switches the log', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const partner = await world.partner();
  const staff = await world.signIn(await partner.person({ unit: await partner.unit() }));
  const reader = await world.signIn(await unit.person('user'));
  for (const other of [admin, staff, reader]) {
    expect((await other.refusal(contract.setLogLevel, { body: { level: 'debug', minutes: 15 } })).status).toBe(403);
    expect((await other.refusal(contract.endLogLevel, {})).status).toBe(403);
  }
  expect((await state()).log).toBeNull();
});

test('a level or a time that is none of those offered is refused', async () => {
  for (const body of [
    { level: 'silent', minutes: 15 },
    { level: 'debug', minutes: 10_000 },
  ])
    expect((await operator.refusal(contract.setLogLevel, { body: body as never })).status).toBe(422);
  expect((await state()).log).toBeNull();
});

test('a node follows the level with its next beat, tells of it, and goes back when the time is over', async () => {
  const node = openNode(world.services);
  onTestFinished(node.close);
  await node.beat();
  expect((await linesOf(state)).filter(({ level }) => level === debug)).toEqual([]);

  await operator.call(contract.setLogLevel, { body: { level: 'debug', minutes: 15 } });
  await node.beat();
  expect((await linesOf(state)).map(({ msg }) => msg)).toContain('answered');
  const told = await state();
  expect(told.log).toMatchObject({ level: 'debug', by: person.name });
  expect(Date.parse(told.log?.until ?? '') - Date.now()).toBeGreaterThan(14 * 60_000);
  expect(told.nodes).toMatchObject([{ id: node.id, process: process.pid, log_level: 'debug', waiting_for_database: 0 }]);

  world.setTime(minutesFromNow(16));
  await node.beat();
  expect((await linesOf(state)).filter(({ level }) => level === debug)).toEqual([]);
  expect(await state()).toMatchObject({ log: null, nodes: [{ id: node.id, log_level: 'info' }] });
});

test('a node to which the database does not answer goes back all the same', async () => {
  const { url } = world;
  const database = openDatabase({ url });
  const node = openNode({ ...world.services, database });
  await operator.call(contract.setLogLevel, { body: { level: 'error', minutes: 60 } });
  await node.beat();
  expect(world.services.log.level).toBe('error');
  await database.close();
  await node.beat();
  expect(world.services.log.level).toBe('error');
  world.setTime(minutesFromNow(61));
  await node.beat();
  expect(world.services.log.level).toBe('info');
});

test('a second process follows as well, is listed, and is gone from the list when it has been silent', async () => {
  const { url, services } = world;
  const other = fork(new URL('../../../../test/harness/portalNode.ts', import.meta.url), [url, JSON.stringify(services.environment)], {
    silent: true,
  });
  onTestFinished(async () => {
    other.kill('SIGKILL');
    if (other.exitCode === null && other.signalCode === null) await once(other, 'exit');
  });
  let said = '';
  other.stdout?.on('data', (text: Buffer) => {
    said += text.toString();
  });
  const node = openNode(services);
  onTestFinished(node.close);
  await Promise.all([once(other, 'message'), node.beat()]);
  await expect.poll(async () => (await state()).nodes.map(({ process: number }) => number)).toContain(other.pid);

  await operator.call(contract.setLogLevel, { body: { level: 'warn', minutes: 15 } });
  await node.beat();
  const levels = async () => (await state()).nodes.map(({ log_level }) => log_level);
  await expect.poll(levels, { timeout: 20_000 }).toEqual(['warn', 'warn']);
  expect(said).toContain('"level":"warn"');

  other.kill('SIGKILL');
  await once(other, 'exit');
  world.setTime(minutesFromNow(2));
  await node.beat();
  expect((await state()).nodes.map(({ id }) => id)).toEqual([node.id]);
  expect(await world.owner.run(sql`select id from portal_node`)).toEqual([{ id: node.id }]);
});

test('a node that ends in order leaves the list at once', async () => {
  const node = openNode(world.services);
  await node.beat();
  expect((await state()).nodes.map(({ id }) => id)).toContain(node.id);
  await node.close();
  expect((await state()).nodes.map(({ id }) => id)).not.toContain(node.id);
});

test('the audit log says who switched the log and who ended it early', async () => {
  await operator.call(contract.setLogLevel, { body: { level: 'debug', minutes: 480 } });
  await operator.call(contract.endLogLevel, {});
  expect((await state()).log).toBeNull();
  const { data } = await operator.call(auditList, { query: {} });
  const [ended, switched] = data.filter(({ action }) => action.startsWith('log_level.'));
  expect(ended).toMatchObject({ action: 'log_level.end', object_type: 'platform_setting' });
  expect(switched).toMatchObject({ action: 'log_level.change', object_type: 'platform_setting' });
});
