import * as access from '@vitrine/contract/access/reportAccess.ts';
import * as catalogue from '@vitrine/contract/access/catalogue.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as configuration from '@vitrine/contract/settings/settings.ts';
import * as contract from '@vitrine/contract/reading/sharing.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as savedViews from '@vitrine/contract/reading/savedViews.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { expect, test } from 'vitest';
import { expireRequests } from '../../access/catalogue/catalogue.jobs.ts';
import { query } from '#platform/database/query.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person } from '#test/harness/population.ts';
import { grant, groupOf, openPublishingWorld, openReport, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

/** A report that everybody sees equally; Ana reads it, Bruno does not. */
async function scene() {
  const made = await publishingScene(world);
  const report = await made.publish();
  await made.toAna(report);
  const bruno = await made.unit.person('user');
  return { ...made, report, bruno, other: await world.signIn(bruno) };
}

const params = ({ id }: { id: string }) => ({ params: { id } });
const view = { page: 'Resumo', state: 'c3Vs' };
const note = 'Precisamos falar destes números na reunião.';
const to = (person: Person) => ({ to: 'membership' as const, to_id: person.membership_id, email: null });
const byEmail = (email: string) => ({ to: 'email' as const, to_id: null, email });
const ofGroup = (to_id: string) => ({ to: 'user_group' as const, to_id, email: null });
const share = (browser: Browser, report: { id: string }, body: object) =>
  browser.call(contract.share, { ...params(report), body: { note: '', view: null, ...body } as never });
const refused = async (browser: Browser, report: { id: string }, body: object) =>
  (await browser.refusal(contract.share, { ...params(report), body: { note: '', view: null, ...body } as never })).body;
const noticesOf = async (browser: Browser) =>
  (await browser.call(notifications.list, {})).data.map(({ kind, values, link }) => ({ kind, values, link }));
const sees = async (browser: Browser) => (await browser.call(reading.mine, {})).data.map(({ id }) => id);
const names = async (browser: Browser, report: { id: string }, q = '') =>
  (await browser.call(contract.receivers, { ...params(report), query: { q } })).data;

test('who already sees the report gets a notice with the view, and rows of their own', async () => {
  const { unit, admin, ana, reader, bruno, other, publish } = await scene();
  const report = await publish({ sample: 'sales' });
  for (const [person, role] of [
    [ana, 'Região Sul'],
    [bruno, 'Região Norte'],
  ] as const)
    await grant(admin, report, { to: 'membership', to_id: person.membership_id, rls_roles: [role] });
  expect(await share(reader, report, { ...to(bruno), view, note: 'Veja isto' })).toEqual({ effect: 'tell', told: 1, unseeing: 0 });
  const [notice] = await noticesOf(other);
  expect(notice).toMatchObject({ kind: 'report_shared_note', values: { person: ana.name, report: report.title, note: 'Veja isto' } });
  const link_id = new URLSearchParams(notice?.link?.split('?')[1]).get('view') ?? '';
  expect(await other.call(savedViews.shared, { params: { id: report.id, link_id } })).toEqual({ ...view, shared_by: ana.name });
  // The link carries a view. The rows are those of the person's own assignment, which nobody touched.
  const { identity } = await admin.call(access.why, { params: { id: report.id, membership_id: bruno.membership_id ?? '' } });
  expect(identity).toEqual({ username: bruno.email, roles: ['Região Norte'] });
  expect((await openReport(other, report)).id).toBe(report.id);
  expect(unit.id).not.toBe('');
});

test('an administrator gives access with it, also where an earlier assignment has ended', async () => {
  const { admin, report, bruno, other } = await scene();
  const [ended, never] = [to(bruno), await scene()];
  await grant(admin, report, { to: 'membership', to_id: bruno.membership_id, permission_edit: true, ends_on: '2099-12-31' });
  await world.owner.run(query.updateTable('report_grant').set({ ends_on: '2026-01-31' }).where('membership_id', '=', bruno.membership_id));
  expect(await sees(other)).toEqual([]);
  for (const [made, receiver, reader] of [
    [{ admin, report }, ended, other],
    [never, to(never.bruno), never.other],
  ] as const) {
    expect(await share(made.admin, made.report, receiver)).toEqual({ effect: 'give', told: 1, unseeing: 0 });
    expect(await sees(reader)).toEqual([made.report.id]);
    expect(await noticesOf(reader)).toMatchObject([{ kind: 'report_shared', link: `/${made.report.id}/reports/view` }]);
  }
  const { data } = await admin.call(access.list, params(report));
  expect(data.find(({ to_id }) => to_id === bruno.membership_id)).toMatchObject({ permission_edit: false, ends_on: null });
});

test('a reader who shares with somebody who does not see it asks the administrators, and all are told of the decision', async () => {
  const { admin, ana, reader, report, bruno, other } = await scene();
  expect((await refused(reader, report, { ...byEmail(bruno.email), note: 'curto' })).errors).toEqual({ note: [expect.any(String)] });
  expect(await share(reader, report, { ...byEmail(bruno.email), note, view })).toEqual({ effect: 'ask', told: 0, unseeing: 0 });
  expect(await sees(other)).toEqual([]);
  // Nothing is said to Bruno before it is decided, and the request is not his.
  expect(await noticesOf(other)).toEqual([]);
  expect((await other.call(catalogue.requests, {})).data).toEqual([]);
  const [asked] = await noticesOf(admin);
  expect(asked).toMatchObject({ kind: 'share_requested', values: { person: ana.name, receiver: bruno.name, report: report.title } });
  const [request] = (await admin.call(catalogue.requests, { query: { scope: 'unit' } })).data;
  expect(request).toMatchObject({ name: bruno.name, asked_by: ana.name, reason: note, can: { decide: true } });
  expect((await reader.call(catalogue.requests, {})).data).toMatchObject([{ id: request?.id, can: { decide: false, cancel: true } }]);
  expect((await other.refusal(catalogue.cancel, params({ id: request?.id ?? '' }))).status).toBe(404);
  expect((await refused(reader, report, { ...byEmail(bruno.email), note })).status).toBe('share_open');

  const body = { version: 1, filters: [], rls_roles: [], rls_username: null, permission_edit: false, ends_on: null, user_group_id: null };
  await admin.call(catalogue.grantRequest, { ...params({ id: request?.id ?? '' }), body: { ...body, answer: '' } });
  expect(await sees(other)).toEqual([report.id]);
  expect(await noticesOf(other)).toMatchObject([
    { kind: 'report_shared_note', values: { person: ana.name, note }, link: expect.stringContaining('?view=') },
  ]);
  expect(await noticesOf(reader)).toMatchObject([{ kind: 'share_granted', values: { receiver: bruno.name } }]);
});

test('a refusal is told to who asked alone, and is not asked again on the same day', async () => {
  const { admin, reader, report, bruno, other } = await scene();
  await share(reader, report, { ...byEmail(bruno.email), note });
  const [request] = (await admin.call(catalogue.requests, { query: { scope: 'unit' } })).data;
  await admin.call(catalogue.denyRequest, { ...params({ id: request?.id ?? '' }), body: { answer: 'Só a diretoria.', version: 1 } });
  expect(await noticesOf(reader)).toMatchObject([{ kind: 'share_denied', values: { receiver: bruno.name, reason: 'Só a diretoria.' } }]);
  expect(await noticesOf(other)).toEqual([]);
  expect((await refused(reader, report, { ...byEmail(bruno.email), note })).status).toBe('share_too_soon');
});

test('a reader finds by name who reads the same report, without addresses, and the own groups; others by the whole e-mail', async () => {
  const { unit, admin, administrator, ana, reader, report, bruno } = await scene();
  const carla = await unit.person('user');
  const own = await groupOf(world, unit, ana);
  const foreign = await groupOf(world, unit, bruno);
  await grant(admin, report, { to: 'membership', to_id: carla.membership_id });
  const found = await names(reader, report);
  expect(new Set(found.map(({ to_id }) => to_id))).toEqual(new Set([own, carla.membership_id, administrator.membership_id]));
  expect(found.every(({ email }) => email === null)).toBe(true);
  expect(await names(reader, report, bruno.email)).toEqual([]);
  for (const unknown of [to(bruno), ofGroup(foreign)])
    expect((await refused(reader, report, { ...unknown, note })).status).toBe('not_found');
  // For an administrator they are all there, with what sharing would do.
  const all = new Map((await names(admin, report)).map(({ to_id, effect }) => [to_id, effect]));
  expect([all.get(bruno.membership_id ?? ''), all.get(carla.membership_id ?? ''), all.get(foreign)]).toEqual(['give', 'tell', 'give']);
});

/** A group of Ana, who shares, of Bruno, who does not see the report, and of Carla, who does. */
async function groupScene() {
  const made = await scene();
  const { unit, admin, ana, bruno, report } = made;
  const carla = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: carla.membership_id });
  const group = await groupOf(world, unit, ana);
  for (const { membership_id } of [bruno, carla])
    await world.owner.run(
      query
        .insertInto('user_group_member')
        .values({ tenant_id: unit.id, group_id: group, membership_id: membership_id ?? '', ends_on: null }),
    );
  return { ...made, group, third: await world.signIn(carla) };
}
const decision = { version: 1, filters: [], rls_roles: [], rls_username: null, permission_edit: false, ends_on: null };
const queueOf = async (browser: Browser) => (await browser.call(catalogue.requests, { query: { scope: 'unit' } })).data;

