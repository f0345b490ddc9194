import * as files from '@vitrine/contract/system/files.ts';
import * as finding from '@vitrine/contract/reading/home.ts';
import * as contract from '@vitrine/contract/reports/reportGroups.ts';
import { query } from '#platform/database/query.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { onePixel } from '#test/harness/pictures.ts';
import { addAccount, openPublishingWorld, publish } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

const add = (admin: Browser, name: string) => admin.call(contract.add, { body: { name } });
const names = async (admin: Browser, query: object = {}) => (await admin.call(contract.list, { query })).data.map((group) => group.name);

test('a new group stands behind the others and says what may be done with it', async () => {
  const { admin } = await world.unitWithAdmin();
  const first = await add(admin, 'Vendas');
  const second = await admin.call(contract.add, { body: { name: ' Logística ', description: 'Entregas', icon: 'truck' } });
  expect(first).toMatchObject({
    name: 'Vendas',
    icon: 'folder',
    position: 1,
    report_count: 0,
    subgroup_count: 0,
    version: 1,
    can: { edit: true, remove: true },
  });
  expect(second).toMatchObject({ name: 'Logística', description: 'Entregas', icon: 'truck', position: 2 });
  expect(await admin.call(contract.get, { params: { id: second.id } })).toEqual(second);
  expect(await names(admin)).toEqual(['Vendas', 'Logística']);
});

test('finds groups by every word of the search, whatever accents and case', async () => {
  const { admin } = await world.unitWithAdmin();
  await admin.call(contract.add, { body: { name: 'Operação Águas', description: 'Região Norte' } });
  await add(admin, 'Operação Terras');
  await add(admin, '100% teste_a');
  expect(await names(admin, { q: 'aguas OPERACAO' })).toEqual(['Operação Águas']);
  expect(await names(admin, { q: 'operacao norte' })).toEqual(['Operação Águas']);
  expect(await names(admin, { q: '0%' })).toEqual(['100% teste_a']);
  expect(await names(admin, { q: 'teste_' })).toEqual(['100% teste_a']);
  expect(await names(admin, { q: 'a_u' })).toEqual([]);
  expect(await names(admin, { q: '\\' })).toEqual([]);
});

test('sorts by hand, by name without accents, and by the number of reports', async () => {
  const { admin } = await world.unitWithAdmin();
  const [, beta] = [await add(admin, 'Água'), await add(admin, 'beta'), await add(admin, 'Abc')];
  await publish(admin, { group_id: beta?.id });
  expect(await names(admin, { sort: 'position' })).toEqual(['Água', 'beta', 'Abc']);
  expect(await names(admin, { sort: 'name' })).toEqual(['Abc', 'Água', 'beta']);
  expect(await names(admin, { sort: '-name' })).toEqual(['beta', 'Água', 'Abc']);
  expect(await names(admin, { sort: '-report_count' })).toEqual(['beta', 'Abc', 'Água']);
  expect((await admin.refusal(contract.list, { query: { sort: 'version; drop table report' as 'name' } })).status).toBe(422);
});

test('answers pages with the number of all', async () => {
  const { admin } = await world.unitWithAdmin();
  for (const index of Array(12).keys()) await add(admin, `Group ${String(index).padStart(2, '0')}`);
  const second = await admin.call(contract.list, { query: { page: 2, per_page: 10 } });
  expect(second.data.map((group) => group.name)).toEqual(['Group 10', 'Group 11']);
  expect(second.meta).toEqual({ page: 2, per_page: 10, total: 12, total_is_capped: false });
});

test('refuses a name that another group of the unit has, whatever its case, and only of the unit', async () => {
  const { admin } = await world.unitWithAdmin();
  const other = (await world.unitWithAdmin()).admin;
  await add(admin, 'Vendas');
  await add(other, 'Vendas');
  const refused = await admin.refusal(contract.add, { body: { name: 'VENDAS' } });
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['name']);
  const finance = await add(admin, 'Finanças');
  expect((await admin.refusal(contract.update, { params: { id: finance.id }, body: { name: 'vendas', version: 1 } })).status).toBe(422);
});

test('does not overwrite what somebody else saved', async () => {
  const { admin } = await world.unitWithAdmin();
  const group = await add(admin, 'Vendas');
  const saved = await admin.call(contract.update, { params: { id: group.id }, body: { name: 'Vendas e metas', version: 1 } });
  expect(saved).toMatchObject({ name: 'Vendas e metas', version: 2 });
  const refused = await admin.refusal(contract.update, { params: { id: group.id }, body: { name: 'Compras', version: 1 } });
  expect([refused.status, refused.body.status]).toEqual([409, 'conflict']);
});

