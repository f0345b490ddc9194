import * as audit from '@vitrine/contract/audit/audit.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as contract from '@vitrine/contract/privacy/incidents.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { remindOfIncidents } from './incidents.jobs.ts';

const world = await openWorld();
afterEach(() => world.setTime(null));
afterAll(world.close);

/** Monday 23 November 2026, ten in the morning in São Paulo: the last day is Thursday. */
const monday = new Date('2026-11-23T13:00:00Z');
const noticed = '2026-11-23T09:30';

async function scene() {
  world.setTime(monday);
  const unit = await world.unit();
  const [administrator, ana] = [await unit.person('admin'), await unit.person('user')];
  return { unit, administrator, ana, admin: await world.signIn(administrator), reader: await world.signIn(ana) };
}

const record = (admin: Browser, title = 'Planilha enviada ao cliente errado') =>
  admin.call(contract.add, { body: { title, noticed, happened: 'Um e-mail foi ao endereço errado.' } });
const at = ({ id }: { id: string }) => ({ params: { id } });
const worksheet = { title: 'Planilha enviada ao cliente errado', noticed, happened: 'Um e-mail foi ao endereço errado.' };

test('the clock begins when the unit noticed, and is late once the third business day is over', async () => {
  const { admin, administrator } = await scene();
  const incident = await record(admin);
  expect(incident).toMatchObject({ state: 'open', due_on: '2026-11-26', days_left: 3, late: false, people: 0, can: { edit: true } });
  expect(incident.noticed_at).toBe('2026-11-23T12:30:00.000Z');
  world.setTime(new Date('2026-11-27T02:59:00Z'));
  const later = await world.signIn(administrator);
  expect(await later.call(contract.get, at(incident))).toMatchObject({ days_left: 0, late: false });
  world.setTime(new Date('2026-11-27T03:00:00Z'));
  expect(await later.call(contract.get, at(incident))).toMatchObject({ days_left: 0, late: true });
});

test('a correction of when it was noticed moves the last day; what is to come was not noticed yet', async () => {
  const { admin } = await scene();
  const incident = await record(admin);
  const body = { ...worksheet, version: incident.version };
  expect(await admin.call(contract.update, { ...at(incident), body: { ...body, noticed: '2026-11-19T18:00' } })).toMatchObject({
    // Friday 20 November is a holiday.
    due_on: '2026-11-25',
    noticed: '2026-11-19T18:00',
  });
  const early = await admin.refusal(contract.add, { body: { ...worksheet, noticed: '2026-11-23T10:01' } });
  expect([early.status, Object.keys(early.body.errors ?? {})]).toEqual([422, ['noticed']]);
});

test('the worksheet keeps what is known, and two who write at once do not overwrite each other', async () => {
  const { admin } = await scene();
  const incident = await record(admin);
  const more = {
    ...worksheet,
    happened_start: '2026-11-20T08:00',
    happened_end: '2026-11-21T09:00',
    data_kinds: ['financial' as const, 'usage' as const],
    risk: 'relevant' as const,
    data_officer: 'Marta, marta@aurora.example',
    version: incident.version,
  };
  expect(await admin.call(contract.update, { ...at(incident), body: more })).toMatchObject({
    happened_start: '2026-11-20T08:00',
    happened_from: '2026-11-20T11:00:00.000Z',
    data_kinds: ['financial', 'usage'],
    risk: 'relevant',
    version: 2,
  });
  expect((await admin.refusal(contract.update, { ...at(incident), body: more })).status).toBe(409);
  const reversed = { ...more, happened_end: '2026-11-20T07:00', version: 2 };
  expect(Object.keys((await admin.refusal(contract.update, { ...at(incident), body: reversed })).body.errors ?? {})).toEqual([
    'happened_end',
  ]);
});

