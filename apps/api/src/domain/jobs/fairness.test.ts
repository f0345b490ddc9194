import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { openWorld } from '#test/harness/world.ts';
import { scoped } from '#platform/database/scoped.ts';
import { addJob, addPlatformJob } from './addJob.ts';
import { defineJob, definePlatformJob } from './defineJob.ts';
import type { Job } from './defineJob.ts';
import { startWorker } from './worker.ts';

const says = z.strictObject({ text: z.string() });
const done: string[] = [];
let release = () => {};
const released = new Promise<void>((resolve) => {
  release = resolve;
});

const endless = { schema: says, work: () => released };
const short = { schema: says, work: async (_ctx: unknown, { text }: { text: string }) => void done.push(text) };
const makesFile = defineJob({ name: 'test.makes_file', pace: 'long', ...endless });
const importsMany = defineJob({ name: 'test.imports_many', pace: 'slow', ...endless });
const asksService = defineJob({ name: 'test.asks_service', pace: 'service', ...endless });
const sendsMail = definePlatformJob({ name: 'test.sends_mail', pace: 'mail', ...endless });
const file = defineJob({ name: 'test.file', pace: 'long', ...short });
const row = defineJob({ name: 'test.row', pace: 'slow', ...short });
const answer = defineJob({ name: 'test.answer', pace: 'service', ...short });
const notice = defineJob({ name: 'test.notice', ...short });
const mail = definePlatformJob({ name: 'test.mail', pace: 'mail', ...short });

let together = 0;
let most = 0;
const inOrder = defineJob({
  name: 'test.in_order',
  pace: 'slow',
  schema: says,
  async work(_ctx, { text }) {
    most = Math.max(most, ++together);
    await new Promise((resolve) => setTimeout(resolve, 5));
    together--;
    done.push(text);
  },
});

const jobs: Job[] = [makesFile, importsMany, asksService, sendsMail, file, row, answer, notice, mail, inOrder];
const world = await openWorld({ jobs });
afterAll(world.close);

const as = (tenant_id: string) => scoped(world.services.database, { kind: 'tenant', tenant_id });
const identity = scoped(world.services.database, { kind: 'identity' });

async function working(nodes: number): Promise<void> {
  const stops = await Promise.all(Array.from({ length: nodes }, () => startWorker(world.services, jobs, world.url)));
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
}

test('a unit that fills every queue with work that does not end, and a mail server that never answers, hold nobody else', async () => {
  const [busy, other] = [await world.unit(), await world.unit()];
  const many = Array.from({ length: 40 }, (_, i) => ({ text: `busy ${i}` }));
  for (const payload of many) {
    await as(busy.id).run(
      addJob(makesFile, busy.id, payload),
      addJob(importsMany, busy.id, payload),
      addJob(asksService, busy.id, payload),
    );
    await identity.run(addPlatformJob(sendsMail, payload, { group: 'smtp.example:25' }));
  }
  await working(1);
  // What may be at work of the busy unit is at work.
  const atWork = async () => (await world.owner.run(sql`select from jobs.job where state = 'active'`)).length;
  await expect.poll(atWork).toBe(7);
  await as(other.id).run(
    addJob(file, other.id, { text: 'file' }),
    addJob(row, other.id, { text: 'row' }),
    addJob(answer, other.id, { text: 'answer' }),
    addJob(notice, other.id, { text: 'notice' }),
  );
  await identity.run(addPlatformJob(mail, { text: 'mail' }));
  await as(busy.id).run(addJob(notice, busy.id, { text: 'own notice' }));
  await expect.poll(() => done.toSorted()).toEqual(['answer', 'file', 'mail', 'notice', 'own notice', 'row']);
  // A job that has done its work is at work until that is written down.
  await expect.poll(atWork).toBe(7);
  release();
  const left = async () => (await world.owner.run(sql`select from jobs.job where state < 'completed'`)).length;
  await expect.poll(left).toBe(0);
});

test('what a unit asks for in a row is done one after the other and in order, however many processes work', async () => {
  const unit = await world.unit();
  done.length = 0;
  const wanted = Array.from({ length: 30 }, (_, i) => `${i}`);
  for (const text of wanted) await as(unit.id).run(addJob(inOrder, unit.id, { text }));
  await working(3);
  await expect.poll(() => done.length).toBe(wanted.length);
  expect(done).toEqual(wanted);
  expect(most).toBe(1);
});
