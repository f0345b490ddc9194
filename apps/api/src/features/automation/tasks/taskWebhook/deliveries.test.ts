/** Calls that do not arrive at once: tried again, after a restart and a lost job, without holding anybody else. */
import * as contract from '@vitrine/contract/automation/tasks.ts';
import * as webhook from '@vitrine/contract/automation/taskWebhook.ts';
import * as notifications from '@vitrine/contract/notifications/notifications.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '#domain/jobs/worker.ts';
import { openTaskWebhooks } from '#test/harness/taskWebhooks.ts';
import { answering, openWebhookReceiver, silent, verify } from '#test/harness/webhookReceiver.ts';
import { jobs, reconcileJobs } from '#jobs.ts';

const { world, receiver, scene, runOnce, minutesLater, lastRun, nowOf } = await openTaskWebhooks();

test('what is answered with an error is tried six times with growing pauses and one id, told once, and sent again by hand', async () => {
  const { administrator, admin, task, secret } = await scene();
  receiver.answer(answering(500));
  await runOnce(admin, task);
  expect((await lastRun(admin, task))?.delivery).toMatchObject({
    state: 'waiting',
    tries: 1,
    status: 500,
    problem: 'refused',
    kept: false,
  });
  await minutesLater(0.5);
  expect(receiver.received).toHaveLength(1);
  for (const minutes of [2, 8, 40, 170, 700]) await minutesLater(minutes);
  expect(receiver.received).toHaveLength(6);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(6);
  await minutesLater(1500);
  expect(receiver.received).toHaveLength(6);
  const later = await world.signIn(administrator);
  const failed = (await lastRun(later, task))?.delivery;
  expect(failed).toMatchObject({ state: 'failed', tries: 6, status: 500, problem: 'refused', kept: true, next_at: null });
  const kinds = (await later.call(notifications.list, {})).data.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'task_undelivered')).toHaveLength(1);

  receiver.answer(answering(200));
  const params = { id: task.id, delivery_id: failed?.id ?? '' };
  expect(await later.call(webhook.repeat, { params })).toMatchObject({ state: 'waiting', tries: 0 });
  await world.runJobs();
  expect((await lastRun(later, task))?.delivery).toMatchObject({ state: 'done', tries: 1, status: 200, problem: null });
  const call = receiver.received.at(-1);
  expect(call?.headers['webhook-id']).toBe(receiver.received[0]?.headers['webhook-id']);
  verify(call?.headers ?? {}, call?.body ?? '', secret, nowOf());
  expect((await later.refusal(webhook.repeat, { params })).status).toBe(409);
  // Nothing is followed elsewhere.
  receiver.answer(answering(302, { location: `${receiver.url}/elsewhere` }));
  await world.owner.run(sql`update task_condition set state = 'ok', told_times = 0 where task_id = ${task.id}`);
  await runOnce(later, task);
  expect((await lastRun(later, task))?.delivery).toMatchObject({ state: 'waiting', status: 302, problem: 'redirected' });
  expect(receiver.received.map(({ url }) => url)).not.toContain('/vendas/elsewhere');
});

test('a call survives a restart in the middle of a try, and the loss of its job', async () => {
  const { administrator, admin, task } = await scene();
  await admin.call(contract.runNow, { params: { id: task.id } });
  receiver.answer(answering(503));
  await world.runJobs();
  const id = receiver.received[0]?.headers['webhook-id'];
  // As a process leaves it that dies while the receiver works.
  await world.owner.write([
    sql`delete from jobs.job`,
    sql`update task_delivery set status = null, problem = null where id = ${String(id)}`,
  ]);
  receiver.answer(answering(200));
  await minutesLater(8, reconcileJobs);
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
  expect((await lastRun(await world.signIn(administrator), task))?.delivery).toMatchObject({ state: 'done', tries: 2 });
});

test('a portal that dies in every try ends with the last of them', async () => {
  const { administrator, admin, task } = await scene();
  receiver.answer(answering(503));
  await runOnce(admin, task);
  await world.owner.run(
    sql`update task_delivery set tries = 6, status = null, problem = null where run_id in (select id from task_run where task_id = ${task.id})`,
  );
  await minutesLater(8, reconcileJobs);
  expect(receiver.received).toHaveLength(1);
  expect((await lastRun(await world.signIn(administrator), task))?.delivery).toMatchObject({
    state: 'failed',
    problem: 'lost',
    kept: true,
  });
});

test('a receiver that never answers holds no other unit', async () => {
  const slow = await scene();
  const other = await scene();
  const quick = await openWebhookReceiver();
  onTestFinished(quick.close);
  await world.owner.run(sql`update task set webhook_url = ${quick.url} where id = ${other.task.id}`);
  receiver.answer(silent);
  const stop = await startWorker(world.services, jobs, world.url);
  for (let more = 0; more < 4; more++) {
    await world.owner.run(sql`update task_condition set state = 'ok', told_times = 0 where task_id = ${slow.task.id}`);
    await slow.admin.call(contract.runNow, { params: { id: slow.task.id } });
  }
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await other.admin.call(contract.runNow, { params: { id: other.task.id } });
  await expect.poll(() => quick.received.length).toBe(1);
  expect((await lastRun(slow.admin, slow.task))?.delivery ?? { state: 'waiting' }).toMatchObject({ state: 'waiting' });
  receiver.answer(answering(204));
  receiver.hangUp();
  await stop();
});
