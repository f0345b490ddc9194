import { createRequire } from 'node:module';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openWorld } from '#test/harness/world.ts';
import { query } from '#platform/database/query.ts';
import { scoped } from '#platform/database/scoped.ts';
import { addJob, addPlatformJob } from './addJob.ts';
import { openBoss, takeOverJobs } from '#platform/jobs/boss.ts';
import { defineJob, definePlatformJob } from './defineJob.ts';
import { holding } from './holding.ts';
import { bossSchemaVersion } from '#platform/jobs/install.ts';
import { startWorker } from './worker.ts';

const done: string[] = [];
let failures = 0;
const says = z.strictObject({ text: z.string() });

const note = defineJob({
  name: 'test.note',
  schema: says,
  retry: { limit: 2, delay_seconds: 1 },
  async work(ctx, { text }) {
    if (failures > 0) {
      failures--;
      throw new Error('not yet');
    }
    const people = await ctx.run(query.selectFrom('person').select('email'));
    done.push(`${text} ${people.length} ${ctx.attempt}`);
  },
  gaveUp: async (_ctx, { text }) => void done.push(`${text} given up`),
});
const rename = defineJob({
  name: 'test.rename',
  schema: says,
  work: async (ctx, { text }) => void (await ctx.run(query.updateTable('user_group').set({ name: text }))),
});
const platform = definePlatformJob({
  name: 'test.platform',
  schema: z.strictObject({}),
  every: '* * * * *',
  work: async () => void done.push('platform'),
});
const minutely = definePlatformJob({
  name: 'test.minutely',
  schema: z.strictObject({ minute: z.iso.datetime() }),
  everyMinute: (minute) => ({ minute: minute.toISOString() }),
  work: async (_ctx, { minute }) => void done.push(`minute ${minute}`),
});

let deaf = true;
const untold = defineJob({
  name: 'test.untold',
  schema: says,
  retry: { limit: 0, delay_seconds: 1 },
  work: async () => Promise.reject(new Error('never works')),
  async gaveUp(_ctx, { text }) {
    if (deaf) throw new Error('nobody can be told now');
    done.push(`${text} told`);
  },
});

const world = await openWorld({ jobs: [note, rename, platform, minutely, untold] });
const unit = await world.unit();
const other = await world.unit();
afterAll(world.close);
beforeEach(() => {
  done.length = 0;
  failures = 0;
});

const as = (tenant_id: string) => scoped(world.services.database, { kind: 'tenant', tenant_id });
const waiting = async () => (await world.owner.run(sql`select from jobs.job where state < 'completed'`)).length;

test('is installed in the version that the pinned package works with', () => {
  const { pgboss } = createRequire(import.meta.url)('pg-boss/package.json') as { pgboss: { schema: number } };
  expect(pgboss.schema).toBe(bossSchemaVersion);
});

