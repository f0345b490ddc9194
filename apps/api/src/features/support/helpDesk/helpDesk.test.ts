import * as contract from '@vitrine/contract/support/helpDesk.ts';
import * as files from '@vitrine/contract/system/files.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';
import { watchTickets } from './watch.jobs.ts';

const world = await openWorld();
afterAll(world.close);

const settings = { enable_helpdesk: true, send_email_helpdesk: true };
const flagged = { support_agent: true };

/** A unit with a reader, an agent and an administrator, and the agents of its partner and of the operator. */
async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings });
  const [ana, davi, eva] = [await unit.person('user'), await unit.person('user', { membership: flagged }), await unit.person('admin')];
  const [gil, olga] = [await partner.person({ unit, staff: flagged }), await world.operator({ staff: flagged })];
  const [reader, agent, admin, ofPartner, operator] = [
    await world.signIn(ana),
    await world.signIn(davi),
    await world.signIn(eva),
    await world.signIn(gil),
    await world.signIn(olga),
  ];
  return { partner, unit, ana, davi, eva, gil, olga, reader, agent, admin, ofPartner, operator };
}

const open = (browser: Browser, more: object = {}) =>
  browser.call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.', ...more } });
const at = ({ id }: { id: string }) => ({ params: { id } });
const said = (text: string, internal = false) => ({ body: { text, internal } });
const told = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);

test('a ticket is opened, taken by answering, resolved, opened again by a word, and each side hears of the other', async () => {
  const { ana, davi, reader, agent } = await scene();
  const ticket = await open(reader, { priority: 'high' });
  expect(ticket).toMatchObject({ number: 1001, state: 'open', priority: 'high', opened_name: ana.name, assigned_to: null, entries: [] });
  await world.runJobs();
  expect(await told(agent)).toEqual(['ticket_opened']);

  const answered = await agent.call(contract.say, { ...at(ticket), ...said('Olhando agora.') });
  expect(answered).toMatchObject({ state: 'in_progress', assigned_to: davi.id, waits_since: null });
  expect(answered.entries.map(({ kind, event, text, side }) => [kind, event ?? text, side])).toEqual([
    ['event', 'taken', 'unit'],
    ['said', 'Olhando agora.', 'unit'],
  ]);
  await world.runJobs();
  expect(await told(reader)).toEqual(['ticket_answered']);

  expect(await agent.call(contract.setState, { ...at(ticket), body: { resolved: true } })).toMatchObject({ state: 'resolved' });
  const again = await reader.call(contract.say, { ...at(ticket), ...said('Ainda está zerado.') });
  expect(again).toMatchObject({ state: 'in_progress', assigned_to: davi.id, resolved_at: null });
  expect(again.entries.at(-1)).toMatchObject({ text: 'Ainda está zerado.', side: 'opener' });
  await world.runJobs();
  expect(await told(agent)).toContain('ticket_answered');
  expect(await told(reader)).toContain('ticket_resolved');
});

test('the mails are those of the help desk: its own switch, not that of notifications', async () => {
  const { unit, ana, davi, reader, agent } = await scene();
  const ticket = await open(reader);
  await agent.call(contract.say, { ...at(ticket), ...said('Pronto.') });
  await world.runJobs();
  expect((await world.mailsTo(ana.email)).at(-1)?.subject).toContain(`#${ticket.number} Total de março`);
  const before = (await world.mailsTo(davi.email)).length;
  await world.owner.run(
    sql`update tenant_setting set value = value || '{"send_email_helpdesk": false, "send_email_notification": true}' where tenant_id = ${unit.id}`,
  );
  await reader.call(contract.say, { ...at(ticket), ...said('Obrigada.') });
  await world.runJobs();
  expect(await told(agent)).toContain('ticket_answered');
  expect(await world.mailsTo(davi.email)).toHaveLength(before);
});

test('a ticket that is not one’s own does not exist: for readers, for the partner before it is escalated, for other units', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  const ticket = await open(here.reader);
  const other = await world.signIn(await here.unit.person('user'));
  for (const stranger of [other, here.ofPartner, elsewhere.admin, elsewhere.agent, elsewhere.reader, elsewhere.ofPartner]) {
    expect((await stranger.refusal(contract.get, at(ticket))).body.status).toBe('ticket_not_found');
    expect((await stranger.refusal(contract.say, { ...at(ticket), ...said('Olá') })).body.status).toBe('ticket_not_found');
    expect((await stranger.refusal(contract.assign, { ...at(ticket), body: { assignee_id: null } })).status).toBe(404);
    expect((await stranger.call(contract.list, { query: { scope: 'all' } })).data).toEqual([]);
  }
  expect((await here.operator.refusal(contract.escalated, at(ticket))).status).toBe(404);
  for (const seer of [here.reader, here.agent, here.admin])
    expect((await seer.call(contract.list, { query: { scope: 'all' } })).data.map(({ id }) => id)).toEqual([ticket.id]);
});

