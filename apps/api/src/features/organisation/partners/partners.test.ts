import * as contract from '@vitrine/contract/organisation/partners.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { ofPartner } from '@vitrine/contract/audit/audit.ts';
import type { Input } from '@vitrine/contract/endpoint.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { beginSuspensions } from './suspension.ts';

const world = await openWorld();
afterAll(world.close);

test('the operator sees partners and units as figures, and nobody’s name', async () => {
  const partner = await world.partner();
  const [trial, active] = [
    await partner.unit({ tenant: { state: 'trial', trial_ends_on: '2027-01-01', user_limit: 10 } }),
    await partner.unit(),
  ];
  const people = [await trial.person('admin'), await active.person('user'), await active.person('user')];
  await active.person('user', { membership: { state: 'deactivated' } });
  await active.person('user', { membership: { state: 'inactive' } });
  const operator = await world.signIn(await world.operator());
  const { data } = await operator.call(contract.list, { query: { q: partner.marker.toUpperCase() } });
  expect(data).toMatchObject([{ id: partner.id, name: partner.name, unit_count: 2, person_count: 3, staff: [] }]);
  expect(data[0]?.units).toHaveLength(2);
  const goesOn = { suspended_for: '', closed_at: null, erasing: false };
  expect(data[0]?.units).toEqual(
    expect.arrayContaining([
      { id: trial.id, name: trial.name, state: 'trial', person_count: 1, user_limit: 10, ...goesOn },
      { id: active.id, name: active.name, state: 'active', person_count: 2, user_limit: 100, ...goesOn },
    ]),
  );
  for (const { email } of people) expect(JSON.stringify(data)).not.toContain(email);
  expect(await operator.call(contract.get, { params: { id: partner.id } })).toEqual(data[0]);
  expect((await operator.refusal(contract.get, { params: { id: active.id } })).status).toBe(404);
});

test('how full a unit is, is what its limit says, its own list and the operator’s alike', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { user_limit: 3 } });
  const admin = await world.signIn(await unit.person('admin'));
  await unit.person('user', { membership: { state: 'blocked' } });
  const waiting = await unit.person('user', { membership: { state: 'inactive' } });
  const operator = await world.signIn(await world.operator());
  const told = async () => {
    const { data } = await operator.call(contract.list, { query: { q: partner.marker } });
    return [data[0]?.units[0]?.person_count, (await admin.call(users.surroundings, {})).seats.used];
  };
  expect(await told()).toEqual([2, 2]);
  await admin.call(users.setState, { params: { id: waiting.membership_id ?? '' }, body: { state: 'active' } });
  expect(await told()).toEqual([3, 3]);
  const one = { name: 'A mais', email: `a-mais@${partner.marker}.example` };
  expect((await admin.refusal(users.add, { body: one })).body.status).toBe('unit_user_limit_reached');
});

test('a partner without units is listed, and the operator’s unit is no partner’s', async () => {
  const partner = await world.partner();
  const operator = await world.signIn(await world.operator());
  const { data } = await operator.call(contract.list, { query: { per_page: 100, sort: '-name' } });
  expect(data.find(({ id }) => id === partner.id)).toMatchObject({ unit_count: 0, person_count: 0, units: [] });
  expect(data.map(({ name }) => name)).toEqual(
    data
      .map(({ name }) => name)
      .toSorted()
      .toReversed(),
  );
});

test('the operator takes the second factor of a partner’s person away, who hears of it, and of nobody else', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [partnerStaff, other, admin] = [await partner.person({ unit }), await partner.person({ unit }), await unit.person('admin')];
  const former = await partner.person({ staff: { state: 'deactivated' } });
  await world.owner.run(
    sql`insert into second_factor (person_id, email_confirmed_at) values (${partnerStaff.id}, now()), (${former.id}, now()), (${admin.id}, now())`,
  );
  const [chief, inside] = [await world.operator(), await world.signIn(partnerStaff)];
  const operator = await world.signIn(chief);
  const staff = async () => (await operator.call(contract.list, { query: { q: partner.marker } })).data[0]?.staff ?? [];
  const factors = async () => new Map((await staff()).map(({ email, second_factor }) => [email, second_factor]));
  expect((await operator.call(contract.get, { params: { id: partner.id } })).staff).toHaveLength(2);
  expect(await factors()).toEqual(
    new Map([
      [partnerStaff.email, true],
      [other.email, false],
    ]),
  );
  const reset = ({ id }: { id: string }) => ({ params: { id } });
  for (const nobody of [admin, chief, await world.operator(), former])
    expect((await operator.refusal(contract.resetSecondFactor, reset(nobody))).status).toBe(404);
  for (const somebody of [inside, await world.signIn(other), await world.signIn(admin)])
    expect((await somebody.refusal(contract.resetSecondFactor, reset(partnerStaff))).status).toBe(403);
  await operator.call(contract.resetSecondFactor, reset(partnerStaff));
  expect((await inside.refusal(getConfig, {})).status).toBe(401);
  expect((await factors()).get(partnerStaff.email)).toBe(false);
  const kept = sql<{
    person_id: string;
  }>`select person_id from second_factor where person_id in (${partnerStaff.id}, ${former.id}, ${admin.id})`;
  expect(new Set((await world.owner.run(kept)).map(({ person_id }) => person_id))).toEqual(new Set([former.id, admin.id]));
  const line = sql`select actor_id, person_id, tenant_id, partner_id from audit_log where action = 'second_factor.reset' and person_id = ${partnerStaff.id}`;
  expect(await world.owner.run(line)).toEqual([
    { actor_id: chief.id, person_id: partnerStaff.id, tenant_id: null, partner_id: partner.id },
  ]);
  const told = async () => (await world.mailsTo(partnerStaff.email))[0]?.text ?? '';
  await expect.poll(told).toContain(`${chief.name} é da equipe que opera a plataforma`);
  expect(await told()).not.toContain('administrador');
});

