import * as contract from '@vitrine/contract/reading/reportReading.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import { authTypes } from '@vitrine/contract/roles.ts';
import { expect, test } from 'vitest';
import { actorWith } from '#test/harness/actor.ts';
import type { Browser } from '#test/harness/browser.ts';
import { grant, groupOf, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openRole } from '#domain/reportAccess/decide.ts';
import { mayEdit } from './openReport.ts';

const { world, service } = await openPublishingWorld();

const scene = (options?: Parameters<typeof world.unit>[0]) => publishingScene(world, options);

const params = ({ id }: { id: string }) => ({ params: { id } });
const titles = async (browser: Browser, wanted: object = {}) =>
  (await browser.call(contract.mine, { query: wanted })).data.map(({ title }) => title);
const identities = () => service.tokenRequests().map((request) => request.identities);
/** Saving an assignment asks for a token as well, to see whether the model has its roles. */
const forgetRequests = () => void service.calls.splice(0);

test('opening a report answers everything that showing it needs', async () => {
  const { admin, reader, publish: add, toAna } = await scene({ settings: { show_name_report: true } });
  const report = await add({ title: 'Clima', side_filter: true, orientation: 'landscape' });
  await toAna(report);
  const opened = await openReport(reader, report);
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
    can: { edit: false, export: false, comment: false },
    favourite: false,
  });
  expect(opened.embed.embed_url).toContain(samples.weather.external_report_id);
  expect((await openReport(admin, report)).can).toEqual({ edit: false, export: false, comment: false });
});

test('readers of one report see the rows of their own roles', async () => {
  const { unit, admin, reader, publish: add, toAna } = await scene();
  const bruno = await unit.person('user');
  const report = await add({ sample: 'sales' });
  await toAna(report, { rls_roles: ['Região Sul'] });
  await grant(admin, report, { to: 'membership', to_id: bruno.membership_id, rls_roles: ['Região Norte'] });
  forgetRequests();
  const [forAna, forBruno] = [await openReport(reader, report), await openReport(await world.signIn(bruno), report)];
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
  forgetRequests();
  const opened = await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const reader = readers[index % 2]!;
      return { email: reader.person.email, embed: (await openReport(reader.browser, report)).embed };
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
    await grant(admin, report, { to: 'user_group', to_id: await groupOf(world, unit, ana), rls_roles: [role] });
  }
  forgetRequests();
  await openReport(reader, report);
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
  forgetRequests();
  await openReport(admin, report);
  await openReport(reader, report);
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
  expect((await openReport(reader, report)).filters).toEqual([
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
  const opened = await openReport(reader, report);
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
  await openReport(reader, report);
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
  forgetRequests();
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
  expect((await openReport(reader, open1)).can).toEqual({ edit: true, export: true, comment: false });
  expect(await reader.call(contract.editPermission, { body: { reportId: open1.id } })).toEqual({ permission_edit: true });
  expect(await reader.call(contract.editPermission, { body: { reportId: closed.id } })).toEqual({ permission_edit: false });
  expect(service.tokenRequests().flatMap(({ reports: asked }) => asked)).not.toContainEqual(expect.objectContaining({ allowEdit: true }));
});

test('whoever may register reports may save copies; everybody else who edits is told whom to ask', async () => {
  const { unit, admin, administrator, reader, publish: add, toAna } = await scene();
  const report = await add({ allow_edit: true });
  await toAna(report, { permission_edit: true });
  await grant(admin, report, { to: 'membership', to_id: administrator.membership_id, permission_edit: true });
  const targets = () => service.tokenRequests().at(-1)?.targetWorkspaces ?? [];

  expect(await reader.call(contract.edit, params(report))).toMatchObject({ copies: false, ask_for_copies: [administrator.name] });
  expect(targets()).toEqual([]);
  expect(await admin.call(contract.edit, params(report))).toMatchObject({ copies: true, ask_for_copies: [] });
  expect(targets()).toEqual([{ id: report.workspace_id }]);

  // In a unit whose reports its partner registers, no administrator can help.
  await world.owner.run(query.updateTable('tenant').set({ allow_registering_reports: false }).where('id', '=', unit.id));
  expect(await reader.call(contract.edit, params(report))).toMatchObject({ copies: false, ask_for_copies: [] });
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

test('pages are logged under a view of one’s own only', async () => {
  const { admin, reader, publish: add, toAna } = await scene();
  const report = await add();
  await toAna(report);
  const { view_id } = await openReport(reader, report);
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

test.each([
  [{}, {}, false],
  [{ show_last_refresh: true }, {}, true],
  [{}, { show_last_refresh_everywhere: true }, true],
])('the last update is shown where the unit wants it, or its partner for all: %j %j', async (settings, partnerSettings, shown) => {
  const { partner, reader, publish: add, toAna } = await scene({ settings });
  await world.owner.run(
    query
      .updateTable('partner_setting')
      .set({ value: JSON.stringify(partnerSettings) })
      .where('partner_id', '=', partner.id),
  );
  const report = await add({ title: 'Clima' });
  await toAna(report);
  expect((await openReport(reader, report)).show_last_update).toBe(shown);
});

test.each([
  [{}, {}, false],
  [{}, { brand_reports: true }, true],
  [{ brand_reports: false }, { brand_reports: true }, false],
])('a report is handed the brand where the unit wants it, or inherits it from its partner: %j %j', async (settings, inherited, branded) => {
  const { partner, reader, publish: add, toAna } = await scene({ settings });
  const value = JSON.stringify(inherited);
  await world.owner.run(query.updateTable('partner_setting').set({ value }).where('partner_id', '=', partner.id));
  const report = await add({ title: 'Marca' });
  await toAna(report);
  expect((await openReport(reader, report)).settings.branded).toBe(branded);
});

test.each(authTypes)(
  'whoever came in by %s edits what the report and the assignment allow, but never on a display or a foreign page',
  (auth_type) => {
    const actor = actorWith({ role: 'admin', auth_type });
    expect(mayEdit({ actor }, { edit: true })).toBe(!['playlist', 'embedded'].includes(auth_type));
    expect(mayEdit({ actor }, { edit: false })).toBe(false);
  },
);
