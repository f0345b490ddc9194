import * as capacities from '@vitrine/contract/datasets/capacities.ts';
import * as contract from '@vitrine/contract/reports/workspaces.ts';
import * as reportingAccounts from '@vitrine/contract/reports/reportingAccounts.ts';
import * as reports from '@vitrine/contract/reports/reports.ts';
import { demoApplication, demoSubscription } from '@vitrine/emulator/definitions/demo.ts';
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { addAccount, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { samples } from '#test/harness/reportingService.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world, service } = await openPublishingWorld();

const newName = () => `Vendas ${randomBytes(4).toString('hex')}`;
const retail = samples.sales.workspace_id;

type Place = { account_id: string; workspace_id: string };
const at = ({ account_id, workspace_id }: Place) => ({ params: { account_id, workspace_id } });
const make = async (admin: Browser, account_id: string, name = newName()) => admin.call(contract.add, { body: { account_id, name } });
const listed = async (admin: Browser, q = '') => (await admin.call(contract.list, { query: { per_page: 100, q } })).data;
const acts = (account_id: string) =>
  world.owner.run(query.selectFrom('workspace_act').selectAll().where('account_id', '=', account_id).orderBy('asked_at').orderBy('id'));

async function scene() {
  const { admin, unit } = await world.unitWithAdmin();
  return { admin, unit, account_id: (await addAccount(admin)).id };
}

test('lists what every account reaches, with what is inside and how much of it is published', async () => {
  const { admin, account_id } = await scene();
  await publish(admin, { sample: 'sales', account_id });
  const { name } = await admin.call(contract.get, at({ account_id, workspace_id: retail }));
  const [row] = await listed(admin, name);
  expect(row).toMatchObject({ account_id, workspace_id: retail, published_count: 1, member_count: 1, can: { edit: true, remove: true } });
  expect(row?.report_count).toBeGreaterThan(1);
  expect(row?.capacity?.name).toBe('vitrinefabric1');
  const all = await admin.call(contract.list, { query: { per_page: 1, sort: '-name' } });
  expect([all.data.length, all.meta.total > 1, all.can.add]).toEqual([1, true, true]);
});

test('a workspace that two accounts reach is told once', async () => {
  const { admin, account_id } = await scene();
  const other = await addAccount(admin);
  const rows = (await listed(admin)).filter(({ workspace_id }) => workspace_id === retail);
  expect(rows).toHaveLength(1);
  expect([account_id, other.id]).toContain(rows[0]?.account_id);
});

test('an account that is refused hides nothing of the others, and is told', async () => {
  const { admin, account_id } = await scene();
  await admin.call(reportingAccounts.add, {
    body: {
      name: 'AAA wrong',
      application_id: demoApplication.client_id,
      directory_id: demoApplication.tenant_id,
      secret_value: 'wrong',
    },
  });
  expect((await listed(admin)).some((row) => row.account_id === account_id)).toBe(true);
  const { data } = await admin.call(contract.accounts, {});
  expect(data.map(({ problem }) => problem)).toEqual(['refused', null]);
  expect(data[1]?.capacities.map(({ name }) => name)).toContain('vitrineembedded');
});

test('the capacity that new workspaces of an account are put on is told', async () => {
  const { admin, account_id } = await scene();
  const { subscription_id, resource_group } = demoSubscription;
  const place = { account_id, resource_group, subscription_id, sku: 'A1' } as const;
  await admin.call(capacities.add, { body: { ...place, name: 'vitrineembedded', current: true } });
  const [account] = (await admin.call(contract.accounts, {})).data;
  expect(account?.capacities.filter(({ current }) => current).map(({ name }) => name)).toEqual(['vitrineembedded']);
});

test('a service that does not answer is told in its place, and the list is there all the same', async () => {
  const { admin } = await scene();
  service.faults.start({ name: 'reset', service: 'powerbi' });
  expect(await listed(admin)).toEqual([]);
  expect((await admin.call(contract.accounts, {})).data.map(({ problem }) => problem)).toEqual(['silent']);
});

test('shows what is in a workspace, with the reports of the unit that show it', async () => {
  const { admin, account_id } = await scene();
  const report = await publish(admin, { sample: 'sales', account_id });
  const { reports: inside, datasets } = await admin.call(contract.content, at({ account_id, workspace_id: retail }));
  const published = inside.find(({ id }) => id === samples.sales.external_report_id);
  expect(published).toMatchObject({ published: [{ id: report.id, title: report.title }], dataset: datasets[0]?.name });
  expect(inside.some(({ kind }) => kind === 'paginated')).toBe(true);
  expect(datasets[0]).toMatchObject({ refreshable: true });
  expect(datasets[0]?.report_count).toBeGreaterThan(0);
});

test('is added, renamed and deleted, and all of it is written down', async () => {
  const { admin, account_id } = await scene();
  const made = await make(admin, account_id);
  const renamed = newName();
  await admin.call(contract.rename, { ...at(made), body: { name: renamed } });
  expect(await admin.call(contract.get, at(made))).toMatchObject({ name: renamed, report_count: 0, capacity: null });
  const wrong = await admin.refusal(contract.remove, { ...at(made), body: { name: made.name } });
  expect(wrong.body.status).toBe('conflict');
  await admin.call(contract.remove, { ...at(made), body: { name: renamed } });
  expect((await admin.refusal(contract.get, at(made))).status).toBe(404);
  expect((await acts(account_id)).map(({ kind, state }) => [kind, state])).toEqual([
    ['create', 'done'],
    ['rename', 'done'],
    ['remove', 'done'],
  ]);
  const log = await world.owner.run(
    query
      .selectFrom('audit_log')
      .select(['action', 'object_type'])
      .where('object_type', '=', 'workspace_act')
      .where('action', '=', 'workspace.remove'),
  );
  expect(log.length).toBeGreaterThan(0);
});

test('a name is one in the directory, and not longer than the service takes', async () => {
  const { admin, account_id } = await scene();
  const made = await make(admin, account_id);
  const [taken, long, empty] = await Promise.all(
    [made.name.toUpperCase(), 'x'.repeat(257), ' '].map((name) => admin.refusal(contract.add, { body: { account_id, name } })),
  );
  expect([taken, long, empty].map((one) => [one?.status, Object.keys(one?.body.errors ?? {})])).toEqual([
    [422, ['name']],
    [422, ['name']],
    [422, ['name']],
  ]);
  const other = await make(admin, account_id, 'y'.repeat(248) + randomBytes(4).toString('hex'));
  expect((await admin.refusal(contract.rename, { ...at(other), body: { name: made.name } })).status).toBe(422);
  expect((await acts(account_id)).map(({ kind, state }) => [kind, state])).toContainEqual(['rename', 'refused']);
});

test('what was made while the answer got lost is found again by its name, and made once', async () => {
  const { admin, account_id } = await scene();
  const name = newName();
  await listed(admin);
  service.faults.start({ name: 'half_body', method: 'POST', path: '/v1.0/myorg/groups', times: 1 });
  const lost = await admin.refusal(contract.add, { body: { account_id, name } });
  expect([lost.status, lost.body.status]).toEqual([503, 'workspace_unsettled']);
  expect((await acts(account_id)).map(({ state }) => state)).toEqual(['open']);
  world.setTime(new Date(Date.now() + 20_000));
  const again = await admin.call(contract.add, { body: { account_id, name } });
  expect((await listed(admin, name)).map(({ workspace_id }) => workspace_id)).toEqual([again.workspace_id]);
  expect((await acts(account_id)).map(({ state, workspace_id }) => [state, workspace_id])).toEqual([['done', again.workspace_id]]);
  expect(service.calls.filter(({ method, path }) => method === 'POST' && path.startsWith('/v1.0/myorg/groups?'))).toHaveLength(1);
});

test('an act without an answer is looked for by itself: it happened, or it did not', async () => {
  const { admin, account_id } = await scene();
  const made = await make(admin, account_id);
  const renamed = newName();
  service.faults.start({ name: 'reset', method: 'PATCH' });
  expect((await admin.refusal(contract.rename, { ...at(made), body: { name: renamed } })).body.status).toBe('workspace_unsettled');
  service.faults.clear();
  world.setTime(new Date(Date.now() + 30_000));
  service.faults.start({ name: 'half_body', method: 'POST', path: '/v1.0/myorg/groups', times: 1 });
  const name = newName();
  expect((await admin.refusal(contract.add, { body: { account_id, name } })).body.status).toBe('workspace_unsettled');
  service.faults.clear();
  world.setTime(new Date(Date.now() + 5 * 60_000));
  await world.runJobs();
  expect((await acts(account_id)).map(({ kind, state, reason }) => [kind, state, reason])).toEqual([
    ['create', 'done', null],
    ['rename', 'refused', 'not_done'],
    ['create', 'done', null],
  ]);
  expect((await listed(admin, name)).map(({ workspace_id }) => workspace_id)).toEqual([(await acts(account_id))[2]?.workspace_id]);
});

test('people, groups and applications get a role, another one, and go; the access of the portal itself stays', async () => {
  const { admin, account_id } = await scene();
  const made = await make(admin, account_id);
  const add = (identifier: string, kind: contract.MemberKind) =>
    admin.call(contract.addMember, { ...at(made), body: { identifier, kind, right: 'viewer' } });
  await add('Ana@Example.com', 'person');
  await add(uuidv7(), 'group');
  const twice = await admin.refusal(contract.addMember, {
    ...at(made),
    body: { identifier: 'ana@example.com', kind: 'person', right: 'admin' },
  });
  expect([twice.status, Object.keys(twice.body.errors ?? {})]).toEqual([422, ['identifier']]);
  for (const [identifier, kind] of [
    ['nobody', 'person'],
    ['ana@example.com', 'group'],
  ] as const) {
    expect((await admin.refusal(contract.addMember, { ...at(made), body: { identifier, kind, right: 'viewer' } })).status).toBe(422);
  }
  await admin.call(contract.changeMember, { ...at(made), body: { identifier: 'ana@example.com', right: 'contributor' } });
  const { data } = await admin.call(contract.members, at(made));
  expect(data.map(({ kind, right, own }) => [kind, right, own])).toEqual([
    ['app', 'admin', true],
    ['group', 'viewer', false],
    ['person', 'contributor', false],
  ]);
  const own = { identifier: data[0]?.identifier ?? '' };
  for (const refused of [
    await admin.refusal(contract.removeMember, { ...at(made), body: own }),
    await admin.refusal(contract.changeMember, { ...at(made), body: { ...own, right: 'viewer' } }),
  ])
    expect([refused.status, refused.body.status]).toEqual([409, 'workspace_own_access']);
  await admin.call(contract.removeMember, { ...at(made), body: { identifier: 'ana@example.com' } });
  expect((await admin.refusal(contract.removeMember, { ...at(made), body: { identifier: 'ana@example.com' } })).status).toBe(404);
  expect((await admin.call(contract.members, at(made))).data).toHaveLength(2);
});

test('stands on a capacity and comes back from it; what the account does not see is refused', async () => {
  const { admin, account_id } = await scene();
  const made = await make(admin, account_id);
  const [capacity] = (await admin.call(contract.accounts, {})).data[0]?.capacities ?? [];
  await admin.call(contract.assign, { ...at(made), body: { capacity_id: capacity?.id ?? '' } });
  expect((await admin.call(contract.get, at(made))).capacity).toEqual({ id: capacity?.id, name: capacity?.name });
  await admin.call(contract.assign, { ...at(made), body: { capacity_id: null } });
  expect((await admin.call(contract.get, at(made))).capacity).toBeNull();
  expect((await admin.refusal(contract.assign, { ...at(made), body: { capacity_id: uuidv7() } })).status).toBe(422);
  const { data } = await admin.call(contract.acts, at(made));
  expect(data.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['assign', ''],
    ['assign', capacity?.name],
    ['create', ''],
  ]);
});

