import * as contract from '@vitrine/contract/automation/tasks.ts';
import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Browser } from '#test/harness/browser.ts';
import { groupOf } from '#test/harness/publishing.ts';
import { daily, openTasks } from '#test/harness/tasks.ts';
import { claimTasks } from './tasks.jobs.ts';

const { world, scene, at } = await openTasks();

const runsOf = async (browser: Browser, { id }: { id: string }) => (await browser.call(contract.runs, { params: { id } })).data;
const noticesOf = async (browser: Browser) =>
  (await browser.call(notifications.list, {})).data
    .filter(({ kind }) => kind.startsWith('task_'))
    .map(({ kind, values }) => ({ kind, values }));

test('a task asks at its time, tells once while the condition holds, and again after it did not', async () => {
  const { admin, administrator, ana, report, toAna, add } = await scene();
  await toAna(report);
  const task = await add();
  expect(task).toMatchObject({ state: 'unknown', timezone: 'America/Sao_Paulo', owner_id: administrator.id });
  expect(task.next_runs.map((run) => run.slice(0, 16))).toEqual(['2031-03-03T11:00', '2031-03-04T11:00', '2031-03-05T11:00']);
  await at('2031-03-03T10:59:00Z');
  expect(await runsOf(admin, task)).toEqual([]);

  await at('2031-03-03T11:00:20Z');
  await at('2031-03-03T11:01:00Z');
  expect(await runsOf(await world.signIn(administrator), task)).toMatchObject([
    { state: 'fired', value: '41', number_value: 41, rows_found: 1, told: 1, dropped: [], reason: null },
  ]);
  await at('2031-03-04T11:00:20Z');
  const again = await world.signIn(administrator);
  expect((await runsOf(again, task)).map(({ state, told }) => [state, told])).toEqual([
    ['fired', 0],
    ['fired', 1],
  ]);
  expect(await noticesOf(await world.signIn(ana))).toEqual([
    { kind: 'task_fired', values: { task: 'Chuva demais', report: report.title, value: '41' } },
  ]);
  expect((await again.call(contract.get, { params: { id: task.id } })).state).toBe('firing');
});

test('what is missed by more than an hour is left out, by less it runs once', async () => {
  const { administrator, add } = await scene('2031-04-07T10:00:00Z');
  const task = await add({ triggers: [{ ...daily, times: ['08:00', '08:15', '08:30'] } as TaskInput['triggers'][number]] });
  await at('2031-04-07T12:10:00Z');
  const admin = await world.signIn(administrator);
  expect(await runsOf(admin, task)).toMatchObject([{ state: 'skipped', reason: 'missed' }]);
  await at('2031-04-08T11:50:00Z');
  expect((await runsOf(await world.signIn(administrator), task)).map(({ state }) => state)).toEqual(['fired', 'skipped']);
});

test('two processes that claim at once give each time one run', async () => {
  const { administrator, add } = await scene('2031-05-05T10:00:00Z');
  const tasks = [];
  for (let index = 0; index < 5; index++) tasks.push(await add({ triggers: [daily, daily] as TaskInput['triggers'] }));
  await at('2031-05-05T11:00:10Z');
  await Promise.all([world.runJobs(claimTasks), world.runJobs(claimTasks)]);
  const admin = await world.signIn(administrator);
  for (const task of tasks) expect(await runsOf(admin, task)).toHaveLength(1);
});

test('only who is active and still sees the report is told; the others are named with the reason', async () => {
  const { unit, administrator, ana, report, toAna, add } = await scene('2031-06-02T10:00:00Z');
  await toAna(report);
  const without = await unit.person('user');
  const blocked = await unit.person('user');
  const group = await groupOf(world, unit, without);
  const task = await add({
    membership_ids: [ana.membership_id ?? '', blocked.membership_id ?? ''],
    user_group_ids: [group],
    to_self: true,
  });
  await world.owner.run(sql`update membership set state = 'blocked' where id = ${blocked.membership_id}`);
  await at('2031-06-02T11:00:10Z');
  const [run] = await runsOf(await world.signIn(administrator), task);
  expect(run?.told).toBe(2);
  expect(run?.dropped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
    { name: blocked.name, reason: 'inactive' },
    { name: without.name, reason: 'no_report' },
  ]);
  expect(await noticesOf(await world.signIn(without))).toEqual([]);
  expect(await noticesOf(await world.signIn(administrator))).toHaveLength(1);
});

