/** What a task that calls an address says, to whom, and who may see it. */
import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import * as contract from '@vitrine/contract/automation/tasks.ts';
import * as webhook from '@vitrine/contract/automation/taskWebhook.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { publishingScene } from '#test/harness/publishing.ts';
import { openTaskWebhooks } from '#test/harness/taskWebhooks.ts';
import { answering, verify } from '#test/harness/webhookReceiver.ts';
import { openWorld } from '#test/harness/world.ts';
import { claimTasks } from '../tasks.jobs.ts';

const { world, service, receiver, scene, runOnce, minutesLater, lastRun, bodyAt, nowOf } = await openTaskWebhooks();

test('a task calls its address once while the condition holds, and the receiver can believe it', async () => {
  const { admin, task, secret, report } = await scene();
  expect(task).toMatchObject({ kind: 'webhook', webhook_url: receiver.url, has_secret: false });
  expect(JSON.stringify(await admin.call(contract.get, { params: { id: task.id } }))).not.toContain(secret);
  await runOnce(admin, task);
  const [call] = receiver.received;
  const said = verify(call?.headers ?? {}, call?.body ?? '', secret);
  expect(said).toMatchObject({
    type: 'task.fired',
    version: 1,
    data: {
      delivery_id: call?.headers['webhook-id'],
      task: { id: task.id, name: 'Chuva demais' },
      report: { id: report.id, title: report.title },
      condition: { column: '', operator: 'more', value: '40' },
      value: 41,
      rows_found: 1,
      rows: [{ '[total]': 41 }],
      withheld: false,
    },
  });
  expect(() => verify(call?.headers ?? {}, `${call?.body} `, secret)).toThrow('signature');
  expect(() => verify(call?.headers ?? {}, call?.body ?? '', 'whsec_YQ==')).toThrow('signature');
  const run = await lastRun(admin, task);
  expect(run).toMatchObject({ state: 'fired', told: 0, delivery: { state: 'done', tries: 1, status: 204, problem: null, kept: false } });
  expect((said as { data: { run_id: string } }).data.run_id).toBe(run?.id);
  await runOnce(admin, task);
  expect(receiver.received).toHaveLength(1);
  expect((await lastRun(admin, task))?.delivery).toBeNull();
  const [stored] = await world.owner.run<{ body: string }>(sql`select body from task_delivery where id = ${run?.delivery?.id ?? ''}`);
  expect(stored?.body).toBe('');
  const [logged] = await world.owner.run<{ after: object }>(
    sql`select after from audit_log where object_id = ${task.id} and action = 'task.deliver'`,
  );
  expect(logged?.after).toEqual({ name: 'Chuva demais', webhook_url: receiver.url, count: 1 });
});

test('ten rows of many go along, and people who are named are told besides', async () => {
  const { administrator, admin, task } = await scene({
    query: 'EVALUATE SELECTCOLUMNS(GENERATESERIES(1, 12), "n", 40 + [Value])',
    to_self: true,
  });
  await runOnce(admin, task);
  const { data } = bodyAt(0);
  expect(data).toMatchObject({ value: 41, rows_found: 12 });
  expect(data['rows']).toHaveLength(10);
  expect(await lastRun(admin, task)).toMatchObject({ told: 1, delivery: { state: 'done' } });
  const notices = (await (await world.signIn(administrator)).call(notifications.list, {})).data;
  expect(notices.map(({ kind }) => kind)).toContain('task_fired');
});

test('a task without a condition calls at its times, one that is muted does not, and an end is told where it is wanted', async () => {
  world.setTime(new Date('2031-03-03T10:00:00Z'));
  const at = async (moment: string) => {
    world.setTime(new Date(moment));
    await world.runJobs(claimTasks);
  };
  const daily = { triggers: [{ frequency: 'daily' as const, times: ['08:00'] }] };
  const plain = { query: '', operator: null, value: '' };
  const { administrator, task, input } = await scene({ ...plain, ...daily } as Partial<TaskInput>);
  await at('2031-03-03T11:00:10Z');
  expect(bodyAt(0)).toMatchObject({
    type: 'task.due',
    data: { condition: null, value: null, rows: [], due_at: '2031-03-03T11:00:00.000Z' },
  });
  await (await world.signIn(administrator)).call(contract.mute, { params: { id: task.id }, body: { until: '2031-03-05T00:00:00Z' } });
  await at('2031-03-04T11:00:10Z');
  expect(receiver.received).toHaveLength(1);
  const again = await world.signIn(administrator);
  expect(await lastRun(again, task)).toMatchObject({ state: 'done', muted: true, delivery: null });
  await again.call(contract.mute, { params: { id: task.id }, body: { until: null } });
  const rule = { query: 'EVALUATE ROW("x", 1)', operator: 'equal' as const, value: '1', tell_recovery: true };
  const { version } = await again.call(contract.get, { params: { id: task.id } });
  const changed = await again.call(contract.update, { params: { id: task.id }, body: { ...input(rule), version } });
  await runOnce(again, task);
  await world.owner.run(sql`update task set value = '2' where id = ${task.id}`);
  world.setTime(new Date('2031-03-04T11:05:00Z'));
  await runOnce(again, task);
  expect(receiver.received.map((_call, index) => bodyAt(index).type)).toEqual(['task.due', 'task.fired', 'task.recovered']);
  expect(changed.has_secret).toBe(true);
});

