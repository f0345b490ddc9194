import * as contract from '@vitrine/contract/reading/reportReading.ts';
import * as reportGroups from '@vitrine/contract/reports/reportGroups.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { addGroup, grant, groupOf, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

const scene = (options?: Parameters<typeof world.unit>[0]) => publishingScene(world, options);

const params = ({ id }: { id: string }) => ({ params: { id } });
const titles = async (browser: Browser, wanted: object = {}) =>
  (await browser.call(contract.mine, { query: wanted })).data.map(({ title }) => title);

test('a reader has the reports assigned in person, by group and with the unit; administrator and partner have all', async () => {
  const { partner, unit, admin, ana, reader, publish: register, toAna } = await scene();
  const add = (title: string) => register({ title });
  await toAna(await add('A person'));
  await grant(admin, await add('B group'), { to: 'user_group', to_id: await groupOf(world, unit, ana) });
  const both = await add('C all ways');
  await grant(admin, both, { to: 'unit' });
  await toAna(both);
  await add('D nobody');
  const inactive = await add('E inactive');
  await grant(admin, inactive, { to: 'unit' });
  await world.owner.run(query.updateTable('report').set({ active: false }).where('id', '=', inactive.id));
  expect(await titles(reader)).toEqual(['A person', 'B group', 'C all ways']);
  expect((await reader.call(contract.mine, {})).meta).toEqual({ page: 1, per_page: 20, total: 3, total_is_capped: false, next: null });
  for (const manager of [admin, await world.signIn(await partner.person({ unit }))]) {
    expect(await titles(manager)).toEqual(['A person', 'B group', 'C all ways', 'D nobody']);
  }
});

test('assignments end with their last day in the unit’s time zone, and so does belonging to a group', async () => {
  const { unit, admin, ana, publish: add, toAna } = await scene({ settings: { timezone: 'America/Sao_Paulo' } });
  const made: Report[] = [];
  for (const title of ['A person', 'B member', 'C group', 'D unit', 'E for ever']) made.push(await add({ title }));
  const [person, member, group, everybody, ever] = made as [Report, Report, Report, Report, Report];
  await toAna(person, { ends_on: '2030-05-10' });
  await grant(admin, member, { to: 'user_group', to_id: await groupOf(world, unit, ana, '2030-05-10') });
  await grant(admin, group, { to: 'user_group', to_id: await groupOf(world, unit, ana), ends_on: '2030-05-10' });
  await grant(admin, everybody, { to: 'unit', ends_on: '2030-05-10' });
  await toAna(ever);
  const at = async (time: string) => {
    world.setTime(new Date(time));
    const session = await world.signIn(ana);
    const seen = await titles(session);
    // The list in SQL and the decision in the rules agree on the same day.
    for (const report of made) {
      const exists = await session.call(contract.exists, { body: { reportId: report.id } }).then(
        () => true,
        () => false,
      );
      expect([report.title, exists]).toEqual([report.title, seen.includes(report.title)]);
    }
    return seen;
  };
  try {
    expect(await at('2030-05-11T02:59:00Z')).toEqual(['A person', 'B member', 'C group', 'D unit', 'E for ever']);
    expect(await at('2030-05-11T03:00:00Z')).toEqual(['E for ever']);
  } finally {
    world.setTime(new Date());
  }
});

