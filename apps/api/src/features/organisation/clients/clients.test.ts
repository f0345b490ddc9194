import { ofClient } from '@vitrine/contract/audit/audit.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import * as contract from '@vitrine/contract/organisation/clients.ts';
import * as partners from '@vitrine/contract/organisation/partners.ts';
import { platformOverview } from '@vitrine/contract/reading/home.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Partner } from '#test/harness/population.ts';
import { taxIdOf } from '#test/harness/taxIds.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

type NewClient = Input<typeof contract.add>['body'];

const operatorSignedIn = async () => world.signIn(await world.operator());
const sellerSignedIn = async () => {
  const person = await world.operator({ staff: { seller: true } });
  return { person, seller: await world.signIn(person) };
};

/** What the form sends at least. */
const bare = (partner: Partner, values: Partial<NewClient> = {}) => ({
  partner_id: partner.id,
  kind: 'legal' as const,
  name: `Client ${partner.marker}`,
  tax_id: taxIdOf('legal'),
  price_cents: 2990,
  ...values,
});

const forContract = {
  postal_code: '01310-100',
  street: 'Avenida Paulista',
  street_number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  region: 'SP',
  invoice_email: 'Financeiro@Cliente.example',
  contract_date: '2026-10-01',
  first_month: '2026-11',
} as const;

const added = (browser: Browser, partner: Partner, values: Partial<NewClient> = {}) =>
  browser.call(contract.add, { body: bare(partner, values) });

/** A client as the form of its page sends it back. */
function formOf({
  partner_id: _partner,
  partner_name: _partnerName,
  situation: _situation,
  seller: _seller,
  units: _units,
  can: _can,
  unit_count: _unitCount,
  person_count: _people,
  created_at: _created,
  id: _id,
  ...form
}: contract.Client) {
  return form;
}

test('a client is kept with every field, its number without mask and in capitals', async () => {
  const partner = await world.partner();
  const operator = await operatorSignedIn();
  const number = '12.abc.345/01de-35';
  const client = await added(operator, partner, {
    ...forContract,
    tax_id: number,
    trade_name: 'Loja Alfa',
    state_registration: '110.042.490.114',
    customer_code: 'C-77',
    complement: 'Conjunto 12',
    business_email: 'contato@cliente.example',
    commercial_phone: '+55 (11) 3888-7777',
    due_day: 5,
    bonus_users: 3,
    user_limit: 40,
    seller_name: 'Rita Lopes',
  });
  expect(client).toMatchObject({
    tax_id: '12ABC34501DE35',
    postal_code: '01310100',
    invoice_email: 'financeiro@cliente.example',
    commercial_phone: '+551138887777',
    seller: 'Rita Lopes',
    partner_name: partner.name,
    situation: 'prospect',
    price_cents: 2990,
    can: { edit: true, situations: ['trial', 'active', 'ended'] },
  });
  expect(await operator.call(contract.get, { params: { id: client.id } })).toEqual(client);
  const body = { ...formOf(client), trade_name: 'Loja Beta', price_cents: 1 };
  const changed = await operator.call(contract.update, { params: { id: client.id }, body });
  expect(changed).toMatchObject({ trade_name: 'Loja Beta', price_cents: 1, version: 2 });
  expect((await operator.refusal(contract.update, { params: { id: client.id }, body })).body.status).toBe('conflict');
});

test.each([
  ['a wrong check digit', { tax_id: '11222333000182' }, 'tax_id'],
  ['the number of a person for a company', { tax_id: '52998224725' }, 'tax_id'],
  ['the number of a company for a person', { kind: 'physical', tax_id: '11222333000181' }, 'tax_id'],
  ['no number', { tax_id: ' . ' }, 'tax_id'],
  ['a postal code of another state', { postal_code: '01310100', region: 'RJ' }, 'region'],
  ['a postal code that nobody has', { postal_code: '00100100' }, 'postal_code'],
  ['a registration beside the exemption', { state_registration: '1', state_registration_exempt: true }, 'state_registration'],
  ['half a centavo', { price_cents: 10.5 }, 'price_cents'],
  ['a price below nothing', { price_cents: -1 }, 'price_cents'],
  ['a due day that some months lack', { due_day: 29 }, 'due_day'],
  ['a month that is none', { first_month: '2026-13' }, 'first_month'],
  ['an address that is no e-mail', { invoice_email: 'financeiro' }, 'invoice_email'],
] as const)('refuses %s', async (_, values, field) => {
  const operator = await operatorSignedIn();
  const refused = await operator.refusal(contract.add, { body: bare(await world.partner(), values) });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, [field]]);
});