test('of a group those are told who see it; an administrator gives it to all of them', async () => {
  const { admin, report, other, group } = await groupScene();
  expect(await noticesOf(other)).toEqual([]);
  expect(await share(admin, report, ofGroup(group))).toEqual({ effect: 'give', told: 3, unseeing: 0 });
  expect(await sees(other)).toEqual([report.id]);
});

test('a reader who shares with a group asks the administrators for those who do not see it; the decision opens it for the group', async () => {
  const { admin, ana, reader, report, bruno, other, group, third } = await groupScene();
  expect((await names(reader, report)).find(({ to_id }) => to_id === group)?.effect).toBe('ask');
  expect((await refused(reader, report, { ...ofGroup(group), note: 'curto' })).errors).toEqual({ note: [expect.any(String)] });
  expect(await share(reader, report, { ...ofGroup(group), note, view })).toEqual({ effect: 'ask', told: 1, unseeing: 1 });
  // Who sees it hears of it at once; who does not, nothing, and the request is not theirs.
  expect(await noticesOf(third)).toMatchObject([{ kind: 'report_shared_note' }]);
  expect(await noticesOf(other)).toEqual([]);
  expect((await other.call(catalogue.requests, {})).data).toEqual([]);
  expect(await sees(other)).toEqual([]);
  const [asked] = await noticesOf(admin);
  expect(asked).toMatchObject({ kind: 'share_requested', values: { person: ana.name, report: report.title } });
  const [request] = await queueOf(admin);
  const id = request?.id ?? '';
  expect(request).toMatchObject({
    membership_id: null,
    for_group: { id: group, members: 3 },
    email: null,
    asked_by: ana.name,
    reason: note,
    can: { decide: true },
  });
  expect(asked?.values['receiver']).toBe(request?.name);
  expect((await reader.call(catalogue.requests, {})).data).toMatchObject([{ id, can: { decide: false, cancel: true } }]);
  for (const stranger of [other, third]) expect((await stranger.refusal(catalogue.getRequest, params({ id }))).status).toBe(404);
  expect((await other.refusal(catalogue.cancel, params({ id }))).status).toBe(404);
  expect((await refused(reader, report, { ...ofGroup(group), note })).status).toBe('share_open');

  // It is for the group: through another one it cannot be given.
  const through = { ...decision, answer: '', user_group_id: group };
  expect((await admin.refusal(catalogue.grantRequest, { ...params({ id }), body: through })).body.errors).toHaveProperty('user_group_id');
  await admin.call(catalogue.grantRequest, { ...params({ id }), body: { ...decision, answer: '', user_group_id: null } });
  expect(await sees(other)).toEqual([report.id]);
  const { data } = await admin.call(access.list, params(report));
  expect(data.map(({ to, to_id }) => [to, to_id])).toContainEqual(['user_group', group]);
  expect(data.map(({ to_id }) => to_id)).not.toContain(bruno.membership_id);
  expect(await noticesOf(other)).toMatchObject([
    { kind: 'report_shared_note', values: { person: ana.name, note }, link: expect.stringContaining('?view=') },
  ]);
  expect(await noticesOf(reader)).toMatchObject([{ kind: 'share_granted', values: { receiver: request?.name } }]);
});

