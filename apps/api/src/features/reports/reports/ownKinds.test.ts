import { setImmediate as nextTurn } from 'node:timers/promises';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as groups from '@vitrine/contract/reports/reportGroups.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import * as contract from '@vitrine/contract/reports/reports.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { addGroup, grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

const params = ({ id }: { id: string }) => ({ params: { id } });
const html = '<!doctype html>\n<html><body><h1 style="color: #b8324f">Metas</h1></body></html>';
const tooComplex = 'O conteúdo enviado tem partes ou níveis demais para ser lido. Simplifique-o e envie novamente.';
const address = 'https://exemplo.com.br/painel?ano=2026';

async function scene() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  const reader = await world.signIn(await unit.person('user'));
  return { unit, admin, reader, group_id: (await addGroup(admin)).id };
}

async function shownTo(browser: Browser, report: { id: string }): Promise<reading.OpenedPage> {
  const opened = await browser.call(reading.open, params(report));
  if ('embed' in opened) throw new Error('shown by the service');
  return opened;
}

test('a link stands among the reports, opens for whom it is assigned to, and is written down as a view', async () => {
  const { admin, reader, group_id } = await scene();
  const link = await admin.call(contract.addLink, { body: { title: 'Painel externo', group_id, link_url: ` ${address} ` } });
  expect(link).toMatchObject({ kind: 'link', link_url: address, account_id: null, dataset_id: null, data_rule: 'none' });
  expect((await reader.refusal(reading.open, params(link))).status).toBe(404);
  await grant(admin, link, { to: 'unit' });
  const opened = await shownTo(reader, link);
  expect(opened).toMatchObject({ kind: 'link', title: 'Painel externo', address });
  const logged = { view_id: opened.view_id, reportId: link.id, page: 'Painel externo', device: 'desktop', origin: 'viewer' } as const;
  await reader.call(reading.pageView, { body: logged });
  expect((await reader.refusal(reading.renew, params(link))).status).toBe(404);
});

test('a link leads to a web page and nowhere else', async () => {
  const { admin, group_id } = await scene();
  for (const link_url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'exemplo', '//exemplo.com', '', 'https://']) {
    const refused = await admin.refusal(contract.addLink, { body: { title: 'x', group_id, link_url } });
    expect([link_url, refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([link_url, 422, ['link_url']]);
  }
});

test('a page is shown in a frame that may do nothing, by an address that is a key', async () => {
  const { admin, reader, group_id } = await scene();
  const page = await admin.call(contract.addPage, { body: { title: 'Metas', group_id, html } });
  await grant(admin, page, { to: 'unit' });
  const opened = await shownTo(reader, page);
  const response = await world.browser().inject({ method: 'GET', url: opened.address });
  expect([response.statusCode, response.body]).toEqual([200, html]);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['x-content-type-options']).toBe('nosniff');
  expect(response.headers['x-frame-options']).toBe('SAMEORIGIN');
  const policy = String(response.headers['content-security-policy']);
  for (const part of ["default-src 'none'", "frame-ancestors 'self'", "form-action 'none'", 'sandbox allow-popups'])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|script-src|http/);

  // The key opens it, but not on the host of another unit.
  await world.unit({ host: 'other-page.example' });
  expect((await world.browser({ host: 'other-page.example' }).inject({ method: 'GET', url: opened.address })).statusCode).toBe(404);

  const [, , , id] = opened.address.split('/');
  for (const wrong of [opened.address.slice(0, -1), opened.address.replace(id ?? '', uuidv7()), `/api/files/${id}/x`])
    expect((await world.browser().inject({ method: 'GET', url: wrong })).statusCode).toBe(404);
  world.setTime(new Date(Date.now() + 3 * 3_600_000));
  expect((await world.browser().inject({ method: 'GET', url: opened.address })).statusCode).toBe(404);
  world.setTime(null);
});

test('a page that breaks a rule is refused with its lines, also when it replaces a good one', async () => {
  const { admin, group_id } = await scene();
  const bad = '<p>1</p>\n<script>alert(1)</script>\n<p onclick="x()">3</p>';
  expect(await admin.call(contract.checkPage, { body: { html: bad } })).toEqual({
    problems: [
      { line: 2, what: 'script' },
      { line: 3, what: 'event' },
    ],
  });
  const refused = await admin.refusal(contract.addPage, { body: { title: 'x', group_id, html: bad } });
  expect(refused.body.errors?.['html']?.[0]).toContain('2, 3');
  const page = await admin.call(contract.addPage, { body: { title: 'Metas', group_id, html } });
  expect((await admin.refusal(contract.replacePage, { ...params(page), body: { html: bad } })).status).toBe(422);
  await admin.call(contract.replacePage, { ...params(page), body: { html: html.replace('Metas', 'Novas metas') } });
  const { address: frame } = await shownTo(admin, page);
  expect((await world.browser().inject({ method: 'GET', url: frame })).body).toContain('Novas metas');
  const { admin: stranger } = await scene();
  expect((await stranger.refusal(contract.replacePage, { ...params(page), body: { html } })).status).toBe(404);
  const large = `<p>${'x'.repeat(2 * 1024 * 1024)}</p>`;
  expect((await admin.refusal(contract.addPage, { body: { title: 'y', group_id, html: large } })).status).toBe(422);
});

