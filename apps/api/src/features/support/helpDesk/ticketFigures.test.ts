/** How the help desk is doing: counted, in minutes of work, for those who see its tickets. 2026-11-23 is a Monday. */
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { figures } from '@vitrine/contract/support/ticketFigures.ts';
import { saveGoals, usualGoals } from '@vitrine/contract/support/ticketGoals.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const at = (local: string) => new Date(`${local}:00-03:00`);
const november = { query: { from: '2026-11-16', until: '2026-11-29' } };
const id = (ticket: { id: string }) => ({ params: { id: ticket.id } });

async function scene() {
  world.setTime(at('2026-11-17T08:00'));
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true, timezone: 'America/Sao_Paulo' } });
  const flagged = { support_agent: true };
  const [ana, davi, eva] = [await unit.person('user'), await unit.person('user', { membership: flagged }), await unit.person('admin')];
  const staff = await partner.person({ unit });
  const signIn = async () => ({
    reader: await world.signIn(ana),
    agent: await world.signIn(davi),
    admin: await world.signIn(eva),
    ofPartner: await world.signIn(staff),
  });
  const { admin } = await signIn();
  const hours = { high: { answer: 2, solution: 10 }, normal: { answer: 4, solution: 20 }, low: { answer: null, solution: null } };
  await admin.call(saveGoals, { body: { ...usualGoals, hours } });
  return { unit, davi, signIn };
}

/** Two tickets that are resolved, one in time and one late, and one that nobody has answered. */
async function worked() {
  const { unit, davi, signIn } = await scene();
  const { reader, agent } = await signIn();
  const open = (priority: 'high' | 'normal' | 'low') =>
    reader.call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.', priority } });
  const say = (ticket: { id: string }) => agent.call(contract.say, { ...id(ticket), body: { text: 'Olhando.' } });
  const resolve = (ticket: { id: string }) => agent.call(contract.setState, { ...id(ticket), body: { resolved: true } });
  const [quick, slow] = [await open('high'), await open('normal')];
  world.setTime(at('2026-11-17T09:00'));
  await say(quick);
  world.setTime(at('2026-11-17T10:00'));
  await resolve(quick);
  await reader.call(contract.rate, { ...id(quick), body: { helped: 'yes' } });
  world.setTime(at('2026-11-17T15:00'));
  await say(slow);
  await open('low');
  world.setTime(at('2026-11-24T08:00'));
  const later = await signIn();
  await later.agent.call(contract.setState, { ...id(slow), body: { resolved: true } });
  await later.reader.call(contract.rate, { ...id(slow), body: { helped: 'no' } });
  return { unit, davi, ...later };
}

test('what was opened and resolved, how long it took, and whether it came in time and helped', async () => {
  const { davi, agent, admin } = await worked();
  const told = await admin.call(figures, november);
  expect(told).toMatchObject({
    totals: {
      opened: 3,
      resolved: 2,
      // 60 and 420 minutes of work.
      answer_p50: 240,
      answer_p90: 384,
      // Two hours, and five days of ten.
      solution_p50: 1560,
      solution_p90: 2712,
      answers_due: 2,
      answers_met: 1,
      solutions_due: 2,
      solutions_met: 1,
      helped_yes: 1,
      helped_partly: 0,
      helped_no: 1,
    },
    open_now: 1,
    late_now: 0,
    weeks: [
      { week: '2026-11-16', opened: 3, resolved: 1 },
      { week: '2026-11-23', opened: 0, resolved: 1 },
    ],
  });
  expect(told.priorities.map(({ priority, opened, answers_met }) => [priority, opened, answers_met])).toEqual([
    ['high', 1, 1],
    ['normal', 1, 0],
    ['low', 1, 0],
  ]);
  expect(told.agents?.map(({ name, opened, resolved }) => [name, opened, resolved])).toEqual([
    [davi.name, 2, 2],
    [null, 1, 0],
  ]);
  // An agent has the numbers and no names.
  expect(await agent.call(figures, november)).toEqual({ ...told, agents: null });
});

test('a period has its days of the unit, and an order', async () => {
  const { admin } = await worked();
  const day = await admin.call(figures, { query: { from: '2026-11-24', until: '2026-11-24' } });
  expect(day.totals).toMatchObject({ opened: 0, resolved: 1, answer_p50: null, answers_due: 0, solution_p50: 3000 });
  expect(day.weeks).toEqual([{ week: '2026-11-23', opened: 0, resolved: 1 }]);
  const reversed = await admin.refusal(figures, { query: { from: '2026-11-24', until: '2026-11-23' } });
  expect(reversed.body.errors).toHaveProperty('until');
  const long = await admin.refusal(figures, { query: { from: '2020-01-01', until: '2026-11-23' } });
  expect(long.body.errors).toHaveProperty('until');
});

test('readers are refused, a partner counts what was escalated, and nobody counts another unit', async () => {
  const here = await worked();
  expect((await here.reader.refusal(figures, november)).status).toBe(403);
  expect((await here.ofPartner.call(figures, november)).totals.opened).toBe(0);
  const elsewhere = await scene();
  world.setTime(at('2026-11-24T09:00'));
  expect((await (await elsewhere.signIn()).admin.call(figures, november)).totals.opened).toBe(0);
  const { admin } = here;
  await world.owner.run(sql`update tenant_setting set value = value || '{"enable_helpdesk": false}' where tenant_id = ${here.unit.id}`);
  expect((await admin.refusal(figures, november)).status).toBe(403);
});