test('finds, filters, sorts and pages my reports', async () => {
  const { admin, reader, publish: add, toAna } = await scene();
  const [sales, people] = [
    await admin.call(reportGroups.add, { body: { name: 'Água' } }),
    await admin.call(reportGroups.add, { body: { name: 'Zona' } }),
  ];
  const south = await admin.call(reportGroups.addSubgroup, { ...params(sales), body: { name: 'Sul' } });
  const made = [
    await add({ title: 'Água e esgoto', description: 'Região Norte', group_id: people.id }),
    await add({ title: 'Balanço', group_id: sales.id, subgroup_id: south.id }),
    await add({ title: 'Caixa', group_id: sales.id }),
  ];
  await add({ title: 'Água de ninguém', group_id: sales.id });
  for (const report of made) await toAna(report);
  await reader.call(contract.favourite, { ...params(made[2]!), body: { favourite: true } });

  expect(await titles(reader, { q: 'NORTE agua' })).toEqual(['Água e esgoto']);
  // Two of them by their group.
  expect(await titles(reader, { q: 'agua' })).toEqual(['Água e esgoto', 'Balanço', 'Caixa']);
  expect(await titles(reader, { q: 'esgoto' })).toEqual(['Água e esgoto']);
  expect(await titles(reader, { q: 'a' })).toEqual(['Água e esgoto', 'Balanço', 'Caixa']);
  expect(await titles(reader, { q: 'nothing like it' })).toEqual([]);
  expect(await titles(reader, { sort: '-title' })).toEqual(['Caixa', 'Balanço', 'Água e esgoto']);
  expect(await titles(reader, { sort: 'group_name' })).toEqual(['Balanço', 'Caixa', 'Água e esgoto']);
  expect(await titles(reader, { sort: '-group_name', q: 'a' })).toEqual(['Água e esgoto', 'Caixa', 'Balanço']);
  expect(await titles(reader, { group_id: sales.id })).toEqual(['Balanço', 'Caixa']);
  expect(await titles(reader, { group_id: sales.id, q: 'cai' })).toEqual(['Caixa']);
  expect(await titles(reader, { subgroup_id: south.id })).toEqual(['Balanço']);
  expect(await titles(reader, { favourite: 'true' })).toEqual(['Caixa']);
  expect(await titles(reader, { favourite: 'false' })).toEqual(['Água e esgoto', 'Balanço']);
  for (const q of ['', 'a']) {
    const page = await reader.call(contract.mine, { query: { q, page: 2, per_page: 2 } });
    expect([page.data.map(({ title }) => title), page.meta.total]).toEqual([['Caixa'], 3]);
    const beyond = await reader.call(contract.mine, { query: { q, page: 9, per_page: 2 } });
    expect([beyond.data, beyond.meta.total]).toEqual([[], 3]);
  }
  expect((await reader.call(contract.mine, { query: { subgroup_id: south.id } })).data).toEqual([
    {
      id: made[1]?.id,
      title: 'Balanço',
      description: '',
      group_id: sales.id,
      group_name: 'Água',
      subgroup_id: south.id,
      subgroup_name: 'Sul',
      blocked: null,
      updated: null,
      favourite: false,
      certified: false,
    },
  ]);
});

test('counts to a thousand and then says that there are more', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const { account_id, group_id, workspace_id, external_report_id } = await add();
  const many = Array.from({ length: 1001 }, (_, index) => ({
    tenant_id: unit.id,
    id: uuidv7(),
    title: `Many ${index}`,
    group_id,
    account_id,
    workspace_id,
    external_report_id,
  }));
  await world.owner.run(query.insertInto('report').values(many));
  await world.owner.run(
    query
      .insertInto('report_grant')
      .values(many.map(({ id }) => ({ tenant_id: unit.id, id: uuidv7(), report_id: id, membership_id: ana.membership_id }))),
  );
  for (const browser of [admin, reader]) {
    for (const q of ['', 'many']) {
      expect((await browser.call(contract.mine, { query: { q } })).meta).toMatchObject({ total: 1000, total_is_capped: true });
    }
    // Many are read in their order all the same, page after page, and narrowed.
    const { data, meta } = await browser.call(contract.mine, { query: { per_page: 100 } });
    expect(data.map(({ title }) => title)).toEqual(data.map(({ title }) => title).toSorted());
    const next = await browser.call(contract.mine, { query: { per_page: 100, page: 2, after: meta.next ?? '' } });
    expect(new Set([...data, ...next.data].map(({ id }) => id)).size).toBe(200);
    await browser.call(contract.favourite, { params: { id: many[7]?.id ?? '' }, body: { favourite: true } });
    const starred = await browser.call(contract.mine, { query: { favourite: 'true' } });
    expect(starred).toMatchObject({ data: [{ title: 'Many 7' }], meta: { total: 1 } });
  }
  expect((await admin.call(reports.list, {})).meta).toMatchObject({ total: 1000, total_is_capped: true });
});

