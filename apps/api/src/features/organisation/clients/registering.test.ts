import type { Input } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/organisation/clients.ts';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { taxIdOf } from '#test/harness/taxIds.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

type Body = Input<typeof contract.register>['body'];

const forContract = {
  postal_code: '01310100',
  street: 'Avenida Paulista',
  street_number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  region: 'SP',
  invoice_email: 'financeiro@cliente.example',
  contract_date: '2026-10-01',
  first_month: '2026-11',
} as const;

function registration(values: Partial<Body> = {}) {
  const mark = randomBytes(6).toString('hex');
  return {
    kind: 'legal' as const,
    name: `Cliente ${mark}`,
    tax_id: taxIdOf('legal'),
    beginning: 'trial' as const,
    unit_name: `Unidade ${mark}`,
    subdomain: `u${mark}`,
    unit_user_limit: 10,
    admin_name: 'Alba Reis',
    email: `alba-${mark}@cliente.example`,
    ...values,
  };
}

async function partnerWith(values: object = {}) {
  const partner = await world.partner({ partner: { price_cents: 2490, bonus_users: 2, ...values } });
  return { partner, staff: await world.signIn(await partner.person()) };
}

/** What is there of a partner: clients, units, memberships. */
const counts = async (partner_id: string) =>
  (
    await world.owner.run(sql<{ clients: number; units: number; people: number }>`
      select (select count(*)::int from client where partner_id = ${partner_id}) as clients,
        (select count(*)::int from tenant where partner_id = ${partner_id}) as units,
        (select count(*)::int from membership m join tenant t on t.id = m.tenant_id where t.partner_id = ${partner_id}) as people`)
  )[0];

test('a client, its unit on trial and the administrator are made at once, at the price of the partner’s contract', async () => {
  const { partner, staff } = await partnerWith();
  const body = registration();
  world.setTime(new Date('2027-01-10T12:00:00Z'));
  const inside = await world.signIn(await partner.person());
  const made = await inside.call(contract.register, { body: { ...body, demo_report: true } });
  world.setTime(null);
  expect(made.host).toBe(`${body.subdomain}.portal.example`);
  expect(await staff.call(contract.get, { params: { id: made.id } })).toMatchObject({
    situation: 'trial',
    price_cents: 2490,
    bonus_users: 2,
    unit_count: 1,
    person_count: 1,
    units: [{ id: made.unit_id, state: 'trial', user_limit: 10 }],
  });
  const [unit] = await world.owner.run(sql`select trial_ends_on::text from tenant where id = ${made.unit_id}`);
  expect(unit).toEqual({ trial_ends_on: '2027-02-09' });
  await world.runJobs();
  expect((await world.mailsTo(body.email))[0]?.text).toContain('/new/password/');
  const reports = await world.owner.run(sql`select title from report where tenant_id = ${made.unit_id}`);
  expect(reports).toEqual([{ title: 'Vendas do ano (exemplo)' }]);
});

test('a contract at once needs what an invoice needs, and a trial does not', async () => {
  const { partner, staff } = await partnerWith();
  const refused = await staff.refusal(contract.register, { body: registration({ beginning: 'contract' }) });
  expect(Object.keys(refused.body.errors ?? {}).toSorted()).toEqual([...contract.invoiceFields].toSorted());
  const made = await staff.call(contract.register, { body: registration({ beginning: 'contract', ...forContract }) });
  expect(await staff.call(contract.get, { params: { id: made.id } })).toMatchObject({ situation: 'active', units: [{ state: 'active' }] });
  expect(await counts(partner.id)).toEqual({ clients: 1, units: 1, people: 1 });
});

test('whatever is refused, nothing of it stays', async () => {
  const { partner, staff } = await partnerWith();
  const first = registration();
  await staff.call(contract.register, { body: first });
  const other = await partnerWith();
  const refusals: [Partial<Body>, string][] = [
    [{ tax_id: first.tax_id }, 'tax_id'],
    [{ subdomain: first.subdomain }, 'subdomain'],
    [{ email: first.email }, 'email'],
    [{ subdomain: 'admin' }, 'subdomain'],
  ];
  for (const [values, field] of refusals) {
    const refused = await other.staff.refusal(contract.register, { body: registration(values) });
    expect(Object.keys(refused.body.errors ?? {}), field).toEqual([field]);
  }
  expect(await counts(other.partner.id)).toEqual({ clients: 0, units: 0, people: 0 });
  expect(await counts(partner.id)).toEqual({ clients: 1, units: 1, people: 1 });
});

test('twenty at once do not make more units than the contract allows', async () => {
  const { partner, staff } = await partnerWith({ unit_limit: 3 });
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => staff.call(contract.register, { body: registration() })));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect(await counts(partner.id)).toEqual({ clients: 3, units: 3, people: 3 });
  expect((await staff.refusal(contract.register, { body: registration() })).body.status).toBe('partner_unit_limit_reached');
});

test('twenty at once do not promise more people than the contract allows', async () => {
  const { partner, staff } = await partnerWith({ user_limit: 25 });
  const tried = await Promise.allSettled(Array.from({ length: 20 }, () => staff.call(contract.register, { body: registration() })));
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await counts(partner.id)).toMatchObject({ units: 2 });
  expect(await staff.call(contract.registrationTerms, {})).toMatchObject({ unit_count: 2, promised_users: 20, user_limit: 25 });
});

test('only a partner signs up, and chooses neither price nor partner', async () => {
  const { staff } = await partnerWith();
  const unit = await world.unit();
  const people = [await world.operator(), await unit.person('admin'), await unit.person('user')];
  for (const person of people)
    expect((await (await world.signIn(person)).refusal(contract.register, { body: registration() })).status).toBe(403);
  for (const more of [{ price_cents: 1 }, { partner_id: unit.partner_id }, { bonus_users: 100 }])
    expect((await staff.refusal(contract.register, { body: { ...registration(), ...more } })).status).toBe(422);
});
