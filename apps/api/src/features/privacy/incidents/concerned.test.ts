/** Whom the logs name: openings, exports, sign-ins and groups; nobody of another unit, and nobody who is no member. */
import * as contract from '@vitrine/contract/privacy/incidents.ts';
import * as userGroups from '@vitrine/contract/people/userGroups.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from '#test/harness/browser.ts';
import type { Person, Unit } from '#test/harness/population.ts';
import { writeView } from '#test/harness/reportViews.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const day = { from: '2026-03-10T08:00', until: '2026-03-10T18:00' };

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit();
  const people = [await unit.person('user'), await unit.person('user'), await unit.person('user')] as const;
  const admin = await world.signIn(await unit.person('admin'));
  const { id } = await admin.call(contract.add, { body: { title: 'Vazamento', noticed: '2026-03-11T09:00', happened: '' } });
  return { partner, unit, people, admin, id };
}

async function reportOf({ id: tenant_id }: Unit): Promise<string> {
  const [group, report] = [uuidv7(), uuidv7()];
  await world.owner.run(query.insertInto('report_group').values({ tenant_id, id: group, name: `Vendas ${group}`, position: 1 }));
  await world.owner.run(query.insertInto('report').values({ tenant_id, id: report, kind: 'page', title: 'Margens', group_id: group }));
  return report;
}

const line = (tenant_id: string, { id: person_id }: Person, at: string, action: string, more: object) =>
  world.owner.run(
    query.insertInto('audit_log').values({ tenant_id, person_id, actor_id: person_id, at, action, object_type: 'session', ...more }),
  );

const emails = async (admin: Browser, id: string, asked: contract.IncidentSearch) =>
  (await admin.call(contract.find, { params: { id }, query: asked })).data.map(({ email }) => email).toSorted();
const sorted = (...people: readonly Person[]) => people.map(({ email }) => email).toSorted();

test('who opened a report between two minutes, by the clock of the unit, both minutes included', async () => {
  const { partner, unit, people, admin, id } = await scene();
  const [early, inside, late] = people;
  const [report_id, other] = [await reportOf(unit), await reportOf(unit)];
  const view = (person: Person, opened_at: string, report = report_id) =>
    writeView(world, { tenant_id: unit.id, report_id: report, person_id: person.id, opened_at, seconds: 5 }, null);
  // São Paulo is three hours behind.
  await view(early, '2026-03-10T10:59:59Z');
  await view(inside, '2026-03-10T11:00:00Z');
  await view(inside, '2026-03-10T21:00:59Z');
  await view(late, '2026-03-10T21:01:00Z');
  await view(early, '2026-03-10T12:00:00Z', other);
  await view(await partner.person({ unit }), '2026-03-10T12:00:00Z');
  const asked = { kind: 'views' as const, report_id, address: '', ...day };
  expect(await admin.call(contract.find, { params: { id }, query: asked })).toMatchObject({
    data: [{ id: inside.membership_id, email: inside.email, times: 2, last_at: '2026-03-10T21:00:59.000Z' }],
    total: 1,
    already: 0,
  });
  expect(await admin.call(contract.addFound, { params: { id }, body: asked })).toEqual({ added: 1 });
  expect(await admin.call(contract.addFound, { params: { id }, body: asked })).toEqual({ added: 0 });
  expect(await admin.call(contract.find, { params: { id }, query: asked })).toMatchObject({ total: 1, already: 1 });
  expect((await admin.call(contract.people, { params: { id } })).data).toMatchObject([{ email: inside.email, found_by: 'views' }]);
});

test('who took files or data from a report', async () => {
  const { unit, people, admin, id } = await scene();
  const [ana, bia, caio] = people;
  const report_id = await reportOf(unit);
  const of = { object_type: 'report', object_id: report_id };
  await line(unit.id, ana, '2026-03-10T12:00:00Z', 'report.export', of);
  await line(unit.id, bia, '2026-03-10T12:00:00Z', 'report.export_data', of);
  await line(unit.id, caio, '2026-03-10T12:00:00Z', 'report.update', of);
  await line(unit.id, caio, '2026-03-10T12:00:00Z', 'report.export', { ...of, object_id: uuidv7() });
  expect(await emails(admin, id, { kind: 'exports', report_id, address: '', ...day })).toEqual(sorted(ana, bia));
});

