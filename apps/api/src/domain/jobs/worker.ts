/** Works the queues until it is stopped. Any number of processes may do so at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Services } from '#domain/serving/context.ts';
import { openListener } from '#platform/database/listener.ts';
import { dueQueues, openBoss, takeOverJobs } from '#platform/jobs/boss.ts';
import { neverSeconds, paces, wakingChannel } from '#platform/jobs/queues.ts';
import type { Job } from './defineJob.ts';
import { openLane } from './lane.ts';
import { openMinutes } from './minutes.ts';
import type { StoredJob } from './runJob.ts';
import { createRunner } from './runJob.ts';

const finishWithinMs = 15_000;
/** Adding a job wakes a worker at once; the beat is for jobs whose time has come, and says that the jobs at work are still held. */
const beatMs = 5000;

/** Starts the workers. The returned function stops them and waits for running jobs for a limited time; another worker takes the rest. */
export async function startWorker(services: Services, jobs: readonly Job[], url: string): Promise<() => Promise<void>> {
  const { log } = services;
  const boss = await openBoss({ url, log }, { keepsTime: true });
  const run = createRunner(services, jobs);
  const secondsOf = new Map(jobs.map(({ name, expires_seconds }) => [name, expires_seconds]));
  await keepTimes(boss, jobs);
  const lanes = paces.map((pace) => openLane(boss, { pace, run, log, secondsOf: (name) => secondsOf.get(name) ?? 0 }));
  const listener = openListener({ url, channel: wakingChannel, log }, (pace) => {
    for (const lane of lanes) if (pace === undefined || lane.pace === pace) lane.wake();
  });
  await listener.listen();
  const minutes = openMinutes(services, jobs);

  async function beat(): Promise<void> {
    await Promise.all(lanes.map((lane) => lane.beat()));
    await takeOverJobs(boss);
    const due = await dueQueues(boss);
    for (const lane of lanes) if (due.has(lane.pace)) lane.wake();
  }
  let beating: Promise<void> | null = null;
  const timer = setInterval(() => {
    minutes.keep();
    beating ??= beat()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs wait for the database'))
      .finally(() => {
        beating = null;
      });
  }, beatMs);
  for (const lane of lanes) lane.wake();

  return async () => {
    await minutes.close();
    await listener.close();
    await Promise.race([Promise.all(lanes.map((lane) => lane.close())), sleep(finishWithinMs, undefined, { ref: false })]);
    clearInterval(timer);
    await beating;
    await boss.stop({ graceful: false });
  };
}

/** Schedules the recurring jobs of the code, and removes those of a former version. */
async function keepTimes(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = await boss.getSchedules();
  const wanted = jobs.filter((job) => job.scope === 'platform' && job.every !== null);
  for (const job of wanted) {
    if (job.scope !== 'platform' || !job.every) continue;
    const { cron, timezone: tz } = job.every;
    const data: StoredJob = { job: job.name, tenant_id: null, payload: {} };
    const options = { retryLimit: job.retry.limit, retryDelay: job.retry.delay_seconds, expireInSeconds: neverSeconds };
    await boss.schedule(job.pace, cron, data, { key: job.name, tz, ...options });
  }
  for (const { name, key } of known) if (!wanted.some((job) => job.name === key && job.pace === name)) await boss.unschedule(name, key);
}