test('whoever sees some rows of the report alone is not told the number of all', async () => {
  const { administrator, ana, report, toAna, add } = await scene('2031-06-09T10:00:00Z');
  await toAna(report);
  await world.owner.run(sql`update report set data_rule = 'filter' where id = ${report.id}`);
  await add({ message: 'São @value', to_self: true });
  await at('2031-06-09T11:00:10Z');
  expect(await noticesOf(await world.signIn(ana))).toMatchObject([{ kind: 'task_fired_plain', values: { task: 'Chuva demais' } }]);
  const told = (await noticesOf(await world.signIn(ana))).map(({ values }) => values);
  // As a word: ids hold these digits by chance.
  expect(JSON.stringify(told)).not.toMatch(/\b41\b/);
  expect(await noticesOf(await world.signIn(administrator))).toMatchObject([{ kind: 'task_fired_note', values: { text: 'São 41' } }]);
});

test('a variable is a value of the query, whatever was typed', async () => {
  const { admin, report } = await scene('2031-07-07T10:00:00Z');
  const ask = (value: string, type: 'text' | 'number' = 'text') =>
    admin.call(contract.tryOut, {
      body: {
        report_id: report.id,
        query: 'EVALUATE ROW("x", @city, "@city", 1)',
        use_variables: true,
        variables: [{ name: 'city', type, value }],
      },
    });
  const typed = '", "y", 1) EVALUATE ROW("stolen", 1) // @city';
  expect(await ask(typed)).toEqual({ columns: ['[x]', '[@city]'], rows: [[typed, 1]], count: 1, value: typed });
  const refused = await admin.refusal(contract.tryOut, {
    body: {
      report_id: report.id,
      query: 'EVALUATE ROW("x", @city)',
      use_variables: true,
      variables: [{ name: 'city', type: 'number', value: '1) EVALUATE X' }],
    },
  });
  expect(refused.body.errors).toMatchObject({ query: [expect.stringContaining('@city')] });
});

test('a query that the service refuses is not saved, and the reason is said', async () => {
  const { admin, input, publish } = await scene('2031-07-14T10:00:00Z');
  const refusal = async (values: Partial<TaskInput>) => (await admin.refusal(contract.add, { body: input(values) })).body.errors;
  expect(await refusal({ query: 'DELETE everything' })).toMatchObject({ query: [expect.stringContaining('EVALUATE')] });
  expect(await refusal({ query: 'EVALUATE Nothing' })).toMatchObject({ query: [expect.stringContaining('Nothing')] });
  expect(await refusal({ column_name: 'other' })).toMatchObject({ column_name: [expect.stringContaining('[total]')] });
  // The service answers no queries of an application about data in which everybody has rows of their own.
  const secured = await publish({ sample: 'sales' });
  expect(await refusal({ report_id: secured.id })).toMatchObject({ query: [expect.stringContaining('segurança em nível de linha')] });
  expect((await admin.call(contract.list, {})).data).toEqual([]);
});

test('four failures in a row stop a task; the owner is told at the first and the fourth', async () => {
  const { unit, administrator, add } = await scene('2031-08-04T10:00:00Z');
  const other = await unit.person('admin');
  const task = await add();
  // The table is gone since: asking again does not help, so each run fails at once.
  await world.owner.run(sql`update task set query = 'EVALUATE Nothing' where id = ${task.id}`);
  for (const day of ['04', '05', '06', '07']) await at(`2031-08-${day}T11:00:10Z`);
  const admin = await world.signIn(administrator);
  expect(await admin.call(contract.get, { params: { id: task.id } })).toMatchObject({
    state: 'error',
    paused: 'failures',
    failures: 4,
    next_run_at: null,
    next_runs: [],
  });
  expect((await noticesOf(admin)).map(({ kind }) => kind).toSorted()).toEqual(['task_failed', 'task_paused']);
  expect((await noticesOf(await world.signIn(other))).map(({ kind }) => kind)).toEqual(['task_paused']);
  const resumed = await admin.call(contract.resume, { params: { id: task.id } });
  expect(resumed).toMatchObject({ paused: null, failures: 0, owner_id: administrator.id });
  expect(resumed.next_run_at).not.toBeNull();
});