test('puts groups into an order; those not named follow as they were', async () => {
  const { admin } = await world.unitWithAdmin();
  const [a, , c] = [await add(admin, 'a'), await add(admin, 'b'), await add(admin, 'c')];
  await add(admin, 'd');
  await admin.call(contract.reorder, { body: { ids: [c.id, a.id] } });
  expect(await names(admin)).toEqual(['c', 'a', 'b', 'd']);
  expect((await admin.refusal(contract.reorder, { body: { ids: [a.id, a.id] } })).status).toBe(422);
});

test('changes no order when one of the groups is another unit’s', async () => {
  const [admin, other] = [(await world.unitWithAdmin()).admin, (await world.unitWithAdmin()).admin];
  const [a, b] = [await add(admin, 'a'), await add(admin, 'b')];
  const foreign = await add(other, 'x');
  const refused = await admin.refusal(contract.reorder, { body: { ids: [b.id, foreign.id, a.id] } });
  expect([refused.status, refused.body.status]).toEqual([404, 'group_not_found']);
  expect(await names(admin)).toEqual(['a', 'b']);
});

test('an empty group is deleted with its subgroups', async () => {
  const { admin } = await world.unitWithAdmin();
  const group = await add(admin, 'Vendas');
  await admin.call(contract.addSubgroup, { params: { id: group.id }, body: { name: 'Sul' } });
  await admin.call(contract.remove, { params: { id: group.id } });
  expect((await admin.refusal(contract.get, { params: { id: group.id } })).body.status).toBe('group_not_found');
  expect((await admin.refusal(contract.remove, { params: { id: group.id } })).status).toBe(404);
});

test('a group that holds reports is deleted only when they are told where to go', async () => {
  const { admin } = await world.unitWithAdmin();
  const [from, to] = [await add(admin, 'from'), await add(admin, 'to')];
  const subgroup = await admin.call(contract.addSubgroup, { params: { id: from.id }, body: { name: 'Sul' } });
  await publish(admin, { group_id: from.id, subgroup_id: subgroup.id });
  const refused = await admin.refusal(contract.remove, { params: { id: from.id } });
  expect([refused.status, refused.body.status]).toEqual([409, 'in_use']);
  expect((await admin.refusal(contract.remove, { params: { id: from.id }, query: { move_to: from.id } })).status).toBe(422);
  await admin.call(contract.remove, { params: { id: from.id }, query: { move_to: to.id } });
  expect(await admin.call(contract.get, { params: { id: to.id } })).toMatchObject({ report_count: 1 });
});

test('keeps a group whose reports cannot move because of their titles', async () => {
  const { admin } = await world.unitWithAdmin();
  const [from, to] = [await add(admin, 'from'), await add(admin, 'to')];
  const account_id = (await addAccount(admin)).id;
  for (const group of [from, to]) await publish(admin, { group_id: group.id, title: 'Vendas', account_id });
  const refused = await admin.refusal(contract.remove, { params: { id: from.id }, query: { move_to: to.id } });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['move_to']);
  expect(await admin.call(contract.get, { params: { id: from.id } })).toMatchObject({ report_count: 1 });
});

test('subgroups are added, renamed and deleted; their reports stay in the group', async () => {
  const { admin } = await world.unitWithAdmin();
  const group = await add(admin, 'Vendas');
  const params = { id: group.id };
  const south = await admin.call(contract.addSubgroup, { params, body: { name: 'Sul' } });
  await admin.call(contract.addSubgroup, { params, body: { name: 'Norte' } });
  expect((await admin.refusal(contract.addSubgroup, { params, body: { name: 'SUL' } })).status).toBe(422);
  const renamed = await admin.call(contract.updateSubgroup, {
    params: { ...params, subgroup_id: south.id },
    body: { name: 'Região Sul', version: 1 },
  });
  expect(renamed).toMatchObject({ name: 'Região Sul', version: 2, group_id: group.id });
  expect(
    (await admin.refusal(contract.updateSubgroup, { params: { ...params, subgroup_id: south.id }, body: { name: 'x', version: 1 } }))
      .status,
  ).toBe(409);
  await publish(admin, { group_id: group.id, subgroup_id: south.id });
  await admin.call(contract.removeSubgroup, { params: { ...params, subgroup_id: south.id } });
  expect((await admin.call(contract.subgroups, { params })).data.map(({ name }) => name)).toEqual(['Norte']);
  expect(await admin.call(contract.get, { params })).toMatchObject({ report_count: 1, subgroup_count: 1 });
});

