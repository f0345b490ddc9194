/** A process that is killed while somebody acts for a person: nothing is written by halves, and the person is told once. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import * as contract from '@vitrine/contract/signIn/remoteAccess.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as groups from '@vitrine/contract/people/userGroups.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { closeRemoteAccess } from './remoteAccess.jobs.ts';

const world = await openWorld();
afterAll(world.close);

const group = (name: string) => ({
  name,
  description: '',
  ends_on: null,
  home_page: null,
  refresh_datasets: false,
  create_notifications: false,
  is_default: false,
});

/** A partner inside as the administrator, who may change things; and one more request that nobody has answered. */
async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { allow_access_remote: true } });
  const boss = await unit.person('admin');
  const [admin, staff, other] = [
    await world.signIn(boss),
    await world.signIn(await partner.person({ unit })),
    await world.signIn(await partner.person({ unit })),
  ];
  const body = {
    membership_id: boss.membership_id ?? '',
    reason: 'Conferir os grupos da loja',
    minutes: 30 as const,
    mode: 'full' as const,
  };
  const { id } = await staff.call(contract.ask, { body });
  await admin.call(contract.answer, { params: { id }, body: { mode: 'full', word: '' } });
  staff.token = (await staff.call(contract.enter, { params: { id } })).token;
  const waiting = (await other.call(contract.ask, { body })).id;
  return { unit, admin, staff, other, params: { id }, waiting };
}

async function nodeOf(file: 'portalNode' | 'jobNode') {
  const args = [world.url, JSON.stringify(world.services.environment)];
  const node = fork(new URL(`../../../../../test/harness/${file}.ts`, import.meta.url), args, { silent: true });
  onTestFinished(() => void node.kill('SIGKILL'));
  const [said] = (await once(node, 'message')) as [unknown];
  const kill = async () => {
    node.kill('SIGKILL');
    await once(node, 'exit');
  };
  return { said, kill };
}

/** Inserts into that table of the unit take so long that the process can be killed in one. */
async function slowDown(table: string, tenant_id: string): Promise<{ reached: () => Promise<void>; over: () => Promise<unknown> }> {
  const at = { name: sql.raw(`wait_in_${table}`), table: sql.raw(table) };
  await world.owner.run(
    sql`create function ${at.name}() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return new; end $$`,
  );
  await world.owner.run(sql`
    create trigger slow before insert on ${at.table} for each row when (new.tenant_id = ${sql.lit(tenant_id)}::uuid) execute function ${at.name}()`);
  const sleeping = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  return {
    reached: () => expect.poll(async () => (await world.owner.run(sleeping)).length, { timeout: 60_000 }).toBe(1),
    over: () => world.owner.run(sql`drop trigger slow on ${at.table}`),
  };
}

/** The same call to another process. Nobody answers once that is killed. */
function callOf(browser: Browser, port: unknown, path: string, body: unknown): void {
  const sent = request({
    host: '127.0.0.1',
    port: Number(port),
    path,
    method: 'POST',
    headers: {
      host: browser.host,
      authorization: `Bearer ${browser.token ?? ''}`,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': browser.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': 'application/json',
    },
  });
  sent.on('error', () => undefined);
  sent.end(JSON.stringify(body));
}

test('killed in the middle of a change, it is there whole with its line or not at all, and everything goes on as it was recorded', async () => {
  const { unit, admin, staff, params, waiting } = await scene();
  await staff.call(groups.add, { body: group('Antes') });
  const slow = await slowDown('user_group', unit.id);
  const node = await nodeOf('portalNode');
  callOf(staff, node.said, groups.add.path, group('Durante'));
  await slow.reached();
  await node.kill();
  await slow.over();

  // Another process serves on: who is inside still is, and who waits still waits.
  expect((await staff.call(getConfig, {})).remote_access).toMatchObject({ id: params.id });
  expect((await admin.call(contract.get, { params: { id: waiting } })).state).toBe('waiting');
  await staff.call(groups.add, { body: group('Depois') });
  await admin.call(contract.end, { params });
  await expect(staff.call(groups.add, { body: group('Tarde demais') })).rejects.toThrow();

  const { events } = await admin.call(contract.receipt, { params });
  const told = events.filter(({ object_type }) => object_type === 'user_group').map(({ after }) => after?.name);
  const kept = await world.owner.run<{ name: string }>(sql`select name from user_group where tenant_id = ${unit.id}`);
  // What the database had taken in whole before its caller died is there, with its line; otherwise neither is.
  expect(told).toHaveLength(kept.length);
  expect(new Set(told)).toEqual(new Set(kept.map(({ name }) => name)));
  expect(told.filter((name) => name !== 'Durante')).toEqual(['Antes', 'Depois']);
}, 180_000);

test('killed while the person is told that it is over, they are told by another process, once', async () => {
  const { unit, admin, params } = await scene();
  await admin.call(contract.end, { params });
  const slow = await slowDown('notification', unit.id);
  const node = await nodeOf('jobNode');
  await world.services.database.run({ kind: 'identity' }, addPlatformJob(closeRemoteAccess, {}));
  await slow.reached();
  await node.kill();
  await slow.over();
  const told = async () => (await admin.call(notifications.list, { query: {} })).data.filter(({ kind }) => kind === 'remote_ended').length;
  expect(await told()).toBe(0);

  await world.runJobs(closeRemoteAccess);
  await world.runJobs(closeRemoteAccess);
  expect(await told()).toBe(1);
  const [row] = await world.owner.run<{ told: boolean }>(
    sql`select told_at is not null as told from remote_access where id = ${params.id}`,
  );
  expect(row).toEqual({ told: true });
}, 180_000);
