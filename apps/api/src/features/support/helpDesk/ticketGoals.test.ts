/** Goals of the help desk: who sets them, and when a ticket is due by them. 2026-11-23 is a Monday. */
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import type { ticketPriorities } from '@vitrine/contract/support/ticket.ts';
import { getGoals, saveGoals, usualGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const none = { answer: null, solution: null };
const goals = { ...usualGoals, hours: { high: { answer: 2, solution: 10 }, normal: { answer: 4, solution: 20 }, low: none } };
/** A time of São Paulo. */
const at = (local: string) => new Date(`${local}:00-03:00`);
const iso = (local: string) => at(local).toISOString();
const id = (ticket: { id: string }) => ({ params: { id: ticket.id } });

beforeAll(() => world.setTime(at('2026-11-23T09:00')));

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true, timezone: 'America/Sao_Paulo' } });
  const flagged = { support_agent: true };
  const [ana, davi, eva] = [await unit.person('user'), await unit.person('user', { membership: flagged }), await unit.person('admin')];
  const [reader, agent, admin] = [await world.signIn(ana), await world.signIn(davi), await world.signIn(eva)];
  return { partner, unit, reader, agent, admin };
}
type Scene = Awaited<ReturnType<typeof scene>>;
const open = ({ reader }: Scene, priority: (typeof ticketPriorities)[number] = 'normal') =>
  reader.call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.', priority } });
const dueOf = async ({ agent }: Scene, ticket: { id: string }) => (await agent.call(contract.get, id(ticket))).due;

test('administrators set the goals, not over each other, and nobody else does', async () => {
  const here = await scene();
  expect(await here.admin.call(getGoals, {})).toEqual(usualGoals);
  const saved = await here.admin.call(saveGoals, { body: goals });
  expect(saved).toMatchObject({ ...goals, version: 2 });
  expect((await here.admin.refusal(saveGoals, { body: goals })).body.status).toBe('conflict');
  expect(await here.admin.call(saveGoals, { body: { ...saved, starts: '07:00' } })).toMatchObject({ starts: '07:00', version: 3 });
  for (const browser of [here.reader, here.agent]) {
    expect((await browser.refusal(getGoals, {})).status).toBe(403);
    expect((await browser.refusal(saveGoals, { body: goals })).status).toBe(403);
  }
  const noDays = await here.admin.refusal(saveGoals, { body: { ...saved, version: 3, days: [] } });
  expect(noDays.body.errors).toHaveProperty('days');
  // Each unit has its own.
  expect(await (await scene()).admin.call(getGoals, {})).toEqual(usualGoals);
});

test('without goals nothing is due; once they are set, what is not resolved is counted from its first hour', async () => {
  const here = await scene();
  const [ticket, done] = [await open(here), await open(here)];
  await here.agent.call(contract.setState, { ...id(done), body: { resolved: true } });
  expect(await dueOf(here, ticket)).toBeNull();
  world.setTime(at('2026-11-23T11:00'));
  await here.admin.call(saveGoals, { body: goals });
  await world.runJobs();
  expect(await dueOf(here, ticket)).toEqual({ what: 'answer', at: iso('2026-11-23T13:00') });
  expect(await dueOf(here, done)).toBeNull();
  world.setTime(at('2026-11-23T09:00'));
});

test('the answer is due first, then the solution; those who only opened the ticket are promised nothing', async () => {
  const here = await scene();
  await here.admin.call(saveGoals, { body: goals });
  const ticket = await open(here);
  expect(ticket.due).toBeNull();
  expect(await dueOf(here, ticket)).toEqual({ what: 'answer', at: iso('2026-11-23T13:00') });
  // A note is no answer.
  await here.agent.call(contract.say, { ...id(ticket), body: { text: 'É a réplica.', internal: true } });
  expect((await dueOf(here, ticket))?.what).toBe('answer');
  await here.reader.call(contract.say, { ...id(ticket), body: { text: 'Ainda nada?' } });
  expect((await dueOf(here, ticket))?.what).toBe('answer');
  await here.agent.call(contract.say, { ...id(ticket), body: { text: 'Olhando agora.' } });
  expect(await dueOf(here, ticket)).toEqual({ what: 'solution', at: iso('2026-11-25T09:00') });
  const { version } = await here.agent.call(contract.get, id(ticket));
  await here.agent.call(contract.update, { ...id(ticket), body: { priority: 'high', estimated: null, version } });
  expect(await dueOf(here, ticket)).toEqual({ what: 'solution', at: iso('2026-11-24T09:00') });
  expect((await here.reader.call(contract.list, { query: {} })).data.map(({ due }) => due)).toEqual([null]);
});

