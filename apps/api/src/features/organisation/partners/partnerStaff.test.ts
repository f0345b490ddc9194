/** A partner's people ask for their own, and somebody else confirms: one of them, or the operator. */
import * as contract from '@vitrine/contract/organisation/partners.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const decide = (id: string, staff_request_id: string, decision: 'confirm' | 'refuse' | 'withdraw') => ({
  params: { id, staff_request_id },
  body: { decision },
});

/** A partner with two people whose contract allows several. */
async function withTwo() {
  const partner = await world.partner();
  await world.owner.run(sql`update partner set allow_several_people = true where id = ${partner.id}`);
  const people = [await partner.person({}), await partner.person({})] as const;
  const ask = async (browser: Browser, mark: string) => {
    const body = { name: `Nova ${mark}`, email: `nova-${mark}-${partner.id}@parceira.example` };
    const { requests } = await browser.call(contract.addStaff, { params: { id: partner.id }, body });
    return { ...body, request_id: requests.find(({ email }) => email === body.email)?.id ?? '' };
  };
  return { partner, people, first: await world.signIn(people[0]), second: await world.signIn(people[1]), ask };
}

test('one asks, is not the one who confirms, and another of the partner does', async () => {
  const { partner, people, first, second, ask } = await withTwo();
  const { request_id, email } = await ask(first, 'a');
  expect((await world.mailsTo(people[1].email))[0]?.text).toContain('Nova a');
  expect(await world.mailsTo(people[0].email)).toEqual([]);
  expect((await first.call(contract.ownStaff, {})).requests).toMatchObject([{ can: { confirm: false, withdraw: true } }]);
  expect((await first.refusal(contract.decideStaff, decide(partner.id, request_id, 'confirm'))).body.status).toBe('second_person_needed');
  await world.runJobs();
  expect(await world.mailsTo(email)).toEqual([]);
  expect((await second.call(contract.ownStaff, {})).requests).toMatchObject([{ can: { confirm: true, withdraw: false } }]);
  await second.call(contract.decideStaff, decide(partner.id, request_id, 'confirm'));
  await world.runJobs();
  expect((await first.call(contract.ownStaff, {})).staff).toHaveLength(3);
  expect((await world.mailsTo(email))[0]?.text).toContain('/new/password/');
});

test('the operator confirms for a partner that has one person, who may withdraw', async () => {
  const { partner, first, ask } = await withTwo();
  const operator = await world.signIn(await world.operator());
  const one = await ask(first, 'b');
  await operator.call(contract.decideStaff, decide(partner.id, one.request_id, 'refuse'));
  const other = await ask(first, 'c');
  expect((await first.call(contract.decideStaff, decide(partner.id, other.request_id, 'withdraw'))).requests).toEqual([]);
  const last = await ask(first, 'd');
  await operator.call(contract.decideStaff, decide(partner.id, last.request_id, 'confirm'));
  await world.runJobs();
  expect(await world.mailsTo(last.email)).toHaveLength(1);
});

test('the contract has to allow several, and says so', async () => {
  const { partner, first, second, ask } = await withTwo();
  const { request_id } = await ask(first, 'e');
  await world.owner.run(sql`update partner set allow_several_people = false where id = ${partner.id}`);
  expect((await first.call(contract.ownStaff, {})).can).toEqual({ add_staff: false, give_billing: true });
  const body = { name: 'Mais', email: `mais-${partner.id}@parceira.example` };
  expect((await first.refusal(contract.addStaff, { params: { id: partner.id }, body })).body.status).toBe('partner_one_person');
  expect((await second.refusal(contract.decideStaff, decide(partner.id, request_id, 'confirm'))).body.status).toBe('partner_one_person');
});

test('another partner and people of units neither see nor ask nor decide', async () => {
  const { partner, first, ask } = await withTwo();
  const { request_id } = await ask(first, 'f');
  const other = await world.partner();
  const unit = await partner.unit();
  const stranger = await world.signIn(await other.person({}));
  const body = { name: 'Alheia', email: `alheia-${other.id}@parceira.example` };
  expect((await stranger.refusal(contract.addStaff, { params: { id: partner.id }, body })).status).toBe(404);
  expect((await stranger.refusal(contract.decideStaff, decide(partner.id, request_id, 'confirm'))).status).toBe(404);
  expect((await stranger.refusal(contract.decideStaff, decide(other.id, request_id, 'confirm'))).status).toBe(404);
  expect((await stranger.call(contract.ownStaff, {})).requests).toEqual([]);
  for (const person of [await unit.person('admin'), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.ownStaff, {})).status).toBe(403);
    expect((await browser.refusal(contract.addStaff, { params: { id: partner.id }, body })).status).toBe(403);
  }
});

test('a partner’s people say who of them gets the bills; another partner, people of units and somebody who has left are out of reach', async () => {
  const { partner, people, first, second } = await withTwo();
  const [, colleague] = people;
  const other = await world.partner();
  const stranger = await other.person({});
  const give = (person_id: string, billing_administrator = true, id = partner.id) => ({
    params: { id, person_id },
    body: { billing_administrator },
  });
  const given = (browser: Browser) =>
    browser.call(contract.ownStaff, {}).then(({ staff }) => staff.filter((one) => one.billing_administrator).map(({ id }) => id));
  expect(await given(first)).toEqual([]);
  await first.call(contract.giveBilling, give(colleague.id));
  expect(await given(second)).toEqual([colleague.id]);
  await second.call(contract.giveBilling, give(colleague.id, false));
  expect(await given(first)).toEqual([]);

  const unit = await partner.unit();
  const strangers = await world.signIn(stranger);
  expect((await strangers.refusal(contract.giveBilling, give(colleague.id))).status).toBe(404);
  expect((await strangers.refusal(contract.giveBilling, give(colleague.id, true, other.id))).status).toBe(404);
  expect((await first.refusal(contract.giveBilling, give(stranger.id))).status).toBe(404);
  const admin = await unit.person('admin');
  expect((await first.refusal(contract.giveBilling, give(admin.id))).status).toBe(404);
  expect((await (await world.signIn(admin)).refusal(contract.giveBilling, give(admin.id))).status).toBe(403);
  await world.owner.run(sql`update staff set state = 'deactivated' where person_id = ${colleague.id}`);
  expect((await first.refusal(contract.giveBilling, give(colleague.id))).status).toBe(404);
  expect(await given(first)).toEqual([]);
});
