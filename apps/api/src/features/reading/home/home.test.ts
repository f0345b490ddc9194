import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/reading/home.ts';
import type { Report } from '@vitrine/contract/reports/reports.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import type { Published } from '#test/harness/publishing.ts';
import { addGroup, grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();

/** A reader who sees what is granted. */
async function scene() {
  const made = await publishingScene(world);
  const toAna = async (values: Published = {}): Promise<Report> => {
    const report = await made.publish(values);
    await made.toAna(report);
    return report;
  };
  return { ...made, toAna };
}

const ids = (reports: readonly { id: string }[]) => reports.map(({ id }) => id);
const star = (browser: Browser, { id }: { id: string }, favourite = true) =>
  browser.call(reading.favourite, { params: { id }, body: { favourite } });
/** As many reports as wanted, made by copying rows: forms are not what is tested here. */
async function copies(report: Report, tenant_id: string, membership_id: string | null, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, () => uuidv7());
  for (const [index, id] of made.entries()) {
    await world.owner.run(
      query.insertInto('report').values({
        tenant_id,
        id,
        title: `${report.title} ${index}`,
        group_id: report.group_id,
        account_id: report.account_id,
        workspace_id: report.workspace_id,
        external_report_id: report.external_report_id,
      }),
    );
    await world.owner.run(query.insertInto('report_grant').values({ tenant_id, id: uuidv7(), report_id: id, membership_id }));
  }
  return made;
}

// Favourites

test('favourites come in the order that the person gave them; a new one comes last', async () => {
  const { reader, toAna } = await scene();
  const [a, b, c] = [await toAna(), await toAna(), await toAna()];
  for (const report of [a, b, c]) await star(reader, report);
  const favourites = async () => ids((await reader.call(contract.home, {})).favourites);
  await reader.call(contract.orderFavourites, { body: { report_ids: [c.id, a.id, b.id] } });
  expect(await favourites()).toEqual([c.id, a.id, b.id]);
  await reader.call(contract.orderFavourites, { body: { report_ids: [b.id] } });
  expect(await favourites()).toEqual([b.id, c.id, a.id]);
  await star(reader, c, false);
  await star(reader, c);
  expect(await favourites()).toEqual([b.id, a.id, c.id]);
});

test('no report stands on the start page twice', async () => {
  const { reader, toAna } = await scene();
  const [starred, opened, both, fresh] = [await toAna(), await toAna(), await toAna(), await toAna()];
  for (const report of [opened, both]) await reader.call(reading.open, { params: { id: report.id } });
  for (const report of [starred, both]) await star(reader, report);
  const { favourites, recents, latest } = await reader.call(contract.home, {});
  expect([ids(favourites), ids(recents), ids(latest)]).toEqual([[starred.id, both.id], [opened.id], [fresh.id]]);
});

test('an order that names a report of nobody, of another unit or twice changes nothing', async () => {
  const [{ reader, toAna }, other] = [await scene(), await scene()];
  const [a, b] = [await toAna(), await toAna()];
  const foreign = await other.toAna();
  await star(reader, a);
  await star(reader, b);
  for (const id of [foreign.id, uuidv7()])
    expect(await reader.refusal(contract.orderFavourites, { body: { report_ids: [b.id, id] } })).toMatchObject({
      body: { status: 'not_found' },
    });
  expect(await reader.refusal(contract.orderFavourites, { body: { report_ids: [b.id, b.id] } })).toMatchObject({
    body: { status: 'invalid' },
  });
  expect(ids((await reader.call(contract.home, {})).favourites)).toEqual([a.id, b.id]);
});

test('what one may no longer see vanishes silently and returns with the access, in its place', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const [a, b] = [await add(), await add()];
  const given = await grant(admin, a, { to: 'membership', to_id: ana.membership_id });
  await grant(admin, b, { to: 'membership', to_id: ana.membership_id });
  await star(reader, a);
  await star(reader, b);
  const endsOn = (ends_on: string | null) => world.owner.run(query.updateTable('report_grant').set({ ends_on }).where('id', '=', given.id));
  await endsOn('2020-01-01');
  expect(ids((await reader.call(contract.home, {})).favourites)).toEqual([b.id]);
  await endsOn(null);
  expect(ids((await reader.call(contract.home, {})).favourites)).toEqual([a.id, b.id]);
});