test('tells before it is deleted what would no longer work', async () => {
  const { admin, account_id } = await scene();
  const report = await publish(admin, { sample: 'sales', account_id });
  expect(await admin.call(contract.losses, at({ account_id, workspace_id: retail }))).toEqual({
    reports: [report.title],
    report_count: 1,
    playlist_count: 0,
    schedule_count: 0,
    reader_count: 0,
  });
});

test('a report moves to another workspace, and what the portal shows follows it', async () => {
  const { admin, account_id } = await scene();
  const target = await make(admin, account_id);
  const report = await publish(admin, { sample: 'cinema', account_id });
  const { workspace_id, external_report_id } = samples.cinema;
  const from = at({ account_id, workspace_id });
  const body = { external_report_id, target_workspace_id: target.workspace_id, keep_original: true };
  const moved = await admin.call(contract.moveReport, { ...from, body });
  expect(moved).toMatchObject({ followed: 1, original_kept: true });
  expect(await admin.call(reports.get, { params: { id: report.id } })).toMatchObject({ workspace_id: target.workspace_id });
  const there = await admin.call(contract.content, at(target));
  expect(there.reports).toMatchObject([{ id: moved.external_report_id, published: [{ id: report.id }] }]);

  // Back, and the copy goes.
  const back = await admin.call(contract.moveReport, {
    ...at(target),
    body: { external_report_id: moved.external_report_id, target_workspace_id: workspace_id },
  });
  expect(back).toMatchObject({ followed: 1, original_kept: false });
  expect((await admin.call(contract.content, at(target))).reports).toEqual([]);
});

