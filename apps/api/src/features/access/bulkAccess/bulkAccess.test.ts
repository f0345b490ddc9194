/** What many reports can be given by, and what would come of it, before anything is saved. */
import * as contract from '@vitrine/contract/access/bulkAccess.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import { expect, test } from 'vitest';
import type { Person } from '#test/harness/population.ts';
import { grant, groupOf, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';

const { world, service } = await openPublishingWorld();

const to = (person: Person) => ({ to: 'membership', to_id: person.membership_id ?? '' }) as const;
const everybody = { to: 'unit', to_id: null } as const;
const weather = { table: 'Clima', column: 'Tempo' };

test('roles and columns are offered that all of the models have', async () => {
  const { admin, publish } = await publishingScene(world);
  const [sales, closing] = [await publish({ sample: 'sales' }), await publish({ sample: 'closing' })];
  const [sky, films, open] = [
    await publish({ data_rule: 'filter' }),
    await publish({ sample: 'cinema', data_rule: 'filter' }),
    await publish(),
  ];
  const modelOf = (...reports: { id: string }[]) => admin.call(contract.commonModel, { body: { report_ids: reports.map(({ id }) => id) } });
  await expect.poll(async () => (await modelOf(sales)).roles_from, { timeout: 20_000 }).toBe('model');
  await expect.poll(async () => (await modelOf(sales, closing)).roles_from, { timeout: 20_000 }).toBe('model');

  const both = await modelOf(sales, closing, open, sky);
  expect(both.kinds).toEqual({ none: 1, filter: 1, rls: 2 });
  const names = new Set(both.roles.map(({ name }) => name));
  const each = await Promise.all(
    [sales, closing].map(async ({ id }) => (await admin.call(reportAccess.model, { params: { id } })).roles.map(({ name }) => name)),
  );
  expect(names).toEqual(new Set(each[0]?.filter((name) => each[1]?.includes(name))));
  expect(both.columns).toContainEqual({ ...weather, distinct: expect.any(Number) });
  expect(both.values_from).toBe(sky.id);

  // Two models that share no column leave none to choose; where none has filters, there is nothing to ask.
  expect((await modelOf(sky, films)).columns).toEqual([]);
  expect(await modelOf(open)).toMatchObject({ columns: null, roles: [], values_from: null });
});

test('where the service tells no roles, those in use are offered', async () => {
  const { admin, publish } = await publishingScene(world);
  const report = await publish({ sample: 'sales' });
  service.faults.start({ name: 'throttled', path: '/admin/workspaces' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Tudo'] });
  const told = await admin.call(contract.commonModel, { body: { report_ids: [report.id] } });
  expect(told).toMatchObject({ roles: [{ name: 'Tudo', rows: 'other' }], roles_from: 'use' });
});

test('the result of many assignments is told before they are saved, and is what then happens', async () => {
  const { unit, admin, ana, reader, publish } = await publishingScene(world);
  const [sales, open, sky] = [
    await publish({ sample: 'sales', title: 'A vendas' }),
    await publish({ title: 'B aberto' }),
    await publish({ title: 'C clima', data_rule: 'filter' }),
  ];
  const bruno = await unit.person('user');
  const group_id = await groupOf(world, unit, ana);
  const body = {
    report_ids: [sales.id, open.id, sky.id, open.id],
    receivers: [{ to: 'user_group' as const, to_id: group_id }, to(bruno)],
    rls_roles: ['Região Sul'],
    filters: [{ ...weather, values: ['Chuva'] }],
  };
  expect(await admin.call(contract.bulkPreview, { body })).toEqual({
    people: 2,
    reports: 3,
    looked_at: { people: 2, reports: 3 },
    sees: 2,
    already: 0,
    troubled: [],
    ruled_elsewhere: 0,
    checked: true,
  });

  // Without rows, the two reports that ask for some stay closed; which, and for how many, is said.
  const bare = { ...body, rls_roles: [], filters: [] };
  expect(await admin.call(contract.bulkPreview, { body: bare })).toMatchObject({
    sees: 2,
    troubled: [
      { title: 'A vendas', no_data_rule: 2, closed: 0 },
      { title: 'C clima', no_data_rule: 2, closed: 0 },
    ],
  });

  // What a group has already stays as it is, and one who was taken off stays out.
  await grant(admin, sales, { to: 'user_group', to_id: group_id, rls_roles: ['Região Norte'] });
  await admin.call(reportAccess.removePerson, { params: { id: open.id, membership_id: bruno.membership_id ?? '' } });
  expect(await admin.call(contract.bulkPreview, { body })).toMatchObject({
    already: 1,
    ruled_elsewhere: 1,
    troubled: [{ title: 'B aberto', closed: 1, no_data_rule: 0 }],
  });
  expect(await admin.call(contract.bulkAdd, { body: { ...body, ends_on: null } })).toEqual({ added: 5, skipped: 1 });
  const why = await admin.call(reportAccess.why, { params: { id: sales.id, membership_id: ana.membership_id ?? '' } });
  expect(why.identity?.roles).toEqual(['Região Norte']);
  expect((await reader.refusal(contract.bulkPreview, { body })).status).toBe(403);
});

test('a role that one of the models lacks is refused before anything is saved, with what was meant', async () => {
  const { admin, ana, publish } = await publishingScene(world);
  const [open, sales] = [await publish(), await publish({ sample: 'sales' })];
  await grant(admin, sales, { to: 'unit', rls_roles: ['Região Sul'] });
  const body = { report_ids: [open.id, sales.id], receivers: [to(ana)], rls_roles: ['Regiao Sul'] };
  const refused = await admin.refusal(contract.bulkPreview, { body });
  expect([refused.status, refused.body.errors]).toEqual([422, { rls_roles: [expect.stringContaining('“Região Sul”?')] }]);
});

test('a service that does not answer is told as such', async () => {
  const { admin, ana, publish } = await publishingScene(world);
  const [open, sales] = [await publish(), await publish({ sample: 'sales' })];
  service.faults.start({ name: 'server_error', status: 503 });
  const body = { report_ids: [open.id, sales.id], receivers: [to(ana)], rls_roles: ['Região Sul'] };
  expect(await admin.call(contract.bulkPreview, { body })).toMatchObject({ people: 1, sees: 1, checked: false });
});

test('reports, people and groups of another unit are not found', async () => {
  const [here, there] = [await publishingScene(world), await publishingScene(world)];
  const [own, foreign] = [await here.publish(), await there.publish()];
  const status = async (report_ids: string[], ...receivers: ({ to: 'membership'; to_id: string } | typeof everybody)[]) =>
    (await here.admin.refusal(contract.bulkPreview, { body: { report_ids, receivers } })).status;
  expect(await status([own.id, foreign.id], everybody)).toBe(404);
  expect(await status([own.id], to(there.ana))).toBe(404);
  expect((await here.admin.refusal(contract.commonModel, { body: { report_ids: [own.id, foreign.id] } })).status).toBe(404);
  expect((await here.reader.refusal(contract.commonModel, { body: { report_ids: [own.id] } })).status).toBe(403);
});