test('presses at once give no more than fifty stars', async () => {
  const { unit, ana, reader, toAna } = await scene();
  const made = await copies(await toAna(), unit.id, ana.membership_id, 55);
  const starred = await Promise.allSettled(made.map((id) => star(reader, { id })));
  expect(starred.filter(({ status }) => status === 'fulfilled')).toHaveLength(contract.favouritesLimit);
  const [refused] = made.filter((_, index) => starred[index]?.status === 'rejected');
  expect(await reader.refusal(reading.favourite, { params: { id: refused ?? '' }, body: { favourite: true } })).toMatchObject({
    body: { status: 'favourites_full' },
  });
  expect((await reader.call(contract.home, {})).favourites).toHaveLength(contract.favouritesLimit);
});

test('the cards of a group tell what blocks a report, and how old its data are; of visible reports only', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const group = await addGroup(admin);
  const [open, ruled, hidden] = [
    await add({ group_id: group.id }),
    await add({ group_id: group.id, data_rule: 'filter' }),
    await add({ group_id: group.id }),
  ];
  for (const report of [open, ruled]) await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  await world.owner.run(
    query.insertInto('dataset_refresh').values({
      tenant_id: unit.id,
      id: uuidv7(),
      account_id: open.account_id ?? '',
      dataset_workspace_id: open.workspace_id ?? '',
      dataset_id: open.dataset_id ?? '',
      source: 'person',
      state: 'completed',
      ended_at: new Date('2026-05-01T10:05:00Z'),
    }),
  );
  const { data } = await reader.call(contract.groupCards, { params: { id: group.id } });
  expect(Object.fromEntries(data.map(({ id, ...marks }) => [id, marks]))).toMatchObject({
    [open.id]: { blocked: null, updated: { at: expect.stringContaining('2026-05-01') as string, failed: false } },
    [ruled.id]: { blocked: 'no_data_rule' },
  });
  expect(data).toHaveLength(2);
  expect(ids((await admin.call(contract.groupCards, { params: { id: group.id } })).data)).toContain(hidden.id);
  for (const other of [uuidv7(), (await addGroup(await world.signIn(await (await world.unit()).person('admin')))).id])
    expect((await reader.refusal(contract.groupCards, { params: { id: other } })).body.status).toBe('group_not_found');
});

// Recents and news

test('recents are the last eight reports that the person opened, each once; what others opened for them is not among them', async () => {
  const { unit, admin, ana, reader, toAna } = await scene();
  const report = await toAna();
  const made = await copies(report, unit.id, ana.membership_id, 9);
  for (const id of [...made, made[3] ?? '']) await reader.call(reading.open, { params: { id } });
  await world.owner.run(
    query.insertInto('report_view').values({
      tenant_id: unit.id,
      id: uuidv7(),
      report_id: report.id,
      person_id: ana.id,
      actor_id: (await unit.person('admin')).id,
    }),
  );
  const { recents } = await reader.call(contract.home, {});
  expect(ids(recents)).toEqual([made[3], ...made.toSpliced(3, 1).toReversed().slice(0, 7)]);
  expect((await admin.call(contract.home, {})).recents).toEqual([]);
});

test('latest reports are the ten newest of thirty days, of those that one may see', async () => {
  const { unit, admin, ana, reader, toAna, publish: add } = await scene();
  const hidden = await add();
  const old = await toAna();
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  await world.owner.run(
    query
      .updateTable('report')
      .set({ created_at: daysAgo(31) })
      .where('id', '=', old.id),
  );
  const made = await copies(old, unit.id, ana.membership_id, 11);
  for (const [index, id] of made.entries())
    await world.owner.run(
      query
        .updateTable('report')
        .set({ created_at: daysAgo(index) })
        .where('id', '=', id),
    );
  expect(ids((await reader.call(contract.home, {})).latest)).toEqual(made.slice(0, 10));
  expect(ids((await admin.call(contract.home, {})).latest)).toContain(hidden.id);
});

