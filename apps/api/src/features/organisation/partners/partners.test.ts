import * as contract from '@vitrine/contract/organisation/partners.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { getConfig } from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

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
  expect(data).toEqual([{ id: partner.id, name: partner.name, unit_count: 2, person_count: 3, staff: [], units: expect.any(Array) }]);
  expect(data[0]?.units).toHaveLength(2);
  expect(data[0]?.units).toEqual(
    expect.arrayContaining([
      { id: trial.id, name: trial.name, state: 'trial', person_count: 1, user_limit: 10 },
      { id: active.id, name: active.name, state: 'active', person_count: 2, user_limit: 100 },
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

test('nobody else sees partners', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  for (const person of [await partner.person({ unit }), await unit.person('admin'), await unit.person('user')]) {
    const browser = await world.signIn(person);
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.get, { params: { id: partner.id } })).status).toBe(403);
  }
});