test('a task whose owner has left stands still, and belongs to whoever resumes it', async () => {
  const { unit, administrator, add } = await scene('2031-09-01T10:00:00Z');
  const other = await unit.person('admin');
  const task = await add();
  await world.owner.run(sql`update membership set state = 'inactive' where id = ${administrator.membership_id}`);
  await at('2031-09-01T11:00:10Z');
  const admin = await world.signIn(other);
  expect(await runsOf(admin, task)).toMatchObject([{ state: 'skipped', reason: 'owner' }]);
  expect(await noticesOf(admin)).toMatchObject([{ kind: 'task_unkept', values: { person: administrator.name } }]);
  expect(await admin.call(contract.resume, { params: { id: task.id } })).toMatchObject({ paused: null, owner_id: other.id });
});

test('paused, muted, only executed, in maintenance: what does not tell says why', async () => {
  const { admin, administrator, report, toAna, add, unit, ana } = await scene('2031-10-06T10:00:00Z');
  await toAna(report);
  const [paused, muted, silent] = [await add({ name: 'A' }), await add({ name: 'B' }), await add({ name: 'C', only_execute: true })];
  expect(await admin.call(contract.pause, { params: { id: paused.id } })).toMatchObject({ paused: 'person', next_run_at: null });
  await admin.call(contract.mute, { params: { id: muted.id }, body: { until: '2031-10-07T00:00:00Z' } });
  await at('2031-10-06T11:00:10Z');
  const again = await world.signIn(administrator);
  expect(await runsOf(again, paused)).toEqual([]);
  expect(await runsOf(again, muted)).toMatchObject([{ state: 'fired', told: 0, muted: true }]);
  expect(await runsOf(again, silent)).toMatchObject([{ state: 'fired', told: 0, muted: false }]);
  expect(await noticesOf(await world.signIn(ana))).toEqual([]);
  await world.owner.run(sql`
    insert into report_maintenance (tenant_id, id, report_id, starts_at, ends_at)
    values (${unit.id}, uuid_v7(), ${report.id}, '2031-10-07T10:00:00Z', '2031-10-07T12:00:00Z')`);
  await at('2031-10-07T11:00:10Z');
  expect((await runsOf(await world.signIn(administrator), muted))[0]).toMatchObject({ state: 'skipped', reason: 'maintenance' });
});

test('a notice says its words, a refresh is asked for within the budget, and both run when somebody wants it', async () => {
  const { administrator, ana, report, toAna, add } = await scene('2031-11-03T10:00:00Z');
  await toAna(report);
  const notice = await add({
    kind: 'notice',
    query: '',
    operator: null,
    value: '',
    message: 'Confira @report até @prazo',
    variables: [{ name: 'prazo', type: 'text', value: 'sexta' }],
  });
  const refresh = await add({ kind: 'refresh', query: '', operator: null, value: '', membership_ids: [] });
  const admin = await world.signIn(administrator);
  for (const { id } of [notice, refresh]) await admin.call(contract.runNow, { params: { id } });
  await world.runJobs();
  expect(await runsOf(admin, notice)).toMatchObject([{ source: 'person', state: 'done', told: 1 }]);
  expect(await noticesOf(await world.signIn(ana))).toMatchObject([
    { kind: 'task_notice', values: { text: `Confira ${report.title} até sexta` } },
  ]);
  expect(await runsOf(admin, refresh)).toMatchObject([{ state: 'done', told: 0 }]);
  const asked = await world.owner.run<{ source: string }>(sql`select source from dataset_refresh where report_id = ${report.id}`);
  expect(asked).toEqual([{ source: 'task' }]);
  // One at a time: the next one is held back, and says so.
  world.setTime(new Date('2031-11-03T10:00:05Z'));
  await admin.call(contract.runNow, { params: { id: refresh.id } });
  await world.runJobs();
  expect((await runsOf(admin, refresh))[0]).toMatchObject({ state: 'skipped', reason: 'running' });
});

