import * as contract from '@vitrine/contract/features/reportReading.ts';
import * as reportGroups from '@vitrine/contract/features/reportGroups.ts';
import type { Report } from '@vitrine/contract/features/reports.ts';
import * as reports from '@vitrine/contract/features/reports.ts';
import * as reportAccess from '@vitrine/contract/features/reportAccess.ts';
import { expect, test } from 'vitest';
import type { Browser } from '../../../test/harness/browser.ts';
import { openPublishingWorld, addAccount, addGroup, grant, publish } from '../../../test/harness/publishing.ts';
import type { Published } from '../../../test/harness/publishing.ts';
import { samples } from '../../../test/harness/reportingService.ts';
import type { Person, Unit } from '../../../test/harness/population.ts';
import type { World } from '../../../test/harness/world.ts';
import { query } from '../../core/database/query.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { openRole } from '../../core/reportAccess/decide.ts';

const { world, service } = await openPublishingWorld();

/** A unit with an administrator who publishes with one account, and a reader. */
async function scene(options: Parameters<World['unit']>[0] = {}) {
  const unit = await world.unit(options);
  const administrator = await unit.person('admin');
  const admin = await world.signIn(administrator);
  const account_id = (await addAccount(admin)).id;
  const ana = await unit.person('user');
  return {
    unit,
    admin,
    administrator,
    ana,
    reader: await world.signIn(ana),
    publish: (values: Published = {}) => publish(admin, { account_id, ...values }),
    toAna: (report: { id: string }, values: object = {}) => grant(admin, report, { to: 'membership', to_id: ana.membership_id, ...values }),
  };
}

/** A user group that holds the person, up to a day or without end. */
async function groupOf(unit: Unit, person: Person, ends_on: string | null = null): Promise<string> {
  const group = { tenant_id: unit.id, id: uuidv7() };
  await world.owner.run(query.insertInto('user_group').values({ ...group, name: `Group ${group.id}` }));
  const member = { tenant_id: unit.id, group_id: group.id, membership_id: person.membership_id ?? '', ends_on };
  await world.owner.run(query.insertInto('user_group_member').values(member));
  return group.id;
}

const params = ({ id }: { id: string }) => ({ params: { id } });
async function open(browser: Browser, report: { id: string }): Promise<contract.OpenedReport> {
  const opened = await browser.call(contract.open, params(report));
  if ('embed' in opened) return opened;
  throw new Error(`${opened.title} is not shown by the service`);
}
const titles = async (browser: Browser, wanted: object = {}) =>
  (await browser.call(contract.mine, { query: wanted })).data.map(({ title }) => title);
const identities = () => service.tokenRequests().map((request) => request.identities);

// My reports

