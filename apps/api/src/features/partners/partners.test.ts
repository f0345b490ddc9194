import * as contract from '@vitrine/contract/features/partners.ts';
import * as users from '@vitrine/contract/features/users.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('the operator sees partners and units as figures, and nobody’s name', async () => {
  const partner = await world.partner();
  const [trial, active] = [
    await partner.unit({ tenant: { state: 'trial', trial_ends_on: '2027-01-01', user_limit: 10 } }),
    await partner.unit(),
  ];
  const people = [await trial.person('admin'), await active.person('user'), await active.person('user')];
  await active.person('user', { membership: { state: 'D' } });
  await active.person('user', { membership: { state: 'I' } });
  const operator = await world.signIn(await world.operator());
  const { data } = await operator.call(contract.list, { query: { q: partner.marker.toUpperCase() } });
  expect(data).toEqual([{ id: partner.id, name: partner.name, unit_count: 2, person_count: 3, units: expect.any(Array) }]);
  expect(data[0]?.units).toHaveLength(2);
  expect(data[0]?.units).toEqual(
    expect.arrayContaining([
      { id: trial.id, name: trial.name, state: 'trial', person_count: 1, user_limit: 10 },
      { id: active.id, name: active.name, state: 'active', person_count: 2, user_limit: 100 },
    ]),
  );
  for (const { email } of people) expect(JSON.stringify(data)).not.toContain(email);
});

test('how full a unit is, is what its limit says, its own list and the operator’s alike', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { user_limit: 3 } });
  const admin = await world.signIn(await unit.person('admin'));
  await unit.person('user', { membership: { state: 'B' } });
  const waiting = await unit.person('user', { membership: { state: 'I' } });
  const operator = await world.signIn(await world.operator());
  const told = async () => {
    const { data } = await operator.call(contract.list, { query: { q: partner.marker } });
    return [data[0]?.units[0]?.person_count, (await admin.call(users.surroundings, {})).seats.used];
  };
  expect(await told()).toEqual([2, 2]);
  await admin.call(users.setState, { params: { id: waiting.membership_id ?? '' }, body: { state: 'A' } });
  expect(await told()).toEqual([3, 3]);
  const one = { name: 'A mais', email: `a-mais@${partner.marker}.example` };
  expect((await admin.refusal(users.add, { body: one })).body.status).toBe('unit_user_limit_reached');
});

test('a partner without units is listed, and the house is no partner’s', async () => {
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

test('nobody else sees partners', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  for (const person of [await partner.person({ unit }), await unit.person('admin'), await unit.person('user')]) {
    expect((await (await world.signIn(person)).refusal(contract.list, {})).status).toBe(403);
  }
});
