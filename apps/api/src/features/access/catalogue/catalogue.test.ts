import * as contract from '@vitrine/contract/access/catalogue.ts';
import * as reportAccess from '@vitrine/contract/access/reportAccess.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import type { Published } from '#test/harness/publishing.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { expireRequests } from './catalogue.jobs.ts';

const { world, service } = await openPublishingWorld();

/** Reports are in the catalogue unless told otherwise. */
async function scene() {
  const made = await publishingScene(world);
  return { ...made, publish: (values: Published = {}) => made.publish({ show_in_catalogue: true, ...values }) };
}

const params = ({ id }: { id: string }) => ({ params: { id } });
const reason = 'Preciso acompanhar as metas da região.';
const ask = (browser: Browser, { id: report_id }: { id: string }) => browser.call(contract.request, { body: { report_id, reason } });
const grantBody = {
  filters: [],
  rls_roles: [],
  rls_username: null,
  permission_edit: false,
  ends_on: null,
  user_group_id: null,
  answer: '',
};
const give = (browser: Browser, of: { id: string; version: number }, values: object = {}) =>
  browser.call(contract.grantRequest, { ...params(of), body: { ...grantBody, version: of.version, ...values } });
const states = async (browser: Browser, wanted: object = {}) =>
  (await browser.call(contract.browse, { query: wanted })).data.map(({ title, state }) => [title, state]);
const sees = async (browser: Browser) => (await browser.call(reading.mine, {})).data.map(({ title }) => title);

test('the catalogue shows words of reports and how they stand to the reader, and nothing that is not in it', async () => {
  const { unit, administrator, admin, ana, reader, publish: add } = await scene();
  const [seen, free] = [await add({ title: 'A' }), await add({ title: 'B', description: 'Long', catalogue_description: 'Para todos' })];
  await add({ title: 'C', show_in_catalogue: false });
  await grant(admin, seen, { to: 'membership', to_id: ana.membership_id });
  expect(await states(reader)).toEqual([
    ['A', 'visible'],
    ['B', 'free'],
  ]);
  const { data } = await reader.call(contract.browse, { query: { state: 'free' } });
  expect(data).toMatchObject([{ id: free.id, description: 'Para todos', owner_name: administrator.name, refreshed_at: null }]);
  expect(JSON.stringify(data)).not.toContain(free.external_report_id);
  expect(await states(reader, { q: 'todos' })).toEqual([['B', 'free']]);
  expect(await states(await world.signIn(await (await world.unit()).person('user')))).toEqual([]);
  expect(unit.id).not.toBe('');
});

test('one report is asked after by its id; hidden, of another unit or missing, it is equally not there', async () => {
  const { reader, publish: add } = await scene();
  const [free, hidden, foreign] = [await add({ title: 'A' }), await add({ show_in_catalogue: false }), await (await scene()).publish()];
  await add({ title: 'B' });
  expect(await states(reader, { report_id: free.id })).toEqual([['A', 'free']]);
  const nothing = await reader.call(contract.browse, { query: { report_id: uuidv7() } });
  expect(nothing.data).toEqual([]);
  for (const { id } of [hidden, foreign]) expect(await reader.call(contract.browse, { query: { report_id: id } })).toEqual(nothing);
});

test('one open request for each person and report, however often the button is pressed', async () => {
  const { reader, publish: add } = await scene();
  const report = await add();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      ask(reader, report).then(
        () => 201,
        (error: { body: { status: string } }) => error.body.status,
      ),
    ),
  );
  expect(answers.filter((answer) => answer === 201)).toHaveLength(1);
  expect(new Set(answers)).toEqual(new Set([201, 'request_open']));
  expect(await states(reader)).toEqual([[report.title, 'open']]);
});

test('what cannot be asked for is refused in its own words', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const [seen, hidden, free] = [await add(), await add({ show_in_catalogue: false }), await add()];
  await grant(admin, seen, { to: 'membership', to_id: ana.membership_id });
  const refused = async (browser: Browser, report: { id: string }, why = reason) =>
    (await browser.refusal(contract.request, { body: { report_id: report.id, reason: why } })).body.status;
  expect(await refused(reader, seen)).toBe('access_already');
  expect(await refused(admin, free)).toBe('access_already');
  expect(await refused(reader, hidden)).toBe('not_found');
  expect(await refused(await world.signIn(await (await world.unit()).person('user')), free)).toBe('not_found');
  expect(await refused(reader, free, '   curto   ')).toBe('invalid');
});

