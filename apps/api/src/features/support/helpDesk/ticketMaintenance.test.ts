import * as contract from '@vitrine/contract/support/helpDesk.ts';
import * as maintenance from '@vitrine/contract/reports/reportMaintenance.ts';
import * as ties from '@vitrine/contract/support/ticketMaintenance.ts';
import * as hints from '@vitrine/contract/support/ticketSuggestions.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { endTicketsWithMaintenance } from './ticketMaintenance.jobs.ts';

const { world } = await openPublishingWorld();

/** A Friday noon in São Paulo. */
const noon = new Date('2026-03-13T15:00:00Z');
const at = ({ id }: { id: string }) => ({ params: { id } });
const told = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);

async function scene() {
  world.setTime(noon);
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { timezone: 'America/Sao_Paulo', enable_helpdesk: true } });
  const admin = await world.signIn(await unit.person('admin'));
  const agent = await world.signIn(await unit.person('admin', { membership: { support_agent: true } }));
  const reader = await world.signIn(await unit.person('user'));
  const report = await publish(admin, { title: 'Vendas da rede' });
  await grant(admin, report, { to: 'unit' });
  const plan = (starts: string, ends: string, of = report) =>
    admin.call(maintenance.add, { ...at(of), body: { starts, ends, message: 'Conferindo os números' } });
  const ticket = await reader.call(contract.add, { body: { title: 'Total de março zerado', text: 'O total das vendas não aparece.' } });
  const tie = (window: { id: string } | null) => agent.call(ties.tie, { ...at(ticket), body: { maintenance_id: window?.id ?? null } });
  return { unit, admin, agent, reader, report, plan, ticket, tie };
}

test('a ticket that waits for a maintenance is resolved when that ends, and whoever opened it is told at both times', async () => {
  const { agent, reader, report, plan, ticket, tie } = await scene();
  const window = await plan('2026-03-13T13:00', '2026-03-13T15:00');
  const tied = await tie(window);
  expect(tied.maintenance).toMatchObject({ id: window.id, report_id: report.id, title: 'Vendas da rede' });
  expect(tied.entries.at(-1)).toMatchObject({ event: 'tied', side: 'unit' });
  expect(Date.parse(tied.entries.at(-1)?.about ?? '')).toBe(Date.parse('2026-03-13T18:00:00Z'));
  await world.runJobs();
  expect(await told(reader)).toContain('ticket_tied');
  await world.runJobs(endTicketsWithMaintenance);
  expect((await reader.call(contract.get, at(ticket))).state).not.toBe('resolved');

  world.setTime(new Date('2026-03-13T18:00:00Z'));
  await world.runJobs(endTicketsWithMaintenance);
  await world.runJobs();
  const over = await reader.call(contract.get, at(ticket));
  expect(over).toMatchObject({ state: 'resolved', resolved_at: '2026-03-13T18:00:00.000Z', maintenance: null, waits_since: null });
  expect(over.entries.at(-1)).toMatchObject({ event: 'maintenance_over', side: 'portal', person_name: null });
  expect(await told(reader)).toContain('ticket_maintenance_over');

  // It is for whoever opened it to say that it is not solved; nothing resolves it again by itself.
  await reader.call(contract.setState, { ...at(ticket), body: { resolved: false } });
  await world.runJobs(endTicketsWithMaintenance);
  expect((await agent.call(contract.get, at(ticket))).state).toBe('open');
});

test('it waits as long as the maintenance takes: moved, ended early, taken back, untied, resolved by hand', async () => {
  const { admin, agent, report, plan, ticket, tie } = await scene();
  const state = async () => (await agent.call(contract.get, at(ticket))).state;
  const first = await plan('2026-03-13T11:00', '2026-03-13T15:00');
  await tie(first);
  const of = { params: { id: report.id, window_id: first.id } };
  await admin.call(maintenance.update, { ...of, body: { starts: first.starts, ends: '2026-03-13T17:00', version: first.version } });
  world.setTime(new Date('2026-03-13T18:30:00Z'));
  await world.runJobs(endTicketsWithMaintenance);
  expect(await state()).toBe('open');
  await tie(null);
  expect((await agent.call(contract.get, at(ticket))).entries.at(-1)).toMatchObject({ event: 'untied' });
  await admin.call(maintenance.end, of);
  await world.runJobs(endTicketsWithMaintenance);
  expect(await state()).toBe('open');

  const second = await plan('2026-03-13T16:00', '2026-03-13T17:00');
  await tie(second);
  await admin.call(maintenance.remove, { params: { id: report.id, window_id: second.id } });
  expect((await agent.call(contract.get, at(ticket))).maintenance).toBeNull();

  const third = await plan('2026-03-13T15:00', '2026-03-13T17:00');
  await tie(third);
  const resolved = await agent.call(contract.setState, { ...at(ticket), body: { resolved: true } });
  expect(resolved).toMatchObject({ state: 'resolved', maintenance: null });
});

