import { query } from '../../core/database/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '../../../test/harness/world.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { scheduledUsers } from './users.jobs.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const stateOf = async (id: string | null) =>
  (
    await world.owner.run(
      query
        .selectFrom('membership')
        .select('state')
        .where('id', '=', id ?? ''),
    )
  )[0]?.state;

test('dates take effect at 00:00 in the time zone of the unit, and end sessions', async () => {
  const unit = await world.unit({ settings: { timezone: 'America/Manaus' } });
  await unit.person('admin');
  const person = await unit.person('user', { membership: { block_on: '2030-05-10', delete_on: '2030-05-20' } });
  // 23:59 of the 9th in Manaus (UTC-4).
  world.setTime(new Date('2030-05-10T03:59:00Z'));
  const browser = await world.signIn(person);
  await world.runJobs(scheduledUsers);
  expect(await stateOf(person.membership_id)).toBe('A');
  world.setTime(new Date('2030-05-10T04:00:00Z'));
  await world.runJobs(scheduledUsers);
  expect(await stateOf(person.membership_id)).toBe('B');
  expect((await browser.inject({ method: 'GET', url: '/api/auth/config/getConfig' })).statusCode).toBe(401);
  world.setTime(new Date('2030-05-20T04:00:00Z'));
  await world.runJobs(scheduledUsers);
  expect(await stateOf(person.membership_id)).toBe('D');
  world.setTime(new Date('2030-06-18T12:00:00Z'));
  await world.runJobs(scheduledUsers);
  const account = () => world.owner.run(query.selectFrom('person').select(['email', 'name']).where('id', '=', person.id));
  expect(await account()).toEqual([{ email: person.email, name: person.name }]);
  world.setTime(new Date('2030-06-19T12:00:00Z'));
  await world.runJobs(scheduledUsers);
  expect(await account()).toEqual([{ email: `deleted-${person.id}@invalid`, name: expect.stringMatching(/^Usuário /) }]);
});

test('whoever does not sign in for so many days is blocked, but the exempt and the last administrator', async () => {
  const unit = await world.unit();
  await world.owner.run(
    query
      .updateTable('tenant_setting')
      .set({ value: JSON.stringify({ auto_block_days: 30 }) })
      .where('tenant_id', '=', unit.id),
  );
  world.setTime(new Date('2031-03-31T12:00:00Z'));
  const old = { created_at: new Date('2031-01-01T00:00:00Z') };
  const admin = await unit.person('admin', { membership: old });
  const unused = await unit.person('user', { membership: old });
  const exempt = await unit.person('user', { membership: { ...old, ignore_auto_block: true } });
  const used = await unit.person('user', { membership: old });
  await world.owner.run(
    query.insertInto('unit_use').values({ person_id: used.id, tenant_id: unit.id, last_used_at: new Date('2031-03-02T12:00:01Z') }),
  );
  await world.runJobs(scheduledUsers);
  expect(await Promise.all([admin, unused, exempt, used].map(({ membership_id }) => stateOf(membership_id)))).toEqual(['A', 'B', 'A', 'A']);
});
