import * as bulkAccess from '@vitrine/contract/access/bulkAccess.ts';
import * as openAs from '@vitrine/contract/access/openAs.ts';
import { permissions } from '@vitrine/contract/access/permissions.ts';
import * as contract from '@vitrine/contract/access/reportAccess.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { addAccount, grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import type { Published } from '#test/harness/publishing.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world, service } = await openPublishingWorld();

async function scene() {
  const unit = await world.unit();
  const admin = await world.signIn(await unit.person('admin'));
  const ana = await unit.person('user', { membership: { department: 'Sul' } });
  const reader = await world.signIn(ana);
  return { unit, admin, ana, reader, publish: (values: Published = {}) => publish(admin, values) };
}

async function groupOf(unit: Unit, ...people: Person[]): Promise<string> {
  const group = { tenant_id: unit.id, id: uuidv7() };
  await world.owner.run(query.insertInto('user_group').values({ ...group, name: `Group ${group.id}` }));
  for (const { membership_id } of people)
    await world.owner.run(
      query.insertInto('user_group_member').values({ tenant_id: unit.id, group_id: group.id, membership_id: membership_id ?? '' }),
    );
  return group.id;
}

const params = ({ id }: { id: string }) => ({ params: { id } });
const at = ({ id }: { id: string }, { membership_id }: Person) => ({ params: { id, membership_id: membership_id ?? '' } });
const titles = async (browser: Browser) => (await browser.call(reading.mine, {})).data.map(({ title }) => title);

test('a person who was taken off sees the report by nothing, until it is given back', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const report = await add();
  await grant(admin, report, { to: 'unit' });
  await grant(admin, report, { to: 'user_group', to_id: await groupOf(unit, ana) });
  expect(await titles(reader)).toEqual([report.title]);

  await admin.call(contract.removePerson, at(report, ana));
  await admin.call(contract.removePerson, at(report, ana));
  expect(await titles(reader)).toEqual([]);
  expect((await reader.refusal(reading.open, params(report))).status).toBe(404);
  expect((await admin.call(contract.list, params(report))).removals).toMatchObject([
    { membership_id: ana.membership_id, email: ana.email },
  ]);
  // An assignment in person does not undo it.
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  expect(await titles(reader)).toEqual([]);

  await admin.call(contract.restorePerson, at(report, ana));
  expect(await titles(reader)).toEqual([report.title]);
  expect((await admin.refusal(contract.restorePerson, at(report, ana))).status).toBe(404);
});

test('a report without a rule for the person says so in its row', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  const { id: grant_id, version } = await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  const blocked = async () => (await reader.call(reading.mine, {})).data.map((row) => row.blocked);
  expect(await blocked()).toEqual(['no_data_rule']);
  const rules = { filters: [], rls_roles: ['Região Sul'], rls_username: null, permission_edit: false, ends_on: null, version };
  await admin.call(contract.update, { params: { id: report.id, grant_id }, body: rules });
  expect(await blocked()).toEqual([null]);
});

test('the token carries the value of the person that the assignment names', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  await grant(admin, report, { to: 'unit', rls_roles: ['Gerente da loja'], rls_username: '{{email}}' });
  await reader.call(reading.open, params(report));
  expect(service.tokenRequests().at(-1)?.identities?.[0]).toMatchObject({ username: ana.email, roles: ['Gerente da loja'] });
  const filtered = await add({ data_rule: 'filter' });
  await grant(admin, filtered, { to: 'unit', filters: [{ table: 'Clima', column: 'Tempo', values: ['{{department}}'] }] });
  const opened = await reader.call(reading.open, params(filtered));
  expect('filters' in opened ? opened.filters[0]?.values : null).toEqual(['Sul']);
});

test('a variable that nobody knows is refused', async () => {
  const { admin, publish: add } = await scene();
  const report = await add();
  for (const wrong of [
    { rls_username: '{{salary}}' },
    { filters: [{ table: 'T', column: 'C', values: ['{{password}}'] }] },
    { rls_username: '{{field.}}' },
  ]) {
    await expect(grant(admin, report, { to: 'unit', ...wrong })).rejects.toMatchObject({ status: 422 });
  }
});

