import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { defaultUnit } from './defaultUnit.ts';

const world = await openWorld();
afterAll(world.close);

const identity = scoped(world.services.database, { kind: 'identity' });

test('each partner has one unit for the cloud and one for registration, and another partner has others', async () => {
  const [partner, other] = [await world.partner(), await world.partner()];
  const cloud = await partner.unit({ tenant: { default_for_cloud: true } });
  const registration = await partner.unit({ tenant: { default_for_registration: true } });
  await other.unit();
  expect(await defaultUnit(identity, partner.id, 'cloud')).toBe(cloud.id);
  expect(await defaultUnit(identity, partner.id, 'registration')).toBe(registration.id);
  expect(await defaultUnit(identity, other.id, 'cloud')).toBeNull();
  expect(await defaultUnit(identity, null, 'cloud')).toBeNull();
});

test('nobody comes to a unit that is suspended, closed or being erased, or whose partner is suspended', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { default_for_cloud: true } });
  const set = (values: object) => world.owner.run(query.updateTable('tenant').set(values).where('id', '=', unit.id));
  for (const state of ['suspended', 'closed']) {
    await set({ state, closed_at: state === 'closed' ? new Date() : null });
    expect(await defaultUnit(identity, partner.id, 'cloud'), state).toBeNull();
  }
  await set({ state: 'trial', closed_at: null, trial_ends_on: '2999-01-01' });
  expect(await defaultUnit(identity, partner.id, 'cloud')).toBe(unit.id);
  await set({ erasing_since: new Date() });
  expect(await defaultUnit(identity, partner.id, 'cloud')).toBeNull();
  await set({ erasing_since: null });
  await world.owner.run(query.updateTable('partner').set({ state: 'suspended' }).where('id', '=', partner.id));
  expect(await defaultUnit(identity, partner.id, 'cloud')).toBeNull();
});