// Start page

test('the start page is the person’s, else the group’s, else the unit’s', async () => {
  const { unit, admin, ana, reader, toAna } = await scene();
  const report = await toAna();
  const intended = async () => (await reader.call(configuration.getConfig, {})).intended;
  expect(await intended()).toBe('/');
  await admin.call(configuration.updateConfig, { body: { home_page: '/all/reports', version: 1 } });
  expect(await intended()).toBe('/all/reports');

  const group = uuidv7();
  await world.owner.run(query.insertInto('user_group').values({ tenant_id: unit.id, id: group, name: 'Diretoria', home_page: '/setting' }));
  const member = { tenant_id: unit.id, group_id: group, membership_id: ana.membership_id ?? '' };
  await world.owner.run(query.insertInto('user_group_member').values(member));
  expect(await intended()).toBe('/setting');

  await reader.call(contract.startPage, { body: { page: 'report', reportId: report.id } });
  expect(await intended()).toBe(`/${report.id}/reports/view`);
  await reader.call(contract.startPage, { body: { page: 'home' } });
  expect(await intended()).toBe('/');
  await reader.call(contract.startPage, { body: { page: 'unit' } });
  expect(await intended()).toBe('/setting');
});

test('a start page whose report is gone, or no longer theirs, gives way to the next', async () => {
  const { unit, admin, ana, reader, toAna } = await scene();
  const [own, ofGroup, ofUnit] = [await toAna(), await toAna(), await toAna()];
  const view = ({ id }: Report) => `/${id}/reports/view`;
  await admin.call(configuration.updateConfig, { body: { home_page: view(ofUnit), start_report_id: ofUnit.id, version: 1 } });
  const group = uuidv7();
  await world.owner.run(
    query.insertInto('user_group').values({ tenant_id: unit.id, id: group, name: 'Diretoria', home_page: view(ofGroup) }),
  );
  const member = { tenant_id: unit.id, group_id: group, membership_id: ana.membership_id ?? '' };
  await world.owner.run(query.insertInto('user_group_member').values(member));
  await reader.call(contract.startPage, { body: { page: 'report', reportId: own.id } });
  // As somebody signs in, and as an open page is told.
  const begins = async () => {
    const browser = world.browser();
    const { intended } = await browser.login(ana);
    expect((await browser.call(configuration.getConfig, {})).intended).toBe(intended);
    return intended;
  };
  expect(await begins()).toBe(view(own));
  await world.owner.run(query.deleteFrom('report').where('id', '=', own.id));
  expect(await begins()).toBe(view(ofGroup));
  await world.owner.run(query.updateTable('user_group').set({ ends_on: '2020-01-01' }).where('id', '=', group));
  expect(await begins()).toBe(view(ofUnit));
  await world.owner.run(query.updateTable('report_grant').set({ ends_on: '2020-01-01' }).where('report_id', '=', ofUnit.id));
  expect(await begins()).toBe('/');
  expect((await admin.call(configuration.getConfig, {})).intended).toBe(view(ofUnit));
  await world.owner.run(query.updateTable('report').set({ active: false }).where('id', '=', ofUnit.id));
  expect((await admin.call(configuration.getConfig, {})).intended).toBe('/');
});

test('nobody starts with a report that they may not see', async () => {
  const { reader, publish: add } = await scene();
  const hidden = await add();
  expect(await reader.refusal(contract.startPage, { body: { page: 'report', reportId: hidden.id } })).toMatchObject({
    body: { status: 'not_found' },
  });
  expect(await reader.refusal(contract.startPage, { body: { page: 'report' } })).toMatchObject({ body: { status: 'invalid' } });
});