test('while a hostile page is read, the portal answers everybody else', async () => {
  const { admin, group_id } = await scene();
  const order: string[] = [];
  // Takes its time: every end tag is looked for among all open elements.
  const slow = `<svg>${'<g>'.repeat(400)}${'</x>'.repeat(200_000)}`;
  const hostile = admin.call(contract.checkPage, { body: { html: slow } }).then(() => order.push('hostile'));
  while (!order.includes('hostile')) {
    expect((await world.browser().inject({ method: 'GET', url: '/api/health/alive' })).statusCode).toBeLessThan(500);
    order.push('other');
    // Calls without a network would never let the loop look at its threads.
    await nextTurn();
  }
  await hostile;
  expect(order.indexOf('hostile')).toBeGreaterThan(50);

  const bold = Array.from({ length: 200 }, (_, index) => `<b a=${index}>`).join('');
  const html = `<p>${bold}</p>${'<p>x'.repeat(5000)}`;
  const refusals = [
    await admin.refusal(contract.checkPage, { body: { html } }),
    await admin.refusal(contract.addPage, { body: { title: 'Metas', group_id, html } }),
  ];
  for (const { status, body } of refusals) expect([status, body.status, body.message]).toEqual([422, 'too_complex', tooComplex]);
});

test('a clone has the same source and settings, and on wish the same assignments', async () => {
  const { admin, group_id } = await scene();
  const report = await publish(admin, { allow_export: true, orientation: 'landscape', description: 'Texto' });
  await grant(admin, report, { to: 'unit' });
  const clone = (title: string, with_grants: boolean) =>
    admin.call(contract.clone, { ...params(report), body: { title, group_id, with_grants } });
  const plain = await clone('Cópia', false);
  const { id, title, group_id: _group, group_name, grant_count, created_at, version, ...same } = plain;
  expect(report).toMatchObject(same);
  expect([title, grant_count, version]).toEqual(['Cópia', 0, 1]);
  expect([id, group_name, created_at]).not.toEqual([report.id, report.group_name, report.created_at]);
  const full = await clone('Cópia 2', true);
  expect((await admin.call(reportAccess.list, params(full))).data).toHaveLength(1);
  expect((await admin.refusal(contract.clone, { ...params(report), body: { title: 'CÓPIA', group_id } })).status).toBe(422);
  const page = await admin.call(contract.addPage, { body: { title: 'Metas', group_id, html } });
  const pageClone = await admin.call(contract.clone, { ...params(page), body: { title: 'Metas 2', group_id } });
  const { address: frame } = await shownTo(admin, pageClone);
  expect((await world.browser().inject({ method: 'GET', url: frame })).body).toBe(html);
});

test('a copy that was saved in the workspace is registered with settings and assignments of its original', async () => {
  const { admin, group_id } = await scene();
  const report = await publish(admin, { allow_export: true, description: 'Texto' });
  await grant(admin, report, { to: 'unit' });
  const { external_report_id: copied } = samples.cinema;
  const copy = (of: { id: string }, external_report_id: string) =>
    ({ ...params(of), body: { title: 'Rascunho', group_id, with_grants: true, external_report_id } }) as const;

  const registered = await admin.call(contract.clone, copy(report, copied));
  expect(registered).toMatchObject({
    title: 'Rascunho',
    external_report_id: copied,
    workspace_id: report.workspace_id,
    account_id: report.account_id,
    allow_export: true,
    description: 'Texto',
    grant_count: 1,
  });
  expect(registered.dataset_id).not.toBe(report.dataset_id);
  expect((await admin.call(contract.get, params(report))).external_report_id).toBe(report.external_report_id);

  // What is not there, stands in another workspace, or has other rules for its data.
  const other = (await addGroup(admin)).id;
  const refused = async (of: { id: string }, id: string) => {
    const { body, ...rest } = copy(of, id);
    return (await admin.refusal(contract.clone, { ...rest, body: { ...body, group_id: other } })).body;
  };
  expect((await refused(report, uuidv7())).status).toBe('reporting_not_found');
  expect((await refused(report, samples.sales.external_report_id)).status).toBe('reporting_not_found');
  const link = await admin.call(contract.addLink, { body: { title: 'Painel', group_id, link_url: address } });
  expect(Object.keys((await refused(link, copied)).errors ?? {})).toEqual(['external_report_id']);
});