test('a test says what came back, and takes no data along', async () => {
  const { admin, task, secret } = await scene();
  const params = { id: task.id };
  expect(await admin.call(webhook.testCall, { params })).toMatchObject({ status: 204, problem: null });
  const [call] = receiver.received;
  expect(verify(call?.headers ?? {}, call?.body ?? '', secret)).toMatchObject({
    type: 'task.test',
    data: { run_id: null, value: null, rows: [] },
  });
  receiver.answer(answering(404));
  expect(await admin.call(webhook.testCall, { params })).toMatchObject({ status: 404, problem: 'refused' });
  receiver.answer(answering(301, { location: 'https://169.254.169.254/' }));
  expect(await admin.call(webhook.testCall, { params })).toMatchObject({ status: 301, problem: 'redirected' });
  await world.owner.run(sql`update task set webhook_url = 'http://127.0.0.1:9/' where id = ${task.id}`);
  expect(await admin.call(webhook.testCall, { params })).toMatchObject({ status: null, problem: 'unreachable' });
  await world.owner.run(sql`update task set webhook_url = ${receiver.url.replace('http:', 'https:')} where id = ${task.id}`);
  expect(await admin.call(webhook.testCall, { params })).toMatchObject({ status: null, problem: 'tls' });
  await world.owner.run(sql`delete from task_webhook where task_id = ${task.id}`);
  expect(await admin.call(webhook.testCall, { params })).toMatchObject({ status: null, problem: 'no_secret' });
  for (let more = 0; more < 14; more++) await admin.call(webhook.testCall, { params });
  expect((await admin.refusal(webhook.testCall, { params })).status).toBe(429);
});

test('a new secret signs beside the one before for a day, and neither is told or logged', async () => {
  const { administrator, admin, task, secret } = await scene();
  const params = { id: task.id };
  const made = await admin.call(webhook.newSecret, { params });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(made.secret_before_until).not.toBeNull();
  await admin.call(webhook.testCall, { params });
  const both = receiver.received[0];
  for (const one of [secret, made.secret]) verify(both?.headers ?? {}, both?.body ?? '', one);
  world.setTime(new Date(Date.now() + 25 * 3_600_000));
  const later = await world.signIn(administrator);
  await later.call(webhook.testCall, { params });
  const call = receiver.received[1];
  verify(call?.headers ?? {}, call?.body ?? '', made.secret, nowOf());
  expect(() => verify(call?.headers ?? {}, call?.body ?? '', secret, nowOf())).toThrow('signature');
  expect((await later.call(contract.get, { params })).secret_before_until).toBeNull();
  const stored = await world.owner.run(sql`
    select coalesce(string_agg(w::text, ' '), '') || coalesce((select string_agg(concat(before, after), ' ') from audit_log where object_id = ${task.id}), '') as text
    from task_webhook w where task_id = ${task.id}`);
  for (const one of [secret, made.secret]) expect(JSON.stringify(stored)).not.toContain(one.slice(6));
});

test('without a secret, while the task is paused, or once the owner sees the report no more, nothing goes out', async () => {
  const { administrator, admin, unit, task, report } = await scene();
  const fire = async () => {
    await world.owner.run(sql`update task_condition set state = 'ok', told_times = 0 where task_id = ${task.id}`);
    await runOnce(admin, task);
  };
  await world.owner.run(sql`delete from task_webhook where task_id = ${task.id}`);
  await fire();
  expect((await lastRun(admin, task))?.delivery).toMatchObject({ state: 'failed', problem: 'no_secret', kept: true });
  await admin.call(webhook.newSecret, { params: { id: task.id } });
  await admin.call(contract.pause, { params: { id: task.id } });
  await fire();
  expect((await lastRun(admin, task))?.delivery).toMatchObject({ state: 'failed', problem: 'paused' });
  await admin.call(contract.resume, { params: { id: task.id } });
  expect(receiver.received).toEqual([]);

  receiver.answer(answering(500));
  await fire();
  const removal = sql`insert into report_removal (tenant_id, membership_id, report_id) values (${unit.id}, ${administrator.membership_id}, ${report.id})`;
  await world.owner.run(removal);
  await minutesLater(2);
  expect(receiver.received).toHaveLength(1);
  const again = await world.signIn(administrator);
  expect((await lastRun(again, task))?.delivery).toMatchObject({ state: 'failed', problem: 'owner' });
  receiver.answer(answering(200));
  await world.owner.run(sql`update task_condition set state = 'ok', told_times = 0 where task_id = ${task.id}`);
  await runOnce(again, task);
  expect(bodyAt(1).data).toMatchObject({ withheld: true, value: null, rows: [], rows_found: null });
});

