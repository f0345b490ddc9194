/** Tasks that call a receiver in this process, which answers as a test wants it to. */
import type { TaskInput } from '@vitrine/contract/automation/task.ts';
import * as contract from '@vitrine/contract/automation/tasks.ts';
import * as webhook from '@vitrine/contract/automation/taskWebhook.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach } from 'vitest';
import type { reconcileJobs } from '#jobs.ts';
import type { Browser } from './browser.ts';
import { openPublishingWorld, publishingScene } from './publishing.ts';
import { answering, openWebhookReceiver } from './webhookReceiver.ts';

export async function openTaskWebhooks() {
  const { world, service } = await openPublishingWorld();
  const receiver = await openWebhookReceiver();
  afterAll(receiver.close);
  beforeEach(async () => {
    // What the tests before have left is not run again.
    await world.owner.run(sql`update task_trigger set next_run_at = null`);
    await world.owner.run(sql`update task_delivery set state = 'failed', next_at = null, ended_at = now() where state = 'waiting'`);
    receiver.answer(answering(204));
    receiver.received.length = 0;
  });

  /** A unit with a task that calls the receiver when rain is above 40, and its secret. */
  async function scene(values: Partial<TaskInput> = {}) {
    const made = await publishingScene(world);
    const report = await made.publish();
    const input = (more: Partial<TaskInput> = {}): TaskInput => ({
      ...contract.add.body.parse({
        name: 'Chuva demais',
        report_id: report.id,
        kind: 'webhook',
        webhook_url: receiver.url,
        query: 'EVALUATE ROW("total", 41)',
        operator: 'more',
        value: '40',
        ...values,
        ...more,
      }),
    });
    const task = await made.admin.call(contract.add, { body: input() });
    const { secret } = await made.admin.call(webhook.newSecret, { params: { id: task.id } });
    return { ...made, report, input, task, secret };
  }

  async function runOnce(admin: Browser, { id }: { id: string }) {
    await admin.call(contract.runNow, { params: { id } });
    await world.runJobs();
  }
  async function minutesLater(minutes: number, recurring?: typeof reconcileJobs) {
    world.setTime(new Date(Date.now() + minutes * 60_000));
    await world.runJobs(recurring);
  }
  const lastRun = async (browser: Browser, { id }: { id: string }) => (await browser.call(contract.runs, { params: { id } })).data[0];
  const bodyAt = (index: number) => JSON.parse(receiver.received[index]?.body ?? '{}') as { type: string; data: Record<string, unknown> };
  const nowOf = () => world.services.now().getTime();

  return { world, service, receiver, scene, runOnce, minutesLater, lastRun, bodyAt, nowOf };
}
