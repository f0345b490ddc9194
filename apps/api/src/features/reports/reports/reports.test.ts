import * as contract from '@vitrine/contract/reports/reports.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addAccount, addGroup, grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world, service } = await openPublishingWorld();

const params = ({ id }: { id: string }) => ({ params: { id } });

/** A report as the form sends it back: the fields that may be written. */
function inputOf(report: Report) {
  const { can: _can, ...row } = report;
  return contract.update.body.parse(Object.fromEntries(Object.entries(row).filter(([field]) => field in contract.update.body.shape)));
}

test('a registered report starts with everything off that gives more power', async () => {
  const { admin } = await world.unitWithAdmin();
  const [account, group] = [await addAccount(admin), await addGroup(admin)];
  const report = await publish(admin, { title: ' Clima ', account_id: account.id, group_id: group.id });
  expect(report).toMatchObject({
    title: 'Clima',
    account_name: account.name,
    group_name: group.name,
    subgroup_id: null,
    subgroup_name: null,
    ...samples.weather,
    identity_required: false,
    roles_required: false,
    active: true,
    grant_count: 0,
    allow_edit: false,
    side_filter: false,
    show_hidden_pages: false,
    ignore_rls: false,
    allow_export: false,
    data_rule: 'none',
    resolution: 'fit_to_width',
    orientation: 'auto',
    can: { edit: true, remove: true },
  });
  expect(await admin.call(contract.get, params(report))).toEqual({ ...report, last_opened_at: null, openings: 0 });
});

test('what the data set demands is read from the service, not from the browser', async () => {
  const { admin } = await world.unitWithAdmin();
  expect(await publish(admin, { sample: 'sales' })).toMatchObject({ identity_required: true, roles_required: true, data_rule: 'rls' });
});

test('a data set with roles cannot be published without row-level security, nor one without roles with it', async () => {
  const { admin } = await world.unitWithAdmin();
  for (const [sample, data_rule] of [
    ['sales', 'none'],
    ['sales', 'filter'],
    ['weather', 'rls'],
  ] as const) {
    await expect(publish(admin, { sample, data_rule })).rejects.toMatchObject({
      status: 422,
      body: { errors: { data_rule: [expect.any(String)] } },
    });
  }
  const report = await publish(admin, { sample: 'sales' });
  const refused = await admin.refusal(contract.update, { ...params(report), body: { ...inputOf(report), data_rule: 'none' } });
  expect(Object.keys(refused.body.errors ?? {})).toEqual(['data_rule']);
});

test('a data set that has gained roles since is noticed when the rule is set', async () => {
  const { admin } = await world.unitWithAdmin();
  const report = await publish(admin, { sample: 'sales' });
  await world.owner.run(
    query.updateTable('report').set({ identity_required: false, roles_required: false, data_rule: 'none' }).where('id', '=', report.id),
  );
  const changed = await admin.call(contract.update, { ...params(report), body: { ...inputOf(report), data_rule: 'rls' } });
  expect(changed).toMatchObject({ data_rule: 'rls', identity_required: true, roles_required: true });
});

test('a title is taken once in a group', async () => {
  const { admin } = await world.unitWithAdmin();
  const [account, group] = [await addAccount(admin), await addGroup(admin)];
  const place = { account_id: account.id, group_id: group.id };
  await publish(admin, { ...place, title: 'Clima' });
  await publish(admin, { account_id: account.id, title: 'Clima' });
  await expect(publish(admin, { ...place, title: 'CLIMA' })).rejects.toMatchObject({
    status: 422,
    body: { errors: { title: [expect.any(String)] } },
  });
  const other = await publish(admin, { ...place, title: 'Outro' });
  expect((await admin.refusal(contract.update, { ...params(other), body: { ...inputOf(other), title: 'clima' } })).status).toBe(422);
});

test('does not overwrite what somebody else saved', async () => {
  const { admin } = await world.unitWithAdmin();
  const report = await publish(admin);
  const saved = await admin.call(contract.update, { ...params(report), body: { ...inputOf(report), title: 'Novo', active: false } });
  expect(saved).toMatchObject({ title: 'Novo', active: false, version: 2 });
  expect((await admin.refusal(contract.update, { ...params(report), body: { ...inputOf(report), title: 'Antigo' } })).body.status).toBe(
    'conflict',
  );
});