test('of a relevant risk both have to be told before it is closed; then nothing changes until it is opened again', async () => {
  const { admin } = await scene();
  const { id, version } = await record(admin);
  const closing = { closing: 'O cliente apagou a planilha.' };
  expect((await admin.refusal(contract.close, { ...at({ id }), body: { ...closing, version } })).body.status).toBe('incident_untold');
  const body = { authority: '2026-11-23T09:50', people: null, version };
  const half = await admin.call(contract.tell, { ...at({ id }), body });
  expect(half).toMatchObject({ state: 'open', late: false });
  expect((await admin.refusal(contract.close, { ...at({ id }), body: { ...closing, version: half.version } })).status).toBe(409);
  const before = await admin.refusal(contract.tell, {
    ...at({ id }),
    body: { ...body, people: '2026-11-23T09:29', version: half.version },
  });
  expect(Object.keys(before.body.errors ?? {})).toEqual(['people']);
  const told = await admin.call(contract.tell, { ...at({ id }), body: { ...body, people: '2026-11-23T09:55', version: half.version } });
  expect(told).toMatchObject({ state: 'told', authority_told: '2026-11-23T09:50', people_told: '2026-11-23T09:55' });
  const closed = await admin.call(contract.close, { ...at({ id }), body: { ...closing, version: told.version } });
  expect(closed).toMatchObject({ state: 'closed', ...closing, can: { edit: false, reopen: true } });
  const late = await admin.refusal(contract.update, { ...at({ id }), body: { ...worksheet, version: closed.version } });
  expect(late.body.status).toBe('incident_closed');
  const add = await admin.refusal(contract.addPeople, { ...at({ id }), body: { membership_ids: [uuidv7()] } });
  expect(add.body.status).toBe('incident_closed');
  const opened = await admin.call(contract.reopen, { ...at({ id }), body: { version: closed.version } });
  expect(opened).toMatchObject({ state: 'told', can: { edit: true, reopen: false } });
});

test('a slight risk is closed without telling anybody', async () => {
  const { admin } = await scene();
  const { id, version } = await record(admin);
  await admin.call(contract.update, { ...at({ id }), body: { ...worksheet, risk: 'slight', version } });
  const body = { closing: 'Ninguém abriu o arquivo.', version: version + 1 };
  expect(await admin.call(contract.close, { ...at({ id }), body })).toMatchObject({ state: 'closed' });
});

test('what waits comes first in the list, by its last day; what is closed comes last', async () => {
  const { admin } = await scene();
  const add = (title: string, when: string) => admin.call(contract.add, { body: { title, noticed: when, happened: '' } });
  const [late, early, done] = [
    await add('Depois', noticed),
    await add('Antes', '2026-11-16T10:00'),
    await add('Velho', '2026-11-02T10:00'),
  ];
  await admin.call(contract.update, { ...at(done), body: { title: 'Velho', noticed: '2026-11-02T10:00', risk: 'slight', version: 1 } });
  await admin.call(contract.close, { ...at(done), body: { closing: 'Nada saiu.', version: 2 } });
  const titles = async (more: object) => (await admin.call(contract.list, { query: more })).data.map(({ title }) => title);
  expect(await titles({})).toEqual([early.title, late.title, done.title]);
  expect(await titles({ state: 'closed' })).toEqual(['Velho']);
  expect(await titles({ q: 'depois' })).toEqual(['Depois']);
});

test('readers and the operator find no incident; the partner reads and changes nothing; another unit has its own', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  world.setTime(monday);
  const admin = await world.signIn(await unit.person('admin'));
  const incident = await record(admin);
  const staff = await world.signIn(await partner.person({ unit }));
  expect(await staff.call(contract.get, at(incident))).toMatchObject({ id: incident.id, can: { edit: false, reopen: false } });
  expect((await staff.call(contract.list, {})).can).toEqual({ add: false });
  const body = { ...worksheet, version: 1 };
  expect((await staff.refusal(contract.update, { ...at(incident), body })).status).toBe(403);
  for (const browser of [await world.signIn(await unit.person('user')), await world.signIn(await world.operator())]) {
    expect((await browser.refusal(contract.list, {})).status).toBe(403);
    expect((await browser.refusal(contract.get, at(incident))).status).toBe(404);
    expect((await browser.refusal(contract.file, at(incident))).body.status).toBe('not_found');
    expect((await browser.refusal(audit.ofIncident, at(incident))).status).toBe(404);
  }
  const other = await scene();
  expect((await other.admin.call(contract.list, {})).data).toEqual([]);
  expect((await other.admin.refusal(contract.get, at(incident))).status).toBe(404);
  expect((await other.admin.refusal(contract.update, { ...at(incident), body })).status).toBe(404);
  expect((await other.admin.refusal(contract.people, at(incident))).status).toBe(404);
});

