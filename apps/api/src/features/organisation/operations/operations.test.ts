/** The operations of an installation: who sees them, what stands there, and what is done with a job that failed. */
import { list as auditList } from '@vitrine/contract/audit/audit.ts';
import * as contract from '@vitrine/contract/organisation/operations.ts';
import * as users from '@vitrine/contract/people/users.ts';
import { sql } from 'kysely';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, expect, test } from 'vitest';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { writeRestored } from '#domain/people/restored.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { openWorld } from '#test/harness/world.ts';
import { countUsage } from '../../reports/reportUsage/usageDays.jobs.ts';

let broken = true;
const done: string[] = [];
/** Fails as long as the test says so. */
const deliver = defineJob({
  name: 'test.deliver',
  schema: z.strictObject({ word: z.string() }),
  retry: { limit: 0, delay_seconds: 1 },
  async work(_ctx, { word }) {
    if (broken) throw new Error('connect ECONNREFUSED for ana.prates@loja.example');
    done.push(word);
  },
});

const world = await openWorld({ jobs: [deliver] });
afterAll(world.close);
const operator = await world.signIn(await world.operator());
const state = async () => operator.call(contract.get, {});

/** A job of a unit that has failed for good; its id, and the name of the unit. */
async function failedJob() {
  const unit = await world.unit();
  broken = true;
  await world.services.database.run({ kind: 'tenant', tenant_id: unit.id }, addJob(deliver, unit.id, { word: `segredo-${unit.id}` }));
  await world.runJobs();
  const found = (await state()).failed.find((job) => job.unit?.id === unit.id);
  if (!found) throw new Error('The job is not among those that failed');
  return { unit, job: found };
}

test('nobody but the operator sees it or ends a job', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const partner = await world.partner();
  const staff = await world.signIn(await partner.person({ unit: await partner.unit() }));
  const reader = await world.signIn(await unit.person('user'));
  const seller = await world.signIn(await world.operator({ staff: { seller: true } }));
  const { job } = await failedJob();
  const params = { id: job.id };
  for (const other of [admin, staff, reader, seller]) {
    expect((await other.refusal(contract.get, {})).status).toBe(403);
    expect((await other.refusal(contract.retry, { params })).status).toBe(403);
    expect((await other.refusal(contract.discard, { params })).status).toBe(403);
  }
  expect((await world.browser().refusal(contract.get, {})).status).toBe(401);
  expect((await state()).failed.map(({ id }) => id)).toContain(job.id);
});

test('a failed job is told with its unit and its error, and nothing of what it carries', async () => {
  const { unit, job } = await failedJob();
  expect(job).toMatchObject({
    queue: 'quick',
    job: 'test.deliver',
    unit: { id: unit.id, name: unit.name },
    tries: 1,
    reason: 'unreachable',
  });
  expect(job.error).toBe('connect ECONNREFUSED for …');
  const told = await state();
  expect(JSON.stringify(told)).not.toContain('segredo-');
  expect(told.queues.find(({ queue }) => queue === 'quick')?.failed).toBeGreaterThan(0);
});

test('a job that is retried runs again with what it carried, and a line of the log says who asked', async () => {
  const { unit, job } = await failedJob();
  broken = false;
  await operator.call(contract.retry, { params: { id: job.id } });
  expect((await state()).failed.map(({ id }) => id)).not.toContain(job.id);
  await world.runJobs();
  expect(done).toContain(`segredo-${unit.id}`);
  const { data } = await operator.call(auditList, { query: {} });
  expect(data.find(({ object_id }) => object_id === job.id)).toMatchObject({ action: 'job.retry' });
  expect((await operator.refusal(contract.retry, { params: { id: job.id } })).status).toBe(404);
});

test('a job that is discarded is gone, and a line of the log says who did it', async () => {
  const { unit, job } = await failedJob();
  await operator.call(contract.discard, { params: { id: job.id } });
  broken = false;
  await world.runJobs();
  expect(done).not.toContain(`segredo-${unit.id}`);
  const lines = await world.owner.run(
    sql<{ action: string; before: object }>`select action, before from audit_log where object_id = ${job.id}`,
  );
  expect(lines).toEqual([{ action: 'job.discard', before: { job: 'test.deliver', queue: 'quick', tenant_id: unit.id } }]);
  expect((await operator.refusal(contract.discard, { params: { id: job.id } })).status).toBe(404);
});

test('a job that waits, runs or is done is no failed one, and stays', async () => {
  const unit = await world.unit();
  const id = uuidv7();
  const jobsLeft = () => world.owner.run(sql`select from jobs.job where id = ${id}`);
  await world.owner.run(sql`
    insert into jobs.job (id, name, data, state, start_after)
    values (${id}, 'slow', ${JSON.stringify({ job: 'test.deliver', tenant_id: unit.id, payload: { word: 'x' } })}::jsonb, 'created', now() - interval '2 hours')`);
  for (const other of ['created', 'retry', 'active', 'completed']) {
    await world.owner.run(sql`update jobs.job set state = ${other}::jobs.job_state where id = ${id}`);
    expect((await operator.refusal(contract.discard, { params: { id } })).status).toBe(404);
    expect((await operator.refusal(contract.retry, { params: { id } })).status).toBe(404);
    expect(await jobsLeft()).toHaveLength(1);
  }
  await world.owner.run(sql`update jobs.job set state = 'created' where id = ${id}`);
  const slow = (await state()).queues.find(({ queue }) => queue === 'slow');
  expect(slow).toMatchObject({ waiting: 1, running: 0 });
  expect(Date.now() - new Date(slow?.oldest_at ?? 0).getTime()).toBeGreaterThan(7_000_000);
  await world.owner.run(sql`delete from jobs.job where id = ${id}`);
});