test('accounts and places of another unit are not there', async () => {
  const [admin, other] = [(await world.unitWithAdmin()).admin, (await world.unitWithAdmin()).admin];
  const [account, group] = [await addAccount(admin), await addGroup(admin)];
  const foreign = { account_id: (await addAccount(other)).id, group_id: (await addGroup(other)).id };
  const place = { account_id: account.id, group_id: group.id };
  for (const wrong of [
    { account_id: foreign.account_id },
    { group_id: foreign.group_id },
    { subgroup_id: uuidv7() },
    { account_id: uuidv7() },
  ]) {
    await expect(publish(admin, { ...place, ...wrong })).rejects.toMatchObject({ status: 404 });
  }
  const report = await publish(admin, place);
  expect(
    (await admin.refusal(contract.update, { ...params(report), body: { ...inputOf(report), group_id: foreign.group_id } })).status,
  ).toBe(404);
});

test('a report that the service does not have is not registered', async () => {
  const { admin } = await world.unitWithAdmin();
  const report = await publish(admin);
  const { account_id, group_id, workspace_id } = report;
  const refused = await admin.refusal(contract.add, {
    body: { title: 'x', account_id: account_id!, group_id, workspace_id: workspace_id!, external_report_id: uuidv7() },
  });
  expect([refused.status, refused.body.status]).toEqual([502, 'reporting_not_found']);
});

test('a search that finds more than a list counts still shows the first of them, in the order that is wanted', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const { group_id, account_id } = await publish(admin, { title: 'Zeta' });
  await world.owner.run(sql`
    insert into report (tenant_id, id, title, group_id, account_id, workspace_id, external_report_id)
    select ${unit.id}::uuid, uuid_v7(), 'Copy ' || lpad(n::text, 4, '0'), ${group_id}::uuid, ${account_id}::uuid, gen_random_uuid(), gen_random_uuid()
    from generate_series(1, 1100) n`);
  const found = (wanted: object) => admin.call(contract.list, { query: { q: 'copy', per_page: 10, ...wanted } });
  const first = await found({});
  expect(first.meta).toMatchObject({ total: 1000, total_is_capped: true });
  expect(first.data.map(({ title }) => title).slice(0, 2)).toEqual(['Copy 0001', 'Copy 0002']);
  const second = await found({ page: 2, after: first.meta.next });
  expect(second.data[0]?.title).toBe('Copy 0011');
  expect((await found({ sort: '-title' })).data[0]?.title).toBe('Copy 1100');
  expect((await found({ q: '1100 copy' })).data).toHaveLength(1);
});

test('lists, sorts, filters by group and finds by title and description', async () => {
  const { admin } = await world.unitWithAdmin();
  const [account, group] = [await addAccount(admin), await addGroup(admin)];
  const add = (title: string, values = {}) => publish(admin, { account_id: account.id, group_id: group.id, title, ...values });
  await add('Água e esgoto', { description: 'Região Norte' });
  await add('beta');
  await add('Abc');
  const elsewhere = await publish(admin, { account_id: account.id, title: 'Elsewhere' });
  const titles = async (wanted: object) => (await admin.call(contract.list, { query: wanted })).data.map(({ title }) => title);
  expect(await titles({ group_id: group.id })).toEqual(['Abc', 'Água e esgoto', 'beta']);
  expect(await titles({ sort: '-title' })).toEqual(['Elsewhere', 'beta', 'Água e esgoto', 'Abc']);
  expect(await titles({ sort: '-created_at', per_page: 1 })).toEqual(['Elsewhere']);
  const byGroup = await titles({ sort: '-group_name' });
  const within = ['beta', 'Água e esgoto', 'Abc'];
  expect([
    ['Elsewhere', ...within],
    [...within, 'Elsewhere'],
  ]).toContainEqual(byGroup);
  expect(await titles({ q: 'norte AGUA' })).toEqual(['Água e esgoto']);
  expect(await titles({ q: 'abc', group_id: elsewhere.group_id })).toEqual([]);
  expect((await admin.call(contract.list, { query: { per_page: 2, page: 2 } })).meta).toEqual({
    page: 2,
    per_page: 2,
    total: 4,
    total_is_capped: false,
    next: null,
  });
});

