/** What an administrator does to somebody holds with that person's next call, on every node. */
import * as account from '@vitrine/contract/signIn/account.ts';
import { resetSecondFactor } from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import * as contract from '@vitrine/contract/people/users.ts';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openBrowser } from '#test/harness/browser.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { isServed } from '#test/harness/sessions.ts';
import { openWorld } from '#test/harness/world.ts';
import { buildApp } from '#app.ts';
import { openDatabase } from '#platform/database/database.ts';
import { query } from '#platform/database/query.ts';
import { openHosts } from '#domain/hosts/hosts.ts';
import { scheduledUsers } from './users.jobs.ts';

const world = await openWorld();
const database = openDatabase({ url: world.url });
/** Another node: of what it keeps in memory it shares nothing with the first. */
const node = await buildApp({ ...world.services, database, hosts: openHosts(world.services.environment, database) });
afterAll(async () => {
  await node.close();
  await database.close();
  await world.close();
});

type Scene = { admin: Browser; unit: Unit; ana: Person; browser: Browser };
const params = ({ ana }: Scene) => ({ params: { id: ana.membership_id ?? '' } });
const chosen = 'Girassol-amarelo-7';

const changes: [string, (scene: Scene) => Promise<unknown>][] = [
  ...(['blocked', 'inactive', 'deactivated'] as const).map((state): [string, (scene: Scene) => Promise<unknown>] => [
    `state ${state}`,
    (scene) => scene.admin.call(contract.setState, { ...params(scene), body: { state } }),
  ]),
  ...(['blocked', 'logout'] as const).map((action): [string, (scene: Scene) => Promise<unknown>] => [
    `${action} for many`,
    ({ admin, ana }) => admin.call(contract.bulk, { body: { action, membership_ids: [ana.membership_id ?? ''] } }),
  ]),
  ['a forced logout', (scene) => scene.admin.call(contract.forceLogout, { ...params(scene), body: {} })],
  [
    'another role',
    ({ admin, ana: { membership_id, name, email } }) =>
      admin.call(contract.update, { params: { id: membership_id ?? '' }, body: { name, email, role: 'admin', version: 1 } }),
  ],
  ['erasing', (scene) => scene.admin.call(contract.erase, { ...params(scene), query: { confirm: scene.ana.name } })],
  [
    'leaving the unit',
    ({ admin, unit, ana }) => admin.call(contract.leaveUnit, { params: { id: ana.membership_id ?? '', tenant_id: unit.id } }),
  ],
  ['taking the second factor away', (scene) => scene.admin.call(resetSecondFactor, params(scene))],
  [
    'a date that has come',
    async ({ admin, ana: { membership_id, name, email } }) => {
      const block_on = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
      await admin.call(contract.update, { params: { id: membership_id ?? '' }, body: { name, email, block_on, version: 1 } });
      world.setTime(new Date(Date.now() + 7 * 86_400_000));
      await world.runJobs(scheduledUsers);
      world.setTime(null);
    },
  ],
  [
    'a new password of their own, elsewhere',
    async ({ ana }) => (await world.signIn(ana)).call(account.changePassword, { body: { current: ana.password, password: chosen } }),
  ],
  ['ending the other sessions', async ({ ana }) => (await world.signIn(ana)).call(account.endOtherSessions, {})],
];

test.each(changes)('%s', async (_, change) => {
  const { admin, unit } = await world.unitWithAdmin();
  const ana = await unit.person('user');
  await world.owner.run(query.insertInto('second_factor').values({ person_id: ana.id, email_confirmed_at: new Date() }));
  const browser = await world.signIn(ana);
  const elsewhere = openBrowser({ app: node, log: world.log });
  elsewhere.enter({ token: browser.token ?? '', cookie: browser.cookies.get('__Host-vitrine') ?? '' });
  for (const one of [browser, elsewhere]) expect(await isServed(one)).toBe(true);
  await change({ admin, unit, ana, browser });
  for (const one of [elsewhere, browser]) expect(await isServed(one)).toBe(false);
  // Nobody else is touched.
  expect(await isServed(admin)).toBe(true);
});