test('a ticket goes to the partner, and from there to the operator, who answers without seeing anything else of the unit', async () => {
  const { unit, gil, olga, reader, agent, ofPartner, operator } = await scene();
  const [ticket, untold] = [await open(reader), await open(reader, { title: 'Outro' })];
  await agent.call(contract.say, { ...at(ticket), ...said('Só para nós.', true) });
  expect((await reader.refusal(contract.escalate, at(ticket))).status).toBe(409);
  await world.runJobs();
  await agent.call(contract.escalate, at(ticket));
  expect((await agent.refusal(contract.escalate, at(ticket))).body.status).toBe('ticket_not_now');
  await world.runJobs();
  expect(await told(ofPartner)).toEqual(['ticket_escalated']);
  expect((await ofPartner.call(contract.list, { query: { scope: 'all' } })).data.map(({ id }) => id)).toEqual([ticket.id]);
  expect((await operator.refusal(contract.escalated, at(ticket))).status).toBe(404);

  await ofPartner.call(contract.escalate, at(ticket));
  await world.runJobs();
  expect((await world.mailsTo(olga.email)).at(-1)?.text).toContain(`/help_desk/${ticket.id}`);
  const shown = await operator.call(contract.escalated, at(ticket));
  expect(shown.entries.map(({ text }) => text)).toContain('Só para nós.');
  expect((await operator.refusal(contract.escalated, at(untold))).status).toBe(404);
  expect(await operator.call(contract.takeEscalated, at(ticket))).toMatchObject({ assigned_to: olga.id, state: 'in_progress' });
  await operator.call(contract.sayEscalated, { ...at(ticket), ...said('A plataforma está em ordem.') });
  const [last] = (await reader.call(contract.get, at(ticket))).entries.slice(-1);
  expect(last).toMatchObject({ text: 'A plataforma está em ordem.', side: 'operator', person_name: olga.name });
  await world.runJobs();
  expect(await told(reader)).toContain('ticket_answered');
  // Nothing else of the unit is in reach of that role.
  const seen = await world.services.database.run(
    { kind: 'operator' },
    sql<{ title: string }>`select title from ticket where tenant_id = ${unit.id}`,
  );
  expect(seen).toEqual([{ title: 'Total de março' }]);
  expect(gil.id).not.toBe(olga.id);
});

test('without the flag nobody works on tickets: an administrator and a partner only see and give, the operator not even that', async () => {
  const { partner, unit, davi, reader, agent, admin } = await scene();
  const ticket = await open(reader);
  expect((await admin.refusal(contract.say, { ...at(ticket), ...said('Olá') })).status).toBe(409);
  expect((await admin.refusal(contract.say, { ...at(ticket), ...said('Nota', true) })).status).toBe(409);
  expect((await admin.refusal(contract.escalate, at(ticket))).status).toBe(409);
  expect(await admin.call(contract.assign, { ...at(ticket), body: { assignee_id: davi.id } })).toMatchObject({ assigned_to: davi.id });
  await agent.call(contract.escalate, at(ticket));
  const staff = await world.signIn(await partner.person({ unit }));
  expect((await staff.call(contract.get, at(ticket))).can).toMatchObject({ reply: false, assign: true });
  const plain = await world.signIn(await world.operator());
  expect((await plain.refusal(contract.escalated, at(ticket))).status).toBe(403);
  expect((await agent.refusal(contract.escalated, at(ticket))).status).toBe(403);
});

test('a ticket is given to agents of the unit alone', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  const ticket = await open(here.reader);
  const { agents } = await here.admin.call(contract.agents, at(ticket));
  expect(agents.map(({ id }) => id)).toEqual([here.davi.id]);
  for (const assignee_id of [here.ana.id, here.gil.id, elsewhere.davi.id, uuidv7()])
    expect((await here.admin.refusal(contract.assign, { ...at(ticket), body: { assignee_id } })).status).toBe(404);
  expect((await here.reader.refusal(contract.agents, at(ticket))).status).toBe(403);
  expect((await here.reader.refusal(contract.assign, { ...at(ticket), body: { assignee_id: null } })).status).toBe(409);
  await here.admin.call(contract.assign, { ...at(ticket), body: { assignee_id: here.davi.id } });
  await world.runJobs();
  expect(await told(here.agent)).toContain('ticket_assigned');
  expect((await here.agent.call(contract.list, { query: { scope: 'handling' } })).data.map(({ id }) => id)).toEqual([ticket.id]);
  await here.agent.call(contract.setState, { ...at(ticket), body: { resolved: true } });
  expect((await here.agent.call(contract.list, { query: { scope: 'handling' } })).data).toEqual([]);
});

