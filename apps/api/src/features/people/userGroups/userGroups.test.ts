import { getConfig } from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/people/userGroups.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { newClient } from '#test/harness/billing.ts';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const world = await openWorld();
afterAll(world.close);

test('a group is listed with its people, its end and its rights, and its name is its own in the unit', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const person = await unit.person('user');
  const group = await admin.call(contract.add, {
    body: { name: 'Vendas', refresh_datasets: true, home_page: '/all/reports', ends_on: '2020-01-01' },
  });
  await admin.call(contract.addMembers, { params: { id: group.id }, body: { membership_ids: [person.membership_id ?? ''] } });
  expect((await admin.call(contract.list, { query: { q: 'vendas' } })).data).toEqual([
    { ...group, member_count: 1, ended: true, refresh_datasets: true, home_page: '/all/reports' },
  ]);
  expect(Object.keys((await admin.refusal(contract.add, { body: { name: 'VENDAS' } })).body.errors ?? {})).toEqual(['name']);
  const file = await admin.inject({ method: 'GET', url: '/api/user_groups/export?format=csv&columns=name,member_count,refresh_datasets' });
  expect(file.body).toBe('\ufeffNome;Usuários;Atualizar conjuntos de dados\r\nVendas;1;Sim\r\n');
});

test('the end of a group ends it for everybody, and going on brings back who has no earlier end', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const [short, long] = [await unit.person('user'), await unit.person('user')];
  const group = await admin.call(contract.add, { body: { name: 'Projeto' } });
  const params = { id: group.id };
  await admin.call(contract.addMembers, { params, body: { membership_ids: [short.membership_id ?? ''], ends_on: '2031-01-01' } });
  await admin.call(contract.addMembers, { params, body: { membership_ids: [long.membership_id ?? ''] } });
  const ends = async () =>
    Object.fromEntries(
      (
        await world.owner.run(query.selectFrom('user_group_member').select(['membership_id', 'ends_on']).where('group_id', '=', group.id))
      ).map((row) => [row.membership_id, row.ends_on]),
    );
  await admin.call(contract.update, { params, body: { name: 'Projeto', ends_on: '2030-06-30', version: 1 } });
  expect(await ends()).toEqual({ [short.membership_id ?? '']: '2030-06-30', [long.membership_id ?? '']: '2030-06-30' });
  await admin.call(contract.update, { params, body: { name: 'Projeto', version: 2 } });
  expect(await ends()).toEqual({ [short.membership_id ?? '']: '2031-01-01', [long.membership_id ?? '']: null });
});

test('people of a group begin at its page and have its rights, until it ends for them', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const person = await unit.person('user');
  const group = await admin.call(contract.add, { body: { name: 'Analistas', home_page: '/all/reports', refresh_datasets: true } });
  const reader = await world.signIn(person);
  expect((await reader.call(getConfig, {})).intended).toBe('/');
  await admin.call(contract.addMembers, { params: { id: group.id }, body: { membership_ids: [person.membership_id ?? ''] } });
  expect((await reader.call(getConfig, {})).intended).toBe('/all/reports');
  expect((await world.browser().login(person)).intended).toBe('/all/reports');
  await admin.call(contract.addMembers, {
    params: { id: group.id },
    body: { membership_ids: [person.membership_id ?? ''], ends_on: '2020-01-01' },
  });
  expect((await reader.call(getConfig, {})).intended).toBe('/');
});

test('nobody overwrites what somebody else changed in a group meanwhile', async () => {
  const { admin } = await world.unitWithAdmin();
  const { id } = await admin.call(contract.add, { body: { name: 'Vendas' } });
  await admin.call(contract.update, { params: { id }, body: { name: 'Vendas Sul', version: 1 } });
  const late = await admin.refusal(contract.update, { params: { id }, body: { name: 'Vendas Norte', version: 1 } });
  expect([late.status, late.body.status]).toEqual([409, 'conflict']);
  expect(await admin.call(contract.get, { params: { id } })).toMatchObject({ name: 'Vendas Sul', version: 2 });
});

test('there is one default group', async () => {
  const { admin } = await world.unitWithAdmin();
  const first = await admin.call(contract.add, { body: { name: 'A', is_default: true } });
  await admin.call(contract.add, { body: { name: 'B', is_default: true } });
  expect((await admin.call(contract.get, { params: { id: first.id } })).is_default).toBe(false);
});

