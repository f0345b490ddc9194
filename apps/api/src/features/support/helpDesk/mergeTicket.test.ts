import * as contract from '@vitrine/contract/support/helpDesk.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const flagged = { support_agent: true };

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true } });
  const [ana, bia] = [await unit.person('user'), await unit.person('user')];
  const davi = await unit.person('user', { membership: flagged });
  const [reader, second, agent] = [await world.signIn(ana), await world.signIn(bia), await world.signIn(davi)];
  const target = await open(reader, 'Total de março');
  const same = await open(second, 'Março está zerado');
  return { partner, unit, ana, bia, davi, reader, second, agent, target, same };
}

const open = (browser: Browser, title: string) => browser.call(contract.add, { body: { title, text: `${title}: o que vi.` } });
const at = ({ id }: { id: string }) => ({ params: { id } });
const into = (source: { id: string }, target: { id: string }) => ({ ...at(source), body: { into_ticket_id: target.id } });
const said = (text: string, internal = false) => ({ body: { text, internal } });
const told = async (browser: Browser) => (await browser.call(notifications.list, { query: {} })).data.map(({ kind }) => kind);

test('a ticket is merged into another: it is resolved, read only and leads there, where its first words stand', async () => {
  const { second, agent, target, same } = await scene();
  const merged = await agent.call(contract.merge, into(same, target));
  expect(merged).toMatchObject({ state: 'resolved', merged_into: { id: target.id, number: target.number, title: 'Total de março' } });
  expect(merged.entries.at(-1)).toMatchObject({ event: 'merged', about: String(target.number) });
  expect(Object.entries(merged.can).filter(([, may]) => may)).toEqual([]);
  const whole = await agent.call(contract.get, at(target));
  expect(whole.entries.at(-1)).toMatchObject({ event: 'merged_in', about: String(same.number) });
  expect(whole.merged).toEqual([{ id: same.id, number: same.number, title: 'Março está zerado', text: 'Março está zerado: o que vi.' }]);
  expect((await second.call(contract.get, at(same))).merged_into?.id).toBe(target.id);
  // Nothing is said there any more, by anybody, and nobody is asked whether it helped.
  for (const one of [second, agent]) {
    expect((await one.refusal(contract.say, { ...at(same), ...said('Ainda') })).body.status).toBe('ticket_not_now');
    expect((await one.refusal(contract.setState, { ...at(same), body: { resolved: false } })).body.status).toBe('ticket_not_now');
  }
  expect((await second.refusal(contract.rate, { ...at(same), body: { helped: 'no' } })).body.status).toBe('ticket_not_now');
  await world.runJobs();
  expect(await told(second)).toEqual(['ticket_merged']);
});

test('whoever opened the merged one reads and writes in the other from then on, without its notes, and hears of answers', async () => {
  const { reader, second, agent, target, same } = await scene();
  await agent.call(contract.say, { ...at(target), ...said('É a réplica.', true) });
  expect((await second.refusal(contract.get, at(target))).status).toBe(404);
  await agent.call(contract.merge, into(same, target));
  const seen = await second.call(contract.get, at(target));
  expect(JSON.stringify(seen)).not.toContain('réplica');
  expect(seen.can).toMatchObject({ reply: true, resolve: false, note: false, merge: false });
  await agent.call(contract.say, { ...at(target), ...said('Corrigido.') });
  await world.runJobs();
  expect(await told(second)).toContain('ticket_answered');
  expect(await told(reader)).toContain('ticket_answered');
  // What they say is no answer of the help desk: the ticket stays with its agent, and somebody waits.
  const after = await second.call(contract.say, { ...at(target), ...said('Para mim não.') });
  expect(after.entries.at(-1)).toMatchObject({ side: 'opener' });
  expect(after.waits_since).not.toBeNull();
  expect((await agent.call(contract.get, at(target))).can.assign).toBe(true);
  await world.runJobs();
  expect((await told(agent)).filter((kind) => kind === 'ticket_answered')).toHaveLength(1);
  // Who opened the other does not see the one that was merged, only its first words.
  const hers = await reader.call(contract.get, at(target));
  expect(hers.merged).toMatchObject([{ id: null, number: same.number, text: 'Março está zerado: o que vi.' }]);
  expect((await reader.refusal(contract.get, at(same))).status).toBe(404);
});

test('what was merged into a ticket goes on with it: nobody has to follow from one to the next', async () => {
  const { second, agent, reader, target, same } = await scene();
  const third = await open(reader, 'Terceiro');
  await agent.call(contract.merge, into(same, target));
  await agent.call(contract.merge, into(target, third));
  expect((await second.call(contract.get, at(same))).merged_into?.id).toBe(third.id);
  await second.call(contract.get, at(third));
  expect((await second.call(contract.get, at(third))).can.reply).toBe(true);
});

test('nobody but agents merges, not into itself, nor what was merged or put away already', async () => {
  const { unit, reader, second, agent, target, same } = await scene();
  const admin = await world.signIn(await unit.person('admin'));
  for (const one of [second, admin])
    expect((await one.refusal(contract.merge, into(same, target))).status).toBe(one === second ? 404 : 409);
  const own = await open(reader, 'Outro');
  expect((await reader.refusal(contract.merge, into(own, target))).body.status).toBe('ticket_not_now');
  expect((await agent.refusal(contract.merge, into(same, same))).body.status).toBe('ticket_not_now');
  await agent.call(contract.merge, into(same, target));
  expect((await agent.refusal(contract.merge, into(same, own))).body.status).toBe('ticket_not_now');
  expect((await agent.refusal(contract.merge, into(own, same))).body.status).toBe('ticket_not_now');
  await agent.call(contract.setState, { ...at(target), body: { resolved: true } });
  await world.owner.run(sql`update ticket set archived_at = now() where id = ${target.id}`);
  expect((await agent.refusal(contract.merge, into(own, target))).body.status).toBe('ticket_not_now');
});

test('both tickets are in sight of whoever merges them: of another unit or not escalated to the partner is as if there were none', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  expect((await here.agent.refusal(contract.merge, into(here.same, elsewhere.target))).body.status).toBe('ticket_not_found');
  expect((await elsewhere.agent.refusal(contract.merge, into(here.same, elsewhere.target))).body.status).toBe('ticket_not_found');
  const gil = await world.signIn(await here.partner.person({ unit: here.unit, staff: flagged }));
  await here.agent.call(contract.escalate, at(here.same));
  expect((await gil.refusal(contract.merge, into(here.same, here.target))).body.status).toBe('ticket_not_found');
  await here.agent.call(contract.escalate, at(here.target));
  expect((await gil.call(contract.merge, into(here.same, here.target))).merged_into?.id).toBe(here.target.id);
});

test('two agents who merge two tickets into each other at the same time: one does, and the other hears that it is too late', async () => {
  const { agent, target, same } = await scene();
  const answers = await Promise.allSettled([
    agent.refusal(contract.merge, into(same, target)),
    agent.refusal(contract.merge, into(target, same)),
  ]);
  expect(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.body.status] : []))).toEqual(['ticket_not_now']);
  const rows = await world.owner.run(sql<{ id: string }>`select id from ticket where merged_into_id in (${target.id}, ${same.id})`);
  expect(rows).toHaveLength(1);
});