test('a granted request opens the report: plain, with rules and an end, or through a group', async () => {
  const { unit, admin, ana, reader, publish: add } = await scene();
  const [plain, secured, grouped] = [await add({ title: 'A' }), await add({ title: 'B', sample: 'sales' }), await add({ title: 'C' })];
  const granted = await give(admin, await ask(reader, plain), { answer: 'Bom proveito' });
  expect(granted).toMatchObject({ state: 'granted', answer: 'Bom proveito', can: { decide: false, cancel: false } });
  await give(admin, await ask(reader, secured), { rls_roles: ['Região Sul'], ends_on: '2099-12-31' });
  const group = { tenant_id: unit.id, id: uuidv7() };
  await world.owner.run(query.insertInto('user_group').values({ ...group, name: 'Regionais' }));
  const request = await ask(reader, grouped);
  expect((await admin.call(contract.grantGroups, params(request))).data).toEqual([{ id: group.id, name: 'Regionais', sees: false }]);
  expect(await give(admin, request, { user_group_id: group.id })).toMatchObject({ group: 'Regionais' });
  expect(await sees(reader)).toEqual(['A', 'B', 'C']);
  await reader.call(reading.open, params(secured));
  expect(service.tokenRequests().at(-1)?.identities?.[0]).toMatchObject({ username: ana.email, roles: ['Região Sul'] });
  expect((await admin.call(reportAccess.list, params(grouped))).data).toMatchObject([{ to: 'user_group', to_id: group.id }]);
});

test('granting gives back what was taken off in person', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const report = await add();
  await admin.call(reportAccess.removePerson, { params: { id: report.id, membership_id: ana.membership_id ?? '' } });
  await give(admin, await ask(reader, report));
  expect(await sees(reader)).toEqual([report.title]);
});

test('one request is read by who asked and by those who decide, and by nobody else', async () => {
  const { unit, admin, reader, publish: add } = await scene();
  const report = await add();
  const request = await ask(reader, report);
  expect(await admin.call(contract.getRequest, params(request))).toMatchObject({
    title: report.title,
    can: { decide: true, cancel: false },
  });
  expect(await reader.call(contract.getRequest, params(request))).toMatchObject({ reason, can: { decide: false, cancel: true } });
  const [colleague, stranger] = [await unit.person('user'), await (await world.unit()).person('admin')];
  for (const other of [colleague, stranger])
    expect((await (await world.signIn(other)).refusal(contract.getRequest, params(request))).body.status).toBe('not_found');
  await admin.call(contract.denyRequest, { ...params(request), body: { answer: 'Só a diretoria.', version: request.version } });
  expect(await admin.call(contract.getRequest, params(request))).toMatchObject({ state: 'denied', can: { decide: false } });
});

test('a denial has a reason, which the person reads, and may be asked again after a day', async () => {
  const { admin, ana, reader, publish: add } = await scene();
  const report = await add();
  const { id, version } = await ask(reader, report);
  expect((await admin.refusal(contract.denyRequest, { ...params({ id }), body: { answer: ' ', version } })).status).toBe(422);
  await admin.call(contract.denyRequest, { ...params({ id }), body: { answer: 'Só para a diretoria.', version } });
  const [row] = (await reader.call(contract.browse, {})).data;
  expect(row).toMatchObject({ state: 'waiting', answer: 'Só para a diretoria.' });
  expect((await reader.refusal(contract.request, { body: { report_id: report.id, reason } })).body.status).toBe('request_too_soon');
  world.setTime(new Date(Date.parse(row?.again_at ?? '') + 1000));
  await ask(await world.signIn(ana), report);
});

test('nobody decides about their own request, and of many who decide one does', async () => {
  const { unit, admin, reader, administrator, publish: add } = await scene();
  const report = await add();
  const request = await ask(reader, report);
  // The reader becomes an administrator: the request stays the reader's own.
  const own = await ask(await world.signIn(await unit.person('user')), report);
  await world.owner.run(
    query
      .updateTable('catalogue_request')
      .set({ membership_id: administrator.membership_id ?? '' })
      .where('id', '=', own.id),
  );
  expect((await admin.refusal(contract.grantRequest, { ...params(own), body: { ...grantBody, version: own.version } })).body.status).toBe(
    'not_yourself',
  );
  expect(
    (await admin.refusal(contract.denyRequest, { ...params(own), body: { answer: 'Não mesmo', version: own.version } })).body.status,
  ).toBe('not_yourself');

  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      (index % 2 === 0
        ? give(admin, request)
        : admin.call(contract.denyRequest, { ...params(request), body: { answer: 'Hoje não', version: request.version } })
      ).then(
        ({ state }) => state,
        (error: { status: number }) => error.status,
      ),
    ),
  );
  expect(answers.filter((answer) => answer !== 409)).toHaveLength(1);
  expect(await sees(reader)).toEqual(answers.includes('granted') ? [report.title] : []);
});

