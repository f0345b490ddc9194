/** Works the queues until it is stopped. Any number of processes may do so at once. */
import type { PgBoss } from 'pg-boss';
import type { Services } from '../context.ts';
import { openBoss } from './boss.ts';
import type { Job } from './defineJob.ts';
import type { Pace } from './queues.ts';
import { queues, working } from './queues.ts';
import type { RunJob, StoredJob } from './runJob.ts';
import { createRunner } from './runJob.ts';

const finishWithinMs = 15_000;
/** Adding a job wakes a worker at once; this is for what has to wait: later tries, and a unit's jobs beyond its share. */
const pollSeconds = 5;

/** Starts working. What it returns waits for the jobs in hand, for so long; whatever is left is another worker's. */
export async function startWorker(services: Services, jobs: readonly Job[], url: string): Promise<() => Promise<void>> {
  const boss = await openBoss({ url, log: services.log }, { listens: true, keepsTime: true });
  const run = createRunner(services, jobs);
  await keepTimes(boss, jobs);
  for (const queue of Object.keys(queues) as Pace[]) await work(boss, queue, run);
  return () => boss.stop({ graceful: true, timeout: finishWithinMs });
}

async function work(boss: PgBoss, queue: Pace, run: RunJob): Promise<void> {
  const manner = {
    ...working[queue],
    perJobResults: true,
    includeMetadata: true,
    burstWhenBatchFull: true,
    notifyPollingIntervalSeconds: pollSeconds,
  } as const;
  await boss.work<StoredJob, unknown, typeof manner>(queue, manner, (taken) =>
    Promise.all(
      taken.map(async (job) => {
        try {
          await run(job);
          return { id: job.id, status: 'completed' as const };
        } catch (error) {
          return { id: job.id, status: 'failed' as const, output: { message: error instanceof Error ? error.message : String(error) } };
        }
      }),
    ),
  );
}

/** The recurring jobs of the code, and no longer those of a former version. */
async function keepTimes(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const known = await boss.getSchedules();
  const wanted = jobs.filter((job) => job.scope === 'platform' && job.every !== null);
  for (const job of wanted) {
    if (job.scope !== 'platform' || !job.every) continue;
    const { cron, timezone: tz } = job.every;
    const data: StoredJob = { job: job.name, tenant_id: null, payload: {} };
    const current = known.find(({ key }) => key === job.name);
    if (current?.name === job.pace && current.cron === cron && current.timezone === tz) continue;
    const options = { retryLimit: job.retry.limit, retryDelay: job.retry.delay_seconds, expireInSeconds: job.expires_seconds };
    await boss.schedule(job.pace, cron, data, { key: job.name, tz, ...options });
  }
  for (const { name, key } of known) if (!wanted.some((job) => job.name === key && job.pace === name)) await boss.unschedule(name, key);
}
