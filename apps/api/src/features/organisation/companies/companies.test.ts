import { get, list, update } from '@vitrine/contract/organisation/companies.ts';
import * as registration from '@vitrine/contract/signIn/registration.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';

const world = await openWorld();
afterAll(world.close);

const open = { self_registration: true, allow_registering_reports: true, only_own_accounts: false, version: 1 };

async function partnerWithUnit() {
  const partner = await world.partner();
  const unit = await partner.unit();
  return { partner, unit, partnerStaff: await world.signIn(await partner.person({ unit })) };
}

test('a partner sees its own units, with the seats that count', async () => {
  const { partner, unit, partnerStaff } = await partnerWithUnit();
  const closed = await partner.unit({ tenant: { state: 'closed' } });
  for (const state of ['active', 'blocked', 'inactive', 'deactivated'] as const) await unit.person('user', { membership: { state } });
  const { data } = await partnerStaff.call(list, {});
  expect(data).toMatchObject([{ id: unit.id, name: unit.name, person_count: 2, user_limit: 100, ...open }]);
  expect(data.map(({ id }) => id)).not.toContain(closed.id);
  expect(await partnerStaff.call(get, { params: { id: unit.id } })).toEqual(data[0]);
  expect((await partnerStaff.refusal(get, { params: { id: closed.id } })).status).toBe(404);
});

test('what a partner takes away is taken away at once', async () => {
  const { unit, partnerStaff } = await partnerWithUnit();
  await world.owner.run(
    query
      .updateTable('tenant_setting')
      .set({ value: JSON.stringify({ enable_auto_register: true }) })
      .where('tenant_id', '=', unit.id),
  );
  const admin = await world.signIn(await unit.person('admin'));
  expect((await admin.call(registration.getSettings, {})).allowed).toBe(true);
  const saved = await partnerStaff.call(update, { params: { id: unit.id }, body: { ...open, self_registration: false } });
  expect(saved).toMatchObject({ self_registration: false, version: 2 });
  expect((await admin.call(registration.getSettings, {})).allowed).toBe(false);
  const [line] = await world.owner.run(
    query
      .selectFrom('audit_log')
      .select(['object_type', 'before', 'after'])
      .where('tenant_id', '=', unit.id)
      .where('action', '=', 'company.update'),
  );
  expect(line).toMatchObject({ object_type: 'tenant', before: { self_registration: true }, after: { self_registration: false } });
});

test('nobody is overwritten silently', async () => {
  const { unit, partnerStaff } = await partnerWithUnit();
  await partnerStaff.call(update, { params: { id: unit.id }, body: open });
  expect((await partnerStaff.refusal(update, { params: { id: unit.id }, body: open })).body.status).toBe('conflict');
});

test('another partner’s unit is not there, and nobody else may ask', async () => {
  const { unit, partnerStaff } = await partnerWithUnit();
  const other = await partnerWithUnit();
  expect((await partnerStaff.refusal(update, { params: { id: other.unit.id }, body: open })).status).toBe(404);
  expect((await partnerStaff.refusal(get, { params: { id: other.unit.id } })).status).toBe(404);
  const strangers = [await unit.person('admin'), await unit.person('user'), await world.operator()];
  for (const stranger of strangers) {
    const browser = await world.signIn(stranger);
    expect((await browser.refusal(list, {})).status).toBe(403);
    expect((await browser.refusal(get, { params: { id: unit.id } })).status).toBe(403);
    expect((await browser.refusal(update, { params: { id: unit.id }, body: open })).status).toBe(403);
  }
});