test('is asked for with the transaction, and not at all without it', async () => {
  await expect(
    as(unit.id).withTenant(async (tx) => {
      await tx.run(addJob(note, unit.id, { text: 'lost' }));
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await waiting()).toBe(0);
  await as(unit.id).run(addJob(note, unit.id, { text: 'kept' }));
  expect(await world.runJobs()).toEqual([{ name: 'test.note', status: 'completed' }]);
  expect(done).toHaveLength(1);
});

test('sees the rows of its unit and no others', async () => {
  await unit.person('user');
  await as(unit.id).run(addJob(note, unit.id, { text: 'here' }));
  await as(other.id).run(addJob(note, other.id, { text: 'there' }));
  await world.runJobs();
  const [people] = await world.owner.run<{ n: number }>(sql`select count(*)::int as n from membership where tenant_id = ${unit.id}`);
  expect(done).toEqual([`here ${people?.n} 1`, 'there 0 1']);
});

test('cannot be asked for in the name of another unit or of the platform, nor be read', async () => {
  await expect(as(unit.id).run(addJob(note, other.id, { text: 'foreign' }))).rejects.toThrow('row-level security');
  await expect(as(unit.id).run(addPlatformJob(platform, {}))).rejects.toThrow('row-level security');
  const partner = (partner_id: string | null) => scoped(world.services.database, { kind: 'partner', partner_id: partner_id ?? '' });
  await expect(partner(other.partner_id).run(addJob(note, unit.id, { text: 'foreign' }))).rejects.toThrow('row-level security');
  await partner(unit.partner_id).run(addJob(note, unit.id, { text: 'own unit' }));
  await expect(as(unit.id).run(sql`select from jobs.job`)).rejects.toThrow('permission denied');
  expect(await world.runJobs()).toHaveLength(1);
});

test('changes are written down as the doing of the job', async () => {
  await world.owner.run(query.insertInto('user_group').values({ tenant_id: unit.id, id: crypto.randomUUID(), name: 'Antes' }));
  await as(unit.id).run(addJob(rename, unit.id, { text: 'Depois' }));
  await world.runJobs();
  const [line] = await world.owner.run(
    query.selectFrom('audit_log').select(['action', 'actor_id', 'tenant_id']).where('action', '=', 'test.rename'),
  );
  expect(line).toEqual({ action: 'test.rename', actor_id: null, tenant_id: unit.id });
});

test('is tried again, and says so when it gives up', async () => {
  failures = 1;
  await as(unit.id).run(addJob(note, unit.id, { text: 'second' }));
  expect(await world.runJobs()).toMatchObject([{ status: 'failed' }]);
  world.setTime(new Date(Date.now() + 3 * 3_600_000));
  expect(await world.runJobs()).toMatchObject([{ status: 'completed' }]);
  expect(done[0]).toMatch(/^second \d+ 2$/);
  failures = 99;
  await as(unit.id).run(addJob(note, unit.id, { text: 'never' }));
  expect(await world.runJobs()).toHaveLength(3);
  expect(done.slice(1)).toEqual(['never given up']);
  world.setTime(null);
});

test('with the same key happens once', async () => {
  const ask = () => as(unit.id).run(addJob(note, unit.id, { text: 'once' }, { key: 'k' }));
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(await world.runJobs()).toHaveLength(1);
  await ask();
  expect(await world.runJobs()).toHaveLength(0);
});

test('waits for its time', async () => {
  const at = new Date(Date.now() + 3_600_000);
  await as(unit.id).run(addJob(note, unit.id, { text: 'later' }, { at }));
  expect(await world.runJobs()).toHaveLength(0);
  world.setTime(at);
  expect(await world.runJobs()).toHaveLength(1);
  world.setTime(null);
});

/** A process that takes one job, is silent from then on, and has its work taken over. */
async function loseProcess(): Promise<void> {
  const [dead, alive] = await Promise.all([openNode(), openNode()]);
  expect(await dead.fetch('quick')).toHaveLength(1);
  await dead.stop({ graceful: false });
  expect(await world.runJobs()).toHaveLength(0);
  await takeOverJobs(alive);
  expect(await world.runJobs()).toHaveLength(0);
  await world.owner.run(sql`update jobs.job set heartbeat_on = now() - interval '21 seconds' where state = 'active'`);
  await takeOverJobs(alive);
  await alive.stop({ graceful: false });
}
const openNode = () => openBoss({ url: world.url, log: world.services.log }, { keepsTime: false });

test('a job whose process died in the middle of it is done by another, at once', async () => {
  await as(unit.id).run(addJob(note, unit.id, { text: 'orphan' }));
  await loseProcess();
  expect(await world.runJobs()).toHaveLength(1);
  expect(done[0]).toMatch(/^orphan \d+ 2$/);
});

test('a job whose last attempt died with its process is not done again, but those who wait are told', async () => {
  await as(unit.id).run(addJob(note, unit.id, { text: 'last' }));
  await world.owner.run(
    sql`update jobs.job set state = 'retry', retry_count = retry_limit - 1, started_on = now() where state = 'created'`,
  );
  await loseProcess();
  expect(await world.runJobs()).toMatchObject([{ status: 'failed' }]);
  expect(done).toEqual(['last given up']);
  expect(await waiting()).toBe(0);
});

test('a job that was taken over writes nothing, in no scope', async () => {
  const database = world.services.database;
  await as(unit.id).run(addJob(note, unit.id, { text: 'fenced' }));
  const [dead, alive] = await Promise.all([openNode(), openNode()]);
  const [taken] = await dead.fetch('quick');
  const held = { queue: 'quick', id: taken?.id ?? '', attempt: 0 };
  const scopes = [
    holding(database, { kind: 'tenant', tenant_id: unit.id }, held),
    holding(database, { kind: 'identity' }, held),
    holding(database, { kind: 'operator' }, held),
  ];
  for (const scope of scopes) {
    expect(await scope.run(sql`select 1 as n`)).toEqual([{ n: 1 }]);
    expect(await scope.run(sql`select 1 as n`, sql`select 2 as n`)).toEqual([[{ n: 1 }], [{ n: 2 }]]);
  }
  await world.owner.run(sql`update jobs.job set heartbeat_on = now() - interval '21 seconds' where state = 'active'`);
  // While it writes, nobody takes it over.
  await scopes[0]?.withTenant(async (tx) => {
    await tx.run(sql`select 1`);
    await takeOverJobs(alive);
    await tx.run(sql`select 1`);
  });
  await takeOverJobs(alive);
  for (const scope of scopes) {
    await expect(scope.run(sql`select 1`)).rejects.toThrow('no longer held');
    await expect(scope.withTenant((tx) => tx.run(sql`select 1`))).rejects.toThrow('no longer held');
  }
  // Nor when the other has begun it.
  expect(await alive.fetch('quick')).toHaveLength(1);
  for (const scope of scopes) await expect(scope.run(sql`select 1`)).rejects.toThrow('no longer held');
  await Promise.all([dead.stop({ graceful: false }), alive.stop({ graceful: false })]);
  await world.owner.run(sql`delete from jobs.job where state = 'active'`);
});

test('who waits for a failed job is told, even if nobody could be told at first', async () => {
  await as(unit.id).run(addJob(untold, unit.id, { text: 'failed' }));
  const stop = await startWorker(world.services, [untold], world.url);
  await expect.poll(() => world.log.some((line) => line.includes('a failed job will be told again'))).toBe(true);
  deaf = false;
  await world.owner.run(sql`update jobs.job set heartbeat_on = now() - interval '21 seconds' where state = 'active'`);
  await expect.poll(() => done).toEqual(['failed told']);
  await expect.poll(waiting).toBe(0);
  await stop();
});

test('two workers do each job once, and recurring ones by themselves', async () => {
  const { services, url } = world;
  const jobs = [note, platform];
  const stops = await Promise.all([startWorker(services, jobs, url), startWorker(services, jobs, url)]);
  await Promise.all(
    Array.from({ length: 60 }, (_, i) => as(i % 2 ? unit.id : other.id).run(addJob(note, i % 2 ? unit.id : other.id, { text: `n${i}` }))),
  );
  await expect.poll(() => done.filter((text) => text.startsWith('n')).length, { timeout: 60_000 }).toBe(60);
  expect(new Set(done.filter((text) => text.startsWith('n'))).size).toBe(60);
  await Promise.all(stops.map((stop) => stop()));
  const [{ n } = { n: 0 }] = await world.owner.run<{ n: number }>(
    sql`select count(*)::int as n from jobs.schedule where key = 'test.platform'`,
  );
  expect(n).toBe(1);
});

test('what begins with a minute is done once in it, whichever of two workers adds it', async () => {
  const { services, url } = world;
  const stops = await Promise.all([startWorker(services, [minutely], url), startWorker(services, [minutely], url)]);
  await expect.poll(() => done.length).toBeGreaterThan(0);
  await world.owner.run(sql`select pg_sleep(6)`);
  await Promise.all(stops.map((stop) => stop()));
  expect(done[0]).toMatch(/^minute .*:00\.000Z$/);
  expect(new Set(done).size).toBe(done.length);
});