test('many reports are assigned to many at once; what was there stays, and twice is like once', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const [one, two] = [await add({ title: 'A' }), await add({ title: 'B' })];
  const bruno = await unit.person('user');
  await grant(admin, one, { to: 'membership', to_id: ana.membership_id, rls_roles: ['Kept'] });
  const body = {
    report_ids: [one.id, two.id, two.id],
    receivers: [
      { to: 'membership' as const, to_id: ana.membership_id },
      { to: 'user_group' as const, to_id: await groupOf(unit, bruno) },
      { to: 'unit' as const, to_id: null },
    ],
    ends_on: '2099-12-31',
  };
  expect(await admin.call(bulkAccess.bulkAdd, { body })).toEqual({ added: 5, skipped: 1 });
  expect(await admin.call(bulkAccess.bulkAdd, { body })).toEqual({ added: 0, skipped: 6 });
  expect(await titles(reader)).toEqual(['A', 'B']);
  const kept = (await admin.call(contract.list, params(one))).data.find(({ to }) => to === 'membership');
  expect(kept).toMatchObject({ rls_roles: ['Kept'], ends_on: null });

  // Taken back from the group and in person, but not from the unit: only who was taken off in person is out.
  const { report_ids, receivers } = body;
  const removal = { report_ids, receivers: receivers.slice(0, 2), in_person: true };
  expect(await admin.call(bulkAccess.bulkRemove, { body: removal })).toEqual({ removed: 4, taken_off: 2 });
  expect(await titles(reader)).toEqual([]);
  expect(await titles(await world.signIn(bruno))).toEqual(['A', 'B']);
  const [line] = await world.owner.run(
    query
      .selectFrom('audit_log')
      .select(['action', 'person_id'])
      .where('object_type', '=', 'report_removal')
      .where('tenant_id', '=', unit.id),
  );
  expect(line?.action).toBe('report_grant.bulk_remove');
});

test('bulk work with anything foreign or missing does nothing at all', async () => {
  const [here, there] = [await scene(), await scene()];
  const report = await here.publish();
  const receivers = [{ to: 'membership' as const, to_id: here.ana.membership_id }];
  const foreign = await there.publish();
  for (const body of [
    { report_ids: [report.id, foreign.id], receivers },
    { report_ids: [report.id], receivers: [...receivers, { to: 'membership' as const, to_id: there.ana.membership_id }] },
    { report_ids: [report.id], receivers: [...receivers, { to: 'user_group' as const, to_id: uuidv7() }] },
  ]) {
    expect((await here.admin.refusal(bulkAccess.bulkAdd, { body })).status).toBe(404);
    expect((await here.admin.refusal(bulkAccess.bulkRemove, { body: { ...body, in_person: true } })).status).toBe(404);
  }
  expect(await here.admin.call(contract.list, params(report))).toEqual({ data: [], removals: [] });
});

test('fifty parallel bulk assignments make each assignment once', async () => {
  const { admin, ana, publish: add } = await scene();
  const report = await add();
  const body = { report_ids: [report.id], receivers: [{ to: 'membership' as const, to_id: ana.membership_id }] };
  const answers = await Promise.all(Array.from({ length: 50 }, () => admin.call(bulkAccess.bulkAdd, { body })));
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(1);
  expect((await admin.call(contract.list, params(report))).data).toHaveLength(1);
});

test('the panel says why somebody sees a report or not, as opening does', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  const why = () => admin.call(contract.why, at(report, ana));
  expect(await why()).toMatchObject({
    name: ana.name,
    see: false,
    why: 'not_found',
    reasons: [{ word: 'report_active' }, { word: 'no_grant' }],
  });
  await grant(admin, report, { to: 'unit' });
  expect(await why()).toMatchObject({ see: false, why: 'no_data_rule' });
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id, rls_roles: ['Região Sul'] });
  expect(await why()).toMatchObject({ see: true, why: null, identity: { username: ana.email, roles: ['Região Sul'] }, edit: false });
  await reader.call(reading.open, params(report));
  await admin.call(contract.removePerson, at(report, ana));
  expect(await why()).toMatchObject({ see: false, removed: true });
  expect((await admin.refusal(contract.why, { params: { id: report.id, membership_id: uuidv7() } })).status).toBe(404);
  expect((await reader.refusal(contract.why, at(report, ana))).status).toBe(403);
});

