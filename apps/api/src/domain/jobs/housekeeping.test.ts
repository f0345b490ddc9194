import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { housekeeping } from './housekeeping.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('removes what is long over, and nothing else', async () => {
  const ana = await (await world.unit()).person('user');
  const [old, young] = [400, 0.5].map(daysAgo) as [Date, Date];
  for (const at of [old, young]) {
    await world.owner.run(query.insertInto('attempt').values({ key: `note:${at.toISOString()}`, window_started_at: at, count: 1 }));
    await world.owner.run(
      query
        .insertInto('one_time_token')
        .values({ token_hash: hashToken(at.toISOString()), purpose: 'reset', person_id: ana.id, expires_at: at }),
    );
    await world.owner.run(
      query.insertInto('device').values({ id: uuidv7(), token_hash: hashToken(at.toISOString()), person_id: ana.id, last_used_at: at }),
    );
    await world.signIn(ana);
  }
  await world.owner.run(
    query
      .updateTable('session')
      .set({ expires_at: old })
      .where('id', '=', (await sessions())[0]?.id ?? ''),
  );
  await world.runJobs(housekeeping);
  for (const table of ['attempt', 'one_time_token', 'device', 'session'] as const) {
    expect(await world.owner.run(sql`select from ${sql.table(table)}`), table).toHaveLength(1);
  }
});

test('keeps lines of the log for 24 months and the rest of their month, addresses for six, in every unit and in none', async () => {
  const [one, other] = [await world.unit(), await world.unit()];
  const ages = {
    'past 24 months and their month': '25 months 1 day',
    'within 24 months': '23 months 27 days',
    'past 6 months': '6 months 1 day',
    'within 6 months': '5 months 27 days',
  };
  for (const tenant_id of [one.id, other.id, null]) {
    for (const [action, age] of Object.entries(ages)) {
      // More than the job takes at once.
      await world.owner.run(sql`
        insert into audit_log (id, at, tenant_id, action, object_type, ip)
        select (overlay(lpad(to_hex(floor(extract(epoch from now() - ${age}::interval) * 4096000)::bigint), 15, '0') placing '7' from 13 for 0)
          || substring(gen_random_uuid()::text from 20))::uuid, now() - ${age}::interval, ${tenant_id}::uuid, ${action}, 'kept', '203.0.113.9'
        from generate_series(1, 700)`);
    }
  }
  await world.runJobs(housekeeping);
  const kept = await world.owner.run(sql<{ line: string }>`
    select concat_ws(' ', action, tenant_id, ip, count(*)) as line from audit_log where object_type = 'kept' group by action, tenant_id, ip`);
  const expected = [one.id, other.id, null].flatMap((tenant_id) =>
    [
      ['within 24 months', tenant_id, '700'],
      ['past 6 months', tenant_id, '700'],
      ['within 6 months', tenant_id, '203.0.113.9', '700'],
    ].map((parts) => parts.filter((part) => part !== null).join(' ')),
  );
  expect(kept.map(({ line }) => line.replace('/32', '')).toSorted()).toEqual(expected.toSorted());
});

const sessions = () => world.owner.run(query.selectFrom('session').select('id').orderBy('id'));