test('only who works on tickets ties one, to a maintenance of the own unit that is not over', async () => {
  const { agent, reader, plan, ticket } = await scene();
  const window = await plan('2026-03-13T13:00', '2026-03-13T15:00');
  const other = await scene();
  const elsewhere = await other.plan('2026-03-13T13:00', '2026-03-13T15:00');
  const refused = async (browser: Browser, id: string) =>
    (await browser.refusal(ties.tie, { ...at(ticket), body: { maintenance_id: id } })).body.status;
  expect(await refused(reader, window.id)).toBe('ticket_not_now');
  expect((await reader.refusal(ties.maintenances, at(ticket))).status).toBe(403);
  expect(await refused(agent, elsewhere.id)).toBe('not_found');
  expect(await refused(other.agent, window.id)).toBe('ticket_not_found');
  expect((await other.agent.refusal(ties.maintenances, at(ticket))).status).toBe(404);
  world.setTime(new Date('2026-03-13T18:00:00Z'));
  expect(await refused(agent, window.id)).toBe('not_found');
});

test('the maintenance of the report with which there was a problem comes first', async () => {
  const { admin, agent, reader, report, plan } = await scene();
  const other = await publish(admin, { title: 'Custos' });
  const sooner = await plan('2026-03-13T13:00', '2026-03-13T14:00', other);
  const own = await plan('2026-03-14T13:00', '2026-03-14T14:00');
  const ticket = await reader.call(contract.add, {
    body: { title: 'Um problema', text: 'Está vazio.', problem: { report_id: report.id } },
  });
  expect((await agent.call(ties.maintenances, at(ticket))).data.map(({ id, of_ticket }) => [id, of_ticket])).toEqual([
    [own.id, true],
    [sooner.id, false],
  ]);
});

test('while one writes, like tickets and maintenance are suggested: of what one sees, and of nobody else', async () => {
  const { unit, admin, agent, reader, report, plan, ticket } = await scene();
  await plan('2026-03-14T09:00', '2026-03-14T10:00');
  const closed = await publish(admin, { title: 'Custos secretos' });
  await plan('2026-03-13T13:00', '2026-03-13T14:00', closed);
  const near = async (browser: Browser, q: string, more = {}) => {
    const { tickets, maintenance: windows } = await browser.call(hints.suggest, { query: { q, ...more } });
    return [tickets.map(({ number }) => number), windows.map(({ title }) => title)];
  };
  const words = 'Desde ontem o total de marco está zerado no relatório';
  expect(await near(reader, words)).toEqual([[ticket.number], []]);
  expect(await near(agent, words)).toEqual([[ticket.number], []]);
  const second = await world.signIn(await unit.person('user'));
  expect(await near(second, words)).toEqual([[], []]);
  const elsewhere = await world.unit({ settings: { enable_helpdesk: true } });
  const stranger = await world.signIn(await elsewhere.person('admin', { membership: { support_agent: true } }));
  expect(await near(stranger, `${words} As vendas da rede não abrem`)).toEqual([[], []]);
  expect(await near(reader, 'As vendas da rede não abrem')).toEqual([[], ['Vendas da rede']]);
  expect(await near(reader, 'Custos secretos')).toEqual([[], []]);
  expect(await near(admin, 'Custos secretos')).toEqual([[], ['Custos secretos']]);
  // Of the report that is open it is told before a word is written.
  expect(await near(reader, '', { report_id: report.id })).toEqual([[], ['Vendas da rede']]);
  expect((await reader.refusal(hints.suggest, { query: { q: '', report_id: closed.id } })).status).toBe(404);
  // What comes later than tomorrow explains nothing.
  world.setTime(new Date('2026-03-12T11:00:00Z'));
  expect(await near(reader, 'As vendas da rede não abrem')).toEqual([[], []]);
});