test('the audit lists every pair of the unit with what it comes to', async () => {
  const { unit, admin, ana, publish: add } = await scene();
  const report = await add({ title: 'Balanço' });
  const group = await groupOf(unit, ana);
  await grant(admin, report, { to: 'user_group', to_id: group, ends_on: '2099-01-31' });
  const bruno = await unit.person('user');
  await admin.call(contract.removePerson, at(report, bruno));
  const list = (query: object) => admin.call(permissions, { query });
  const mine = await list({ user_group_id: group });
  expect(mine.data).toMatchObject([{ email: ana.email, title: 'Balanço', state: 'sees', ends_on: '2099-01-31' }]);
  expect(mine.meta.total).toBe(1);
  expect((await list({ membership_id: bruno.membership_id ?? '' })).data).toMatchObject([{ state: 'closed' }]);
  expect((await list({ through: 'manager', q: 'balanco' })).data).toHaveLength(1);
  expect((await list({ report_id: report.id })).data.map(({ email }) => email).toSorted()).toEqual(
    [ana.email, bruno.email, ...(await list({ through: 'manager' })).data.map(({ email }) => email)].toSorted(),
  );
});

test('the audit tells every pair once, in either order, page after page and in the file, by every door', async () => {
  const [unit, other] = [await world.unit(), await world.unit()];
  const manager = await unit.person('admin', { person: { name: 'Zélia' } });
  const admin = await world.signIn(manager);
  const [ana, bruno] = [await unit.person('user', { person: { name: 'Ágata' } }), await unit.person('user', { person: { name: 'Bruno' } })];
  const account_id = (await addAccount(admin)).id;
  const add = (title: string) => publish(admin, { title, account_id });
  const [own, shared, common, taken, hidden] = [
    await add('Ébano'),
    await add('delta'),
    await add('Área'),
    await add('Carta'),
    await add('Bolsa'),
  ];
  await grant(admin, own, { to: 'membership', to_id: ana.membership_id });
  await grant(admin, shared, { to: 'user_group', to_id: await groupOf(unit, ana, bruno) });
  await grant(admin, shared, { to: 'membership', to_id: bruno.membership_id });
  await grant(admin, common, { to: 'unit' });
  await grant(admin, taken, { to: 'membership', to_id: ana.membership_id });
  await world.owner.run(query.updateTable('report_grant').set({ ends_on: '2020-01-31' }).where('report_id', '=', taken.id));
  await admin.call(contract.removePerson, at(taken, bruno));
  await world.owner.run(query.updateTable('report').set({ active: false }).where('id', '=', hidden.id));
  const stranger = await world.signIn(await other.person('admin'));
  await grant(stranger, await publish(stranger, { title: 'Alheio' }), { to: 'unit' });

  const all = async (wanted: object) => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) pages.push(await admin.call(permissions, { query: { ...wanted, page, per_page: 3 } }));
    const pairs = pages.flatMap(({ data }) => data).map(({ name, title }) => `${name} ${title}`);
    expect(pages[0]?.meta.total).toBe(pairs.length);
    return pairs;
  };
  const byPerson = ['Ágata Área', 'Ágata delta', 'Ágata Ébano', 'Bruno Área', 'Bruno Carta', 'Bruno delta'];
  const managed = ['Zélia Área', 'Zélia Carta', 'Zélia delta', 'Zélia Ébano'];
  expect(await all({})).toEqual([...byPerson, ...managed]);
  expect(await all({ sort: '-name' })).toEqual([...managed, ...byPerson.slice(3), ...byPerson.slice(0, 3)]);
  const byReport = ['Ágata Área', 'Bruno Área', 'Zélia Área', 'Bruno Carta', 'Zélia Carta', 'Ágata delta', 'Bruno delta', 'Zélia delta'];
  expect(await all({ sort: 'title' })).toEqual([...byReport, 'Ágata Ébano', 'Zélia Ébano']);
  expect(await all({ sort: '-title' })).toEqual([
    'Ágata Ébano',
    'Zélia Ébano',
    ...byReport.slice(5),
    ...byReport.slice(3, 5),
    ...byReport.slice(0, 3),
  ]);
  for (const sort of ['name', 'title']) {
    const through = (door: string) => all({ sort, through: door }).then((pairs) => pairs.toSorted());
    expect(await through('manager')).toEqual(managed.toSorted());
    expect(await through('membership')).toEqual(['Bruno delta', 'Ágata Ébano']);
    expect(await through('user_group')).toEqual(['Bruno delta', 'Ágata delta']);
    expect(await through('unit')).toEqual(['Bruno Área', 'Zélia Área', 'Ágata Área']);
    expect(await through('removed')).toEqual(['Bruno Carta']);
    expect(await all({ sort, q: 'area BRUNO' })).toEqual(['Bruno Área']);
    expect((await all({ sort, q: 'area' })).toSorted()).toEqual(['Bruno Área', 'Zélia Área', 'Ágata Área']);
    expect(await all({ sort, q: 'alheio' })).toEqual([]);
    expect(await all({ sort, report_id: own.id })).toEqual(['Ágata Ébano', 'Zélia Ébano']);
    expect(await all({ sort, membership_id: bruno.membership_id, q: 'a' })).toEqual(byPerson.slice(3));
  }
  const file = await admin.inject({ method: 'GET', url: '/api/report_permissions/export?format=csv&columns=name,title' });
  const lines = file.body.replace('\ufeff', '').trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.replace(';', ' '))).toEqual([...byPerson, ...managed]);
});

