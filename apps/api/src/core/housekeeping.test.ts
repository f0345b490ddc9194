import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../test/harness/world.ts';
import { query } from './database/query.ts';
import { housekeeping } from './housekeeping.ts';
import { hashToken } from './tokens.ts';
import { uuidv7 } from './uuid.ts';

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

const sessions = () => world.owner.run(query.selectFrom('session').select('id').orderBy('id'));