test('a unit has fifty tasks, a task ten triggers', async () => {
  const { admin, input, unit, report, administrator } = await scene('2031-12-01T10:00:00Z');
  await world.owner.run(sql`
    insert into task (tenant_id, id, report_id, owner_id, name, kind)
    select ${unit.id}, uuid_v7(), ${report.id}, ${administrator.id}, 'Task ' || n, 'notice' from generate_series(1, 50) n`);
  expect((await admin.refusal(contract.add, { body: input() })).body.status).toBe('tasks_full');
  const eleven = Array.from({ length: 11 }, () => daily) as TaskInput['triggers'];
  expect((await admin.refusal(contract.add, { body: input({ triggers: eleven }) })).body.errors).toHaveProperty('triggers');
  const close = [{ ...daily, times: ['08:00', '08:10'] }] as TaskInput['triggers'];
  expect(JSON.stringify((await admin.refusal(contract.add, { body: input({ triggers: close }) })).body.errors)).toContain('15 minutos');
});

test('readers have no tasks, and those of another unit are not there', async () => {
  const { reader, add, input } = await scene('2031-12-08T10:00:00Z');
  const task = await add();
  expect((await reader.refusal(contract.list, {})).status).toBe(403);
  expect((await reader.refusal(contract.add, { body: input() })).status).toBe(403);
  const foreign = await scene('2031-12-08T10:00:00Z');
  expect((await foreign.admin.refusal(contract.get, { params: { id: task.id } })).status).toBe(404);
  expect((await foreign.admin.refusal(contract.runNow, { params: { id: task.id } })).status).toBe(404);
  // Neither its report nor its people.
  expect((await foreign.admin.refusal(contract.add, { body: input() })).status).toBe(404);
  expect((await foreign.admin.refusal(contract.add, { body: { ...foreign.input(), membership_ids: input().membership_ids } })).status).toBe(
    404,
  );
});

test('who changes the question begins anew, and who changes nothing of it keeps what is due', async () => {
  const { administrator, input, add } = await scene('2032-01-05T10:00:00Z');
  const task = await add();
  await at('2032-01-05T11:00:10Z');
  const again = await world.signIn(administrator);
  const renamed = await again.call(contract.update, {
    params: { id: task.id },
    body: { ...input({ name: 'Outra' }), version: task.version },
  });
  expect(renamed).toMatchObject({ name: 'Outra', state: 'firing', last_value: '41' });
  expect((await again.refusal(contract.update, { params: { id: task.id }, body: { ...input(), version: task.version } })).body.status).toBe(
    'conflict',
  );
  const other = await again.call(contract.update, {
    params: { id: task.id },
    body: { ...input({ value: '50' }), version: renamed.version },
  });
  expect(other).toMatchObject({ state: 'unknown', last_value: null });
  await again.call(contract.remove, { params: { id: task.id } });
  expect((await again.call(contract.list, {})).data).toEqual([]);
});

test('@table tells the first ten rows: lines in the portal, a table in the mail, nothing to who sees only some rows', async () => {
  const mails = { settings: { send_email_notification: true }, host: 'tarefas.example' };
  const { administrator, ana, report, toAna, add } = await scene('2032-04-05T10:00:00Z', mails);
  await toAna(report);
  await world.owner.run(sql`update report set data_rule = 'filter' where id = ${report.id}`);
  await add({
    query: 'EVALUATE UNION(ROW("Loja", "Centro <b>", "total", 41.256), ROW("Loja", "Praia", "total", 40))',
    column_name: 'total',
    message: 'Foram @rows lojas: @table',
    to_self: true,
  });
  await at('2032-04-05T11:00:10Z');
  await world.runJobs();
  const [notice] = await noticesOf(await world.signIn(administrator));
  expect(notice).toMatchObject({
    kind: 'task_fired_note',
    values: { text: 'Foram 2 lojas:\nLoja: Centro <b> · total: 41.26\nLoja: Praia · total: 40' },
  });
  const [mail] = await world.mailsTo(administrator.email);
  expect(mail?.text).toContain('Foram 2 lojas:\n\nLoja: Centro <b> · total: 41.26\nLoja: Praia · total: 40');
  expect(mail?.html).toContain('Foram 2 lojas:<');
  expect(mail?.html).toMatch(/<th scope="col"[^>]*>Loja<\/th><th scope="col"[^>]*>total<\/th>/);
  expect(mail?.html).toMatch(/<td[^>]*>Centro &lt;b&gt;<\/td><td[^>]*>41.26<\/td>/);
  expect(await noticesOf(await world.signIn(ana))).toEqual([
    { kind: 'task_fired_plain', values: { task: 'Chuva demais', report: report.title } },
  ]);
  expect(JSON.stringify(await world.mailsTo(ana.email))).not.toContain('Praia');
});