test('notes are read by those who work on tickets, and found by no search', async () => {
  const { reader, agent, admin } = await scene();
  const ticket = await open(reader);
  await agent.call(contract.say, { ...at(ticket), ...said('Suspeito da réplica', true) });
  expect((await reader.call(contract.get, at(ticket))).entries).toEqual([]);
  expect((await admin.call(contract.get, at(ticket))).entries).toHaveLength(1);
  expect((await reader.refusal(contract.say, { ...at(ticket), ...said('Nota', true) })).status).toBe(409);
  const found = async (q: string) => (await reader.call(contract.list, { query: { q } })).data.length;
  expect(await found('réplica')).toBe(0);
  expect(await found('MARCO zerado')).toBe(1);
  expect(await found('#1001')).toBe(1);
  await agent.call(contract.say, { ...at(ticket), ...said('Veja o manual anexo') });
  expect(await found('manual')).toBe(1);
});

test('what was said is changed for a quarter of an hour, by whoever said it', async () => {
  const { reader, agent } = await scene();
  const ticket = await open(reader);
  const { entries } = await reader.call(contract.say, { ...at(ticket), ...said('Ontme') });
  const words = { params: { id: ticket.id, entry_id: entries[0]?.id ?? '' }, body: { text: 'Ontem' } };
  expect((await agent.refusal(contract.edit, words)).status).toBe(403);
  expect((await reader.call(contract.edit, words)).entries[0]).toMatchObject({ text: 'Ontem', can: { edit: true } });
  world.setTime(new Date(Date.now() + 16 * 60_000));
  expect((await reader.refusal(contract.edit, words)).body.status).toBe('ticket_said');
  expect((await reader.call(contract.get, at(ticket))).entries[0]?.can.edit).toBe(false);
  world.setTime(null);
});

const textFile = (browser: Browser, name = 'nota.txt') =>
  browser.call(files.add, { query: { kind: 'ticket_attachment', name }, body: Buffer.from('linha') });

test('files of the own hand go along once, and are downloaded, never shown', async () => {
  const { reader, agent } = await scene();
  const file = await textFile(reader, 'vendas-marco.csv');
  const ticket = await open(reader, { attachment_ids: [file.id] });
  expect(ticket.attachments).toMatchObject([{ id: file.id, name: 'vendas-marco.csv', size: 5 }]);
  const sent = await world.browser().inject({ method: 'GET', url: ticket.attachments[0]?.address ?? '' });
  expect(sent.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': expect.stringMatching(/^attachment; /) as string,
  });
  expect((await reader.call(contract.list, { query: { q: 'vendas-marco' } })).data).toHaveLength(1);
  // Not twice, and not somebody else’s.
  const body = { text: 'De novo', attachment_ids: [file.id] };
  expect((await reader.refusal(contract.say, { ...at(ticket), body })).status).toBe(404);
  const theirs = await textFile(agent);
  expect((await reader.refusal(contract.say, { ...at(ticket), body: { ...body, attachment_ids: [theirs.id] } })).status).toBe(404);
  expect((await reader.call(contract.get, at(ticket))).entries).toEqual([]);
  const many = await Promise.all(Array.from({ length: 6 }, () => textFile(reader)));
  expect((await reader.refusal(contract.say, { ...at(ticket), body: { ...body, attachment_ids: many.map(({ id }) => id) } })).status).toBe(
    422,
  );
});

test('after seven days a resolved ticket is gone on from in a new one, and in time it is put away', async () => {
  const { reader, agent } = await scene();
  const ticket = await open(reader);
  await agent.call(contract.setState, { ...at(ticket), body: { resolved: true } });
  const day = 86_400_000;
  world.setTime(new Date(Date.now() + 8 * day));
  const late = await world.signIn((await scene()).ana);
  expect((await late.refusal(contract.get, at(ticket))).status).toBe(404);
  const again = await world.owner.run<{ id: string }>(sql`select id from ticket where follows_id = ${ticket.id}`);
  expect(again).toEqual([]);
  world.setTime(new Date(Date.now() + 31 * day));
  await world.runJobs(watchTickets);
  const [row] = await world.owner.run<{ archived: boolean }>(
    sql`select archived_at is not null as archived from ticket where id = ${ticket.id}`,
  );
  expect(row?.archived).toBe(true);
  world.setTime(null);
});

