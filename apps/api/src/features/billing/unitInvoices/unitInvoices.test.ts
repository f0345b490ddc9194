import * as billing from '@vitrine/contract/billing/billing.ts';
import * as summary from '@vitrine/contract/billing/billingSummary.ts';
import { get as trends } from '@vitrine/contract/billing/billingTrends.ts';
import * as contract from '@vitrine/contract/billing/unitInvoices.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { newClient, since } from '#test/harness/billing.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';
import { draftInvoices } from '../billing/billing.jobs.ts';

const world = await openWorld();
afterAll(world.close);
afterEach(() => world.setTime(null));

/** A unit with its client, the client's draft of September, and two administrators, one of whom has to do with bills. */
async function drafted() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const client = await newClient(world, partner, { first_month: '2026-09' });
  await since(world, unit, client, '2026-08-01', 3);
  const [payer, other] = [await unit.person('admin'), await unit.person('admin')];
  await giveBilling(payer);
  world.setTime(new Date('2026-10-02T12:00:00Z'));
  await world.runJobs(draftInvoices);
  const [row] = await world.owner.run(sql<{ id: string }>`select id from invoice where client_id = ${client}`);
  return { partner, unit, client, payer, other, id: row?.id ?? '' };
}

const giveBilling = ({ id }: Person, given = true) =>
  world.owner.run(sql`update membership set billing_administrator = ${given} where person_id = ${id}`);

async function issued() {
  const made = await drafted();
  const operator = await world.signIn(await world.operator());
  const invoice = await operator.call(billing.open, { params: { id: made.id }, body: { version: 1 } });
  await world.runJobs();
  return { ...made, operator, invoice };
}

const idsOf = async (browser: Browser) => (await browser.call(contract.list, {})).data.map(({ id }) => id);

test('an administrator of the unit who has to do with bills sees what its client owes, how to pay, and the papers', async () => {
  const { payer, id, operator, invoice } = await issued();
  const browser = await world.signIn(payer);
  const list = await browser.call(contract.list, {});
  expect(list.data).toMatchObject([{ id, number: invoice.number, month: '2026-09', state: 'open', total_cents: invoice.total_cents }]);
  expect(list.unpaid_cents).toBe(invoice.total_cents);
  const settings = await operator.call(billing.getSettings, {});
  await operator.call(billing.updateSettings, { body: { ...settings, pix_text: '00020126-pix', payment_line: '34191.79001' } });
  const one = await browser.call(contract.get, { params: { id } });
  expect(one).toMatchObject({ pix_text: '00020126-pix', payment_line: '34191.79001', positions: [{ kind: 'people', quantity: 3 }] });
  expect(JSON.stringify(one)).not.toContain('Person ');
  const paper = await browser.inject({ method: 'GET', url: `/api/unit_invoices/${id}/bill` });
  expect(paper.headers['content-type']).toBe('application/pdf');
  expect((await browser.refusal(contract.fiscal, { params: { id } })).status).toBe(404);
  expect((await world.mailsTo(payer.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining(`${invoice.number}`)]);
});

test('nobody else of the unit does, and it ends at once when the partner takes it back', async () => {
  const { payer, other, unit, id } = await issued();
  const reader = await unit.person('user');
  for (const person of [other, reader]) {
    const browser = await world.signIn(person);
    for (const endpoint of [contract.list, contract.get, contract.bill, contract.fiscal])
      expect((await browser.refusal(endpoint, { params: { id } })).status).toBe(403);
  }
  const browser = await world.signIn(payer);
  expect(await idsOf(browser)).toEqual([id]);
  await giveBilling(payer, false);
  expect((await browser.refusal(contract.list, {})).status).toBe(403);
  expect((await browser.refusal(contract.get, { params: { id } })).status).toBe(403);
  expect((await world.mailsTo(other.email)).length).toBe(0);
});

test('drafts, and the invoices of other clients and partners, are not there', async () => {
  const mine = await drafted();
  const theirs = await issued();
  const browser = await world.signIn(mine.payer);
  expect(await idsOf(browser)).toEqual([]);
  for (const id of [mine.id, theirs.id])
    for (const endpoint of [contract.get, contract.bill, contract.fiscal])
      expect((await browser.refusal(endpoint, { params: { id } })).status).toBe(404);
});

test('the pages of operator and partner stay theirs', async () => {
  const { payer, id } = await issued();
  const browser = await world.signIn(payer);
  const refused = [
    await browser.refusal(billing.list, {}),
    await browser.refusal(billing.get, { params: { id } }),
    await browser.refusal(billing.days, { params: { id } }),
    await browser.refusal(billing.bill, { params: { id } }),
    await browser.refusal(billing.open, { params: { id }, body: { version: 2 } }),
    await browser.refusal(billing.getSettings, {}),
    await browser.refusal(summary.get, {}),
    await browser.refusal(summary.people, { params: { id } }),
    await browser.refusal(trends, {}),
  ];
  for (const { status } of refused) expect([403, 404]).toContain(status);
});

test('who becomes a reader, or whose unit goes to another client, sees bills no longer', async () => {
  const { partner, unit, payer } = await issued();
  const kept = async () =>
    (await world.owner.run(sql<{ given: boolean }>`select billing_administrator as given from membership where person_id = ${payer.id}`))[0]
      ?.given;
  await world.owner.run(sql`update tenant set client_id = ${await newClient(world, partner)} where id = ${unit.id}`);
  expect(await kept()).toBe(false);
  await giveBilling(payer);
  await world.owner.run(sql`update membership set role = 'user' where person_id = ${payer.id}`);
  expect(await kept()).toBe(false);
  await giveBilling(payer);
  expect(await kept()).toBe(false);
});

test('the partner says who sees bills; an administrator can neither give it nor take it, and loses nothing by saving', async () => {
  const { partner, unit, payer, other } = await issued();
  const staff = await world.signIn(await partner.person({ unit }));
  const change = async (browser: Browser, person: Person, billing_administrator: boolean | undefined) => {
    const { data } = await browser.call(users.list, { query: { q: person.email } });
    const { id, version, ...user } = await browser.call(users.get, { params: { id: data[0]?.id ?? '' } });
    const { name, email, phone, language, role, authentication_level } = user;
    const body = {
      name,
      email,
      phone,
      language,
      role,
      authentication_level,
      version,
      ...(billing_administrator === undefined ? {} : { billing_administrator }),
    };
    return { params: { id }, body } as Parameters<Browser['call']>[1] & { params: { id: string }; body: never };
  };
  expect(await staff.call(users.update, await change(staff, other, true))).toMatchObject({ billing_administrator: true });
  expect(await staff.call(users.update, await change(staff, other, false))).toMatchObject({ billing_administrator: false });
  const admin = await world.signIn(payer);
  expect((await admin.refusal(users.update, await change(admin, other, true))).status).toBe(403);
  expect((await admin.refusal(users.update, await change(admin, payer, false))).status).toBe(403);
  expect(await admin.call(users.update, await change(admin, payer, undefined))).toMatchObject({ billing_administrator: true });
});
