/** A process that is killed in the middle of an announcement leaves it to another, and nobody has it twice. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as contract from '@vitrine/contract/notifications/broadcasts.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#domain/jobs/worker.ts';
import { jobs } from '#jobs.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

test('killed half way, the rest gets it from another process, and everybody once', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  await world.owner.run(sql`
    with made as (
      insert into person (id, email, name) select uuid_v7(), 'many-' || n || '-' || ${unit.id}::text || '@many.example', 'Many ' || n from generate_series(1, 350) n returning id
    )
    insert into membership (tenant_id, id, person_id, role) select ${unit.id}, uuid_v7(), id, 'user' from made`);
  // The third batch takes so long that the process can be killed in it.
  await world.owner.run(sql`
    create function wait_a_while() returns trigger language plpgsql as $$
    begin
      if (select count(*) from notification n where n.tenant_id = new.tenant_id) >= 200 then perform pg_sleep(4); end if;
      return new;
    end $$`);
  await world.owner.run(sql`
    create trigger slow before insert on notification for each row when (new.tenant_id = ${sql.lit(unit.id)}::uuid) execute function wait_a_while()`);
  const node = fork(
    new URL('../../../../test/harness/jobNode.ts', import.meta.url),
    [world.url, JSON.stringify(world.services.environment)],
    { silent: true },
  );
  onTestFinished(() => void node.kill('SIGKILL'));
  await once(node, 'message');
  const body = { type: 'doc' as const, content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Olá' }] }] };
  const { id, version } = await admin.call(contract.add, { body: { texts: { 'pt-BR': { subject: 'Aviso', body } }, audience: 'all' } });
  await admin.call(contract.send, { params: { id }, body: { version } });
  const sleeping = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await world.owner.run(sleeping)).length, { timeout: 60_000 }).toBe(1);
  node.kill('SIGKILL');
  await once(node, 'exit');
  await world.owner.run(sql`drop trigger slow on notification`);

  onTestFinished(await startWorker({ ...world.services, reporting: world.services.reporting.ofJobs }, jobs, world.url));
  const state = async () => (await admin.call(contract.get, { params: { id } })).state;
  await expect.poll(state, { timeout: 90_000 }).toBe('sent');
  const [counted] = await world.owner.run<{ all: number; people: number }>(sql`
    select count(*)::int as all, count(distinct person_id)::int as people from notification where tenant_id = ${unit.id} and broadcast_id = ${id}`);
  expect(counted).toEqual({ all: 351, people: 351 });
}, 180_000);
