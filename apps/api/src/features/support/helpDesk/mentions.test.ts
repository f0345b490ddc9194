import * as contract from '@vitrine/contract/support/helpDesk.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const flagged = { support_agent: true };

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true, send_email_helpdesk: true } });
  const ana = await unit.person('user', { person: { name: 'Ana Ávila' } });
  const davi = await unit.person('user', { membership: flagged, person: { name: 'Davi Rosa' } });
  const rui = await unit.person('user', { membership: flagged, person: { name: 'Rui Paz' } });
  const eva = await unit.person('admin', { person: { name: 'Eva Lima' } });
  const other = await unit.person('user');
  const gil = await partner.person({ unit, staff: flagged, person: { name: 'Gil Mota' } });
  const [reader, agent] = [await world.signIn(ana), await world.signIn(davi)];
  const ticket = await reader.call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.' } });
  return { partner, unit, ana, davi, rui, eva, other, gil, reader, agent, ticket, at: { params: { id: ticket.id } } };
}

const said = (text: string, mention_ids: string[], internal = false) => ({ body: { text, internal, mention_ids } });
const offered = async (browser: Browser, id: string, query: { q?: string; internal?: string } = {}) =>
  (await browser.call(contract.mentionable, { params: { id }, query })).people.map(({ name, side }) => `${name} ${side}`);
const told = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data;

test('people who see the ticket are offered: of a note not its opener, and the partner’s agents once it is escalated', async () => {
  const { reader, agent, ticket, at } = await scene();
  expect(await offered(reader, ticket.id)).toEqual(['Davi Rosa unit', 'Eva Lima unit', 'Rui Paz unit']);
  expect(await offered(agent, ticket.id)).toEqual(['Ana Ávila opener', 'Eva Lima unit', 'Rui Paz unit']);
  expect(await offered(agent, ticket.id, { internal: 'true' })).toEqual(['Eva Lima unit', 'Rui Paz unit']);
  // By the beginning of a name, with or without accents.
  expect(await offered(agent, ticket.id, { q: 'avi' })).toEqual(['Ana Ávila opener']);
  expect(await offered(agent, ticket.id, { q: 'ui' })).toEqual([]);
  await agent.call(contract.escalate, at);
  expect(await offered(agent, ticket.id, { internal: 'true' })).toEqual(['Eva Lima unit', 'Gil Mota partner', 'Rui Paz unit']);
});

test('who does not see the ticket asks in vain whom one may mention, and a reader does not ask who reads notes', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  for (const stranger of [await world.signIn(here.other), elsewhere.agent, await world.signIn(here.gil)]) {
    expect((await stranger.refusal(contract.mentionable, { ...here.at, query: {} })).body.status).toBe('ticket_not_found');
    const refused = await stranger.refusal(contract.say, { ...here.at, ...said('@Davi Rosa', [here.davi.id]) });
    expect(refused.body.status).toBe('ticket_not_found');
  }
  expect((await here.reader.refusal(contract.mentionable, { ...here.at, query: { internal: 'true' } })).status).toBe(403);
});

test('whoever is mentioned is told so with a way to the message, and not a second time that there is an answer', async () => {
  const { ana, rui, reader, agent, ticket, at } = await scene();
  await world.runJobs();
  const { entries } = await agent.call(contract.say, { ...at, ...said('@Ana Ávila e @Rui Paz: vejam.', [ana.id, rui.id, ana.id]) });
  const entry = entries.find(({ kind }) => kind === 'said');
  expect(entry?.mentions.toSorted()).toEqual(['Ana Ávila', 'Rui Paz']);
  await world.runJobs();
  const link = `/help_desk/${ticket.id}?entry=${entry?.id}`;
  expect((await told(reader)).map(({ kind, link: way }) => [kind, way])).toEqual([['ticket_mentioned', link]]);
  expect((await told(await world.signIn(rui))).map(({ kind }) => kind)).toEqual(['ticket_mentioned', 'ticket_opened']);
  expect((await told(agent)).map(({ kind }) => kind)).toEqual(['ticket_opened']);
  expect((await world.mailsTo(ana.email)).at(-1)?.text).toContain(link);
});

test('a note names nobody who does not read notes, and its words are in no notice and no mail', async () => {
  const { ana, eva, rui, agent, at } = await scene();
  const refused = await agent.refusal(contract.say, { ...at, ...said('@Ana Ávila', [ana.id], true) });
  expect([refused.status, refused.body.status]).toEqual([422, 'mention_unseen']);
  await agent.call(contract.say, { ...at, ...said('É a réplica, @Eva Lima e @Rui Paz.', [eva.id, rui.id], true) });
  await world.runJobs();
  const theirs = await told(await world.signIn(eva));
  expect(theirs.map(({ kind }) => kind)).toContain('ticket_mentioned');
  expect(JSON.stringify(theirs)).not.toContain('réplica');
  for (const mail of await world.mailsTo(rui.email)) expect(`${mail.subject} ${mail.text}`).not.toContain('réplica');
});

test('nobody else is mentioned: of the unit, of its partner before an escalation, of another unit, or who does not exist', async () => {
  const { other, gil, agent, at } = await scene();
  const elsewhere = await scene();
  for (const stranger of [other.id, gil.id, elsewhere.eva.id, uuidv7()])
    expect((await agent.refusal(contract.say, { ...at, ...said('@Alguém', [stranger]) })).body.status).toBe('mention_unseen');
  const tooMany = Array.from({ length: 21 }, () => other.id);
  expect((await agent.refusal(contract.say, { ...at, ...said('@Todos', tooMany) })).status).toBe(422);
});

test('whoever no longer sees the ticket when it is told hears nothing', async () => {
  const { unit, rui, agent, at } = await scene();
  await world.runJobs();
  await agent.call(contract.say, { ...at, ...said('@Rui Paz', [rui.id]) });
  await world.owner.run(sql`update membership set support_agent = false where tenant_id = ${unit.id} and person_id = ${rui.id}`);
  await world.runJobs();
  expect((await told(await world.signIn(rui))).map(({ kind }) => kind)).toEqual(['ticket_opened']);
});

test('the operator’s agents mention people of a ticket that was escalated to them, and are mentioned by mail', async () => {
  const { ana, gil, reader, agent, at } = await scene();
  const olga = await world.operator({ staff: flagged, person: { name: 'Olga Cruz' } });
  const operator = await world.signIn(olga);
  await agent.call(contract.escalate, at);
  expect((await operator.refusal(contract.mentionableEscalated, { ...at, query: {} })).status).toBe(404);
  await (await world.signIn(gil)).call(contract.escalate, at);
  const { people } = await operator.call(contract.mentionableEscalated, { ...at, query: { q: 'ana' } });
  expect(people).toEqual([{ id: ana.id, name: 'Ana Ávila', side: 'opener' }]);
  await operator.call(contract.sayEscalated, { ...at, ...said('@Ana Ávila, tudo em ordem.', [ana.id]) });
  await world.runJobs();
  expect((await told(reader)).map(({ kind }) => kind)).toContain('ticket_mentioned');
  await agent.call(contract.say, { ...at, ...said('@Olga Cruz, obrigado.', [olga.id]) });
  await world.runJobs();
  expect((await world.mailsTo(olga.email)).at(-1)?.subject).toContain('mencionado');
});
