import * as contract from '@vitrine/contract/features/partners.ts';
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
