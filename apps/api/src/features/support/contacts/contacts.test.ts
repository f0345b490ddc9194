import { contacts } from '@vitrine/contract/support/contacts.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('a reader asks the active administrators of the unit, by name and address, and those of no other', async () => {
  const unit = await world.unit();
  const [ana, bia] = [await unit.person('admin', { person: { name: 'Ana' } }), await unit.person('admin', { person: { name: 'Bia' } })];
  await unit.person('admin', { membership: { state: 'blocked' } });
  await (await world.unit()).person('admin');
  const reader = await world.signIn(await unit.person('user'));
  expect(await reader.call(contacts, {})).toEqual({ people: [ana, bia].map(({ name, email }) => ({ name, email })), partner: null });
});

test('of many administrators a few are named', async () => {
  const unit = await world.unit();
  for (let count = 0; count < 5; count++) await unit.person('admin');
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.call(contacts, {})).people).toHaveLength(3);
});

test('an administrator asks the partner, whose people are not named; partner and operator ask nobody here', async () => {
  const partner = await world.partner({ partner: { name: 'Horizonte Dados' } });
  const unit = await partner.unit();
  const [admin, staff, operator] = [await unit.person('admin'), await partner.person({ unit }), await world.operator()];
  const asked = async (person: typeof admin) => (await world.signIn(person)).call(contacts, {});
  expect(await asked(admin)).toEqual({ people: [], partner: 'Horizonte Dados' });
  for (const person of [staff, operator]) expect(await asked(person)).toEqual({ people: [], partner: null });
});