test('addresses inside of the network, without TLS and on other ports are refused in production, also once they are saved', async () => {
  const guarded = await openWorld({ environment: { reporting: service.addresses, privateAddresses: false } });
  onTestFinished(guarded.close);
  const { admin, publish } = await publishingScene(guarded);
  const report = await publish();
  const body = (webhook_url: string) => contract.add.body.parse({ name: 'X', report_id: report.id, kind: 'webhook', webhook_url });
  for (const address of [
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://100.64.0.1/',
    'https://8.8.8.8:8443/',
    'https://8.8.8.8:22/',
    receiver.url,
  ]) {
    const refused = await admin.refusal(contract.add, { body: body(address) });
    expect([refused.status, Object.keys(refused.body.errors ?? {})], address).toEqual([422, ['webhook_url']]);
  }
  const task = await admin.call(contract.add, { body: body('https://8.8.8.8/') });
  await admin.call(webhook.newSecret, { params: { id: task.id } });
  // As a name that has come to mean something else since.
  for (const address of ['https://127.0.0.1/', receiver.url, 'https://8.8.8.8:8443/']) {
    await guarded.owner.run(sql`update task set webhook_url = ${address} where id = ${task.id}`);
    expect(await admin.call(webhook.testCall, { params: { id: task.id } }), address).toMatchObject({ status: null, problem: 'address' });
  }
  await admin.call(contract.runNow, { params: { id: task.id } });
  await guarded.runJobs();
  expect((await lastRun(admin, task))?.delivery).toMatchObject({ state: 'waiting', tries: 1, problem: 'address' });
  expect(receiver.received).toEqual([]);
});

test('what is no address, a query without a condition and words without a message are told at their fields', async () => {
  const { admin, task, input } = await scene();
  const refused = async (values: Partial<TaskInput>) =>
    Object.keys((await admin.refusal(contract.add, { body: { ...input(), ...values } })).body.errors ?? {});
  for (const webhook_url of [
    '',
    'ftp://loja.example/',
    'http://loja.example/',
    'https://a:b@loja.example/',
    'https://loja.example/#x',
    'loja',
  ])
    expect(await refused({ webhook_url }), webhook_url).toEqual(['webhook_url']);
  expect(await refused({ query: '' })).toEqual(['query']);
  expect(await refused({ operator: null, value: '' })).toEqual(['operator']);
  expect(await refused({ query: '', operator: null, value: '', to_self: true })).toEqual(['message']);
  expect(await refused({ only_execute: true })).toEqual(['only_execute']);
  expect((await admin.call(contract.get, { params: { id: task.id } })).version).toBe(1);
});

test('another unit and readers see, test and repeat nothing', async () => {
  const { admin, reader, task, input } = await scene();
  receiver.answer(answering(500));
  await runOnce(admin, task);
  await world.owner.run(sql`
    update task_delivery set state = 'failed', next_at = null, ended_at = now() where run_id in (select id from task_run where task_id = ${task.id})`);
  const delivery_id = (await lastRun(admin, task))?.delivery?.id ?? '';
  const foreign = await scene();
  const params = { id: task.id, delivery_id };
  for (const [browser, status] of [
    [foreign.admin, 404],
    [reader, 403],
  ] as const) {
    expect((await browser.refusal(webhook.newSecret, { params })).status).toBe(status);
    expect((await browser.refusal(webhook.testCall, { params })).status).toBe(status);
    expect((await browser.refusal(webhook.repeat, { params })).status).toBe(status);
  }
  // A call of another unit is not found among those of an own task either.
  expect((await foreign.admin.refusal(webhook.repeat, { params: { id: foreign.task.id, delivery_id } })).status).toBe(404);
  const second = await admin.call(contract.add, { body: input({ name: 'Outra', webhook_url: receiver.url }) });
  expect((await admin.refusal(webhook.repeat, { params: { id: second.id, delivery_id } })).status).toBe(404);
  // A task of another kind has no secret.
  const notice = await admin.call(contract.add, {
    body: { name: 'Y', report_id: task.report_id, kind: 'notice', message: 'Z', to_self: true },
  });
  expect((await admin.refusal(webhook.newSecret, { params: { id: notice.id } })).status).toBe(404);
  expect((await admin.refusal(webhook.testCall, { params: { id: notice.id } })).status).toBe(404);
});