test('a paginated report is not moved, and nothing to where it is', async () => {
  const { admin, account_id } = await scene();
  const target = await make(admin, account_id);
  const { workspace_id, external_report_id } = samples.closing;
  const from = at({ account_id, workspace_id });
  const refused = await admin.refusal(contract.moveReport, {
    ...from,
    body: { external_report_id, target_workspace_id: target.workspace_id },
  });
  expect([refused.status, refused.body.status]).toEqual([409, 'report_not_movable']);
  const same = await admin.refusal(contract.moveReport, { ...from, body: { external_report_id, target_workspace_id: workspace_id } });
  expect(same.status).toBe(422);
});

test('a move whose answer got lost is finished afterwards, with one copy', async () => {
  const { admin, account_id } = await scene();
  const target = await make(admin, account_id);
  const report = await publish(admin, { sample: 'cinema', account_id });
  const { workspace_id, external_report_id } = samples.cinema;
  service.faults.start({ name: 'half_body', method: 'POST', path: 'Clone' });
  const body = { external_report_id, target_workspace_id: target.workspace_id, keep_original: true };
  const lost = await admin.refusal(contract.moveReport, { ...at({ account_id, workspace_id }), body });
  expect(lost.body.status).toBe('workspace_unsettled');
  service.faults.clear();
  world.setTime(new Date(Date.now() + 5 * 60_000));
  await world.runJobs();
  expect(await admin.call(reports.get, { params: { id: report.id } })).toMatchObject({ workspace_id: target.workspace_id });
  expect((await admin.call(contract.content, at(target))).reports).toHaveLength(1);
});

