import { PassThrough } from 'node:stream';
import * as contract from '@vitrine/contract/support/helpDesk.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Person } from '#test/harness/population.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const flagged = { support_agent: true };

/** Signs in and listens as the person's page does. */
async function listen(person: Person) {
  const browser = await world.signIn(person);
  const [row] = await world.owner.run<{ id: string }>(
    sql`select id from session where person_id = ${person.id} order by created_at desc, id desc limit 1`,
  );
  const stream = new PassThrough();
  await world.services.live.open({ session_id: row?.id ?? '', tenant_id: person.tenant_id, person_id: person.id }, null, () => stream);
  let heard = '';
  stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  onTestFinished(() => void stream.destroy());
  return { browser, heard: () => heard };
}

async function scene() {
  const unit = await (await world.partner()).unit({ settings: { enable_helpdesk: true } });
  const ana = await listen(await unit.person('user', { person: { name: 'Ana Brito' } }));
  const davi = await listen(await unit.person('user', { membership: flagged, person: { name: 'Davi Rosa' } }));
  const rui = await listen(await unit.person('user', { membership: flagged, person: { name: 'Rui Paz' } }));
  const other = await listen(await unit.person('user'));
  const { id } = await ana.browser.call(contract.add, { body: { title: 'Total', text: 'Está zerado.' } });
  const tell = (one: typeof ana, doing: 'look' | 'type' | 'note') =>
    one.browser.call(contract.presence, { params: { id }, body: { doing } });
  return { id, ana, davi, rui, other, tell };
}

const about = (heard: () => string) => () => heard().replaceAll('": "', '":"').replaceAll('", "', '","');

test('who writes an answer is told to whoever will read it, and to nobody else of the unit', async () => {
  const { ana, davi, rui, other, tell } = await scene();
  await tell(davi, 'type');
  await expect.poll(about(ana.heard)).toMatch(/Davi Rosa/);
  await expect.poll(about(rui.heard)).toMatch(/Davi Rosa/);
  await tell(ana, 'type');
  await expect.poll(about(davi.heard)).toMatch(/Ana Brito/);
  expect(other.heard()).not.toMatch(/Ana Brito|Davi Rosa|ticket_presence/);
  // Nobody hears of themselves.
  expect(davi.heard()).not.toMatch(/Davi Rosa/);
});

test('a note that is being written, and who only looks, is never told to whoever opened the ticket', async () => {
  const { ana, davi, rui, tell } = await scene();
  await tell(davi, 'note');
  await tell(davi, 'look');
  await tell(ana, 'look');
  await expect.poll(about(rui.heard)).toMatch(/"note"/);
  await expect.poll(about(rui.heard)).toMatch(/Ana Brito/);
  await tell(davi, 'type');
  await expect.poll(about(ana.heard)).toMatch(/"type"/);
  expect(about(ana.heard)()).not.toMatch(/"note"|"look"/);
});

test('only who sees the ticket tells something, only agents write notes, and not without end', async () => {
  const [here, elsewhere] = [await scene(), await scene()];
  for (const stranger of [here.other, elsewhere.davi])
    expect((await stranger.browser.refusal(contract.presence, { params: { id: here.id }, body: { doing: 'type' } })).status).toBe(404);
  expect((await here.ana.browser.refusal(contract.presence, { params: { id: here.id }, body: { doing: 'note' } })).status).toBe(403);
  for (let times = 0; times < 40; times++) await here.tell(here.davi, 'type');
  const refused = await here.davi.browser.refusal(contract.presence, { params: { id: here.id }, body: { doing: 'type' } });
  expect(refused.status).toBe(429);
});