test('a request for a group that is refused is told to who asked alone; who sees it all are told at once, without a request', async () => {
  const { admin, reader, report, bruno, other, group } = await groupScene();
  await share(reader, report, { ...ofGroup(group), note });
  const [request] = await queueOf(admin);
  await admin.call(catalogue.denyRequest, { ...params({ id: request?.id ?? '' }), body: { answer: 'Só a diretoria.', version: 1 } });
  expect(await noticesOf(reader)).toMatchObject([{ kind: 'share_denied', values: { receiver: request?.name } }]);
  expect(await noticesOf(other)).toEqual([]);
  expect(await sees(other)).toEqual([]);
  expect((await refused(reader, report, { ...ofGroup(group), note })).status).toBe('share_too_soon');
  await grant(admin, report, { to: 'membership', to_id: bruno.membership_id });
  expect(await share(reader, report, ofGroup(group))).toEqual({ effect: 'tell', told: 2, unseeing: 0 });
  expect(await queueOf(admin)).toHaveLength(1);
});

test('a group is asked for only by its members who see the report, in the own unit', async () => {
  const { unit, admin, ana, reader, report, other, group, publish } = await groupScene();
  const elsewhere = await groupScene();
  const alien = await groupOf(world, unit, await unit.person('user'));
  const ended = await groupOf(world, unit, ana, '2026-01-31');
  const hidden = await publish();
  const tries = [
    [reader, report, elsewhere.group],
    [reader, report, alien],
    [reader, report, ended],
    [reader, hidden, group],
    [other, report, group],
    [reader, elsewhere.report, group],
    [elsewhere.reader, report, elsewhere.group],
  ] as const;
  for (const [browser, shown, wanted] of tries)
    expect((await refused(browser, shown, { ...ofGroup(wanted), note })).status).toBe('not_found');
  await share(reader, report, { ...ofGroup(group), note });
  const [request] = await queueOf(admin);
  const there = { ...params({ id: request?.id ?? '' }), body: { ...decision, answer: '', user_group_id: null } };
  expect((await elsewhere.admin.refusal(catalogue.grantRequest, there)).status).toBe(404);
  expect(await queueOf(elsewhere.admin)).toEqual([]);
  expect((await reader.refusal(catalogue.grantRequest, there)).status).toBe(403);
});