test('a group goes to another unit with its people, after a look at what would happen', async () => {
  const partner = await world.partner();
  const [from, to] = [await partner.unit(), await partner.unit({ tenant: { user_limit: 2 } })];
  const partnerStaff = await world.signIn(await partner.person({ unit: from }));
  const [one, both] = [await from.person('user'), await from.person('user')];
  await world.join(both, to);
  const group = await partnerStaff.call(contract.add, { body: { name: 'Conselho', create_notifications: true } });
  await partnerStaff.call(contract.addMembers, {
    params: { id: group.id },
    body: { membership_ids: [one.membership_id ?? '', both.membership_id ?? ''] },
  });
  const params = { id: group.id, tenant_id: to.id };
  const preview = await partnerStaff.call(contract.previewMigration, { params });
  expect(preview).toMatchObject({
    group_exists: false,
    joining: [{ email: one.email }],
    already: [{ email: both.email }],
    reports: [],
    seats: { used: 1, limit: 2 },
    fits: true,
  });
  expect(await partnerStaff.call(contract.migrate, { params, body: { leave: true } })).toEqual({ joined: 1, already: 1, reports: 0 });
  expect((await partnerStaff.refusal(contract.get, { params: { id: group.id } })).status).toBe(404);
  const there = await world.signIn(await to.person('admin'));
  const [moved] = (await there.call(contract.list, {})).data;
  expect(moved).toMatchObject({ name: 'Conselho', member_count: 2, create_notifications: true });
  expect((await there.call(users.list, { query: { q: one.email } })).data[0]).toMatchObject({ person_id: one.id, role: 'user' });
});

test('a migration beyond the seats of the other unit does nothing at all, and strangers have no way there', async () => {
  const partner = await world.partner();
  const [from, to] = [await partner.unit(), await partner.unit({ tenant: { user_limit: 1 } })];
  const partnerStaff = await world.signIn(await partner.person({ unit: from }));
  const admin = await world.signIn(await from.person('admin'));
  const group = await partnerStaff.call(contract.add, { body: { name: 'Conselho' } });
  const people = [await from.person('user'), await from.person('user')].map(({ membership_id }) => membership_id ?? '');
  await partnerStaff.call(contract.addMembers, { params: { id: group.id }, body: { membership_ids: people } });
  const params = { id: group.id, tenant_id: to.id };
  expect((await partnerStaff.call(contract.previewMigration, { params })).fits).toBe(false);
  expect((await partnerStaff.refusal(contract.migrate, { params, body: { leave: true } })).body.status).toBe('unit_user_limit_reached');
  expect((await partnerStaff.call(contract.get, { params: { id: group.id } })).member_count).toBe(2);
  expect((await admin.refusal(contract.migrate, { params, body: {} })).status).toBe(404);
  expect((await admin.refusal(contract.previewMigration, { params: { id: group.id, tenant_id: uuidv7() } })).status).toBe(404);
});

describe('the limit of a client over all its units', () => {
  /** A group of one person who is in another unit of the client already and of one who is in none; the client has three people before. */
  async function groupFor(user_limit: number | null) {
    const partner = await world.partner();
    const client_id = await newClient(world, partner, { user_limit });
    const [from, sister, to] = [
      await partner.unit(),
      await partner.unit({ tenant: { client_id } }),
      await partner.unit({ tenant: { client_id } }),
    ];
    const [known, fresh] = [await from.person('user'), await from.person('user')];
    await world.join(known, sister);
    await sister.person('user');
    await to.person('user');
    const staff = await world.signIn(await partner.person({ unit: from }));
    const group = await staff.call(contract.add, { body: { name: 'Conselho' } });
    const membership_ids = [known, fresh].map(({ membership_id }) => membership_id ?? '');
    await staff.call(contract.addMembers, { params: { id: group.id }, body: { membership_ids } });
    return { staff, params: { id: group.id, tenant_id: to.id } };
  }

  test.each([
    [3, false],
    [4, true],
    [null, true],
  ])('of %s is told before and kept at the deed: %s', async (limit, fits) => {
    const { staff, params } = await groupFor(limit);
    const preview = await staff.call(contract.previewMigration, { params });
    expect(preview).toMatchObject({ fits, contract: limit === null ? null : { wanted: 4, limit }, joining: [{}, {}], seats: { used: 1 } });
    const moving = { params, body: { leave: true } };
    if (fits) expect(await staff.call(contract.migrate, moving)).toMatchObject({ joined: 2 });
    else expect((await staff.refusal(contract.migrate, moving)).body.status).toBe('client_user_limit_reached');
    // Nothing is half done.
    const groups = (await staff.call(contract.list, {})).data;
    expect(groups.some(({ id }) => id === params.id)).toBe(!fits);
  });
});

test('nobody of another unit gets into a group', async () => {
  const [{ admin }, { unit: other }] = [await world.unitWithAdmin(), await world.unitWithAdmin()];
  const stranger = await other.person('user');
  const group = await admin.call(contract.add, { body: { name: 'Vendas' } });
  const refused = await admin.refusal(contract.addMembers, {
    params: { id: group.id },
    body: { membership_ids: [stranger.membership_id ?? ''] },
  });
  expect(refused.status).toBe(404);
});

test('a group says who changed it last', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const group = await admin.call(contract.add, { body: { name: 'Vendas' } });
  expect(group).toMatchObject({ changed_at: null, changed_by: null });
  const second = await unit.person('admin');
  const params = { id: group.id };
  await (await world.signIn(second)).call(contract.update, { params, body: { name: 'Vendedores', version: 1 } });
  expect(await admin.call(contract.get, { params })).toMatchObject({ changed_by: second.name, changed_at: expect.any(String) });
  expect((await admin.call(contract.list, {})).data).toMatchObject([{ changed_by: second.name }]);
});
