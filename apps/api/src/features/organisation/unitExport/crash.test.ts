/** A process that is killed while it writes an archive: another writes the whole, and one mail tells it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as contract from '@vitrine/contract/organisation/unitExport.ts';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#domain/jobs/worker.ts';
import { jobs } from '#jobs.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const start = async () => startWorker({ ...world.services, reporting: world.services.reporting.ofJobs }, jobs, world.url);

test('killed half way, others write the whole, once', async () => {
  const partner = await world.partner();
  const unit = await partner.unit();
  const person = await partner.person({ unit });
  const staff = await world.signIn(person);
  // Bytes that cannot be packed, for some parts.
  await world.owner.run(sql`
    insert into file (tenant_id, id, kind, name, content_type, size, bytes)
    select ${unit.id}, uuid_v7(), 'attachment', 'bytes.bin', 'application/octet-stream', 4000000, decode(repeat('ab', 4000000), 'hex')`);
  // The third part takes so long that the process can be killed in it, once.
  await world.owner.run(sql`
    create function wait_a_while() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return new; end $$`);
  await world.owner.run(sql`
    create trigger slow before insert on unit_export_part for each row when (new.number = 2) execute function wait_a_while()`);
  const node = fork(
    new URL('../../../../test/harness/jobNode.ts', import.meta.url),
    [world.url, JSON.stringify(world.services.environment)],
    {
      silent: true,
    },
  );
  onTestFinished(() => void node.kill('SIGKILL'));
  await once(node, 'message');
  await staff.call(contract.add, { params: { id: unit.id } });
  const inserting = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await world.owner.run(inserting)).length, { timeout: 60_000 }).toBe(1);
  node.kill('SIGKILL');
  await once(node, 'exit');
  await world.owner.run(sql`drop trigger slow on unit_export_part`);

  const stops = await Promise.all([start(), start()]);
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const state = async () => (await staff.call(contract.get, { params: { id: unit.id } })).last?.state;
  await expect.poll(state, { timeout: 90_000 }).toBe('done');
  const { address } = await staff.call(contract.link, { params: { id: unit.id } });
  const response = await staff.inject({ method: 'GET', url: address });
  const files = unzipSync(new Uint8Array(response.rawPayload));
  const [, bytes = new Uint8Array()] = Object.entries(files).find(([name]) => name.endsWith('bytes.bin')) ?? [];
  expect(Buffer.from(bytes).equals(Buffer.alloc(4_000_000, 0xab))).toBe(true);
  expect(await world.mailsTo(person.email)).toHaveLength(1);
}, 180_000);
