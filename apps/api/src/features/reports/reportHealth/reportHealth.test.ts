import * as catalogue from '@vitrine/contract/access/catalogue.ts';
import * as home from '@vitrine/contract/reading/home.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { search } from '@vitrine/contract/reading/search.ts';
import * as sharing from '@vitrine/contract/reading/sharing.ts';
import * as exporting from '@vitrine/contract/reading/reportExports.ts';
import { setOwner } from '@vitrine/contract/reports/reports.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import * as contract from '@vitrine/contract/reports/reportHealth.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();
const params = ({ id }: { id: string }) => ({ params: { id } });
const ago = (days: number) => new Date(Date.now() - days * 86_400_000);

type Report = { id: string };

/** A report that was registered so many days ago. */
const registered = ({ id }: Report, days: number) =>
  world.owner.run(
    query
      .updateTable('report')
      .set({ created_at: ago(days) })
      .where('id', '=', id),
  );

async function scene() {
  const made = await publishingScene(world);
  const { unit, ana } = made;
  const opened = async ({ id: report_id }: Report, days: number) => {
    const view = { tenant_id: unit.id, id: uuidv7(), report_id, person_id: ana.id, actor_id: ana.id, opened_at: ago(days) };
    await world.owner.run(query.insertInto('report_view').values(view));
  };
  const refreshed = ({ dataset_id, account_id, workspace_id }: reports.Report, days: number, state: 'completed' | 'failed') =>
    world.owner.run(
      query.insertInto('dataset_refresh').values({
        tenant_id: unit.id,
        id: uuidv7(),
        account_id: account_id ?? '',
        dataset_workspace_id: workspace_id ?? '',
        dataset_id: dataset_id ?? '',
        source: 'schedule',
        state,
        asked_at: ago(days),
        started_at: ago(days),
        ended_at: ago(days),
      }),
    );
  const listed = async (wanted: Record<string, string> = {}) => {
    const { data } = await made.admin.call(reports.list, { query: wanted });
    return data.map(({ title, health }) => [title, health?.mark ?? null, health?.advice ?? null]);
  };
  return { ...made, opened, refreshed, listed };
}

test('what is wrong with each report is one mark and one advice, in the list, in its filter and on its page', async () => {
  const { admin, publish, opened, refreshed, listed } = await scene();
  const [bad, idle, well] = [
    await publish({ title: 'Atrasado' }),
    await publish({ title: 'Calado', sample: 'sales' }),
    await publish({ title: 'Bom', sample: 'sales' }),
  ];
  await opened(bad, 1);
  await refreshed(bad, 2, 'completed');
  await refreshed(bad, 1, 'failed');
  await registered(idle, 100);
  await opened(well, 2);
  const expected = [
    ['Atrasado', 'act', 'see_refresh'],
    ['Bom', 'good', null],
    ['Calado', 'attention', 'archive'],
  ];
  expect(await listed()).toEqual(expected);
  expect(await listed({ health: 'act' })).toEqual([expected[0]]);
  expect(await listed({ health: 'good' })).toEqual([expected[1]]);
  expect(await listed({ sort: 'health' })).toEqual([expected[0], expected[2], expected[1]]);
  expect(await listed({ sort: '-health', per_page: '10' })).toEqual([expected[1], expected[2], expected[0]]);
  const { health } = await admin.call(contract.get, params(bad));
  expect(health).toMatchObject({ mark: 'act', advice: 'see_refresh' });
  expect(health?.checks.map(({ check, finding }) => [check, finding])).toEqual([
    ['covered', 'open_to_all'],
    ['fresh', 'failed'],
    ['owned', 'owned'],
    ['fast', 'too_few'],
    ['used', 'used'],
  ]);
});

test('whoever answered for it and has left, and a rule that assignments do not give, are told', async () => {
  const { admin, unit, publish, opened, listed, toAna } = await scene();
  const report = await publish({ title: 'Vendas', sample: 'sales' });
  await opened(report, 1);
  const elisa = await unit.person('user');
  await admin.call(setOwner, { ...params(report), body: { membership_id: elisa.membership_id } });
  expect(await listed()).toEqual([['Vendas', 'good', null]]);
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'deactivated', deactivated_on: '2026-11-20' })
      .where('id', '=', elisa.membership_id ?? ''),
  );
  expect(await listed()).toEqual([['Vendas', 'act', 'name_owner']]);
  const { health } = await admin.call(contract.get, params(report));
  expect(health?.checks.find(({ check }) => check === 'owned')).toMatchObject({
    finding: 'owner_gone',
    since: expect.stringContaining('2026-11-20'),
  });
  await admin.call(setOwner, { ...params(report), body: { membership_id: null } });
  expect(await listed()).toEqual([['Vendas', 'attention', 'name_owner']]);
  await world.owner.run(query.updateTable('report').set({ roles_required: true }).where('id', '=', report.id));
  await toAna(report);
  await world.owner.run(query.updateTable('report_grant').set({ rls_roles: [] }).where('report_id', '=', report.id));
  expect(await listed()).toEqual([['Vendas', 'attention', 'give_rules']]);
});

