import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newClient, since } from '#test/harness/billing.ts';
import type { Unit } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { eraseUnit } from '#domain/organisation/eraseUnit.ts';
import { scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { draftInvoices, markOverdue } from './billing.jobs.ts';
import { draftAgain, makeMissingDrafts, recountDraft } from './drafts.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

const node = () => ({
  operator: scoped(world.services.database, { kind: 'operator', action: 'test' }),
  now: world.services.now,
});

type Row = { id: string; month: string; state: string; person_count: number; total_cents: number; due_on: string; version: number };
const invoicesOf = (client_id: string) =>
  world.owner.run(sql<Row>`select id, month, state, person_count, total_cents, due_on, version from invoice
    where client_id = ${client_id} order by month, revision`);
type Line = { kind: string; total_cents: number; host: string | null; days: number | null; quantity: number | null };
const positionsOf = (invoice_id: string) =>
  world.owner.run(
    sql<Line>`select kind, total_cents, host, days, quantity from invoice_position where invoice_id = ${invoice_id} order by place`,
  );

test('on day 1 every client gets one draft for the month before, and for each month that nobody drafted', async () => {
  const partner = await world.partner();
  const [a, b] = [await partner.unit(), await partner.unit()];
  const client = await newClient(world, partner, { first_month: '2026-07', bonus_users: 2, due_day: 15 });
  const people = await since(world, a, client, '2026-07-20', 5);
  await since(world, b, client, '2026-08-01');
  // The first two are in both units, and are paid for once.
  await world.owner.run(
    query
      .insertInto('membership')
      .values(people.slice(0, 2).map((person_id) => ({ tenant_id: b.id, id: uuidv7(), person_id, role: 'user' }))),
  );
  // 31 August 23:30 in São Paulo is 1 September in Greenwich: August is not over yet.
  world.setTime(new Date('2026-09-01T02:30:00Z'));
  await world.runJobs(draftInvoices);
  expect(await invoicesOf(client)).toMatchObject([{ month: '2026-07', person_count: 5, total_cents: 3 * 2490, due_on: '2026-08-15' }]);
  world.setTime(new Date('2026-10-01T03:30:00Z'));
  await world.runJobs(draftInvoices);
  expect(await invoicesOf(client)).toMatchObject([
    { month: '2026-07', state: 'draft' },
    { month: '2026-08', state: 'draft', person_count: 5, total_cents: 3 * 2490, due_on: '2026-09-15' },
    { month: '2026-09', state: 'draft', person_count: 5 },
  ]);
});

test('several nodes at once, and one that dies in the middle, leave one draft for each client and month', async () => {
  const partner = await world.partner();
  const clients = await Promise.all([1, 2, 3].map(() => newClient(world, partner, { first_month: '2026-08' })));
  for (const client of clients) await since(world, await partner.unit(), client, '2026-08-01', 2);
  world.setTime(new Date('2026-10-01T12:00:00Z'));
  // Dies after it has written drafts and before it says that it has.
  const { operator, ...rest } = node();
  const dying: Parameters<typeof makeMissingDrafts>[0] = {
    ...rest,
    operator: {
      ...operator,
      async withTenant(work) {
        await operator.withTenant(work);
        throw new Error('the process died');
      },
    },
  };
  await expect(makeMissingDrafts(dying)).rejects.toThrow('died');
  await Promise.all([makeMissingDrafts(node()), makeMissingDrafts(node()), makeMissingDrafts(node())]);
  await world.runJobs(draftInvoices);
  for (const client of clients) {
    const rows = await invoicesOf(client);
    expect(rows.map(({ month, total_cents }) => [month, total_cents])).toEqual([
      ['2026-08', 2 * 2490],
      ['2026-09', 2 * 2490],
    ]);
    for (const { id } of rows) expect(await positionsOf(id)).toHaveLength(1);
  }
});

test('a trial, a prospect, a client without a unit, and months before the first one that is billed make no invoice', async () => {
  const partner = await world.partner();
  const trial = await partner.unit({ tenant: { state: 'trial', trial_ends_on: '2027-01-01' } });
  const clients = [
    await newClient(world, partner, { first_month: '2026-08', name: 'in trial' }),
    await newClient(world, partner, { first_month: '2026-08', situation: 'prospect' }),
    await newClient(world, partner, { first_month: '2026-08' }),
    await newClient(world, partner, { first_month: null }),
    await newClient(world, partner, { first_month: '2026-12' }),
  ];
  await since(world, trial, clients[0] ?? '', '2026-08-01', 3);
  for (const client of [clients[1], clients[3], clients[4]]) await since(world, await partner.unit(), client ?? '', '2026-08-01', 3);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  for (const client of clients) expect(await invoicesOf(client)).toEqual([]);
});

test('a client that has ended is billed for its last month and no more', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const client = await newClient(world, partner, { first_month: '2026-07', situation: 'ended' });
  await since(world, unit, client, '2026-07-01', 2);
  await world.owner.run(sql`update tenant set state = 'closed' where id = ${unit.id}`);
  await world.owner.run(sql`update client_span set ends_at = '2026-08-10 12:00Z' where unit_id = ${unit.id}`);
  world.setTime(new Date('2026-11-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  expect((await invoicesOf(client)).map(({ month, person_count }) => [month, person_count])).toEqual([
    ['2026-07', 2],
    ['2026-08', 2],
  ]);
});

