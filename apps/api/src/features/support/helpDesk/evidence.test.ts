/** Tickets about a report: what was on the screen, and what was decided about the person, stay with the ticket. */
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import * as problems from '@vitrine/contract/reading/reportProblems.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import * as savedViews from '@vitrine/contract/reading/savedViews.ts';
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { grant, openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';

const { world } = await openPublishingWorld();

/** A report that Ana sees the South of; Davi works on tickets and does not see it. */
async function scene() {
  const made = await publishingScene(world);
  await world.owner.run(sql`update tenant_setting set value = value || '{"enable_helpdesk": true}' where tenant_id = ${made.unit.id}`);
  const report = await made.publish({ sample: 'sales' });
  await grant(made.admin, report, { to: 'membership', to_id: made.ana.membership_id, rls_roles: ['Região Sul'] });
  const davi = await made.unit.person('user', { membership: { support_agent: true } });
  return { ...made, report, agent: await world.signIn(davi) };
}

const seen = {
  page: 'Resumo',
  filters: ['Loja · Região: Sul'],
  refreshed_at: '2026-11-21T09:00:00.000Z',
  load_ms: 1200,
  render_ms: 800,
  details: 'Chromium, 1280×800',
};
const at = ({ id }: { id: string }) => ({ params: { id } });
const tell = (browser: Browser, report: { id: string }, more: object = {}) =>
  browser.call(contract.add, {
    body: { title: 'Problema em Vendas', text: 'O total está zerado.', problem: { report_id: report.id, ...seen, ...more } },
  });

test('a problem becomes a ticket with what was on the screen, and the decision of that time for those who work on it', async () => {
  const { report, ana, admin, reader, agent, administrator } = await scene();
  const { view_id } = await reader.call(reading.open, at(report));
  const ticket = await tell(reader, report, { view_id, state: 'c3Vs' });
  const link_id = ticket.evidence?.link_id ?? '';
  expect(ticket).toMatchObject({
    text: 'O total está zerado.',
    evidence: { ...seen, report_id: report.id, title: report.title, decision: null },
  });
  expect(await reader.call(savedViews.shared, { params: { id: report.id, link_id } })).toMatchObject({ page: 'Resumo', state: 'c3Vs' });

  // Access changes; what was decided then does not.
  await world.owner.run(sql`delete from report_grant where report_id = ${report.id}`);
  const theirs = (await agent.call(contract.get, at(ticket))).evidence;
  expect(theirs).toMatchObject({ ...seen, report_id: null, link_id: null, title: report.title });
  expect(theirs?.decision).toMatchObject({ see: true, why: null, identity: { username: ana.email, roles: ['Região Sul'] } });
  expect(theirs?.decision?.reasons.map(({ word }) => word)).toContain('grant_opens');
  // Whoever manages sees every report.
  expect((await admin.call(contract.get, at(ticket))).evidence).toMatchObject({ report_id: report.id, link_id });
  expect((await reader.call(contract.get, at(ticket))).evidence).toMatchObject({ report_id: null, decision: null });

  // Nobody is told twice.
  await world.runJobs();
  expect((await agent.call(notifications.list, {})).data.map(({ kind }) => kind)).toEqual(['ticket_opened']);
  expect((await admin.call(notifications.list, {})).data.map(({ kind }) => kind)).not.toContain('report_problem');
  expect(administrator.id).not.toBe(ana.id);
});

test('the list of problems names the ticket, and is solved and opened again with it alone', async () => {
  const { report, admin, reader, agent } = await scene();
  const ticket = await tell(reader, report);
  const listed = async (open?: string) => (await admin.call(problems.list, { query: open === undefined ? {} : { open } })).data;
  const [problem] = await listed('true');
  expect(problem).toMatchObject({ description: 'O total está zerado.', ticket: { id: ticket.id, number: ticket.number }, solved_at: null });
  const solve = { params: { problem_id: problem?.id ?? '' }, body: { solved: true } };
  expect((await admin.refusal(problems.solve, solve)).body.status).toBe('problem_has_ticket');
  await agent.call(contract.setState, { ...at(ticket), body: { resolved: true } });
  expect(await listed('true')).toEqual([]);
  expect((await listed('false'))[0]?.solved_at).not.toBeNull();
  await agent.call(contract.setState, { ...at(ticket), body: { resolved: false } });
  expect(await listed('true')).toHaveLength(1);
});

test('nobody reports on what they do not see, nor with the view of somebody else', async () => {
  const [{ unit, report, reader, agent, admin }, elsewhere] = [await scene(), await scene()];
  const refused = async (browser: Browser, more: object = {}) =>
    (
      await browser.refusal(contract.add, {
        body: { title: 'A', text: 'B', problem: { report_id: report.id, ...seen, ...more } },
      })
    ).status;
  for (const browser of [agent, elsewhere.reader, elsewhere.admin]) expect(await refused(browser)).toBe(404);
  const carla = await unit.person('user');
  await grant(admin, report, { to: 'membership', to_id: carla.membership_id, rls_roles: ['Região Norte'] });
  const { view_id } = await (await world.signIn(carla)).call(reading.open, at(report));
  expect(await refused(reader, { view_id })).toBe(404);
  expect((await agent.call(contract.list, { query: { scope: 'all' } })).data).toEqual([]);
});

test('the operator reads the evidence of what was escalated to it, without a way to the report', async () => {
  const { partner, report, unit, reader, agent } = await scene();
  const flagged = { support_agent: true };
  const staff = await world.signIn(await partner.person({ unit, staff: flagged }));
  const operator = await world.signIn(await world.operator({ staff: flagged }));
  const ticket = await tell(reader, report);
  await agent.call(contract.escalate, at(ticket));
  expect((await operator.refusal(contract.escalated, at(ticket))).status).toBe(404);
  await staff.call(contract.escalate, at(ticket));
  const { evidence } = await operator.call(contract.escalated, at(ticket));
  expect(evidence).toMatchObject({ ...seen, report_id: null, title: report.title });
  expect(evidence?.decision?.see).toBe(true);
});