test('is nothing for another unit, for readers, and beyond the accounts of an administrator who works with his own only', async () => {
  const { admin, account_id } = await scene();
  const stranger = (await world.unitWithAdmin()).admin;
  const place = { account_id, workspace_id: retail };
  for (const endpoint of [contract.get, contract.content, contract.members, contract.acts, contract.losses] as const)
    expect((await stranger.refusal(endpoint, at(place))).status).toBe(404);
  expect(await listed(stranger)).toEqual([]);
  expect((await stranger.refusal(contract.add, { body: { account_id, name: newName() } })).status).toBe(404);
  expect((await stranger.refusal(contract.remove, { ...at(place), body: { name: 'x' } })).status).toBe(404);
  expect((await admin.refusal(contract.get, at({ account_id, workspace_id: uuidv7() }))).status).toBe(404);

  const partner = await world.partner();
  const unit = await partner.unit({ tenant: { only_own_accounts: true } });
  const [ana, bruno] = [await world.signIn(await unit.person('admin')), await world.signIn(await unit.person('admin'))];
  const own = await addAccount(ana);
  expect(await listed(bruno)).toEqual([]);
  expect((await bruno.refusal(contract.get, at({ account_id: own.id, workspace_id: retail }))).status).toBe(404);
  expect((await listed(ana)).length).toBeGreaterThan(0);
  const staff = await world.signIn(await partner.person({ unit }));
  expect((await listed(staff)).length).toBeGreaterThan(0);
  const reader = await world.signIn(await unit.person('user'));
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
});
