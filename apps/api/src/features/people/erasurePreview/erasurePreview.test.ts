import * as contract from '@vitrine/contract/people/erasurePreview.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fillUnit } from '#test/harness/fullUnit.ts';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const of = ({ membership_id }: Person) => ({ params: { id: membership_id ?? '' } });
const confirming = (person: Person) => ({ ...of(person), query: { confirm: person.name } });
const sumOf = (counted: readonly { count: number }[]) => counted.reduce((sum, { count }) => sum + count, 0);

/** Of every table the rows that name somebody by a key or an address, and all links of screens: those of others end with the playlist. */
async function rowsNaming({ id, membership_id, tenant_id, email }: Person): Promise<Map<string, number>> {
  const tables = await world.owner.run<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const rows = new Map<string, number>();
  for (const { name } of tables) {
    const [counted] = await world.owner.run(sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} t
      where to_jsonb(t)::text like any (array[${`%${id}%`}, ${`%${membership_id}%`}, ${`%${email}%`}])
        or ${name === 'playlist_link'} and to_jsonb(t)::text like ${`%${tenant_id}%`}`);
    rows.set(name, counted?.count ?? 0);
  }
  return rows;
}

test('what is told of somebody who has everything is what is removed then', async () => {
  const [unit, other] = [await world.unit(), await world.unit()];
  const { reader } = await fillUnit(world, unit, other);
  const admin = await world.signIn(await unit.person('admin'));
  const told = await admin.call(contract.get, of(reader));
  const before = await rowsNaming(reader);
  await admin.call(users.erase, confirming(reader));
  const after = await rowsNaming(reader);
  // The log grows by it, and who sought a seat stays in the ledger.
  const gone = [...before].flatMap(([table, count]) => {
    const fewer = count - (after.get(table) ?? 0);
    return fewer > 0 && table !== 'audit_log' ? [{ table, count: fewer }] : [];
  });
  const removed = told.removed.filter(({ what }) => what !== 'sessions');
  expect(gone.length).toBeGreaterThan(15);
  expect(sumOf(removed), JSON.stringify({ gone, removed })).toBe(sumOf(gone));
  const [ended] = await world.owner.run(
    sql<{ count: number }>`select count(*)::int as count from session where person_id = ${reader.id} and end_reason = 'erased'`,
  );
  expect(told.removed.find(({ what }) => what === 'sessions')).toEqual({ what: 'sessions', ...ended });
  // What stays stays: a second look finds the same, but for the lines that the erasure itself wrote.
  const again = await admin.call(contract.get, of(reader));
  const stays = ({ kept }: typeof told) => kept.filter(({ what }) => what !== 'log');
  expect(stays(again)).toEqual(stays(told));
  expect(again.removed).toEqual([]);
  expect(again).toMatchObject({ account_goes: true, from_directory: false });
});

test('a member of two units keeps the account, and nothing of the other unit is counted', async () => {
  const [unit, other] = [await world.unit(), await world.unit()];
  const { away } = await fillUnit(world, unit, other);
  const admin = await world.signIn(await other.person('admin'));
  await world.signIn(away);
  const told = await admin.call(contract.get, of(away));
  expect(told).toMatchObject({ account_goes: false, refusal: null });
  expect(told.removed).toEqual([{ what: 'sessions', count: 1 }]);
});

test('what stops for others is counted: tasks, refreshes, screens, links, embedding, tickets', async () => {
  const [unit, other] = [await world.unit(), await world.unit()];
  const { admin: owner } = await fillUnit(world, unit, other);
  const { id: person_id, membership_id, tenant_id } = owner;
  const [ticket] = await world.owner.run(sql<{ id: string }>`select id from ticket where tenant_id = ${tenant_id} limit 1`);
  await world.owner.write([
    sql`update embedding set anonymous_membership_id = ${membership_id} where tenant_id = ${tenant_id}`,
    sql`update ticket set assigned_to = null where tenant_id = ${tenant_id}`,
    sql`update ticket set assigned_to = ${person_id}, state = 'in_progress', resolved_at = null, archived_at = null where id = ${ticket?.id}`,
    sql`update task set owner_id = ${person_id} where tenant_id = ${tenant_id}`,
    sql`update refresh_schedule set owner_id = ${person_id} where id = (select id from refresh_schedule where tenant_id = ${tenant_id} limit 1)`,
    sql`update playlist_link set revoked_at = now() where tenant_id = ${tenant_id}`,
  ]);
  const [playlist] = await world.owner.run(sql<{ id: string }>`select id from playlist where tenant_id = ${tenant_id} limit 1`);
  const screen = { tenant_id: unit.id, playlist_id: playlist?.id ?? '', membership_id: membership_id ?? '', name: 'Recepção' };
  await world.owner.write(
    [86_400_000, -86_400_000].map((left, at) =>
      query.insertInto('playlist_link').values({
        ...screen,
        id: uuidv7(),
        token_hash: Buffer.from(`${membership_id}${at}`),
        expires_at: new Date(Date.now() + left),
      }),
    ),
  );
  const [tasks] = await world.owner.run(sql<{ count: number }>`select count(*)::int as count from task where tenant_id = ${tenant_id}`);
  const browser = await world.signIn(await unit.person('admin'));
  const told = Object.fromEntries((await browser.call(contract.get, of(owner))).stops.map(({ what, count }) => [what, count]));
  expect(told).toMatchObject({ tasks: tasks?.count, refreshes: 1, screens: 1, embedding: 1, tickets: 1 });
});

test('it says beforehand why somebody cannot be erased, as the erasure does', async () => {
  const unit = await world.unit();
  const [first, second] = [await unit.person('admin'), await unit.person('admin')];
  const browser = await world.signIn(first);
  expect((await browser.call(contract.get, of(first))).refusal).toBe('not_yourself');
  expect((await browser.call(contract.get, of(second))).refusal).toBeNull();
  // The other one comes in elsewhere: without the one who is left, nobody would.
  await world.owner.run(sql`update person set auth_method = 'azure' where id = ${first.id}`);
  expect((await browser.call(contract.get, of(second))).refusal).toBe('last_admin');
  expect((await browser.refusal(users.erase, confirming(second))).body.status).toBe('last_admin');
  await world.owner.run(sql`update membership set state = 'inactive' where id = ${second.membership_id}`);
  expect((await browser.call(contract.get, of(second))).refusal).toBeNull();
});

test('only who may erase asks, and only of the own unit; a partner does for its units', async () => {
  const partner = await world.partner();
  const [unit, other] = [await partner.unit(), await world.unit()];
  const [ana, foreign] = [await unit.person('user'), await other.person('user')];
  const [admin, reader, staff] = [
    await world.signIn(await unit.person('admin')),
    await world.signIn(ana),
    await world.signIn(await partner.person({ unit })),
  ];
  expect((await admin.refusal(contract.get, of(foreign))).status).toBe(404);
  expect((await reader.refusal(contract.get, of(ana))).status).toBe(403);
  expect(await staff.call(contract.get, of(ana))).toMatchObject({ refusal: null, stops: [] });
});