test('a subgroup is reached through its own group only', async () => {
  const { admin } = await world.unitWithAdmin();
  const [group, other] = [await add(admin, 'a'), await add(admin, 'b')];
  const subgroup = await admin.call(contract.addSubgroup, { params: { id: group.id }, body: { name: 'Sul' } });
  const params = { id: other.id, subgroup_id: subgroup.id };
  expect((await admin.refusal(contract.updateSubgroup, { params, body: { name: 'x', version: 1 } })).status).toBe(404);
  expect((await admin.refusal(contract.removeSubgroup, { params })).status).toBe(404);
});

test('a reader may not see how groups are kept', async () => {
  const unit = await world.unit();
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await reader.refusal(contract.add, { body: { name: 'x' } })).status).toBe(403);
});

test('changes stand in the audit log under the person who made them', async () => {
  const unit = await world.unit();
  const person = await unit.person('admin');
  const admin = await world.signIn(person);
  const group = await add(admin, 'Vendas');
  await admin.call(contract.update, { params: { id: group.id }, body: { name: 'Compras', version: 1 } });
  await admin.call(contract.remove, { params: { id: group.id } });
  const rows = await world.owner.run(
    query.selectFrom('audit_log').select(['action', 'person_id']).where('object_id', '=', group.id).orderBy('id'),
  );
  expect(rows.map(({ action, person_id }) => [action, person_id])).toEqual([
    ['report_group.add', person.id],
    ['report_group.update', person.id],
    ['report_group.remove', person.id],
  ]);
});

test('refuses a search that the database could not read', async () => {
  const { admin } = await world.unitWithAdmin();
  for (const q of ['a%00b', '%ED%A0%80', '%ff']) {
    const answer = await admin.inject({ method: 'GET', url: `/api/report_groups?q=${q}` });
    expect([q, answer.statusCode >= 400 && answer.statusCode < 500]).toEqual([q, true]);
  }
});

test('a report shows its own cover, or else its subgroup’s, or else its group’s', async () => {
  const { admin } = await world.unitWithAdmin();
  const stored = async (kind: 'cover' | 'group_cover') =>
    (await admin.call(files.add, { query: { kind, name: 'capa.png' }, body: onePixel })).id;
  const [own, ofSubgroup, ofGroup] = [await stored('cover'), await stored('group_cover'), await stored('group_cover')];
  const group = await admin.call(contract.add, { body: { name: 'Vendas', cover_id: ofGroup } });
  const place = { id: group.id };
  const south = await admin.call(contract.addSubgroup, { params: place, body: { name: 'Sul', cover_id: ofSubgroup } });
  const account_id = (await addAccount(admin)).id;
  const inGroup = { group_id: group.id, account_id };
  await publish(admin, { ...inGroup, title: 'a', cover_id: own, subgroup_id: south.id });
  await publish(admin, { ...inGroup, title: 'b', subgroup_id: south.id });
  await publish(admin, { ...inGroup, title: 'c' });
  const covers = async () => {
    const { latest } = await admin.call(finding.home, {});
    return latest.toSorted((one, other) => one.title.localeCompare(other.title)).map(({ cover }) => cover?.split('/').at(-2) ?? null);
  };
  expect(await covers()).toEqual([own, ofSubgroup, ofGroup]);
  const params = { ...place, subgroup_id: south.id };
  expect(await admin.call(contract.updateSubgroup, { params, body: { name: 'Sul', version: 1 } })).toMatchObject({
    cover_id: null,
    cover: null,
  });
  expect(await covers()).toEqual([own, ofGroup, ofGroup]);
  const stranger = (await world.unitWithAdmin()).admin;
  const elsewhere = (await stranger.call(files.add, { query: { kind: 'group_cover', name: 'capa.png' }, body: onePixel })).id;
  expect((await admin.refusal(contract.updateSubgroup, { params, body: { name: 'Sul', version: 2, cover_id: elsewhere } })).status).toBe(
    404,
  );
});

test('a group says who changed it last; where it stands is no change, and neither is what is in it', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const group = await add(admin, 'Vendas');
  const other = await add(admin, 'Compras');
  expect(group).toMatchObject({ changed_at: null, changed_by: null });
  const second = await unit.person('admin');
  const body = { name: 'Vendas da rede', version: 1 };
  await (await world.signIn(second)).call(contract.update, { params: { id: group.id }, body });
  const changed = await admin.call(contract.get, { params: { id: group.id } });
  expect(changed).toMatchObject({ changed_by: second.name, changed_at: expect.any(String) });
  await admin.call(contract.reorder, { body: { ids: [other.id, group.id] } });
  expect(await admin.call(contract.get, { params: { id: group.id } })).toMatchObject({
    changed_by: second.name,
    changed_at: changed.changed_at,
  });
});