test('a request for a group waits, is reminded of and lapses like one for a person, and goes with the group', async () => {
  const { administrator, admin, ana, reader, report, group } = await groupScene();
  await share(reader, report, { ...ofGroup(group), note });
  const later = (days: number) => world.setTime(new Date(Date.now() + days * 86_400_000 + 60_000));
  later(3);
  await world.runJobs(expireRequests);
  expect((await noticesOf(await world.signIn(administrator))).map(({ kind }) => kind)).toEqual(['catalogue_waiting', 'share_requested']);
  later(7);
  await world.runJobs(expireRequests);
  expect(await noticesOf(await world.signIn(ana))).toMatchObject([{ kind: 'catalogue_lapsed' }]);
  world.setTime(null);
  await share(reader, report, { ...ofGroup(group), note });
  await admin.call(userGroups.remove, params({ id: group }));
  expect(await queueOf(admin)).toEqual([]);
});

test('where rows have to be chosen, or the report was taken from somebody, nothing is given in passing', async () => {
  const { admin, report, bruno, other, publish } = await scene();
  const secured = await publish({ data_rule: 'filter' });
  expect((await refused(admin, secured, to(bruno))).status).toBe('share_rows_missing');
  await admin.call(access.removePerson, { params: { id: report.id, membership_id: bruno.membership_id ?? '' } });
  expect((await refused(admin, report, to(bruno))).status).toBe('share_rows_missing');
  expect(await sees(other)).toEqual([]);
  expect(await noticesOf(other)).toEqual([]);
});

test('who is blocked, of another unit or nobody is answered alike', async () => {
  const { unit, admin, reader, report } = await scene();
  const foreign = await (await world.unit()).person('user');
  const blocked = await unit.person('user');
  await world.owner.run(
    query
      .updateTable('membership')
      .set({ state: 'blocked' })
      .where('id', '=', blocked.membership_id ?? ''),
  );
  for (const browser of [admin, reader]) {
    const answers = [];
    for (const email of [foreign.email, blocked.email, 'ninguem@nenhures.example'])
      answers.push(await refused(browser, report, { ...byEmail(email), note }));
    expect(new Set(answers.map(({ status, errors }) => JSON.stringify([status, errors]))).size).toBe(1);
    for (const person of [foreign, blocked]) expect((await refused(browser, report, to(person))).status).toBe('not_found');
  }
});

test('a report that one does not see is not shared, whoever else sees it', async () => {
  const { ana, other, report, admin, publish } = await scene();
  const hidden = await publish();
  expect((await refused(other, report, to(ana))).status).toBe('not_found');
  expect((await other.refusal(contract.receivers, params(hidden))).status).toBe(404);
  const foreign = await scene();
  expect((await refused(foreign.admin, report, to(foreign.ana))).status).toBe('not_found');
  expect((await refused(admin, report, to(foreign.ana))).status).toBe('not_found');
});

test('where readers may not share, they neither look for receivers nor share; administrators do', async () => {
  const { admin, reader, report, bruno, administrator } = await scene();
  await admin.call(configuration.updateConfig, { body: { readers_share: false, version: 1 } });
  expect((await refused(reader, report, to(administrator))).status).toBe('functionality_not_allowed');
  expect((await reader.refusal(contract.receivers, params(report))).status).toBe(403);
  expect(await share(admin, report, to(bruno))).toMatchObject({ effect: 'give' });
});

test('twenty an hour are enough, also of wrong addresses', async () => {
  const { reader, report, administrator } = await scene();
  for (let count = 0; count < 20; count += 1) await refused(reader, report, byEmail(`nobody-${count}@nowhere.example`));
  expect((await reader.refusal(contract.share, { ...params(report), body: { note: '', view: null, ...to(administrator) } })).status).toBe(
    429,
  );
});