test('a domain costs from the day on which it became active, and two clients who share its month pay one fee', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [before, after] = [
    await newClient(world, partner, { first_month: '2026-08' }),
    await newClient(world, partner, { first_month: '2026-08' }),
  ];
  await since(world, unit, before, '2026-07-01', 1);
  const host = `bi.${partner.marker}.example`;
  await world.owner.run(
    sql`insert into domain (host, tenant_id, activated_at, fee_cents) values (${host}, ${unit.id}, '2026-08-05 15:00Z', 5000)`,
  );
  await world.owner.run(
    sql`insert into domain (host, tenant_id, activated_at) values (${`${partner.marker}.portal.example`}, ${unit.id}, '2026-08-05 15:00Z')`,
  );
  await world.owner.run(sql`update tenant set client_id = ${after} where id = ${unit.id}`);
  await world.owner.run(sql`update client_span set ends_at = '2026-08-16 03:00Z' where client_id = ${before}`);
  await world.owner.run(sql`update client_span set starts_at = '2026-08-16 03:00Z' where client_id = ${after}`);
  world.setTime(new Date('2026-09-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  const fees = async (client: string) =>
    (await positionsOf((await invoicesOf(client))[0]?.id ?? '')).flatMap((line) =>
      line.kind === 'domain' ? [[line.host, line.days, line.total_cents]] : [],
    );
  // 4 of 31 days nobody had it: 11, 16 and 4 days of R$ 50,00 are 17,74, 25,81 and 6,45.
  expect(await fees(before)).toEqual([[host, 11, 1774]]);
  expect(await fees(after)).toEqual([[host, 16, 2581]]);
});

/** Erased at once, as the operator would have it. */
async function erased(unit: Unit): Promise<void> {
  await world.owner.run(sql`update tenant set state = 'closed', erasing_since = now() where id = ${unit.id}`);
  const { database, secrets } = world.services;
  const ofUnit = (tenant_id: string) => scoped(database, { kind: 'tenant', tenant_id });
  expect(await eraseUnit({ identity: scoped(database, { kind: 'identity' }), secrets, unit: ofUnit }, unit.id)).toBe(true);
}

const day = fc.integer({ min: 1, max: 45 });
const domain = fc.record({ begins: day, lasts: fc.option(day), fee_cents: fc.constantFrom(0, 100, 4999, 5001) });

test('what a unit’s domains cost since the last invoice is owed to the cent after the unit is erased', async () => {
  const dayOf = (count: number) => new Date(Date.UTC(2023, 11, 31 + count, 12));
  const month = fc.record({ domains: fc.array(domain, { minLength: 1, maxLength: 4 }), change: fc.option(day) });
  const erasing = fc.asyncProperty(month, async ({ domains, change }) => {
    const partner = await world.partner();
    const unit = await partner.unit();
    const [first, second] = [
      await newClient(world, partner, { first_month: '2024-01' }),
      await newClient(world, partner, { first_month: '2024-01' }),
    ];
    await since(world, unit, first, '2024-01-01', 2);
    for (const [place, { begins, lasts, fee_cents }] of domains.entries()) {
      const removed_at = lasts === null ? null : dayOf(begins + lasts);
      await world.owner.run(
        query.insertInto('domain').values({
          host: `d${place}.${partner.marker}.example`,
          tenant_id: unit.id,
          activated_at: dayOf(begins),
          fee_cents,
          state: removed_at === null ? 'active' : 'removed',
          removed_at,
        }),
      );
    }
    if (change !== null) {
      await world.owner.run(sql`update tenant set client_id = ${second} where id = ${unit.id}`);
      await world.owner.run(sql`update client_span set ends_at = ${dayOf(change)} where client_id = ${first}`);
      await world.owner.run(sql`update client_span set starts_at = ${dayOf(change)} where client_id = ${second}`);
    }
    world.setTime(new Date('2024-03-02T12:00:00Z'));
    await makeMissingDrafts(node());
    const drafts = [...(await invoicesOf(first)), ...(await invoicesOf(second))];
    const owed = () => Promise.all(drafts.map(({ id }) => positionsOf(id)));
    const before = await owed();
    await erased(unit);
    for (const { id, version } of drafts) expect(await recountDraft(node(), id, version)).toBe(true);
    expect(await owed()).toEqual(before);
    expect(drafts.length).toBeGreaterThan(0);
  });
  await fc.assert(erasing, { numRuns: 10 });
});

test('a draft is counted anew with the price of now, and takes no credit twice', async () => {
  const partner = await world.partner();
  const client = await newClient(world, partner, { first_month: '2026-08' });
  await since(world, await partner.unit(), client, '2026-08-01', 3);
  await world.owner.run(sql`insert into client_credit (id, client_id, cents, reason) values (${uuidv7()}, ${client}, 10000, 'Acordo')`);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  const [august, september] = await invoicesOf(client);
  expect([august?.total_cents, september?.total_cents]).toEqual([0, 2 * 7470 - 10_000]);
  await world.owner.run(sql`update client set price_cents = 3000 where id = ${client}`);
  expect(await recountDraft(node(), august?.id ?? '', 7)).toBe(false);
  expect(await recountDraft(node(), august?.id ?? '', 1)).toBe(true);
  expect(await recountDraft(node(), september?.id ?? '', 1)).toBe(true);
  // The second one had taken 2530 of the credit when the first one was counted; what that gave back, the second one takes.
  const rows = await invoicesOf(client);
  const used = await Promise.all(rows.map(({ id }) => positionsOf(id)));
  const credit = used.flat().reduce((sum, { kind, total_cents }) => sum + (kind === 'credit' ? total_cents : 0), 0);
  expect(credit).toBe(-10_000);
  expect(rows.reduce((sum, { total_cents }) => sum + total_cents, 0)).toBe(2 * 9000 - 10_000);
});

test('a cancelled invoice is not drafted again by itself, only when asked, and once', async () => {
  const partner = await world.partner();
  const client = await newClient(world, partner, { first_month: '2026-09' });
  await since(world, await partner.unit(), client, '2026-08-01', 3);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  const [first] = await invoicesOf(client);
  expect(await draftAgain(node(), first?.id ?? '')).toBeNull();
  await world.owner.run(sql`update invoice set state = 'cancelled', cancelled_at = now(), cancel_reason = 'Erro' where id = ${first?.id}`);
  await world.runJobs(draftInvoices);
  expect(await invoicesOf(client)).toHaveLength(1);
  const made = await Promise.all([draftAgain(node(), first?.id ?? ''), draftAgain(node(), first?.id ?? '')]);
  expect(made.filter((id) => id !== null)).toHaveLength(1);
  expect((await invoicesOf(client)).map(({ state }) => state)).toEqual(['cancelled', 'draft']);
});

test('the day after the due day an invoice is overdue, and its people go on signing in', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const client = await newClient(world, partner, { first_month: '2026-09', due_day: 10 });
  await since(world, unit, client, '2026-09-01', 1);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  await world.owner.run(sql`update invoice set state = 'open', number = 900 where client_id = ${client}`);
  const stateAt = async (at: string) => {
    world.setTime(new Date(at));
    await world.runJobs(markOverdue);
    return (await invoicesOf(client))[0]?.state;
  };
  expect(await stateAt('2026-10-11T02:59:00Z')).toBe('open');
  expect(await stateAt('2026-10-11T03:01:00Z')).toBe('overdue');
  world.setTime(null);
  const [row] = await world.owner.run(sql<{ state: string }>`select state from tenant where id = ${unit.id}`);
  expect(row?.state).toBe('active');
});