test('a reader has the reports assigned in person, by group and with the unit; administrator and partner have all', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const admin = await world.signIn(await unit.person('admin'));
  const ana = await unit.person('user');
  const reader = await world.signIn(ana);
  const account_id = (await addAccount(admin)).id;
  const add = (title: string, values: Published = {}) => publish(admin, { account_id, title, ...values });
  await grant(admin, await add('A person'), { to: 'membership', to_id: ana.membership_id });
  await grant(admin, await add('B group'), { to: 'user_group', to_id: await groupOf(unit, ana) });
  const both = await add('C all ways');
  await grant(admin, both, { to: 'unit' });
  await grant(admin, both, { to: 'membership', to_id: ana.membership_id });
  await add('D nobody');
  const inactive = await add('E inactive');
  await grant(admin, inactive, { to: 'unit' });
  await world.owner.run(query.updateTable('report').set({ active: false }).where('id', '=', inactive.id));
  expect(await titles(reader)).toEqual(['A person', 'B group', 'C all ways']);
  expect((await reader.call(contract.mine, {})).meta).toEqual({ page: 1, per_page: 20, total: 3, total_is_capped: false });
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
  await grant(admin, member, { to: 'user_group', to_id: await groupOf(unit, ana, '2030-05-10') });
  await grant(admin, group, { to: 'user_group', to_id: await groupOf(unit, ana), ends_on: '2030-05-10' });
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
  expect(await titles(reader, { sort: '-group_name', q: 'a' })).toEqual(['Água e esgoto', 'Balanço', 'Caixa']);
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
      favourite: false,
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

// Opening

test('opening a report answers everything that showing it needs', async () => {
  const { admin, reader, publish: add, toAna } = await scene({ settings: { show_name_report: true } });
  const report = await add({ title: 'Clima', side_filter: true, orientation: 'landscape' });
  await toAna(report);
  const opened = await open(reader, report);
  expect(opened).toMatchObject({
    id: report.id,
    title: 'Clima',
    group_id: report.group_id,
    group_name: report.group_name,
    embed: { report_id: samples.weather.external_report_id, token: expect.any(String), token_id: expect.any(String) },
    filters: [],
    settings: {
      show_navigation_panel: true,
      side_filter: true,
      show_visual_headers: true,
      show_hidden_pages: false,
      mobile_background: false,
      resolution: 'fit_to_width',
      orientation: 'landscape',
      show_name_report: true,
      show_menu_report: false,
    },
    can: { edit: false, export: false },
    favourite: false,
  });
  expect(opened.embed.embed_url).toContain(samples.weather.external_report_id);
  expect((await open(admin, report)).can).toEqual({ edit: false, export: false });
});

test('readers of one report see the rows of their own roles', async () => {
  const { unit, admin, reader, publish: add, toAna } = await scene();
  const bruno = await unit.person('user');
  const report = await add({ sample: 'sales' });
  await toAna(report, { rls_roles: ['Região Sul'] });
  await grant(admin, report, { to: 'membership', to_id: bruno.membership_id, rls_roles: ['Região Norte'] });
  const [forAna, forBruno] = [await open(reader, report), await open(await world.signIn(bruno), report)];
  expect(forAna.embed.token).not.toBe(forBruno.embed.token);
  expect(identities()).toEqual([
    [{ username: expect.stringContaining('@'), roles: ['Região Sul'], datasets: [samples.sales.dataset_id] }],
    [{ username: bruno.email, roles: ['Região Norte'], datasets: [samples.sales.dataset_id] }],
  ]);
});

test('people who open one report at the same moment are never mixed up', async () => {
  const { unit, admin, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  const readers = await Promise.all(
    ['Região Sul', 'Região Norte'].map(async (role) => {
      const person = await unit.person('user');
      await grant(admin, report, { to: 'membership', to_id: person.membership_id, rls_roles: [role] });
      return { browser: await world.signIn(person), person, role };
    }),
  );
  const opened = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const reader = readers[index % 2]!;
      return { email: reader.person.email, embed: (await open(reader.browser, report)).embed };
    }),
  );
  const tokens = Map.groupBy(opened, ({ email }) => email);
  expect([...tokens.values()].map((each) => new Set(each.map(({ embed }) => embed.token)).size)).toEqual([1, 1]);
  expect(identities().map((asked) => [asked?.[0]?.username, asked?.[0]?.roles])).toEqual(
    expect.arrayContaining(readers.map(({ person, role }) => [person.email, [role]])),
  );
  expect(identities()).toHaveLength(2);
});

test('roles of a reader’s groups add up', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  for (const role of ['Região Sul', 'Região Norte']) {
    await grant(admin, report, { to: 'user_group', to_id: await groupOf(unit, ana), rls_roles: [role] });
  }
  await open(reader, report);
  expect(identities()).toEqual([[{ username: ana.email, roles: ['Região Norte', 'Região Sul'], datasets: [samples.sales.dataset_id] }]]);
});

