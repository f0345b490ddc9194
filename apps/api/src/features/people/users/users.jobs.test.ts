import { sql } from 'kysely';
import { readErasures } from '#domain/people/erasures.ts';
import { query } from '#platform/database/query.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '#test/harness/world.ts';
import { openWorld } from '#test/harness/world.ts';
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

test('a person whose date cannot be applied is tried again, and holds up nobody else', async () => {
  const unit = await world.unit({ settings: { timezone: 'America/Manaus' } });
  await unit.person('admin');
  const people = [];
  for (let i = 0; i < 3; i++) people.push(await unit.person('user', { membership: { block_on: '2029-05-10' } }));
  const [first, second, third] = people.map(({ membership_id }) => membership_id);
  await world.owner.write([
    sql`create function refuse_this() returns trigger language plpgsql as $$ begin raise exception 'this row fails'; end $$`,
    sql`create trigger refuse_this before update on membership for each row when (old.id = ${sql.lit(second)}) execute function refuse_this()`,
  ]);
  world.setTime(new Date('2029-05-10T05:00:00Z'));
  const tries = await world.runJobs(scheduledUsers);
  expect(new Set(tries.map(({ name, status }) => `${name} ${status}`))).toEqual(new Set(['user.scheduled failed']));
  expect([await stateOf(first ?? ''), await stateOf(second ?? ''), await stateOf(third ?? '')]).toEqual(['blocked', 'active', 'blocked']);
  expect(world.log.filter((line) => line.includes('this row fails') && line.includes(second ?? '?'))).not.toEqual([]);
  await world.owner.run(sql`drop trigger refuse_this on membership`);
  await world.runJobs(scheduledUsers);
  expect(await stateOf(second ?? '')).toBe('blocked');
  world.setTime(null);
});

test('dates take effect at 00:00 in the time zone of the unit, and end sessions', async () => {
  const unit = await world.unit({ settings: { timezone: 'America/Manaus' } });
  await unit.person('admin');
  const person = await unit.person('user', { membership: { block_on: '2030-05-10', delete_on: '2030-05-20' } });
  // 23:59 of the 9th in Manaus (UTC-4).
  world.setTime(new Date('2030-05-10T03:59:00Z'));
  const browser = await world.signIn(person);
  await world.runJobs(scheduledUsers);
  expect(await stateOf(person.membership_id)).toBe('active');
  world.setTime(new Date('2030-05-10T04:00:00Z'));
  await world.runJobs(scheduledUsers);
  expect(await stateOf(person.membership_id)).toBe('blocked');
  expect((await browser.inject({ method: 'GET', url: '/api/auth/config/getConfig' })).statusCode).toBe(401);
  world.setTime(new Date('2030-05-20T04:00:00Z'));
  await world.runJobs(scheduledUsers);
  expect(await stateOf(person.membership_id)).toBe('deactivated');
  world.setTime(new Date('2030-06-18T12:00:00Z'));
  await world.runJobs(scheduledUsers);
  const account = () => world.owner.run(query.selectFrom('person').select(['email', 'name']).where('id', '=', person.id));
  expect(await account()).toEqual([{ email: person.email, name: person.name }]);
  world.setTime(new Date('2030-06-19T12:00:00Z'));
  await world.runJobs(scheduledUsers);
  expect(await account()).toEqual([{ email: `deleted-${person.id}@invalid`, name: expect.stringMatching(/^Usuário /) }]);
  expect(await readErasures(world.directory)).toMatchObject([{ person_id: person.id, membership_id: person.membership_id }]);
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
  expect(await Promise.all([admin, unused, exempt, used].map(({ membership_id }) => stateOf(membership_id)))).toEqual([
    'active',
    'blocked',
    'active',
    'active',
  ]);
});