test('what nobody opened for 90 days is offered with what hangs on it, archived, and brought back as it was', async () => {
  const { admin, administrator, reader, publish, opened, toAna } = await scene();
  const [old, young, read] = [await publish({ title: 'Antigo' }), await publish({ title: 'Novo' }), await publish({ title: 'Lido' })];
  for (const report of [old, young, read]) await toAna(report);
  await registered(old, 200);
  await registered(read, 200);
  await opened(old, 91);
  await opened(read, 89);
  await reader.call(reading.favourite, { ...params(old), body: { favourite: true } });
  const { data } = await admin.call(contract.unused, {});
  expect(data).toMatchObject([
    { id: old.id, title: 'Antigo', grants: 1, favourites: 1, playlists: 0, links: 0, embeddings: 0, refreshed_for_nobody: false },
  ]);

  const everything = [old, young, read].map(({ id }) => id);
  expect(await admin.call(contract.archive, { body: { report_ids: everything } })).toEqual({ report_ids: [old.id] });
  const titles = async (wanted: Record<string, string>) =>
    (await admin.call(reports.list, { query: wanted })).data.map(({ title, archived_at, health }) => [
      title,
      archived_at !== null,
      health !== null,
    ]);
  expect(await titles({})).toEqual([
    ['Lido', false, true],
    ['Novo', false, true],
  ]);
  expect(await titles({ state: 'archived' })).toEqual([['Antigo', true, false]]);
  expect(await titles({ state: 'inactive' })).toEqual([]);
  expect((await admin.call(contract.get, params(old))).health).toBeNull();
  const lines = await world.owner.run(
    query.selectFrom('audit_log').selectAll().where('action', '=', 'report.archive').where('object_id', '=', old.id),
  );
  expect(lines).toMatchObject([{ actor_id: administrator.id }]);

  expect(await admin.call(contract.restore, { body: { report_ids: everything } })).toEqual({ report_ids: [old.id] });
  expect(await titles({ state: 'archived' })).toEqual([]);
  expect((await openReport(reader, old)).favourite).toBe(true);
  expect((await admin.call(contract.unused, {})).data).toEqual([]);
});

test('readers meet an archived report nowhere: no list, no search, no address, no link, no file', async () => {
  const { admin, reader, ana, unit, publish, toAna } = await scene();
  const report = await publish({ title: 'Balanço patrimonial', allow_export: true, show_in_catalogue: true });
  await toAna(report);
  await registered(report, 200);
  await reader.call(reading.favourite, { ...params(report), body: { favourite: true } });
  const others = await world.signIn(await unit.person('user'));
  const met = async () => {
    const [list, menu, start, found, offered] = await Promise.all([
      reader.call(reading.mine, {}),
      reader.call(reading.menu, {}),
      reader.call(home.home, {}),
      reader.call(search, { query: { q: 'Balanço' } }),
      others.call(catalogue.browse, {}),
    ]);
    return [list.data, menu, start.favourites, found.reports, offered.data].map((part) => JSON.stringify(part).includes(report.id));
  };
  expect(await met()).toEqual([true, true, true, true, true]);
  await admin.call(contract.archive, { body: { report_ids: [report.id] } });
  expect(await met()).toEqual([false, false, false, false, false]);
  for (const endpoint of [reading.open, reading.renew]) expect((await reader.refusal(endpoint, params(report))).status).toBe(404);
  expect((await admin.refusal(reading.open, params(report))).status).toBe(404);
  expect((await reader.refusal(exporting.add, { ...params(report), body: { format: 'PDF' } })).status).toBe(404);
  expect((await reader.refusal(sharing.share, { ...params(report), body: { to: 'email', email: ana.email } })).status).toBe(404);
  await admin.call(contract.restore, { body: { report_ids: [report.id] } });
  expect(await met()).toEqual([true, true, true, true, true]);
});

test('a form that makes it active again takes it out of the archive', async () => {
  const { admin, publish } = await scene();
  const report = await publish({ title: 'Volta' });
  await registered(report, 200);
  await admin.call(contract.archive, { body: { report_ids: [report.id] } });
  const stored = await admin.call(reports.get, params(report));
  const body = {
    ...reports.reportInput.parse(Object.fromEntries(Object.keys(reports.reportInput.shape).map((name) => [name, stored[name as 'title']]))),
  };
  const saved = await admin.call(reports.update, {
    ...params(report),
    body: { ...body, link_url: null, active: true, version: stored.version },
  });
  expect(saved).toMatchObject({ active: true, archived_at: null });
  await expect(world.owner.run(sql`update report set archived_at = now() where id = ${report.id}`)).rejects.toThrow(/check/);
});

test('readers, and those of another unit, archive and bring back nothing', async () => {
  const { admin, reader, publish } = await scene();
  const other = await scene();
  const report = await publish({ title: 'Alheio' });
  await registered(report, 200);
  const body = { report_ids: [report.id] };
  for (const endpoint of [contract.archive, contract.restore]) expect((await reader.refusal(endpoint, { body })).status).toBe(403);
  expect((await reader.refusal(contract.unused, {})).status).toBe(403);
  expect((await reader.refusal(contract.get, params(report))).status).toBe(403);
  expect(await other.admin.call(contract.archive, { body })).toEqual({ report_ids: [] });
  expect((await other.admin.call(contract.unused, {})).data).toEqual([]);
  expect((await other.admin.refusal(contract.get, params(report))).status).toBe(404);
  await admin.call(contract.archive, { body });
  expect(await other.admin.call(contract.restore, { body })).toEqual({ report_ids: [] });
  expect((await admin.call(reports.get, params(report))).archived_at).not.toBeNull();
});