test('a number belongs to one client of the platform, whatever the partner', async () => {
  const operator = await operatorSignedIn();
  const first = await added(operator, await world.partner());
  const other = await world.partner();
  const refused = await operator.refusal(contract.add, { body: bare(other, { tax_id: first.tax_id }) });
  expect(refused.body.errors).toEqual({ tax_id: [expect.stringContaining('repete um valor')] });
  const second = await added(operator, other, { kind: 'physical', tax_id: taxIdOf('physical') });
  const again = await operator.refusal(contract.update, {
    params: { id: second.id },
    body: { ...formOf(second), kind: 'legal', tax_id: first.tax_id },
  });
  expect(again.status).toBe(422);
  expect((await operator.refusal(contract.add, { body: bare({ ...other, id: first.id }) })).status).toBe(404);
});

test('a contract begins once an invoice can be written, ends when no unit is open, and may begin again', async () => {
  const partner = await world.partner();
  const operator = await operatorSignedIn();
  const { id } = await added(operator, partner);
  const move = (situation: contract.Situation, version: number) => ({ params: { id }, body: { situation, version } });
  const early = await operator.refusal(contract.setSituation, move('active', 1));
  expect(Object.keys(early.body.errors ?? {}).toSorted()).toEqual([...contract.invoiceFields].toSorted());
  const client = await operator.call(contract.get, { params: { id } });
  await operator.call(contract.update, { params: { id }, body: { ...formOf(client), ...forContract } });
  expect(await operator.call(contract.setSituation, move('active', 2))).toMatchObject({ can: { situations: ['ended'] } });
  const emptied = await operator.refusal(contract.update, {
    params: { id },
    body: { ...formOf(client), ...forContract, city: '', version: 3 },
  });
  expect(Object.keys(emptied.body.errors ?? {})).toEqual(['city']);
  expect((await operator.refusal(contract.setSituation, move('prospect', 3))).body.status).toBe('client_situation');

  const unit = await partner.unit({ tenant: { client_id: id } });
  expect((await operator.refusal(contract.setSituation, move('ended', 3))).body.status).toBe('client_has_units');
  await world.owner.run(sql`update tenant set state = 'closed' where id = ${unit.id}`);
  expect((await operator.refusal(contract.setSituation, move('ended', 2))).body.status).toBe('conflict');
  await operator.call(contract.setSituation, move('ended', 3));
  expect(await operator.call(contract.setSituation, move('active', 4))).toMatchObject({ situation: 'active' });
  const { data } = await operator.call(ofClient, { params: { id } });
  expect(data.map(({ action }) => action)).toEqual([
    'client.situation',
    'client.situation',
    'client.situation',
    'client.update',
    'client.add',
  ]);
});

test('the list is searched, narrowed and sorted, and counts units and licences', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const operator = await operatorSignedIn();
  const names = ['Zebra', 'Águia', 'Macaco'].map((name) => `${name} ${partner.marker}`);
  const [zebra, eagle] = [
    await added(operator, partner, { name: names[0] ?? '', price_cents: 300, trade_name: 'Listrada' }),
    await added(operator, partner, { name: names[1] ?? '', price_cents: 100, situation: 'trial' }),
  ];
  await added(operator, other, { name: names[2] ?? '', price_cents: 200 });
  const unit = await partner.unit({ tenant: { client_id: zebra.id } });
  await unit.person('admin');
  await unit.person('user', { membership: { state: 'blocked' } });
  await unit.person('user', { membership: { state: 'deactivated' } });
  const listed = async (query: Partial<Input<typeof contract.list>['query']>) =>
    (await operator.call(contract.list, { query: { q: partner.marker, ...query } })).data.map(({ name }) => name.split(' ')[0]);
  expect(await listed({})).toEqual(['Águia', 'Macaco', 'Zebra']);
  expect(await listed({ sort: '-price_cents' })).toEqual(['Zebra', 'Macaco', 'Águia']);
  expect(await listed({ sort: '-person_count' })).toEqual(['Zebra', 'Águia', 'Macaco'].toSorted((a) => (a === 'Zebra' ? -1 : 0)));
  expect(await listed({ situation: 'trial' })).toEqual(['Águia']);
  expect(await listed({ partner_id: other.id })).toEqual(['Macaco']);
  expect(await listed({ q: `listrada ${partner.marker}` })).toEqual(['Zebra']);
  expect(await listed({ q: eagle.tax_id })).toEqual(['Águia']);
  const { data } = await operator.call(contract.list, { query: { q: zebra.tax_id } });
  expect(data).toMatchObject([{ unit_count: 1, person_count: 2 }]);
  expect(await operator.call(contract.get, { params: { id: zebra.id } })).toMatchObject({
    units: [{ id: unit.id, name: unit.name, state: 'active', person_count: 2, user_limit: 100 }],
  });
});

test('a limit may be set to the people whom a client has, in all its units together, and to no fewer', async () => {
  const partner = await world.partner();
  const operator = await operatorSignedIn();
  const client = await added(operator, partner);
  const [one, other] = [await partner.unit({ tenant: { client_id: client.id } }), await partner.unit({ tenant: { client_id: client.id } })];
  await one.person('admin');
  await other.person('admin');
  await other.person('user', { membership: { state: 'deactivated' } });
  const limited = (user_limit: number | null, version: number) => ({
    params: { id: client.id },
    body: { ...formOf(client), user_limit, version },
  });
  const refused = await operator.refusal(contract.update, limited(1, client.version));
  expect([refused.status, refused.body.status]).toEqual([409, 'client_user_limit_reached']);
  const exact = await operator.call(contract.update, limited(2, client.version));
  expect((await operator.call(contract.update, limited(null, exact.version))).user_limit).toBeNull();
});