test('an audit of more pairs than one batch goes into a file whole', async () => {
  const { unit, admin, publish: add } = await scene();
  const { group_id, account_id } = await add({ title: 'First' });
  await world.owner.run(sql`
    insert into report (tenant_id, id, title, group_id, account_id, workspace_id, external_report_id)
    select ${unit.id}::uuid, uuid_v7(), 'Copy ' || n, ${group_id}::uuid, ${account_id}::uuid, gen_random_uuid(), gen_random_uuid() from generate_series(1, 2300) n`);
  const file = await admin.inject({ method: 'GET', url: '/api/report_permissions/export?format=csv&columns=title' });
  const lines = file.body.trim().split('\r\n').slice(1);
  expect(lines).toHaveLength(2301);
  expect(new Set(lines).size).toBe(2301);
});

test('an administrator opens a report as somebody sees it: that person’s rows, and both names written down', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const report = await add({ sample: 'sales' });
  expect((await admin.refusal(openAs.openAs, at(report, ana))).status).toBe(404);
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id, rls_roles: ['Região Sul'] });
  const opened = await admin.call(openAs.openAs, at(report, ana));
  expect(opened).toMatchObject({ id: report.id, as: { name: ana.name, email: ana.email } });
  expect(service.tokenRequests().at(-1)?.identities?.[0]).toMatchObject({ username: ana.email, roles: ['Região Sul'] });
  expect(service.tokenRequests().at(-1)?.reports).not.toContainEqual(expect.objectContaining({ allowEdit: true }));
  const [line] = await world.owner.run(
    query.selectFrom('audit_log').selectAll().where('tenant_id', '=', unit.id).where('action', '=', 'report.open_as'),
  );
  expect(line).toMatchObject({ person_id: ana.id, object_id: report.id, after: { as: ana.email } });
  expect(line?.actor_id).not.toBe(ana.id);
  const [view] = await world.owner.run(query.selectFrom('report_view').selectAll().where('report_id', '=', report.id));
  expect(view).toMatchObject({ person_id: ana.id, actor_id: line?.actor_id });
  expect(await admin.call(openAs.renewAs, at(report, ana))).toMatchObject({ token: opened.embed.token });
  for (const endpoint of [openAs.openAs, openAs.renewAs]) expect((await reader.refusal(endpoint, at(report, ana))).status).toBe(403);
  await admin.call(contract.removePerson, at(report, ana));
  expect((await admin.refusal(openAs.renewAs, at(report, ana))).status).toBe(404);
});