test('texts follow the worksheet until they are written, and follow it again once that is taken back', async () => {
  const { unit, admin, administrator } = await scene();
  const { id } = await record(admin);
  const english = await admin.inject({ method: 'GET', url: `/api/incidents/${id}/texts`, headers: { lang: 'en-US' } });
  const { made } = english.json<{ made: { notice: string; letter: string } }>();
  expect(made.notice).toContain('Um e-mail foi ao endereço errado.');
  expect(made.notice).toContain('[to be filled in]');
  expect(made.notice).toContain(unit.name);
  // The authority reads Portuguese.
  expect(made.letter).toContain('Comunicação de incidente de segurança');
  expect(made.letter).not.toContain('depois do prazo');
  const { version } = await admin.call(contract.saveTexts, { ...at({ id }), body: { notice: 'Aviso nosso', letter: null, version: 1 } });
  expect((await admin.call(contract.getTexts, at({ id }))).saved).toEqual({ notice: 'Aviso nosso', letter: null });
  expect((await admin.refusal(contract.saveTexts, { ...at({ id }), body: { notice: null, letter: null, version: 1 } })).status).toBe(409);
  await admin.call(contract.saveTexts, { ...at({ id }), body: { notice: null, letter: null, version } });
  world.setTime(new Date('2026-12-01T12:00:00Z'));
  const later = await (await world.signIn(administrator)).call(contract.getTexts, at({ id }));
  expect(later.saved.notice).toBeNull();
  expect(later.made.letter).toContain('depois do prazo');
});

test('the archive for the authority has the worksheet, both texts, who is concerned and what was done, in Portuguese', async () => {
  const { admin, administrator, ana } = await scene();
  const { id } = await record(admin, 'Título <b>com</b> sinais');
  await admin.call(contract.addPeople, { ...at({ id }), body: { membership_ids: [ana.membership_id ?? ''] } });
  await admin.call(contract.saveTexts, { ...at({ id }), body: { notice: 'Aviso nosso', letter: null, version: 1 } });
  const response = await admin.inject({ method: 'POST', url: `/api/incidents/${id}/file`, headers: { lang: 'en-US' } });
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/zip']);
  const parts = unzipSync(new Uint8Array(response.rawPayload));
  const text = (name: string) => new TextDecoder().decode(parts[name]);
  expect(Object.keys(parts)).toEqual([
    '1 Ficha do incidente.html',
    '2 Comunicação à autoridade.txt',
    '3 Aviso aos usuários.txt',
    '4 Usuários afetados.csv',
    '5 Registro do que foi feito.csv',
    'incident.json',
  ]);
  expect(text('1 Ficha do incidente.html')).toContain('Título &lt;b&gt;com&lt;/b&gt; sinais');
  expect(text('1 Ficha do incidente.html')).toContain('26/11/2026');
  expect(text('3 Aviso aos usuários.txt')).toBe('Aviso nosso');
  expect(text('4 Usuários afetados.csv')).toContain(ana.email);
  const acts = text('5 Registro do que foi feito.csv');
  for (const act of ['Criou', 'Incluiu usuários', 'Alterou os textos', 'Exportou dados']) expect(acts).toContain(act);
  expect(acts).toContain(administrator.name);
  expect(JSON.parse(text('incident.json'))).toMatchObject({ incident_id: id, due_on: '2026-11-26', people: 1 });
});

