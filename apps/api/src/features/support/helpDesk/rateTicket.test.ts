/** Whether the help helped: asked of whoever opened a ticket, once for each time that it was resolved. */
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import type { ticketHelp } from '@vitrine/contract/support/ticket.ts';
import { afterAll, expect, test } from 'vitest';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const dayMs = 86_400_000;

async function scene() {
  const partner = await world.partner();
  const unit = await partner.unit({ settings: { enable_helpdesk: true } });
  const ana = await unit.person('user');
  const reader = await world.signIn(ana);
  const agent = await world.signIn(await unit.person('user', { membership: { support_agent: true } }));
  const { id } = await reader.call(contract.add, { body: { title: 'Total de março', text: 'Está zerado.' } });
  const at = { params: { id } };
  const state = (resolved: boolean) => agent.call(contract.setState, { ...at, body: { resolved } });
  const rate = (helped: (typeof ticketHelp)[number], words = '') => ({ ...at, body: { helped, words } });
  return { unit, ana, reader, agent, at, state, rate };
}

test('who opened a ticket is asked once it is resolved, and those who work on it read the answer', async () => {
  const { reader, agent, at, state, rate } = await scene();
  expect((await reader.call(contract.get, at)).can.rate).toBe(false);
  expect((await reader.refusal(contract.rate, rate('yes'))).body.status).toBe('ticket_not_now');
  await state(true);
  const asked = await reader.call(contract.get, at);
  expect(asked).toMatchObject({ can: { rate: true }, rating: null });
  const answered = await reader.call(contract.rate, rate('partly', 'Demorou dois dias.'));
  expect(answered).toMatchObject({ rating: { helped: 'partly', words: 'Demorou dois dias.', resolved_at: asked.resolved_at } });
  // It is no word about the matter: the ticket is put away in its time.
  expect(answered.touched_at).toBe(asked.touched_at);
  expect(await agent.call(contract.get, at)).toMatchObject({
    can: { rate: false },
    rating: { helped: 'partly', words: 'Demorou dois dias.' },
  });
});

test('nobody else answers: no agent, no other reader, nobody of another unit', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  await here.state(true);
  const other = await world.signIn(await here.unit.person('user'));
  const admin = await world.signIn(await here.unit.person('admin'));
  for (const colleague of [here.agent, admin])
    expect((await colleague.refusal(contract.rate, here.rate('no'))).body.status).toBe('ticket_not_now');
  for (const stranger of [other, elsewhere.reader, elsewhere.agent])
    expect((await stranger.refusal(contract.rate, here.rate('no'))).body.status).toBe('ticket_not_found');
  expect((await here.reader.call(contract.get, here.at)).rating).toBeNull();
});

test('the answer changes for two weeks, and its sentence has a measure', async () => {
  const { ana, reader, state, rate } = await scene();
  await state(true);
  expect((await reader.refusal(contract.rate, rate('no', 'x'.repeat(501)))).body.errors).toHaveProperty('words');
  await reader.call(contract.rate, rate('no'));
  world.setTime(new Date(Date.now() + 13.9 * dayMs));
  const later = await world.signIn(ana);
  expect(await later.call(contract.rate, rate('yes', 'Agora sim.'))).toMatchObject({
    can: { rate: true },
    rating: { helped: 'yes', words: 'Agora sim.' },
  });
  world.setTime(new Date(Date.now() + 14.1 * dayMs));
  expect((await (await world.signIn(ana)).refusal(contract.rate, rate('no'))).body.status).toBe('ticket_not_now');
  world.setTime(null);
});

test('a ticket that was opened again asks anew after the next solution', async () => {
  const { reader, at, state, rate } = await scene();
  await state(true);
  await reader.call(contract.rate, rate('no', 'Continua zerado.'));
  const reopened = await state(false);
  expect(reopened).toMatchObject({ rating: { helped: 'no' } });
  expect((await reader.call(contract.get, at)).can.rate).toBe(false);
  expect((await reader.refusal(contract.rate, rate('yes'))).status).toBe(409);
  await state(true);
  const asked = await reader.call(contract.get, at);
  expect(asked.can.rate).toBe(true);
  expect(asked.rating?.resolved_at).not.toBe(asked.resolved_at);
  expect(await reader.call(contract.rate, rate('yes'))).toMatchObject({ rating: { helped: 'yes', resolved_at: asked.resolved_at } });
});