test('while it is resolved nothing is due, and what was left is left when it is opened again', async () => {
  const here = await scene();
  await here.admin.call(saveGoals, { body: goals });
  const ticket = await open(here);
  world.setTime(at('2026-11-23T12:00'));
  await here.agent.call(contract.setState, { ...id(ticket), body: { resolved: true } });
  expect(await dueOf(here, ticket)).toBeNull();
  world.setTime(at('2026-11-23T16:00'));
  await here.reader.call(contract.say, { ...id(ticket), body: { text: 'Voltou.' } });
  // Calling it resolved was an answer, after three hours of twenty.
  expect(await dueOf(here, ticket)).toEqual({ what: 'solution', at: iso('2026-11-25T13:00') });
  world.setTime(at('2026-11-23T09:00'));
});

test('the list has those that are late alone, or first', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  for (const { admin } of [here, elsewhere]) await admin.call(saveGoals, { body: goals });
  const [low, normal, high] = [await open(here, 'low'), await open(here), await open(here, 'high')];
  await open(elsewhere, 'high');
  const listed = async (query: object) =>
    (await here.agent.call(contract.list, { query: { scope: 'all', ...query } })).data.map((ticket) => ticket.id);
  expect(await listed({ late: 'true' })).toEqual([]);
  world.setTime(at('2026-11-23T12:00'));
  expect(await listed({ late: 'true' })).toEqual([high.id]);
  expect(await listed({ sort: 'due_at' })).toEqual([high.id, normal.id, low.id]);
  expect(await listed({ sort: '-due_at', per_page: 10 })).toEqual([low.id, normal.id, high.id]);
  const first = await here.agent.call(contract.list, { query: { scope: 'all', sort: 'due_at', per_page: 2 } });
  expect(first.meta.next).toBe(normal.id);
  expect(await listed({ sort: 'due_at', per_page: 2, page: 2, after: normal.id })).toEqual([low.id]);
  await here.agent.call(contract.setState, { ...id(high), body: { resolved: true } });
  expect(await listed({ late: 'true' })).toEqual([]);
  world.setTime(at('2026-11-23T09:00'));
});

test('what was escalated to the operator is counted by the goals of its unit', async () => {
  const here = await scene();
  await here.admin.call(saveGoals, { body: goals });
  const staff = await world.signIn(await here.partner.person({ unit: here.unit, staff: { support_agent: true } }));
  const operator = await world.signIn(await world.operator({ staff: { support_agent: true } }));
  const ticket = await open(here);
  await here.agent.call(contract.escalate, id(ticket));
  await staff.call(contract.escalate, id(ticket));
  expect((await operator.call(contract.escalated, id(ticket))).due).toEqual({ what: 'answer', at: iso('2026-11-23T13:00') });
  const answered = await operator.call(contract.sayEscalated, { ...id(ticket), body: { text: 'A plataforma está em ordem.' } });
  expect(answered.due).toEqual({ what: 'solution', at: iso('2026-11-25T09:00') });
});

test('a ticket that was made by hand has a clock as well', async () => {
  const { unit } = await scene();
  const person = await unit.person('user');
  await world.owner.run(sql`
    insert into ticket (tenant_id, id, number, title, text, opened_by, created_at, touched_at)
    values (${unit.id}, uuid_v7(), 2000, 'x', 'x', ${person.id}, now(), now())`);
  const rows = await world.owner.run<{ due: string }>(sql`select due_at::text as due from ticket_clock where tenant_id = ${unit.id}`);
  expect(rows).toEqual([{ due: 'infinity' }]);
});