test('who signed in, from anywhere, from one address or from a network; what is no address is refused', async () => {
  const { unit, people, admin, id } = await scene();
  const [ana, bia, caio] = people;
  await line(unit.id, ana, '2026-03-10T12:00:00Z', 'session.sign_in', { ip: '203.0.113.9' });
  await line(unit.id, bia, '2026-03-10T12:00:00Z', 'session.sign_in', { ip: '203.0.113.77' });
  await line(unit.id, caio, '2026-03-10T12:00:00Z', 'session.sign_in', { ip: null });
  await line(unit.id, caio, '2026-03-10T12:00:00Z', 'session.refused', { ip: '203.0.113.9' });
  const asked = (address: string) => ({ kind: 'sign_ins' as const, address, ...day });
  expect(await emails(admin, id, asked(''))).toEqual(sorted(ana, bia, caio));
  expect(await emails(admin, id, asked('203.0.113.9'))).toEqual([ana.email]);
  expect(await emails(admin, id, asked('203.0.113.0/24'))).toEqual(sorted(ana, bia));
  for (const wrong of ['somewhere', '203.0.113.0/99', '203.0.113.1-203.0.113.9']) {
    const refused = await admin.refusal(contract.find, { params: { id }, query: asked(wrong) });
    expect([refused.status, Object.keys(refused.body.errors ?? {})], wrong).toEqual([422, ['address']]);
  }
});

test('who is in a group today, and not whose time in it is over', async () => {
  const { people, admin, id } = await scene();
  const [ana, bia] = people;
  const group = await admin.call(userGroups.add, { body: { name: 'Compras' } });
  const join = (person: Person, ends_on: string | null) =>
    admin.call(userGroups.addMembers, { params: { id: group.id }, body: { membership_ids: [person.membership_id ?? ''], ends_on } });
  await join(ana, null);
  await join(bia, '2020-01-01');
  const asked = { kind: 'group' as const, user_group_id: group.id, address: '' };
  expect(await admin.call(contract.find, { params: { id }, query: asked })).toMatchObject({
    data: [{ email: ana.email, times: null, last_at: null }],
    total: 1,
  });
});

test('a search says what it needs, and knows only reports and groups of the unit', async () => {
  const { admin, id } = await scene();
  const other = await world.unit();
  const foreign = await reportOf(other);
  const refused = async (asked: contract.IncidentSearch) => {
    const { status, body } = await admin.refusal(contract.find, { params: { id }, query: asked });
    return [status, ...Object.keys(body.errors ?? {}).toSorted()];
  };
  expect(await refused({ kind: 'views', address: '' })).toEqual([422, 'from', 'report_id', 'until']);
  expect(await refused({ kind: 'group', address: '' })).toEqual([422, 'user_group_id']);
  expect(await refused({ kind: 'sign_ins', from: day.until, until: day.from, address: '' })).toEqual([422, 'until']);
  expect(await refused({ kind: 'views', report_id: foreign, address: '', ...day })).toEqual([404]);
});

test('people are put in by hand and taken out; one of another unit is not found', async () => {
  const { people, admin, id } = await scene();
  const [ana, bia] = people;
  const add = (...membership_ids: string[]) => ({ params: { id }, body: { membership_ids } });
  const stranger = await (await world.unit()).person('user');
  expect((await admin.refusal(contract.addPeople, add(stranger.membership_id ?? ''))).status).toBe(404);
  expect(await admin.call(contract.addPeople, add(ana.membership_id ?? '', bia.membership_id ?? ''))).toEqual({ added: 2 });
  const candidates = async () =>
    (await admin.call(contract.candidates, { params: { id }, query: { q: '' } })).data.map(({ email }) => email);
  expect(await candidates()).not.toContain(ana.email);
  const person = { params: { id, membership_id: ana.membership_id ?? '' } };
  await admin.call(contract.removePerson, person);
  expect((await admin.refusal(contract.removePerson, person)).status).toBe(404);
  expect(await candidates()).toContain(ana.email);
  expect((await admin.call(contract.people, { params: { id } })).data).toMatchObject([{ email: bia.email, found_by: 'hand' }]);
  const csv = await admin.inject({ method: 'GET', url: `/api/incidents/${id}/people/export?format=csv`, headers: { lang: 'pt-BR' } });
  expect(csv.body).toContain(bia.email);
  expect(csv.body).toContain('Incluído à mão');
  expect(csv.body).not.toContain(ana.email);
});

test('one line of the log tells of all who were found, by ids and a number', async () => {
  const { unit, people, admin, id } = await scene();
  for (const person of people) await line(unit.id, person, '2026-03-10T12:00:00Z', 'session.sign_in', {});
  await admin.call(contract.addFound, { params: { id }, body: { kind: 'sign_ins', address: '', ...day } });
  const lines = await world.owner.run(sql<{ after: object }>`
    select after from audit_log where object_type = 'incident' and object_id = ${id} and action = 'incident.add_found'`);
  expect(lines).toMatchObject([{ after: { found_by: 'sign_ins', searched_from: day.from, searched_until: day.until, added: 3 } }]);
});