const newPartner = (values: Partial<Input<typeof contract.add>['body']> = {}): Input<typeof contract.add>['body'] => {
  const mark = Math.random().toString(36).slice(2);
  return {
    name: `Parceira ${mark}`,
    contract_date: '2026-11-01',
    allow_several_people: false,
    unit_limit: 5,
    user_limit: 200,
    price_cents: 1990,
    bonus_users: 2,
    staff: { name: 'Primeira Pessoa', email: `primeira-${mark}@parceira.example` },
    ...values,
  };
};

/** A partner whose first person has an account. */
async function withFirstPerson(operator: Browser, values: Partial<Input<typeof contract.add>['body']> = {}) {
  const body = newPartner(values);
  const { id } = await operator.call(contract.add, { body });
  await world.runJobs();
  return { partner: await operator.call(contract.get, { params: { id } }), body };
}

test('a partner is made with its contract, and its first person sets a password by the link in a mail', async () => {
  const operator = await world.signIn(await world.operator());
  const { partner, body } = await withFirstPerson(operator);
  const { staff, ...fields } = body;
  expect(partner).toMatchObject({ ...fields, state: 'active', requests: [], units: [] });
  expect(partner.staff).toMatchObject([{ ...staff, second_factor: false }]);
  const [mail] = await world.mailsTo(staff.email);
  expect(mail?.text).toContain('/new/password/');
  const again = await operator.refusal(contract.add, { body: newPartner({ staff }) });
  expect(again.body.errors).toEqual({ email: [expect.any(String)] });
  const changed = { ...fields, user_limit: null, price_cents: 5, version: partner.version };
  expect(await operator.call(contract.update, { params: { id: partner.id }, body: changed })).toMatchObject({
    user_limit: null,
    price_cents: 5,
  });
  expect((await operator.refusal(contract.update, { params: { id: partner.id }, body: changed })).body.status).toBe('conflict');
  const { data } = await operator.call(ofPartner, { params: { id: partner.id } });
  expect(data.map(({ object_type, action }) => `${object_type} ${action}`)).toEqual(
    expect.arrayContaining(['partner partner.update', 'partner partner.add', 'staff partner_staff.make']),
  );
});

test('a job that runs twice makes one account', async () => {
  const operator = await world.signIn(await world.operator());
  const { partner, body } = await withFirstPerson(operator);
  await world.owner.run(sql`update jobs.job set state = 'created', started_on = null, completed_on = null
    where data ->> 'job' = 'partner_staff.make' and data -> 'payload' ->> 'staff_request_id' in
      (select id::text from staff_request where partner_id = ${partner.id})`);
  await world.runJobs();
  expect((await operator.call(contract.get, { params: { id: partner.id } })).staff).toHaveLength(1);
  expect(await world.mailsTo(body.staff.email)).toHaveLength(1);
});

