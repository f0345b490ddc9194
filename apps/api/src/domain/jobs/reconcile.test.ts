import * as tasks from '@vitrine/contract/automation/tasks.ts';
import * as refreshes from '@vitrine/contract/datasets/datasetRefresh.ts';
import * as exports from '@vitrine/contract/reading/reportExports.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPublishingWorld, publishingScene } from '#test/harness/publishing.ts';
import { reconcileJobs } from '#jobs.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const { world } = await openPublishingWorld();
const minuteMs = 60_000;

/** Every job is gone, as after a restored backup of the other tables, or a worker that gave up without a word. */
const loseJobs = () => world.owner.run(sql`delete from jobs.job`);

async function reconcileAfter(minutes: number): Promise<void> {
  world.setTime(new Date(Date.now() + minutes * minuteMs));
  await world.runJobs(reconcileJobs);
}

const stateOf = async (table: string, id: string) =>
  (await world.owner.run<{ state: string }>(sql`select state from ${sql.table(table)} where id = ${id}`))[0]?.state;

test('an export whose job is gone is given another and becomes a file', async () => {
  const { reader, publish, toAna } = await publishingScene(world);
  const report = await publish({ allow_export: true });
  await toAna(report);
  const { id } = await reader.call(exports.add, { params: { id: report.id }, body: { format: 'PDF' } });
  await loseJobs();
  await reconcileAfter(4);
  expect(await stateOf('report_export', id)).toBe('queued');
  await reconcileAfter(6);
  expect(await stateOf('report_export', id)).toBe('done');
});

test('what has its job is left to it', async () => {
  const { reader, publish, toAna } = await publishingScene(world);
  const report = await publish({ allow_export: true });
  await toAna(report);
  await reader.call(exports.add, { params: { id: report.id }, body: { format: 'PDF' } });
  const before = world.log.length;
  await reconcileAfter(6);
  expect(world.log.slice(before).filter((line) => line.includes('what waits for a job had none'))).toEqual([]);
});

test('a schedule whose job is gone goes on', async () => {
  const { admin, unit, administrator, publish } = await publishingScene(world);
  const report = await publish();
  const params = { id: report.id };
  await admin.call(refreshes.saveSchedule, { params, body: { days: [0, 1, 2, 3, 4, 5, 6], times: ['06:00'], version: 0 } });
  await loseJobs();
  world.setTime(new Date(Date.now() + 2 * 24 * 60 * minuteMs));
  await world.runJobs(reconcileJobs);
  const { history, schedule } = await (await world.signIn(administrator)).call(refreshes.get, { params });
  expect(history).toMatchObject([{ state: 'missed', source: 'schedule' }]);
  expect(Date.parse(schedule?.next_run_at ?? '')).toBeGreaterThan(world.services.now().getTime());
  const asked = await world.owner.run(
    sql`select from jobs.job where state < 'completed' and data ->> 'job' = 'dataset_refresh.scheduled' and data ->> 'tenant_id' = ${unit.id}`,
  );
  expect(asked).toHaveLength(1);
});

test('a run of a task whose job is gone is begun all the same', async () => {
  const { admin, ana, publish, toAna } = await publishingScene(world);
  const report = await publish();
  await toAna(report);
  const daily = { frequency: 'daily' as const, times: ['08:00'] };
  const { id } = await admin.call(tasks.add, {
    body: {
      name: 'Fechamento',
      report_id: report.id,
      kind: 'notice',
      message: 'Confira os números.',
      membership_ids: [ana.membership_id ?? ''],
      triggers: [daily],
    },
  });
  await admin.call(tasks.runNow, { params: { id } });
  await loseJobs();
  const run = async () => (await world.owner.run<{ state: string }>(sql`select state from task_run where task_id = ${id}`))[0]?.state;
  expect(await run()).toBe('queued');
  await reconcileAfter(6);
  expect(await run()).toBe('done');
});

test('a file and a mail of a task whose jobs are gone are made and sent all the same', async () => {
  const { admin, ana, publish, toAna } = await publishingScene(world);
  const report = await publish({ allow_export: true });
  await toAna(report);
  const { id } = await admin.call(tasks.add, {
    body: { name: 'Fechamento', report_id: report.id, kind: 'mail', membership_ids: [ana.membership_id ?? ''] },
  });
  await admin.call(tasks.runNow, { params: { id } });
  await world.runJobs();
  const sent = async () => (await world.mailsTo(ana.email)).length;
  expect(await sent()).toBe(1);
  const letter = sql`(select l.id from task_letter l join task_run x on x.id = l.run_id where x.task_id = ${id})`;
  const copy = sql`(select c.id from task_copy c join task_run x on x.id = c.run_id where x.task_id = ${id})`;
  await loseJobs();
  await world.owner.write([
    sql`update task_letter set state = 'planned', file_id = null where id = ${letter}`,
    sql`update task_copy set state = 'queued', external_id = null where id = ${copy}`,
    sql`update task_run set state = 'running' where task_id = ${id}`,
  ]);
  await reconcileAfter(6);
  expect(await sent()).toBe(2);
  await loseJobs();
  await world.owner.run(sql`update task_letter set state = 'waiting' where id = ${letter}`);
  await reconcileAfter(12);
  expect(await sent()).toBe(3);
  expect((await admin.call(tasks.runs, { params: { id } })).data[0]).toMatchObject({ state: 'done', told: 1 });
});

test('an import and an upload that nobody works any more end', async () => {
  const { unit, administrator, publish } = await publishingScene(world);
  const { account_id, workspace_id } = await publish();
  const [import_id, upload_id] = [uuidv7(), uuidv7()];
  await world.owner.write([
    query.insertInto('user_import').values({
      tenant_id: unit.id,
      id: import_id,
      file_name: 'pessoas.csv',
      state: 'running',
      header: ['E-mail'],
      mapping: ['email'],
      created_by: administrator.id,
      started_at: new Date(),
    }),
    query.insertInto('report_upload').values({
      tenant_id: unit.id,
      id: upload_id,
      person_id: administrator.id,
      account_id: account_id ?? '',
      workspace_id: workspace_id ?? '',
      file_name: 'vendas.csv',
      kind: 'csv',
      size: 10,
      title: 'Vendas',
      state: 'publishing',
    }),
  ]);
  await reconcileAfter(6);
  expect([await stateOf('user_import', import_id), await stateOf('report_upload', upload_id)]).toEqual(['done', 'failed']);
});

test('every table with a state that waits for the portal itself is known here', async () => {
  const tables = await world.owner.run<{ name: string }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace
      and pg_get_constraintdef(oid) ~ '''(queued|running|publishing|sending|working|pending)'''
    order by 1`);
  expect(tables.map(({ name }) => name)).toEqual([
    'broadcast',
    'dataset_refresh',
    // Domains wait for records of somebody else's, which a recurring job looks for.
    'domain',
    'report_export',
    'report_upload',
    'task_copy',
    'task_letter',
    'task_run',
    'user_import',
    // Waits with its import.
    'user_import_row',
  ]);
});
