import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openWorld } from '#test/harness/world.ts';
import type { Partner } from '#test/harness/population.ts';
import { people, quantities } from './ledger.ts';

const world = await openWorld();
afterAll(world.close);

const hourMs = 3_600_000;
const counted = ['active', 'blocked'];

async function newClient(partner: Partner): Promise<string> {
  const id = uuidv7();
  const tax_id = String(BigInt(`0x${id.slice(-12)}`))
    .padStart(14, '0')
    .slice(-14);
  await world.owner.run(
    query.insertInto('client').values({ id, partner_id: partner.id, kind: 'legal', name: `Cliente ${partner.marker}`, tax_id }),
  );
  return id;
}

/** Time passes: everything that the ledger knows lies further back. */
const pass = (units: readonly string[], hours: number) =>
  Promise.all(
    ['seat_span', 'client_span'].map((table) =>
      world.owner.run(sql`update ${sql.table(table)} set starts_at = starts_at - make_interval(mins => ${hours * 60 + 3}::int),
        ends_at = ends_at - make_interval(mins => ${hours * 60 + 3}::int) where unit_id = any (${units}::uuid[])`),
    ),
  );

const change = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('state' as const),
      person: fc.nat(1),
      unit: fc.nat(2),
      state: fc.constantFrom('active', 'blocked', 'active', 'blocked', 'inactive', 'deactivated', 'gone'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('client' as const), unit: fc.nat(2), client: fc.constantFrom(0, 1, null) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('unit' as const),
      unit: fc.nat(2),
      state: fc.constantFrom('active', 'suspended', 'closed', 'trial'),
    }),
  },
);
const step = fc.tuple(change, fc.constantFrom(0, 5, 7, 11, 13, 25));

test('counts what a naive walk through any joins, leaves, moves and changes of client counts', async () => {
  const partner = await world.partner();
  const clients = [await newClient(partner), await newClient(partner)];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), fc.integer({ min: 20, max: 150 }), async (steps, window) => {
      const units = [await partner.unit(), await partner.unit(), await partner.unit()];
      const ids = units.map(({ id }) => id);
      const persons = [0, 1].map(() => uuidv7());
      for (const id of persons)
        await world.owner.run(query.insertInto('person').values({ id, email: `${id}@example.com`, name: 'Pessoa' }));
      const memberships = new Map<string, string>();
      const owners: (number | null)[] = [0, 0, 1];
      await world.owner.write(
        [0, 0, 1].map((client, unit) => sql`update tenant set client_id = ${clients[client]} where id = ${ids[unit]}`),
      );
      const states = ['active', 'active', 'active'];
      // The naive account: for each step of time how long it took, and who was in which client's unit meanwhile.
      const walked: { ms: number; there: Set<string> }[] = [];
      for (const [one, hours] of steps) {
        if (one.does === 'client') {
          owners[one.unit] = one.client;
          const client_id = one.client === null ? null : (clients[one.client] ?? null);
          await world.owner.run(sql`update tenant set client_id = ${client_id} where id = ${ids[one.unit]}`);
        } else if (one.does === 'unit') {
          states[one.unit] = one.state;
          await world.owner.run(sql`update tenant set state = ${one.state}, trial_ends_on = '2030-01-01' where id = ${ids[one.unit]}`);
        } else {
          const key = `${one.person} ${one.unit}`;
          const [person_id, tenant_id] = [persons[one.person] ?? '', ids[one.unit] ?? ''];
          if (one.state === 'gone') {
            memberships.delete(key);
            await world.owner.run(sql`delete from membership where tenant_id = ${tenant_id} and person_id = ${person_id}`);
          } else {
            memberships.set(key, one.state);
            await world.owner.run(sql`
              insert into membership (tenant_id, id, person_id, role, state) values (${tenant_id}, ${uuidv7()}, ${person_id}, 'user', ${one.state})
              on conflict (tenant_id, person_id) do update set state = excluded.state`);
          }
        }
        if (hours === 0) continue;
        const there = [...memberships].flatMap(([key, state]) => {
          const [person, unit] = key.split(' ').map(Number) as [number, number];
          const billed = counted.includes(state) && ['active', 'suspended'].includes(states[unit] ?? '');
          return billed && owners[unit] !== null ? [`${person} ${owners[unit]}`] : [];
        });
        walked.push({ ms: hours * hourMs + 180_000, there: new Set(there) });
        await pass(ids, hours);
      }
      const back = window * hourMs + 31 * 60_000;
      let left = back;
      const time = new Map<string, number>();
      for (const { ms, there } of walked.toReversed()) {
        for (const key of there) time.set(key, (time.get(key) ?? 0) + Math.min(ms, left));
        left -= Math.min(ms, left);
      }
      const expected = [...time]
        .filter(([, ms]) => ms > 24 * hourMs)
        .map(([key]) => key)
        .toSorted();
      const between = { from: sql`(now() - make_interval(mins => ${back / 60_000}::int))`, to: sql`now()` };
      const only = sql`s.unit_id = any (${ids}::uuid[])`;
      const found = (await world.owner.run(people(between, only))).filter(({ counts }) => counts);
      const keyOf = (row: { client_id: string; person_id: string }) =>
        `${persons.indexOf(row.person_id)} ${clients.indexOf(row.client_id)}`;
      expect(found.map(keyOf).toSorted()).toEqual(expected);
      const sums = await world.owner.run(quantities(between, only));
      expect(sums.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(expected.length);
    }),
    { numRuns: 150 },
  );
}, 120_000);

test('an erased unit and an erased person stay in the book, which ends for them', async () => {
  const partner = await world.partner();
  const client = await newClient(partner);
  const unit = await partner.unit({ tenant: { client_id: client } });
  const person = await unit.person('user');
  await pass([unit.id], 30);
  await world.owner.run(sql`delete from tenant where id = ${unit.id}`);
  await pass([unit.id], 10);
  const [row] = await world.owner.run(people({ from: sql`(now() - interval '5 days')`, to: sql`now()` }, sql`s.unit_id = ${unit.id}`));
  expect(row).toEqual({ client_id: client, person_id: person.id, counts: true });
  const open = await world.owner.run(sql`
    select from seat_span where unit_id = ${unit.id} and ends_at = 'infinity'
    union all select from client_span where unit_id = ${unit.id} and ends_at = 'infinity'`);
  expect(open).toEqual([]);
});

test('many people at once, and changes of something else, leave one open stretch for each', async () => {
  const unit = await (await world.partner()).unit({ tenant: { user_limit: 1000 } });
  const ids = Array.from({ length: 300 }, () => uuidv7());
  await world.owner.run(query.insertInto('person').values(ids.map((id) => ({ id, email: `${id}@example.com`, name: 'Pessoa' }))));
  await world.owner.run(
    query.insertInto('membership').values(ids.map((person_id) => ({ tenant_id: unit.id, id: uuidv7(), person_id, role: 'user' as const }))),
  );
  await world.owner.run(sql`update membership set department = 'Vendas', state = 'blocked' where tenant_id = ${unit.id}`);
  const spans = await world.owner.run(sql`select ends_at = 'infinity' as open from seat_span where unit_id = ${unit.id}`);
  expect(spans).toHaveLength(300);
  await world.owner.run(sql`update membership set state = 'inactive' where tenant_id = ${unit.id}`);
  expect(await world.owner.run(sql`select from seat_span where unit_id = ${unit.id} and ends_at = 'infinity'`)).toEqual([]);
});