test('the menu shows groups by hand, subgroups and reports, and no place without a report for the reader', async () => {
  const { admin, reader, publish: add, toAna } = await scene();
  const [second, first, empty] = [await addGroup(admin), await addGroup(admin), await addGroup(admin)];
  await admin.call(reportGroups.reorder, { body: { ids: [first.id, second.id, empty.id] } });
  const [south, north] = [
    await admin.call(reportGroups.addSubgroup, { ...params(first), body: { name: 'Sul' } }),
    await admin.call(reportGroups.addSubgroup, { ...params(first), body: { name: 'Norte' } }),
  ];
  const inSouth = await add({ title: 'South', group_id: first.id, subgroup_id: south.id });
  const inSecond = await add({ title: 'Second', group_id: second.id });
  await add({ title: 'Hidden', group_id: first.id, subgroup_id: north.id });
  for (const report of [inSouth, inSecond]) await toAna(report);
  await reader.call(contract.favourite, { ...params(inSecond), body: { favourite: true } });
  expect(await reader.call(contract.menu, {})).toEqual([
    {
      id: first.id,
      name: first.name,
      icon: 'folder',
      subgroups: [
        { id: south.id, name: 'Sul', icon: 'folder', reports: [{ id: inSouth.id, title: 'South', favourite: false, cover: null }] },
      ],
      reports: [],
    },
    {
      id: second.id,
      name: second.name,
      icon: 'folder',
      subgroups: [],
      reports: [{ id: inSecond.id, title: 'Second', favourite: true, cover: null }],
    },
  ]);
  expect(await reader.call(contract.allSelect, {})).toEqual([
    { id: inSecond.id, title: 'Second', group_name: second.name },
    { id: inSouth.id, title: 'South', group_name: first.name },
  ]);
  expect((await admin.call(contract.menu, {})).map(({ subgroups }) => subgroups.length)).toEqual([2, 0]);
});

test('favourites are the person’s own, at most fifty, and vanish with the right to see the report', async () => {
  const { unit, admin, ana, reader, publish: add, toAna } = await scene();
  const report = await add();
  const { id: grant_id } = await toAna(report);
  const star = (favourite: boolean, of = report) => reader.call(contract.favourite, { ...params(of), body: { favourite } });
  await star(true);
  await star(true);
  expect((await openReport(reader, report)).favourite).toBe(true);
  expect((await openReport(admin, report)).favourite).toBe(false);
  await admin.call(reportAccess.remove, { params: { id: report.id, grant_id } });
  expect(await titles(reader, { favourite: 'true' })).toEqual([]);
  await toAna(report);
  expect(await titles(reader, { favourite: 'true' })).toEqual([report.title]);
  await star(false);
  expect(await titles(reader, { favourite: 'true' })).toEqual([]);

  const { account_id, group_id, workspace_id, external_report_id } = report;
  const many = Array.from({ length: 50 }, (_, index) => ({
    tenant_id: unit.id,
    id: uuidv7(),
    title: `Many ${index}`,
    group_id,
    account_id,
    workspace_id,
    external_report_id,
  }));
  await world.owner.run(query.insertInto('report').values(many));
  await world.owner.run(
    query.insertInto('favourite').values(many.map(({ id }) => ({ tenant_id: unit.id, person_id: ana.id, report_id: id }))),
  );
  const refused = await reader.refusal(contract.favourite, { ...params(report), body: { favourite: true } });
  expect([refused.status, refused.body.status]).toEqual([409, 'favourites_full']);
  expect(refused.body.message).toContain('50');
});