test('a partner reads its own clients, and those of another are not there', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const operator = await operatorSignedIn();
  const [own, foreign] = [await added(operator, partner), await added(operator, other)];
  const staff = await world.signIn(await partner.person());
  const list = await staff.call(contract.list, {});
  expect(list.data.map(({ id }) => id)).toEqual([own.id]);
  expect(list.can).toEqual({ add: false });
  expect(await staff.call(contract.get, { params: { id: own.id } })).toMatchObject({ can: { edit: false, situations: [] } });
  expect((await staff.call(ofClient, { params: { id: own.id } })).data).toHaveLength(1);
  for (const endpoint of [contract.get, ofClient])
    expect((await staff.refusal(endpoint, { params: { id: foreign.id } })).status, endpoint.path).toBe(404);
  expect((await staff.refusal(contract.add, { body: bare(partner) })).status).toBe(403);
  expect((await staff.refusal(contract.update, { params: { id: own.id }, body: formOf(own) })).status).toBe(403);
  expect((await staff.refusal(contract.choices, {})).status).toBe(403);
});

test('people of units do not come near clients', async () => {
  const unit = await world.unit();
  const { id } = await added(await operatorSignedIn(), await world.partner());
  for (const person of [await unit.person('admin'), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.get, { params: { id } })).status).toBe(403);
  }
});

test('a seller has the clients that it looks after, and nothing else of the platform', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const operator = await operatorSignedIn();
  const { person, seller } = await sellerSignedIn();
  const foreign = await added(operator, other);
  const given = await added(operator, partner, { seller_id: person.id });
  const own = await added(seller, partner, { kind: 'physical', tax_id: taxIdOf('physical') });
  expect([given.seller, own.seller_id]).toEqual([person.name, person.id]);
  const { data, can } = await seller.call(contract.list, {});
  expect(can).toEqual({ add: true });
  expect(new Set(data.map(({ id }) => id))).toEqual(new Set([given.id, own.id]));
  for (const endpoint of [contract.get, ofClient])
    expect((await seller.refusal(endpoint, { params: { id: foreign.id } })).status).toBe(404);
  const theirs = { params: { id: foreign.id }, body: formOf(foreign) };
  expect((await seller.refusal(contract.update, theirs)).status).toBe(404);
  const away = { ...formOf(given), seller_id: null, city: 'Santos' };
  expect(await seller.call(contract.update, { params: { id: given.id }, body: away })).toMatchObject({
    seller_id: person.id,
    city: 'Santos',
  });
  const [theirPartner, ...others] = (await seller.call(partners.list, { query: { sort: '-bill' } })).data;
  expect([theirPartner?.id, theirPartner?.bill, others]).toEqual([partner.id, null, []]);
  expect((await seller.refusal(partners.get, { params: { id: other.id } })).status).toBe(404);
  expect((await seller.refusal(partners.resetSecondFactor, { params: { id: person.id } })).status).toBe(403);
  expect((await seller.refusal(platformOverview, {})).status).toBe(403);
  const hidden = (await seller.call(getConfig, {})).hidden_menu;
  expect(hidden).toEqual(expect.arrayContaining(['dashboard', 'billing', 'audit', 'maintenance', 'domain']));
  expect(['client', 'partners', 'account', 'notifications'].filter((screen) => hidden.includes(screen))).toEqual([]);
});

test('only sellers of the operator are chosen as sellers', async () => {
  const partner = await world.partner();
  const operator = await operatorSignedIn();
  const { person } = await sellerSignedIn();
  const former = await world.operator({ staff: { seller: true, state: 'deactivated' } });
  const { sellers, partners: choices } = await operator.call(contract.choices, {});
  expect(sellers.map(({ id }) => id)).toContain(person.id);
  expect(sellers.map(({ id }) => id)).not.toContain(former.id);
  expect(choices).toContainEqual({ id: partner.id, name: partner.name, price_cents: 0, bonus_users: 0, closed: false });
  const closed = await world.partner();
  await world.owner.run(sql`update partner set state = 'closed' where id = ${closed.id}`);
  const { partners: all } = await operator.call(contract.choices, {});
  expect(all).toContainEqual(expect.objectContaining({ id: closed.id, name: closed.name, closed: true }));
  expect((await operator.refusal(contract.add, { body: bare(closed, {}) })).status).toBe(404);
  const nobody = await operator.refusal(contract.add, { body: bare(partner, { seller_id: (await partner.person()).id }) });
  expect(Object.keys(nobody.body.errors ?? {})).toEqual(['seller_id']);
});