test('refuses a report with row-level security to whoever has no rule, and asks for no token', async () => {
  const { admin, reader, publish: add, toAna } = await scene();
  const report = await add({ sample: 'sales' });
  await toAna(report);
  for (const browser of [reader, admin]) {
    for (const endpoint of [contract.open, contract.renew]) {
      const refused = await browser.refusal(endpoint, params(report));
      expect([refused.status, refused.body.status]).toEqual([403, 'no_data_rule']);
    }
  }
  expect(await reader.call(contract.exists, { body: { reportId: report.id } })).toEqual({ exists: true });
  expect(service.tokenRequests()).toEqual([]);
});

test('a manager ignores row-level security where the report allows it, and every such view is written down', async () => {
  const { admin, administrator, reader, publish: add, toAna } = await scene();
  const report = await add({ sample: 'sales', ignore_rls: true });
  await toAna(report, { rls_roles: ['Região Sul'] });
  await open(admin, report);
  await open(reader, report);
  expect(identities().map((asked) => asked?.[0]?.roles)).toEqual([[openRole], ['Região Sul']]);
  const views = await world.owner.run(
    query.selectFrom('report_view').select(['person_id', 'rls_ignored']).where('report_id', '=', report.id).orderBy('id'),
  );
  expect(views.map(({ person_id, rls_ignored }) => [person_id === administrator.id, rls_ignored])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('filters of an assignment go to the browser as the service’s client takes them', async () => {
  const { reader, publish: add, toAna } = await scene();
  const report = await add({ data_rule: 'filter' });
  await toAna(report, { filters: [{ table: 'Clima', column: 'Tempo', values: ['Chuva', 'Neve'] }] });
  expect((await open(reader, report)).filters).toEqual([
    {
      $schema: 'http://powerbi.com/product/schema#basic',
      filterType: 1,
      target: { table: 'Clima', column: 'Tempo' },
      operator: 'In',
      values: ['Chuva', 'Neve'],
    },
  ]);
});

test('every view and its opening are written down with the token that showed it', async () => {
  const { ana, reader, publish: add, toAna } = await scene();
  const report = await add();
  await toAna(report);
  const opened = await open(reader, report);
  const [view] = await world.owner.run(query.selectFrom('report_view').selectAll().where('id', '=', opened.view_id));
  expect(view).toMatchObject({
    report_id: report.id,
    person_id: ana.id,
    actor_id: ana.id,
    embed_token_id: opened.embed.token_id,
    rls_ignored: false,
  });
  const [line] = await world.owner.run(
    query.selectFrom('audit_log').selectAll().where('action', '=', 'report.open').where('object_id', '=', report.id),
  );
  expect(line).toMatchObject({
    person_id: ana.id,
    object_type: 'report',
    after: { view_id: opened.view_id, embed_token_id: opened.embed.token_id, access: 'membership', rule: null },
  });
  expect(JSON.stringify([view, line, world.log])).not.toContain(opened.embed.token);
});

test('a right that is taken away closes the report at once, also for the next token', async () => {
  const { admin, reader, publish: add, toAna } = await scene();
  const report = await add();
  const { id: grant_id } = await toAna(report);
  await open(reader, report);
  const renewed = await reader.call(contract.renew, params(report));
  expect(renewed.report_id).toBe(samples.weather.external_report_id);
  await admin.call(reportAccess.remove, { params: { id: report.id, grant_id } });
  for (const endpoint of [contract.open, contract.renew]) expect((await reader.refusal(endpoint, params(report))).status).toBe(404);
  expect((await reader.refusal(contract.exists, { body: { reportId: report.id } })).status).toBe(404);
  expect((await reader.refusal(contract.editPermission, { body: { reportId: report.id } })).status).toBe(404);
  expect(await titles(reader)).toEqual([]);
});

test('what the browser sends never reaches the request for a token', async () => {
  const { reader, publish: add, toAna } = await scene();
  const report = await add({ sample: 'sales' });
  await toAna(report, { rls_roles: ['Região Sul'] });
  const body = {
    identities: [{ username: 'x', roles: [openRole] }],
    roles: [openRole],
    username: 'x',
    accessLevel: 'Edit',
    allowEdit: true,
  };
  const answer = await reader.inject({
    method: 'POST',
    url: `/api/my_reports/${report.id}/open?role=${openRole}`,
    headers: { 'content-type': 'application/json', 'x-ms-username': 'x' },
    payload: JSON.stringify(body),
  });
  expect(answer.statusCode).toBe(422);
  expect(service.tokenRequests()).toEqual([]);
});

test('editing and exporting need the report’s permission; exporting also a capacity', async () => {
  const { reader, publish: add, toAna } = await scene();
  const [open1, closed] = [await add({ allow_edit: true, allow_export: true }), await add()];
  for (const report of [open1, closed]) await toAna(report, { permission_edit: true });
  expect((await open(reader, open1)).can).toEqual({ edit: true, export: true });
  expect(await reader.call(contract.editPermission, { body: { reportId: open1.id } })).toEqual({ permission_edit: true });
  expect(await reader.call(contract.editPermission, { body: { reportId: closed.id } })).toEqual({ permission_edit: false });
  expect(service.tokenRequests().flatMap(({ reports: asked }) => asked)).not.toContainEqual(expect.objectContaining({ allowEdit: true }));
});

test('a failing service is told in its own words, and no view is written down', async () => {
  const { reader, publish: add, toAna } = await scene();
  const report = await add();
  await toAna(report);
  service.faults.start({ name: 'server_error', status: 503, retry_after_s: 120 });
  const refused = await reader.refusal(contract.open, params(report));
  expect([refused.status, refused.body.status]).toEqual([503, 'reporting_unavailable']);
  expect(await world.owner.run(query.selectFrom('report_view').select('id').where('report_id', '=', report.id))).toEqual([]);
});

test('reports of another unit are not there, for nobody', async () => {
  const [here, there] = [await scene(), await scene()];
  const report = await there.publish();
  await grant(there.admin, report, { to: 'unit' });
  for (const browser of [here.admin, here.reader]) {
    for (const endpoint of [contract.open, contract.renew]) expect((await browser.refusal(endpoint, params(report))).status).toBe(404);
    expect((await browser.refusal(contract.favourite, { ...params(report), body: { favourite: true } })).status).toBe(404);
    expect(await titles(browser, { q: 'report' })).toEqual([]);
  }
});

// Favourites and page views

test('favourites are the person’s own, at most fifty, and vanish with the right to see the report', async () => {
  const { unit, admin, ana, reader, publish: add, toAna } = await scene();
  const report = await add();
  const { id: grant_id } = await toAna(report);
  const star = (favourite: boolean, of = report) => reader.call(contract.favourite, { ...params(of), body: { favourite } });
  await star(true);
  await star(true);
  expect((await open(reader, report)).favourite).toBe(true);
  expect((await open(admin, report)).favourite).toBe(false);
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

test('pages are logged under a view of one’s own only', async () => {
  const { admin, reader, publish: add, toAna } = await scene();
  const report = await add();
  await toAna(report);
  const { view_id } = await open(reader, report);
  const page = {
    view_id,
    reportId: report.id,
    page: 'visao_geral',
    load_ms: 320,
    render_ms: null,
    device: 'phone',
    origin: 'viewer',
  } as const;
  await reader.call(contract.pageView, { body: page });
  const rows = await world.owner.run(query.selectFrom('report_page_view').selectAll().where('view_id', '=', view_id));
  expect(rows).toEqual([
    expect.objectContaining({ page: 'visao_geral', load_ms: 320, render_ms: null, device: 'phone', origin: 'viewer' }),
  ]);
  for (const wrong of [{ view_id: uuidv7() }, { reportId: uuidv7() }]) {
    expect((await reader.refusal(contract.pageView, { body: { ...page, ...wrong } })).status).toBe(404);
  }
  expect((await admin.refusal(contract.pageView, { body: page })).status).toBe(404);
});