test('each step stands in the history, without the texts that may name people', async () => {
  const { admin, ana } = await scene();
  const { id } = await record(admin);
  const membership_id = ana.membership_id ?? '';
  await admin.call(contract.update, { ...at({ id }), body: { ...worksheet, cause: 'Zélia errou o endereço', version: 1 } });
  await admin.call(contract.addPeople, { ...at({ id }), body: { membership_ids: [membership_id] } });
  await admin.call(contract.removePerson, { params: { id, membership_id } });
  const { data } = await admin.call(audit.ofIncident, at({ id }));
  expect(data.map(({ action }) => action)).toEqual(['incident.remove_person', 'incident.add_people', 'incident.update', 'incident.add']);
  expect(JSON.stringify(data)).not.toContain('Zélia');
  expect(JSON.stringify(data)).not.toContain('endereço errado');
});

test('a closed incident is kept for five years, an open one for as long as it is open', async () => {
  const { unit, admin } = await scene();
  const row = (title: string, closed: string | null) => {
    const moments = { noticed_at: '2020-01-01', due_on: '2020-01-06', closed_at: closed };
    return query.insertInto('incident').values({ tenant_id: unit.id, id: uuidv7(), title, ...moments });
  };
  await world.owner.run(row('Past', '2021-11-22T00:00:00Z'));
  await world.owner.run(row('Within', '2021-11-24T00:00:00Z'));
  await world.owner.run(row('Open', null));
  await world.runJobs(housekeeping);
  const titles = (await admin.call(contract.list, { query: { sort: 'title' } })).data.map(({ title }) => title);
  expect(titles).toEqual(['Open', 'Within']);
});

test('whoever is erased has no name in the list any more', async () => {
  const { admin, ana } = await scene();
  const { id } = await record(admin);
  await admin.call(contract.addPeople, { ...at({ id }), body: { membership_ids: [ana.membership_id ?? ''] } });
  const [stored] = await world.owner.run(
    sql<{ row: string }>`select to_jsonb(c)::text as row from incident_person c where incident_id = ${id}`,
  );
  expect(stored?.row).not.toContain(ana.email);
});

test('administrators are reminded before the time is over and once it is; a day that moves is told anew', async () => {
  const { admin, administrator, ana } = await scene();
  const elsewhere = await (await world.unit()).person('admin');
  const incident = await record(admin);
  const told = async (who: Parameters<typeof world.signIn>[0]) =>
    (await (await world.signIn(who)).call(notifications.list, {})).data.flatMap(({ kind, values, link }) =>
      kind.startsWith('incident_') ? [[kind, values.incident, values.date, link]] : [],
    );
  const hour = async (moment: string) => {
    world.setTime(new Date(moment));
    await world.runJobs(remindOfIncidents);
    // What is said again within minutes would be one notification.
    await world.owner.run(sql`update notification set created_at = created_at - interval '1 hour'`);
  };
  const link = `/privacy/incidents/${incident.id}`;
  const [due, late] = ['incident_due', 'incident_late'].map((kind) => [kind, incident.title, '2026-11-26', link]);
  // Tuesday night in São Paulo; Wednesday; Thursday; Friday.
  await hour('2026-11-25T02:59:00Z');
  expect(await told(administrator)).toEqual([]);
  await hour('2026-11-25T03:01:00Z');
  await hour('2026-11-26T12:00:00Z');
  expect(await told(administrator)).toEqual([due]);
  await hour('2026-11-27T03:01:00Z');
  await hour('2026-11-27T09:00:00Z');
  expect(await told(administrator)).toEqual([late, due]);
  // It was noticed later than was written at first.
  const again = await world.signIn(administrator);
  const { version } = await again.call(contract.get, at(incident));
  await again.call(contract.update, { ...at(incident), body: { ...worksheet, noticed: '2026-11-25T09:00', version } });
  await hour('2026-11-27T13:00:00Z');
  const moved = ['incident_due', incident.title, '2026-11-30', link];
  expect(await told(administrator)).toEqual([moved, late, due]);
  // Nobody is left to be told.
  const both = { authority: '2026-11-27T09:00', people: '2026-11-27T09:00', version: version + 1 };
  await (await world.signIn(administrator)).call(contract.tell, { ...at(incident), body: both });
  await hour('2026-12-02T13:00:00Z');
  expect(await told(administrator)).toHaveLength(3);
  for (const nobody of [ana, elsewhere]) expect(await told(nobody)).toEqual([]);
});
