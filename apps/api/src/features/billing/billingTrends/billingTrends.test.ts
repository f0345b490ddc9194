import * as contract from '@vitrine/contract/billing/billingTrends.ts';
import * as billing from '@vitrine/contract/billing/billing.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newClient, since } from '#test/harness/billing.ts';
import { openWorld } from '#test/harness/world.ts';
import { draftInvoices } from '../billing/billing.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const now = new Date('2026-10-15T12:00:00Z');
/** Midnights in São Paulo, which has no summer time in these years. */
const ends = Array.from({ length: 13 }, (_, n) => Date.UTC(2025, 9 + n, 1, 3));
const hour = 3_600_000;

/** A stretch of time: some begin or end exactly with a month, and some have not ended. */
const stretch = fc
  .record({
    begins: fc.oneof(
      fc.constantFrom(...ends),
      fc.integer({ min: -3000, max: 8700 }).map((hours) => Date.UTC(2025, 9, 1, 3) + hours * hour),
    ),
    lasts: fc.oneof(
      fc.constantFrom(744 * hour, 720 * hour, 1, 5000 * hour),
      fc.integer({ min: 1, max: 4000 }).map((hours) => hours * hour),
    ),
    open: fc.boolean(),
  })
  .map(({ begins, lasts, open }) => ({ begins, ends: open ? Infinity : begins + lasts }));
const past = fc.record({
  people: fc.array(fc.record({ person: fc.nat(3), unit: fc.nat(2), stretch }), { maxLength: 8 }),
  clients: fc.array(fc.record({ unit: fc.nat(2), client: fc.nat(1), stretch }), { minLength: 1, maxLength: 5 }),
});

const at = (time: number) => (time === Infinity ? 'infinity' : new Date(time).toISOString());

test('who came and who left is what a naive look at each end of a month counts', async () => {
  const partner = await world.partner();
  const units = [await partner.unit(), await partner.unit(), await partner.unit()];
  const unitIds = units.map(({ id }) => id);
  const mine = await world.signIn(await partner.person({ unit: units[0] }));
  const ids = ['a', 'b', 'c', 'd'].map((letter) => `0199b000-0000-7000-8000-00000000000${letter}`);
  world.setTime(now);
  await fc.assert(
    fc.asyncProperty(past, async ({ people, clients }) => {
      const all = sql`unit_id = any (${unitIds}::uuid[])`;
      // One person is in a unit once at a time, and a unit has one client at a time, as the ledger keeps it: open ones once.
      const seats = people.filter(
        (one, index) =>
          one.stretch.ends !== Infinity ||
          people.findIndex((o) => o.person === one.person && o.unit === one.unit && o.stretch.ends === Infinity) === index,
      );
      const contracts = clients.filter(
        (one, index) =>
          one.stretch.ends !== Infinity || clients.findIndex((o) => o.unit === one.unit && o.stretch.ends === Infinity) === index,
      );
      await world.owner.write([
        sql`delete from seat_span where ${all}`,
        sql`delete from client_span where ${all}`,
        ...seats.map(
          ({ person, unit, stretch: { begins, ends: ended } }) =>
            sql`insert into seat_span (unit_id, person_id, starts_at, ends_at) values (${unitIds[unit]}, ${ids[person]}, ${at(begins)}, ${at(ended)})`,
        ),
        ...contracts.map(
          ({ client, unit, stretch: { begins, ends: ended } }) =>
            sql`insert into client_span (unit_id, client_id, starts_at, ends_at) values (${unitIds[unit]}, ${ids[client]}, ${at(begins)}, ${at(ended)})`,
        ),
      ]);
      const there = ends.map((moment) => {
        const covers = ({ stretch: { begins, ends: ended } }: { stretch: { begins: number; ends: number } }) =>
          begins <= moment && moment < ended;
        return new Set(
          seats
            .filter(covers)
            .flatMap(({ person, unit }) =>
              contracts.filter((one) => one.unit === unit && covers(one)).map(({ client }) => `${client} ${person}`),
            ),
        );
      });
      const told = await mine.call(contract.get, {});
      expect(told.months.map(({ at_start, came, left }) => ({ at_start, came, left }))).toEqual(
        there.slice(0, 12).map((before, n) => {
          const after = there[n + 1] ?? new Set<string>();
          return {
            at_start: before.size,
            came: [...after].filter((who) => !before.has(who)).length,
            left: [...before].filter((who) => !after.has(who)).length,
          };
        }),
      );
    }),
    { numRuns: 60 },
  );
});

test('revenue is what was issued and not cancelled; each partner sees its own, and no unit’s administrator any', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const unit = await partner.unit();
  const [client, second] = [
    await newClient(world, partner, { first_month: '2026-08' }),
    await newClient(world, partner, { first_month: '2026-08' }),
  ];
  await since(world, unit, client, '2026-07-10', 3);
  await since(world, await partner.unit(), second, '2026-07-10', 2);
  await since(world, await other.unit(), await newClient(world, other, { first_month: '2026-08' }), '2026-07-10', 5);
  const operator = await world.signIn(await world.operator());
  const mine = await world.signIn(await partner.person({ unit }));
  const months = ['2026-09', '2026-10'];
  for (const month of months) {
    world.setTime(new Date(`${month}-02T12:00:00Z`));
    await world.runJobs(draftInvoices);
  }
  world.setTime(now);
  const drafts = await world.owner.run(
    sql<{
      id: string;
      month: string;
      client_id: string;
    }>`select id, month, client_id from invoice where partner_id = ${partner.id} order by month`,
  );
  expect(drafts).toHaveLength(4);
  const revenue = async (who: typeof mine) =>
    (await who.call(contract.get, {})).months
      .slice(-2)
      .map(({ month, revenue_cents, clients, people }) => [month, revenue_cents, clients, people]);
  // A draft is nothing that was billed.
  expect(await revenue(mine)).toEqual([
    ['2026-08', 0, 0, 0],
    ['2026-09', 0, 0, 0],
  ]);
  for (const { id } of drafts) await operator.call(billing.open, { params: { id }, body: { version: 1 } });
  expect(await revenue(mine)).toEqual([
    ['2026-08', 5 * 2490, 2, 5],
    ['2026-09', 5 * 2490, 2, 5],
  ]);
  const cancelled = drafts.find(({ month, client_id }) => month === '2026-09' && client_id === second)?.id ?? '';
  await operator.call(billing.cancel, { params: { id: cancelled }, body: { version: 2, reason: 'Valor errado' } });
  expect(await revenue(mine)).toEqual([
    ['2026-08', 5 * 2490, 2, 5],
    ['2026-09', 3 * 2490, 1, 3],
  ]);
  const [all] = await world.owner.run(
    sql<{
      cents: number;
    }>`select sum(total_cents)::bigint as cents from invoice where month = '2026-09' and state in ('open', 'overdue', 'paid')`,
  );
  expect((await operator.call(contract.get, {})).months.at(-1)?.revenue_cents).toBe(all?.cents);
  expect((await mine.call(contract.get, {})).units).toEqual([
    { state: 'trial', units: 0 },
    { state: 'active', units: 2 },
    { state: 'suspended', units: 0 },
    { state: 'closed', units: 0 },
  ]);
  const admin = await world.signIn(await unit.person('admin'));
  expect((await admin.refusal(contract.get, {})).status).toBe(403);
});