test('reports are sorted by their state and by the age of their data; what was never refreshed is the oldest', async () => {
  const { admin } = await world.unitWithAdmin();
  const fresh = await publish(admin, { title: 'Fresh' });
  const place = { account_id: fresh.account_id ?? '', group_id: fresh.group_id };
  const old = await publish(admin, { title: 'Old', ...place });
  const never = await publish(admin, { title: 'Never', ...place });
  const datasets = new Map([
    [fresh.id, { days: 1, dataset: uuidv7() }],
    [old.id, { days: 9, dataset: uuidv7() }],
    [never.id, { days: 0, dataset: uuidv7() }],
  ]);
  for (const [id, { days, dataset }] of datasets) {
    await world.owner.run(sql`update report set dataset_id = ${dataset}, active = ${days !== 9} where id = ${id}`);
    if (days > 0)
      await world.owner.run(
        sql`insert into dataset_refresh (tenant_id, id, account_id, dataset_workspace_id, dataset_id, source, state, asked_at, ended_at)
          select tenant_id, ${uuidv7()}, account_id, workspace_id, dataset_id, 'schedule', 'completed', now() - make_interval(days => ${days}), now() - make_interval(days => ${days})
          from report where id = ${id}`,
      );
  }
  const titles = async (sort: 'updated' | '-updated' | 'active') =>
    (await admin.call(contract.list, { query: { sort } })).data.map(({ title }) => title);
  expect(await titles('updated')).toEqual(['Never', 'Old', 'Fresh']);
  expect(await titles('-updated')).toEqual(['Fresh', 'Old', 'Never']);
  expect((await titles('active'))[0]).toBe('Old');
});

test('a page begins behind the last row of the one before, in every order, also when that row is gone', async () => {
  const { admin } = await world.unitWithAdmin();
  const first = await publish(admin);
  const made = [first];
  for (const title of ['d', 'B', 'ç', 'a', 'e', 'F'])
    made.push(await publish(admin, { title, account_id: first.account_id ?? '', group_id: first.group_id }));
  const fields = ['title', 'group_name', 'active', 'updated', 'created_at', 'position'] as const;
  for (const sort of fields.flatMap((field) => [field, `-${field}`] as const)) {
    const all = (await admin.call(contract.list, { query: { sort, per_page: 100 } })).data.map(({ id }) => id);
    const walk = async (page: number, after?: string): Promise<string[]> => {
      const { data, meta } = await admin.call(contract.list, { query: { sort, page, per_page: 2, ...(after ? { after } : {}) } });
      expect(meta).toMatchObject({ page, total: made.length });
      return [...data.map(({ id }) => id), ...(meta.next ? await walk(page + 1, meta.next) : [])];
    };
    expect(await walk(1)).toEqual(all);
  }
  const page = await admin.call(contract.list, { query: { per_page: 2 } });
  await admin.call(contract.remove, { params: { id: page.meta.next ?? '' } });
  const after = page.meta.next ?? '';
  expect((await admin.call(contract.list, { query: { per_page: 2, page: 2, after } })).data).toHaveLength(2);
});

test('a report goes with its assignments and stays in the service', async () => {
  const { admin } = await world.unitWithAdmin();
  const report = await publish(admin);
  await grant(admin, report, { to: 'unit' });
  expect(await admin.call(contract.get, params(report))).toMatchObject({ grant_count: 1 });
  const calls = service.calls.length;
  await admin.call(contract.remove, params(report));
  expect((await admin.refusal(contract.get, params(report))).status).toBe(404);
  expect((await admin.refusal(contract.remove, params(report))).status).toBe(404);
  expect(service.calls).toHaveLength(calls);
});

test('where the unit may not register reports its administrators may not either, but the partner may', async () => {
  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { allow_registering_reports: false } });
  const admin = await world.signIn(await unit.person('admin'));
  const partnerStaff = await world.signIn(await partner.person({ unit }));
  await expect(publish(admin)).rejects.toMatchObject({ status: 403 });
  const report = await publish(partnerStaff);
  expect((await admin.refusal(contract.remove, params(report))).status).toBe(403);
});

test('the operator keeps reports of its own unit', async () => {
  const operator = await world.signIn(await world.operator());
  const account = await addAccount(operator);
  // The operator has no report groups of its own to make: its unit comes with one.
  const group = {
    tenant_id: (await world.owner.run(query.selectFrom('tenant').select('id').where('is_operator_tenant', '=', true)))[0]!.id,
    id: uuidv7(),
  };
  await world.owner.run(query.insertInto('report_group').values({ ...group, name: 'Own', position: 1 }));
  const report = await publish(operator, { account_id: account.id, group_id: group.id });
  expect((await operator.call(contract.list, {})).data.map(({ id }) => id)).toEqual([report.id]);
  const { admin } = await world.unitWithAdmin();
  expect((await admin.refusal(contract.get, params(report))).status).toBe(404);
});
