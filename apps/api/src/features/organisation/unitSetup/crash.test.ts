/** A process that is killed while it applies a set-up leaves nothing behind; another does the whole, once. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import * as contract from '@vitrine/contract/organisation/unitSetup.ts';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#domain/jobs/worker.ts';
import { jobs } from '#jobs.ts';
import { openWorld } from '#test/harness/world.ts';

const world = await openWorld();
afterAll(world.close);

const unitGroups = (tenant_id: string) =>
  world.owner.run<{ groups: number; questions: number }>(sql`
    select (select count(*)::int from user_group where tenant_id = ${tenant_id}) as groups,
      (select count(*)::int from faq where tenant_id = ${tenant_id}) as questions`);

test('killed half way, nothing is left; the next one does the whole, once', async () => {
  const { unit, admin } = await world.unitWithAdmin();
  // The last section takes so long that the process can be killed in it.
  await world.owner.run(
    sql`create function wait_a_while() returns trigger language plpgsql as $$ begin perform pg_sleep(4); return new; end $$`,
  );
  await world.owner.run(sql`
    create trigger slow before insert on faq for each row when (new.tenant_id = ${sql.lit(unit.id)}::uuid) execute function wait_a_while()`);
  const node = fork(
    new URL('../../../../test/harness/jobNode.ts', import.meta.url),
    [world.url, JSON.stringify(world.services.environment)],
    { silent: true },
  );
  onTestFinished(() => void node.kill('SIGKILL'));
  await once(node, 'message');
  const text = JSON.stringify({
    version: 1,
    user_groups: [{ name: 'Novas' }],
    faq: [{ topic: 'access', question: { 'pt-BR': 'Como?' }, answer: { 'pt-BR': 'Assim.' } }],
  });
  const { rollout_id } = await admin.call(contract.apply, { body: { text, unit_ids: [unit.id] } });
  const inserting = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await world.owner.run(inserting)).length, { timeout: 60_000 }).toBe(1);
  node.kill('SIGKILL');
  await once(node, 'exit');
  expect(await unitGroups(unit.id)).toEqual([{ groups: 0, questions: 0 }]);

  onTestFinished(await startWorker({ ...world.services, reporting: world.services.reporting.ofJobs }, jobs, world.url));
  const state = async () => (await admin.call(contract.rollout, { params: { rollout_id } })).data[0]?.state;
  await expect.poll(state, { timeout: 90_000 }).toBe('done');
  expect(await unitGroups(unit.id)).toEqual([{ groups: 1, questions: 1 }]);
}, 180_000);
