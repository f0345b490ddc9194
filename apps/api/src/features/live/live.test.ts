import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openWorld } from '../../../test/harness/world.ts';
import type { Person } from '../../../test/harness/population.ts';
import { scoped } from '../../core/database/scoped.ts';
import { openLive } from '../../core/live/live.ts';
import { tellLive } from '../../core/live/tellLive.ts';

const world = await openWorld();
const unit = await world.unit();
const other = await world.unit();
afterAll(world.close);

const change = async (tenant_id: string, about: Parameters<typeof tellLive>[0]) => {
  await scoped(world.services.database, { kind: 'tenant', tenant_id }).run(tellLive(about));
  world.services.live.wake();
};

/** Listens as the person's page does, and keeps what was heard. */
async function listen(person: Person, live = world.services.live) {
  await world.signIn(person);
  const [row] = await world.owner.run<{ id: string }>(
    sql`select id from session where person_id = ${person.id} order by created_at desc, id desc limit 1`,
  );
  const stream = await live.open(
    { session_id: row?.id ?? '', tenant_id: person.tenant_id, person_id: person.id },
    { last: null, once: false },
  );
  let heard = '';
  stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  onTestFinished(() => void stream.destroy());
  return { stream, heard: () => heard, session_id: row?.id ?? '' };
}

test('hears what changes in the own unit, what is meant for oneself, and nothing else', async () => {
  const ana = await unit.person('user');
  const bea = await unit.person('user');
  const { heard } = await listen(ana);
  await change(other.id, { topic: 'report', about: { id: 'foreign' } });
  await change(unit.id, { topic: 'notifications', person_id: bea.id, about: { id: 'beas' } });
  await change(unit.id, { topic: 'notifications', person_id: ana.id, about: { id: 'anas' } });
  await change(unit.id, { topic: 'report', about: { id: 'everybodys' } });
  await expect.poll(heard).toContain('everybodys');
  expect(heard()).toContain('anas');
  expect(heard()).not.toMatch(/foreign|beas/);
});

test('nothing is told of what was undone', async () => {
  const { heard } = await listen(await unit.person('user'));
  const tenant = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
  const undone = tenant.withTenant(async (tx) => {
    await tx.run(tellLive({ topic: 'report', about: { id: 'undone' } }));
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  await change(unit.id, { topic: 'report', about: { id: 'done' } });
  await expect.poll(heard).toContain('"done"');
  expect(heard()).not.toContain('undone');
});

test('a slow transaction is told as soon as it holds, also to who went away after hearing of later ones', async () => {
  const ana = await unit.person('user');
  const { heard } = await listen(ana);
  const tenant = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id });
  let hold: () => void = () => {};
  const held = new Promise<void>((resolve) => (hold = resolve));
  const slow = tenant.withTenant(async (tx) => {
    await tx.run(tellLive({ topic: 'report', about: { id: 'slow' } }));
    await held;
  });
  await change(unit.id, { topic: 'report', about: { id: 'quick' } });
  await expect.poll(heard).toContain('"quick"');
  expect(heard()).not.toContain('"slow"');
  hold();
  await slow;
  world.services.live.wake();
  await expect.poll(heard).toContain('"slow"');
  expect(heard().match(/"quick"/g)).toHaveLength(1);
  const lastBefore = /id: (\d+)\ndata: [^\n]*"quick"/.exec(heard())?.[1] ?? '';
  const back = await (await world.signIn(ana)).inject({ method: 'GET', url: `/api/live?once=true&last=${lastBefore}` });
  expect(back.body).toContain('"slow"');
});

test('a process hears what another one changed', async () => {
  const { database, log, now } = world.services;
  const elsewhere = openLive({ database, url: world.url, log, now });
  onTestFinished(elsewhere.close);
  const { heard } = await listen(await unit.person('user'), elsewhere);
  await change(unit.id, { topic: 'capacity', about: { id: 'there' } });
  await expect.poll(heard).toContain('"there"');
});

test('goes on after the listening connection was lost, and has missed nothing', async () => {
  const { heard } = await listen(await unit.person('user'));
  await world.owner.run(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vitrine live' and datname = current_database()`,
  );
  await change(unit.id, { topic: 'import', about: { id: 'meanwhile' } });
  await expect.poll(heard, { timeout: 15_000 }).toContain('"meanwhile"');
});

test('ends when the session ends', async () => {
  const ana = await unit.person('user');
  const { stream, heard, session_id } = await listen(ana);
  await world.owner.run(sql`update session set ended_at = now() where id = ${session_id}`);
  const ended = once(stream, 'end');
  world.services.live.wake();
  await ended;
  expect(heard()).toContain('event: ended');
});

test('over HTTP: with a session only, as a stream that nobody keeps, and with what was missed', async () => {
  const ana = await unit.person('user');
  const browser = await world.signIn(ana);
  expect((await world.browser().inject({ method: 'GET', url: '/api/live?once=true' })).statusCode).toBe(401);
  const first = await browser.inject({ method: 'GET', url: '/api/live?once=true' });
  expect(first.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const last = /id: (\d+)/.exec(first.body)?.[1] ?? '';
  await change(unit.id, { topic: 'report', about: { id: 'missed' } });
  await change(other.id, { topic: 'report', about: { id: 'foreign' } });
  const second = await browser.inject({ method: 'GET', url: `/api/live?once=true&last=${last}` });
  expect(second.body).toContain('"missed"');
  expect(second.body).not.toContain('foreign');
});
