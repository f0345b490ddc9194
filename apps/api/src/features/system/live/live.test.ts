import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { hear, placeIn } from '#test/harness/livePlace.ts';
import { openWorld } from '#test/harness/world.ts';
import type { Person } from '#test/harness/population.ts';
import { housekeeping } from '#domain/jobs/housekeeping.ts';
import { scoped } from '#platform/database/scoped.ts';
import { openLive } from '#platform/live/live.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';

const world = await openWorld();
const unit = await world.unit();
const other = await world.unit();
afterAll(world.close);

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
  const lastBefore = /id: ([\d:,]+)\ndata: [^\n]*"quick"/.exec(heard())?.[1] ?? '';
  const back = await hear(await world.signIn(ana), lastBefore);
  expect(back).toContain('"slow"');
  expect(back).not.toContain('"quick"');
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
  const last = placeIn(first.body);
  await change(unit.id, { topic: 'report', about: { id: 'missed' } });
  await change(other.id, { topic: 'report', about: { id: 'foreign' } });
  const second = await hear(browser, last);
  expect(second).toContain('"missed"');
  expect(second).not.toContain('foreign');
});

/** A unit with a person whose page comes and goes; `forget` is what housekeeping does when `hours` have passed. */
async function absence() {
  const home = await world.unit();
  const ana = await home.person('user');
  const browser = await world.signIn(ana);
  const forget = async (hours = 2) => {
    world.setTime(new Date(Date.now() + hours * 3_600_000));
    await world.runJobs(housekeeping);
    world.setTime(null);
  };
  const kept = async () => {
    const [row] = await world.owner.run<{ events: number }>(
      sql`select count(*)::int as events from live_event where tenant_id = ${home.id}`,
    );
    return row?.events;
  };
  return {
    home,
    ana,
    browser,
    forget,
    kept,
    stands: async () => placeIn(await hear(browser)),
    since: (last: string) => hear(browser, last),
  };
}

test('more than 500 missed events tell the page to ask anew, 500 do not, and those of others do not count', async () => {
  const { home, ana, stands, since } = await absence();
  const bea = await home.person('user');
  const many = (count: number, person_id: string | null, tenant_id = home.id) =>
    world.owner.run(sql`
      insert into live_event (tenant_id, topic, person_id, about)
      select ${tenant_id}, 'report', ${person_id}::uuid, jsonb_build_object('id', 'number ' || n) from generate_series(1, ${count}::int) as n`);
  const last = await stands();
  await many(499, null);
  await many(1, ana.id);
  await many(600, bea.id);
  await many(600, null, other.id);
  const told = await since(last);
  expect(told.match(/number/g)).toHaveLength(500);
  expect(told).not.toContain('event: anew');
  await many(1, null);
  const tooMuch = await since(last);
  expect(tooMuch).toContain('event: anew');
  expect(tooMuch).not.toContain('number');
});

test('on a fresh database a page that has missed nothing is told nothing, and one that has is told that', async () => {
  const fresh = await openWorld();
  onTestFinished(fresh.close);
  const { unit: here, admin } = await fresh.unitWithAdmin();
  expect(await fresh.owner.run(sql`select from live_event`)).toEqual([]);
  const last = placeIn(await hear(admin));
  expect(await hear(admin, last)).not.toMatch(/anew|data: {"/);
  await scoped(fresh.services.database, { kind: 'tenant', tenant_id: here.id }).run(
    publishEvent({ topic: 'report', about: { id: 'first' } }),
  );
  const told = await hear(admin, last);
  expect(told).toContain('"first"');
  expect(told).not.toContain('event: anew');
});

test('what has been removed is asked for anew by pages that missed some of it, and by no others', async () => {
  const { home, ana, browser, forget, kept, stands, since } = await absence();
  const long = await stands();
  for (const id of ['one', 'two', 'three']) await change(home.id, { topic: 'report', about: { id } });
  const afterThree = await stands();
  await change(home.id, { topic: 'notifications', person_id: ana.id, about: { id: 'hers' } });
  const afterAll = await stands();
  await forget();
  // The last of each kind stays.
  expect(await kept()).toBe(2);
  expect(await since(long)).toContain('event: anew');
  const hers = await since(afterThree);
  expect(hers).toContain('"hers"');
  expect(hers).not.toContain('event: anew');
  expect(await since(afterAll)).not.toMatch(/anew|data: {"/);

  // Whatever happens to others, and is removed, a page that has missed nothing is told nothing.
  const bea = await home.person('user');
  for (const person_id of [bea.id, bea.id]) await change(home.id, { topic: 'notifications', person_id, about: {} });
  for (const id of ['far', 'away']) await change(other.id, { topic: 'report', about: { id } });
  await forget();
  await forget(4);
  expect(await since(afterAll)).not.toMatch(/anew|data: {"/);
  // A display hears of other things than the page of a person.
  const screen = { session_id: '', tenant_id: home.id, person_id: ana.id, topics: ['playlist'] };
  expect(await world.services.live.since(screen, long)).not.toMatch(/anew|data: {"/);
  await change(home.id, { topic: 'report', about: { id: 'four' } });
  await change(home.id, { topic: 'report', about: { id: 'five' } });
  await forget();
  expect(await since(afterAll)).toContain('event: anew');
  expect(await hear(browser)).not.toContain('anew');
});

test('what a slow transaction has written and was removed before the page came back is asked for anew', async () => {
  const { home, forget, stands, since } = await absence();
  const [writing, holding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const tenant = scoped(world.services.database, { kind: 'tenant', tenant_id: home.id });
  const slow = tenant.withTenant(async (tx) => {
    await tx.run(publishEvent({ topic: 'report', about: { id: 'slow' } }));
    writing.resolve();
    await holding.promise;
  });
  await writing.promise;
  for (const id of ['quick', 'last']) await change(home.id, { topic: 'report', about: { id } });
  const before = await stands();
  holding.resolve();
  await slow;
  const after = await stands();
  await forget();
  expect(await since(before)).toContain('event: anew');
  expect(await since(after)).not.toMatch(/anew|data: {"/);
});

test('a place of an earlier version or of another database asks anew; what is no place is refused', async () => {
  const { browser, since } = await absence();
  expect(await since('740')).toContain('event: anew');
  expect(await since('9000000000:9000000001:')).toContain('event: anew');
  for (const last of ['x', '0:1:', '5:4:', '1:5:7', '1:9:5,3', '1:2:3:4', '99999999999999999999:99999999999999999999:', "1:1:'"])
    expect((await browser.inject({ method: 'GET', url: `/api/live?once=true&last=${encodeURIComponent(last)}` })).statusCode).toBe(422);
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