test('only an account within reach registers a copy, and nobody one of another unit', async () => {
  const { unit, admin, group_id } = await scene();
  const report = await publish(admin);
  const second = await world.signIn(await unit.person('admin'));
  await world.owner.run(query.updateTable('tenant').set({ only_own_accounts: true }).where('id', '=', unit.id));
  const body = { title: 'Rascunho', external_report_id: samples.cinema.external_report_id };
  expect((await second.refusal(contract.clone, { ...params(report), body: { ...body, group_id } })).status).toBe(404);
  const stranger = await scene();
  const theirs = { ...params(report), body: { ...body, group_id: stranger.group_id } };
  expect((await stranger.admin.refusal(contract.clone, theirs)).status).toBe(404);
});

test('reports stand in the order that somebody gave them, then by title; one that comes from elsewhere moves', async () => {
  const { admin, group_id } = await scene();
  const elsewhere = (await addGroup(admin)).id;
  const add = (title: string, at = group_id): Promise<Report> =>
    admin.call(contract.addLink, { body: { title, group_id: at, link_url: address } });
  const [a, b, c, x] = [await add('a'), await add('b'), await add('c'), await add('x', elsewhere)];
  const titles = async () => (await admin.call(contract.list, { query: { group_id, sort: 'position' } })).data.map(({ title }) => title);
  const reorder = (...report_ids: string[]) => admin.call(contract.reorder, { body: { group_id, report_ids } });
  expect(await titles()).toEqual(['a', 'b', 'c']);
  await reorder(c.id, a.id);
  expect(await titles()).toEqual(['c', 'a', 'b']);
  await reorder(x.id);
  expect(await titles()).toEqual(['x', 'c', 'a', 'b']);
  expect(await admin.call(contract.get, params(x))).toMatchObject({ group_id, subgroup_id: null, version: 2 });
  await add('A', elsewhere);
  const clash = (await admin.call(contract.list, { query: { group_id: elsewhere } })).data[0]!;
  expect((await admin.refusal(contract.reorder, { body: { group_id, report_ids: [clash.id] } })).status).toBe(422);
  expect((await admin.refusal(contract.reorder, { body: { group_id, report_ids: [b.id, uuidv7()] } })).status).toBe(404);
  expect((await admin.refusal(contract.reorder, { body: { group_id, report_ids: [b.id, b.id] } })).status).toBe(422);
  expect(await titles()).toEqual(['x', 'c', 'a', 'b']);
  const menu = await admin.call(reading.menu, {});
  expect(menu.find(({ id }) => id === group_id)?.reports.map(({ title }) => title)).toEqual(['x', 'c', 'a', 'b']);
});

test('subgroups are ordered, and move to another group with their reports', async () => {
  const { admin, group_id } = await scene();
  const other = (await addGroup(admin)).id;
  const add = (name: string) => admin.call(groups.addSubgroup, { params: { id: group_id }, body: { name, icon: 'chart' } });
  const [one, two] = [await add('um'), await add('dois')];
  const names = async (id: string) => (await admin.call(groups.subgroups, { params: { id } })).data.map(({ name }) => name);
  await admin.call(groups.reorderSubgroups, { params: { id: group_id }, body: { subgroup_ids: [two.id, one.id] } });
  expect(await names(group_id)).toEqual(['dois', 'um']);
  const link = await admin.call(contract.addLink, { body: { title: 'a', group_id, subgroup_id: one.id, link_url: address } });
  await admin.call(groups.moveSubgroup, { params: { id: group_id, subgroup_id: one.id }, body: { group_id: other } });
  expect([await names(group_id), await names(other)]).toEqual([['dois'], ['um']]);
  expect(await admin.call(contract.get, params(link))).toMatchObject({ group_id: other, subgroup_id: one.id });
});

test('the operator has one place for its reports and is not asked for it', async () => {
  const operator = await world.signIn(await world.operator());
  const first = await operator.call(contract.addLink, { body: { title: 'Consumo', group_id: null, link_url: address } });
  const second = await operator.call(contract.addPage, { body: { title: 'Metas', group_id: null, html } });
  expect(second.group_id).toBe(first.group_id);
  expect((await shownTo(operator, second)).kind).toBe('page');
  const { admin } = await scene();
  expect((await admin.refusal(contract.addLink, { body: { title: 'x', group_id: null, link_url: address } })).body.errors).toHaveProperty(
    'group_id',
  );
  expect(await world.owner.run(query.selectFrom('report_group').select('id').where('id', '=', first.group_id))).toHaveLength(1);
});
