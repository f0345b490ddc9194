import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { rememberLongAgo } from '#test/harness/livePlace.ts';
import { openWorld } from '#test/harness/world.ts';
import type { Person } from '#test/harness/population.ts';
import { scoped } from '#platform/database/scoped.ts';
import { openLive } from '#platform/live/live.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';

const world = await openWorld();
const unit = await world.unit();
const other = await world.unit();
afterAll(world.close);
await rememberLongAgo(world, unit);

const change = async (tenant_id: string, about: Parameters<typeof publishEvent>[0]) => {
  await scoped(world.services.database, { kind: 'tenant', tenant_id }).run(publishEvent(about));
  world.services.live.wake();
};

/** Listens as the person's page does, and keeps what was heard. */
async function listen(person: Person, live = world.services.live) {
  await world.signIn(person);
  const [row] = await world.owner.run<{ id: string }>(
    sql`select id from session where person_id = ${person.id} order by created_at desc, id desc limit 1`,
  );
  const stream = new PassThrough();
  await live.open({ session_id: row?.id ?? '', tenant_id: person.tenant_id, person_id: person.id }, null, () => stream);
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
    await tx.run(publishEvent({ topic: 'report', about: { id: 'undone' } }));
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
    await tx.run(publishEvent({ topic: 'report', about: { id: 'slow' } }));
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
  await expect.poll(heard).toContain('"meanwhile"');
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

test('whoever missed more than can be told, or what is no longer here, asks anew for everything', async () => {
  const home = await world.unit();
  const ana = await home.person('user');
  const browser = await world.signIn(ana);
  const lastOf = async () => /id: (\d+)/.exec((await browser.inject({ method: 'GET', url: '/api/live?once=true' })).body)?.[1] ?? '';
  const since = async (last: string) => (await browser.inject({ method: 'GET', url: `/api/live?once=true&last=${last}` })).body;
  const many = (count: number, person_id: string | null) =>
    world.owner.run(sql`
      insert into live_event (tenant_id, topic, person_id, about)
      select ${home.id}, 'report', ${person_id}::uuid, jsonb_build_object('id', 'number ' || n) from generate_series(1, ${count}::int) as n`);
  const last = await lastOf();
  await many(500, null);
  // What is for others does not count.
  await many(600, (await home.person('user')).id);
  const told = await since(last);
  expect(told.match(/number/g)).toHaveLength(500);
  expect(told).not.toContain('event: anew');
  await many(1, null);
  const tooMuch = await since(last);
  expect(tooMuch).toContain('event: anew');
  expect(tooMuch).not.toContain('number');

  const later = await lastOf();
  await change(home.id, { topic: 'report', about: { id: 'removed' } });
  await world.owner.run(sql`delete from live_event`);
  await change(home.id, { topic: 'report', about: { id: 'still here' } });
  expect(await since(later)).toContain('event: anew');
});

test('over a socket: the head of every answer, then events until the session ends and the connection with it', async () => {
  const ana = await unit.person('user');
  const browser = await world.signIn(ana);
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const stream = request(`${address}/api/live`, {
    headers: {
      host: browser.host,
      authorization: `Bearer ${browser.token}`,
      cookie: `__Host-vitrine=${browser.cookies.get('__Host-vitrine')}`,
    },
  }).end();
  const [answer] = (await once(stream, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    connection: 'close',
    'x-content-type-options': 'nosniff',
  });
  let heard = '';
  answer.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await expect.poll(() => heard).toContain('event: open');
  await change(unit.id, { topic: 'report', about: { id: 'told' } });
  await expect.poll(() => heard).toContain('"told"');
  const ended = once(answer, 'end');
  await world.owner.run(sql`update session set ended_at = now() where person_id = ${ana.id}`);
  world.services.live.wake();
  await ended;
  expect(heard).toMatch(/event: ended\ndata: \{\}\n\n$/);
});

test('a page that reads nothing is let go', async () => {
  const { stream } = await listen(await unit.person('user'));
  stream.removeAllListeners('data').pause();
  for (let count = 0; count < 8 && !stream.destroyed; count++) {
    await change(unit.id, { topic: 'report', about: { id: 'x'.repeat(50_000) } });
    await sleep(200);
  }
  expect(stream.destroyed).toBe(true);
});