test('a ticket goes on from an own resolved one, and from no other', async () => {
  const { reader, agent } = await scene();
  const ticket = await open(reader);
  expect((await reader.refusal(contract.add, { body: { title: 'B', text: 'C', follows_ticket_id: ticket.id } })).status).toBe(404);
  await agent.call(contract.setState, { ...at(ticket), body: { resolved: true } });
  expect((await agent.refusal(contract.add, { body: { title: 'B', text: 'C', follows_ticket_id: ticket.id } })).status).toBe(404);
  const next = await open(reader, { title: 'De novo', follows_ticket_id: ticket.id });
  expect(next.follows).toMatchObject({ id: ticket.id, number: ticket.number });
  expect((await reader.call(contract.get, at(ticket))).followed_by).toMatchObject([{ id: next.id }]);
});

test('an agent who is silent for three days gives the ticket back; an estimate that has not come yet is an answer', async () => {
  const { reader, agent, admin, davi } = await scene();
  const [silent, promised] = [await open(reader), await open(reader, { title: 'Prometido' })];
  for (const ticket of [silent, promised]) await admin.call(contract.assign, { ...at(ticket), body: { assignee_id: davi.id } });
  const { version } = await agent.call(contract.get, at(promised));
  const estimated = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16);
  await agent.call(contract.update, { ...at(promised), body: { priority: 'normal', estimated, version } });
  world.setTime(new Date(Date.now() + 3.1 * 86_400_000));
  await world.runJobs(watchTickets);
  const rows = await world.owner.run<{ id: string; assigned_to: string | null; state: string }>(
    sql`select id, assigned_to, state from ticket where id in (${silent.id}, ${promised.id}) order by number`,
  );
  world.setTime(null);
  expect(rows).toEqual([
    { id: silent.id, assigned_to: null, state: 'open' },
    { id: promised.id, assigned_to: davi.id, state: 'in_progress' },
  ]);
  expect((await agent.call(contract.get, at(silent))).entries.at(-1)).toMatchObject({
    event: 'returned',
    side: 'portal',
    person_name: null,
  });
});

test('an estimate is set by agents, lies ahead, and is not overwritten unseen', async () => {
  const { reader, agent } = await scene();
  const ticket = await open(reader);
  const body = { priority: 'low' as const, estimated: '2099-01-05T10:30', version: ticket.version };
  expect((await reader.refusal(contract.update, { ...at(ticket), body })).status).toBe(409);
  const past = await agent.refusal(contract.update, { ...at(ticket), body: { ...body, estimated: '2020-01-05T10:30' } });
  expect(past.body.errors).toHaveProperty('estimated');
  expect(await agent.call(contract.update, { ...at(ticket), body })).toMatchObject({ priority: 'low', estimated: '2099-01-05T10:30' });
  expect((await agent.refusal(contract.update, { ...at(ticket), body })).body.status).toBe('conflict');
});

test('where the help desk is off nobody opens a ticket or sees one', async () => {
  const { unit, reader, agent } = await scene();
  const ticket = await open(reader);
  await world.owner.run(sql`update tenant_setting set value = value || '{"enable_helpdesk": false}' where tenant_id = ${unit.id}`);
  for (const browser of [reader, agent]) {
    expect((await browser.refusal(contract.list, { query: {} })).status).toBe(403);
    expect((await browser.refusal(contract.get, at(ticket))).status).toBe(403);
    expect((await browser.refusal(contract.add, { body: { title: 'A', text: 'B' } })).status).toBe(403);
  }
});

test('numbers are the unit’s own and none is given twice, however many are opened at once', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  const opened = await Promise.all([here.reader, here.agent, here.admin].map((browser) => open(browser)));
  expect(opened.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([1001, 1002, 1003]);
  expect((await open(elsewhere.reader)).number).toBe(1001);
});

test('who writes without end is slowed down', async () => {
  const { unit, ana, reader, agent } = await scene();
  await open(reader);
  await world.owner.run(sql`
    insert into ticket (tenant_id, id, number, title, text, opened_by, created_at, touched_at)
    select ${unit.id}, uuid_v7(), 2000 + n, 'x', 'x', ${ana.id}, now(), now() from generate_series(1, 19) as n`);
  expect((await reader.refusal(contract.add, { body: { title: 'A', text: 'B' } })).status).toBe(429);
  await open(agent);
});