test.each([true, false])('a report seen as somebody is in the brand like for that person: %j', async (brand_reports) => {
  const { admin, ana, publish: add } = await scene();
  await admin.call(configuration.updateConfig, { body: { brand_reports, version: 1 } });
  const report = await add();
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  expect((await admin.call(openAs.openAs, at(report, ana))).settings.branded).toBe(brand_reports);
});

test('the audit goes into a file with the columns that are wanted', async () => {
  const { admin, ana, publish: add } = await scene();
  const report = await add({ title: '=Balanço' });
  await grant(admin, report, { to: 'membership', to_id: ana.membership_id });
  const url = `/api/report_permissions/export?format=csv&columns=email,title,through,state,rows&membership_id=${ana.membership_id}`;
  const answer = await admin.inject({ method: 'GET', url, headers: { lang: 'pt-BR' } });
  expect(answer.statusCode).toBe(200);
  const lines = answer.body.trim().split(/\r?\n/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(ana.email);
  expect(lines[1]).toContain('Todas as linhas');
  // What begins like a formula is none.
  expect(lines[1]).not.toMatch(/(^|[;,"])=Balanço/);
});

test('an assignment that has ended is not made, and a variable that no field gives is refused at its place', async () => {
  const { unit, admin, ana, publish: add } = await scene();
  const report = await add({ data_rule: 'filter' });
  const to_ana = { to: 'membership' as const, to_id: ana.membership_id };
  const fields = async (body: object) =>
    (await admin.refusal(contract.add, { ...params(report), body: { ...to_ana, ...body } })).body.errors ?? {};
  expect(Object.keys(await fields({ ends_on: '2020-01-31' }))).toEqual(['ends_on']);
  const filtered = (value: string) => ({ filters: [{ table: 'Clima', column: 'Tempo', values: ['Sul', value] }] });
  expect(await fields(filtered('{{field.regiao}}'))).toEqual({ 'filters.0.values': [expect.stringContaining('{{field.regiao}}')] });
  expect(Object.keys(await fields({ rls_username: '{{field.regiao}}' }))).toEqual(['rls_username']);
  const many = { report_ids: [report.id], receivers: [to_ana] };
  for (const rules of [{ ends_on: '2020-01-31' }, filtered('{{field.regiao}}')])
    expect((await admin.refusal(bulkAccess.bulkAdd, { body: { ...many, ...rules } })).status).toBe(422);

  await world.owner.run(query.insertInto('custom_field').values({ tenant_id: unit.id, id: uuidv7(), name: 'Região', type: 'text' }));
  const stranger = await world.signIn(await (await world.unit()).person('admin'));
  const offered = async (browser: Browser) => (await browser.call(contract.variables, {})).data;
  expect(await offered(admin)).toContainEqual({ token: '{{field.regiao}}', name: 'Região' });
  expect(await offered(stranger)).not.toContainEqual(expect.objectContaining({ name: 'Região' }));
  const { id: grant_id, version } = await grant(admin, report, { ...to_ana, ...filtered('{{field.regiao}}') });
  // What there is already may be ended by any day.
  const ended = { ...filtered('{{field.regiao}}'), ends_on: '2020-01-31', version };
  expect(await admin.call(contract.update, { params: { id: report.id, grant_id }, body: ended })).toMatchObject({ ends_on: '2020-01-31' });
});

test('a custom field of the person is a variable; one that was renamed closes the assignment', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const field = { tenant_id: unit.id, id: uuidv7(), name: 'Região de venda', type: 'text' as const };
  await world.owner.run(query.insertInto('custom_field').values(field));
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ custom: JSON.stringify({ [field.id]: 'Sudeste' }) })
      .where('id', '=', ana.membership_id ?? ''),
  );
  const report = await add({ data_rule: 'filter' });
  await grant(admin, report, { to: 'unit', filters: [{ table: 'Clima', column: 'Tempo', values: ['{{field.regiao_de_venda}}'] }] });
  const opened = await reader.call(reading.open, params(report));
  expect('filters' in opened ? opened.filters[0]?.values : null).toEqual(['Sudeste']);
  await world.owner.run(query.updateTable('custom_field').set({ name: 'Outra' }).where('id', '=', field.id));
  expect((await reader.refusal(reading.open, params(report))).body.status).toBe('no_data_rule');
});