test('mails that wait and mails that failed within a day are counted, older failures are not', async () => {
  const before = (await state()).mails;
  const mail = (jobState: string, hours: number) =>
    world.owner.run(sql`
    insert into jobs.job (id, name, data, state, start_after, completed_on)
    values (${uuidv7()}, 'mail', '{"job": "mail.send"}', ${jobState}::jobs.job_state, now(), now() - make_interval(hours => ${hours}::int))`);
  await mail('created', 0);
  await mail('failed', 2);
  await mail('failed', 30);
  const { mails } = await state();
  expect(mails).toEqual({ waiting: before.waiting + 1, failed_day: before.failed_day + 1 });
  await world.owner.run(sql`delete from jobs.job where name = 'mail'`);
});

test('reporting accounts are counted where they are worst off', async () => {
  const unit = await world.unit();
  const before = (await state()).accounts;
  const account = (days: number | null) =>
    world.owner.run(sql`
    insert into reporting_account (tenant_id, id, name, application_id, directory_id, secret_value, secret_expires_on)
    values (${unit.id}, ${uuidv7()}, ${`Conta ${days}`}, ${uuidv7()}, ${uuidv7()}, 'x', current_date + ${days}::int)`);
  for (const days of [null, 200, 5, -3]) await account(days);
  const { accounts } = await state();
  expect(accounts).toEqual({ ...before, well: before.well + 2, ending: before.ending + 1, ended: before.ended + 1 });
});

test('sizes of the database, its largest tables, and the largest units as they were counted at night', async () => {
  const { unit } = await world.unitWithAdmin();
  const other = await world.unit();
  const size = 20 * 1024 * 1024;
  const file = sql`insert into file (tenant_id, id, kind, name, content_type, size, bytes)
    values (${unit.id}, uuid_v7(), 'report_page', 'page.html', 'text/html', ${size}, 'x')`;
  await world.owner.run(file);
  await world.owner.run(sql`analyze audit_log, membership, report`);
  await world.runJobs(countUsage);
  await world.runJobs();
  await world.owner.run(
    sql`insert into usage_day (tenant_id, day, views, people, reports, seconds) values (${unit.id}, current_date - 3, 7, 1, 1, 1)`,
  );
  const { database, units } = await state();
  expect(database.tables).toHaveLength(10);
  expect(database.tables.map(({ bytes }) => bytes)).toEqual(database.tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
  expect(database.bytes).toBeGreaterThan(database.tables.reduce((sum, { bytes }) => sum + bytes, 0));
  const lines = sql<{ count: number }>`select count(*)::int as count from audit_log where tenant_id = ${unit.id}`;
  const [log] = await world.owner.run(lines);
  expect(log?.count).toBeGreaterThan(0);
  expect(units[0]).toEqual({ id: unit.id, name: unit.name, bytes: expect.any(Number), log_lines: log?.count, seats: 1, views: 7 });
  // The file as it is, and rows of which none is larger than some kilobytes with its share of the indexes.
  expect(units[0]?.bytes).toBeGreaterThan(size);
  expect(units[0]?.bytes).toBeLessThan(2 * size);
  const others = await world.owner.run(sql<{ bytes: number }>`select bytes::float8 as bytes from unit_size where tenant_id = ${other.id}`);
  expect(others[0]?.bytes).toBeLessThan(size);
});

test('what was erased is counted, and who is here again; a list that cannot be read keeps nothing else from being seen', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  const ana = await unit.person('user');
  const before = (await state()).erasures;
  await admin.call(users.erase, { params: { id: ana.membership_id ?? '' }, query: { confirm: ana.name } });
  const after = (await state()).erasures;
  expect(after?.written.people).toBe((before?.written.people ?? 0) + 1);
  expect(after).toMatchObject({ again: { people: 0, units: 0, partners: 0 }, restored: null });
  // A snapshot of before.
  await world.owner.run(sql`update person set email = ${ana.email}, name = ${ana.name} where id = ${ana.id}`);
  await world.owner.run(sql`update membership set state = 'active', erased_at = null where id = ${ana.membership_id}`);
  const told = { restored_at: new Date().toISOString(), made_at: new Date().toISOString(), people: 3, units: 0, partners: 0, left: 1 };
  await writeRestored(world.directory, told);
  expect((await state()).erasures).toMatchObject({ again: { people: 1 }, restored: { people: 3, left: 1 } });
  await appendFile(join(world.directory, 'erased.jsonl'), '\n{"key":"01');
  const broken = await state();
  expect(broken.erasures).toBeNull();
  expect(broken.queues.length).toBeGreaterThan(0);
});