test('a request is cancelled by who made it; readers see their own, administrators the unit’s', async () => {
  const { unit, admin, reader, publish: add } = await scene();
  const report = await add();
  const request = await ask(reader, report);
  const other = await world.signIn(await unit.person('user'));
  expect((await other.refusal(contract.cancel, params(request))).status).toBe(404);
  expect((await admin.refusal(contract.cancel, params(request))).status).toBe(404);
  expect((await other.call(contract.requests, {})).data).toEqual([]);
  expect((await other.refusal(contract.requests, { query: { scope: 'unit' } })).status).toBe(403);
  expect((await admin.call(contract.requests, { query: { scope: 'unit', state: 'open' } })).data).toMatchObject([
    { id: request.id, reason, can: { decide: true } },
  ]);
  expect(await admin.call(contract.waiting, {})).toEqual({ waiting: 1 });
  await reader.call(contract.cancel, params(request));
  expect((await reader.call(contract.requests, {})).data).toMatchObject([{ state: 'cancelled', can: { cancel: false } }]);
  expect(
    (await admin.refusal(contract.grantRequest, { ...params(request), body: { ...grantBody, version: request.version } })).status,
  ).toBe(409);
  expect(await states(reader)).toEqual([[report.title, 'free']]);
});

test('requests of another unit are not there', async () => {
  const [here, there] = [await scene(), await scene()];
  const request = await ask(there.reader, await there.publish());
  expect((await here.admin.refusal(contract.grantRequest, { ...params(request), body: { ...grantBody, version: 1 } })).status).toBe(404);
  expect((await here.admin.refusal(contract.denyRequest, { ...params(request), body: { answer: 'Não', version: 1 } })).status).toBe(404);
  const own = await ask(here.reader, await here.publish());
  const group = { tenant_id: (await world.unit()).id, id: uuidv7() };
  await world.owner.run(query.insertInto('user_group').values({ ...group, name: 'Foreign' }));
  const body = { ...grantBody, version: own.version, user_group_id: group.id };
  expect((await here.admin.refusal(contract.grantRequest, { ...params(own), body })).status).toBe(404);
  expect((await here.admin.call(contract.requests, { query: { scope: 'unit' } })).data).toMatchObject([{ state: 'open' }]);
});

const kinds = async (browser: Browser) => (await browser.call(notifications.list, {})).data.map(({ kind }) => kind);
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000);

test('administrators hear of a request, the person of the decision', async () => {
  const { admin, reader, publish: add } = await scene();
  const [yes, no, noted] = [await add(), await add(), await add()];
  await give(admin, await ask(reader, yes));
  const asked = await ask(reader, noted);
  await admin.call(contract.grantRequest, {
    ...params(asked),
    body: { ...grantBody, answer: 'Só neste trimestre.', version: asked.version },
  });
  const denied = await ask(reader, no);
  await admin.call(contract.denyRequest, { ...params(denied), body: { answer: 'Só a diretoria.', version: denied.version } });
  expect(await kinds(admin)).toEqual(Array.from({ length: 3 }, () => 'catalogue_requested'));
  const told = (await reader.call(notifications.list, {})).data;
  expect(told).toMatchObject([
    { kind: 'catalogue_denied', values: { report: no.title, reason: 'Só a diretoria.' } },
    { kind: 'catalogue_granted_note', values: { report: noted.title, reason: 'Só neste trimestre.' }, link: `/${noted.id}/reports/view` },
    { kind: 'catalogue_granted', link: `/${yes.id}/reports/view` },
  ]);
});

test('a request that waits is remembered once after three days and lapses after seven', async () => {
  const { administrator, ana, admin, reader, publish: add } = await scene();
  const report = await add();
  await ask(reader, report);
  for (const _ of [1, 2]) {
    world.setTime(daysAhead(3));
    await world.runJobs(expireRequests);
  }
  expect(await kinds(await world.signIn(administrator))).toEqual(['catalogue_waiting', 'catalogue_requested']);
  world.setTime(daysAhead(7));
  await world.runJobs(expireRequests);
  const later = await world.signIn(ana);
  expect(await kinds(later)).toEqual(['catalogue_lapsed']);
  expect(await states(later)).toEqual([[report.title, 'free']]);
  expect((await later.call(contract.requests, {})).data).toMatchObject([{ state: 'lapsed' }]);
  world.setTime(daysAhead(367));
  await world.runJobs(expireRequests);
  expect((await (await world.signIn(ana)).call(contract.requests, {})).data).toEqual([]);
  expect(admin.token).not.toBeNull();
});
