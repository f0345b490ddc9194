import * as billing from '@vitrine/contract/billing/billing.ts';
import * as contract from '@vitrine/contract/billing/billingSummary.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newClient, since } from '#test/harness/billing.ts';
import { openWorld } from '#test/harness/world.ts';
import { draftInvoices } from '../billing/billing.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

test('a partner sees what its clients are billed, who counted, and the month that runs; never a draft, never another partner’s', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const unit = await partner.unit();
  const client = await newClient(world, partner, { first_month: '2026-09', bonus_users: 1, user_limit: 4 });
  const [person] = await since(world, unit, client, '2026-08-01', 3);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  const [row] = await world.owner.run(sql<{ id: string }>`select id from invoice where client_id = ${client}`);
  const id = row?.id ?? '';
  const mine = await world.signIn(await partner.person({ unit }));
  const theirs = await world.signIn(await other.person({ unit: await other.unit() }));
  expect((await mine.call(contract.get, {})).invoices).toEqual([]);
  expect((await mine.refusal(billing.get, { params: { id } })).status).toBe(404);
  expect((await mine.call(billing.list, {})).data).toEqual([]);
  const operator = await world.signIn(await world.operator());
  await operator.call(billing.open, { params: { id }, body: { version: 1 } });
  const told = await mine.call(contract.get, {});
  expect(told).toMatchObject({ month: '2026-09', total_cents: 4980, unpaid_cents: 4980, months: ['2026-09'] });
  expect(told.invoices).toMatchObject([{ id, state: 'open', total_cents: 4980 }]);
  expect(told.running).toMatchObject({
    month: '2026-10',
    total_cents: 4980,
    clients: [{ id: client, person_count: 3, seats: 3, user_limit: 4 }],
  });
  const { people } = await mine.call(contract.people, { params: { id } });
  expect(people).toHaveLength(3);
  expect(people.find((one) => one.id === person)).toEqual({
    id: person,
    name: `Person ${unit.marker}`,
    units: [unit.name],
    from: '2026-09-01',
    to: '2026-09-30',
    hours: 720,
    counts: true,
  });
  for (const endpoint of [billing.get, billing.days, billing.bill, billing.fiscal, contract.people] as const)
    expect((await theirs.refusal(endpoint, { params: { id } })).status).toBe(404);
  expect((await theirs.call(contract.get, {})).invoices).toEqual([]);
  expect((await theirs.call(billing.list, {})).data).toEqual([]);
  expect((await mine.call(billing.list, {})).data).toMatchObject([{ id }]);
  expect((await operator.refusal(contract.people, { params: { id } })).status).toBe(404);
  for (const role of ['admin', 'user'] as const) {
    const member = await world.signIn(await unit.person(role));
    expect((await member.refusal(contract.get, {})).status).toBe(403);
    expect((await member.refusal(billing.get, { params: { id } })).status).toBe(403);
  }
});
