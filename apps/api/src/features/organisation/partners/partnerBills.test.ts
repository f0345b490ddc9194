/** What partners are told to bring, as the operator sees it. A world of its own: the last month that was billed is one of the platform. */
import { list as invoices } from '@vitrine/contract/billing/billing.ts';
import * as contract from '@vitrine/contract/organisation/partners.ts';
import { afterAll, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { newClient } from '#test/harness/billing.ts';
import type { Partner } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

type Invoice = { month: string; state: 'draft' | 'open' | 'overdue' | 'paid' | 'cancelled'; total_cents: number };

let number = 0;

async function billed(partner: Partner, rows: readonly Invoice[]): Promise<void> {
  const client_id = await newClient(world, partner);
  const same = {
    client_id,
    partner_id: partner.id,
    person_count: 1,
    bonus_users: 0,
    price_cents: 1,
    client_name: 'Cliente',
    client_tax_id: '1',
  };
  const values = rows.map((row) => ({
    ...same,
    ...row,
    id: uuidv7(),
    due_on: `${row.month}-28`,
    number: row.state === 'draft' ? null : (number += 1),
    opened_at: row.state === 'draft' ? null : new Date(),
    ...(row.state === 'paid' ? { paid_on: `${row.month}-28`, paid_by: 'hand' } : {}),
    ...(row.state === 'cancelled' ? { cancelled_at: new Date(), cancel_reason: 'Engano' } : {}),
  }));
  for (const value of values) await world.owner.run(query.insertInto('invoice').values(value));
}

test('the operator sees what each partner’s clients came to in the last month billed, and what they owe; the list sorts by it', async () => {
  const [small, large, none] = [await world.partner(), await world.partner(), await world.partner()];
  const operator = await world.signIn(await world.operator());
  const bills = async (sort: 'bill' | '-bill') =>
    (await operator.call(contract.list, { query: { sort } })).data.map(({ id, bill }) => ({ id, bill }));
  expect((await bills('bill'))[0]?.bill).toEqual({ month: null, total_cents: 0, unpaid_cents: 0, overdue_cents: 0 });
  await billed(small, [
    { month: '2026-08', state: 'overdue', total_cents: 500 },
    { month: '2026-09', state: 'draft', total_cents: 2000 },
    { month: '2026-10', state: 'cancelled', total_cents: 9000 },
  ]);
  await billed(small, [{ month: '2026-09', state: 'open', total_cents: 30 }]);
  await billed(large, [
    { month: '2026-08', state: 'paid', total_cents: 7000 },
    { month: '2026-09', state: 'paid', total_cents: 3000 },
  ]);
  const expected = {
    [large.id]: { month: '2026-09', total_cents: 3000, unpaid_cents: 0, overdue_cents: 0 },
    [small.id]: { month: '2026-09', total_cents: 2030, unpaid_cents: 530, overdue_cents: 500 },
    [none.id]: { month: '2026-09', total_cents: 0, unpaid_cents: 0, overdue_cents: 0 },
  };
  const sorted = (await bills('-bill')).filter(({ id }) => id in expected);
  expect(sorted).toEqual([large, small, none].map(({ id }) => ({ id, bill: expected[id] })));
  expect((await operator.call(contract.get, { params: { id: small.id } })).bill).toEqual(expected[small.id]);
});

test('the amount of a partner leads to a list that holds exactly its invoices', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  await billed(partner, [{ month: '2026-09', state: 'overdue', total_cents: 700 }]);
  await billed(other, [{ month: '2026-09', state: 'overdue', total_cents: 1 }]);
  const operator = await world.signIn(await world.operator());
  const { data, sums } = await operator.call(invoices, { query: { partner_id: partner.id } });
  expect([data.length, sums]).toEqual([1, { total_cents: 700, unpaid_cents: 700, overdue_cents: 700 }]);
  const staff = await world.signIn(await partner.person({ unit: await partner.unit() }));
  expect((await staff.call(invoices, { query: { partner_id: other.id } })).data).toEqual([]);
});