test('a further person takes two operators, within seven days, and a contract that allows several', async () => {
  const [asking, other] = [await world.signIn(await world.operator()), await world.signIn(await world.operator())];
  const { partner } = await withFirstPerson(asking);
  const params = { id: partner.id };
  const person = (mark: string) => ({ name: `Segunda ${mark}`, email: `segunda-${mark}-${partner.id}@parceira.example` });
  const ask = (mark: string) => asking.call(contract.addStaff, { params, body: person(mark) });
  expect((await asking.refusal(contract.addStaff, { params, body: person('a') })).body.status).toBe('partner_one_person');
  await world.owner.run(sql`update partner set allow_several_people = true where id = ${partner.id}`);
  const [request] = (await ask('a')).requests;
  const decide = (id: string, decision: 'confirm' | 'refuse' | 'withdraw') => ({
    params: { ...params, staff_request_id: id },
    body: { decision },
  });
  const id = request?.id ?? '';
  expect(request).toMatchObject({ confirmed: false, can: { confirm: false, withdraw: true } });
  expect((await asking.refusal(contract.decideStaff, decide(id, 'confirm'))).body.status).toBe('second_person_needed');
  expect((await other.refusal(contract.decideStaff, decide(id, 'withdraw'))).status).toBe(403);
  await world.runJobs();
  expect(await world.mailsTo(person('a').email)).toEqual([]);
  expect((await asking.refusal(contract.addStaff, { params, body: person('a') })).body.errors).toHaveProperty('email');
  expect((await other.call(contract.get, { params })).requests).toMatchObject([{ can: { confirm: true, withdraw: false } }]);
  const both = await Promise.allSettled([
    other.call(contract.decideStaff, decide(id, 'confirm')),
    other.call(contract.decideStaff, decide(id, 'confirm')),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await world.runJobs();
  expect((await other.call(contract.get, { params })).staff).toHaveLength(2);
  expect(await world.mailsTo(person('a').email)).toHaveLength(1);

  const [late] = (await ask('b')).requests;
  world.setTime(new Date(Date.now() + 8 * 86_400_000));
  const fresh = await world.signIn(await world.operator());
  expect((await fresh.refusal(contract.decideStaff, decide(late?.id ?? '', 'confirm'))).body.status).toBe('conflict');
  expect((await fresh.call(contract.get, { params })).requests).toEqual([]);
  world.setTime(null);
  const [withdrawn] = (await ask('c')).requests.filter(({ name }) => name === 'Segunda c');
  expect((await asking.call(contract.decideStaff, decide(withdrawn?.id ?? '', 'withdraw'))).requests).toHaveLength(1);
});

test('not even the database lets one person ask and confirm', async () => {
  const person = await world.operator();
  const { id } = await world.partner();
  const alone = sql`insert into staff_request (id, partner_id, name, email, state, asked_by, lapses_at, decided_by, decided_at)
    values (gen_random_uuid(), ${id}, 'Só', 'so@parceira.example', 'confirmed', ${person.id}, now(), ${person.id}, now())`;
  await expect(world.owner.run(alone)).rejects.toThrow('two_people');
});

test('a suspension is announced a week before, begins on its day, ends the sessions of the staff alone, and is taken back', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const [staff, reader] = [await partner.person({ unit }), await unit.person('user')];
  const operator = await world.signIn(await world.operator());
  const params = { id: partner.id };
  const { version } = await operator.call(contract.get, { params });
  world.setTime(new Date('2027-03-01T15:00:00Z'));
  const chief = await world.signIn(await world.operator());
  const early = await chief.refusal(contract.suspend, { params, body: { suspends_on: '2027-03-07', version } });
  expect(early.body.errors).toEqual({ suspends_on: [expect.stringContaining('7')] });
  await chief.call(contract.suspend, { params, body: { suspends_on: '2027-03-08', version } });
  expect((await world.mailsTo(staff.email))[0]?.text).toContain('08/03/2027');
  expect(await world.mailsTo(reader.email)).toEqual([]);

  // Still the seventh in São Paulo.
  world.setTime(new Date('2027-03-08T02:30:00Z'));
  await world.runJobs(beginSuspensions);
  const [inside, reading] = [await world.signIn(staff), await world.signIn(reader)];
  await inside.call(getConfig, {});
  world.setTime(new Date('2027-03-08T03:10:00Z'));
  await world.runJobs(beginSuspensions);
  expect((await inside.refusal(getConfig, {})).status).toBe(401);
  await reading.call(getConfig, {});
  const again = await world.signIn(await world.operator());
  const suspended = await again.call(contract.get, { params });
  expect(suspended).toMatchObject({ state: 'suspended', can: { edit: true } });
  await again.call(contract.resume, { params, body: { version: suspended.version } });
  await (await world.signIn(staff)).call(getConfig, {});
  expect(await world.mailsTo(staff.email)).toHaveLength(2);
  await world.runJobs(beginSuspensions);
  expect((await again.call(contract.get, { params })).state).toBe('active');
  world.setTime(null);
});

test('a partner closes once no unit is open, and nothing is added to it any more', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const staff = await world.signIn(await partner.person({ unit }));
  const operator = await world.signIn(await world.operator());
  const params = { id: partner.id };
  const close = { params, body: { version: 1 } };
  expect((await operator.refusal(contract.close, close)).body.status).toBe('partner_has_units');
  await world.owner.run(sql`update tenant set state = 'closed' where id = ${unit.id}`);
  expect(await operator.call(contract.close, close)).toMatchObject({
    state: 'closed',
    can: { edit: false, edit_units: true, add_staff: false, close: false },
  });
  expect((await staff.refusal(getConfig, {})).status).toBe(401);
  const person = { name: 'Nova', email: `nova@${partner.marker}.example` };
  expect((await operator.refusal(contract.addStaff, { params, body: person })).status).toBe(404);
});

test('nobody else sees partners', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  for (const person of [await partner.person({ unit }), await unit.person('admin'), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.get, { params: { id: partner.id } })).status).toBe(403);
    expect((await browser.refusal(contract.add, { body: newPartner() })).status).toBe(403);
    expect((await browser.refusal(contract.close, { params: { id: partner.id }, body: { version: 1 } })).status).toBe(403);
  }
});
