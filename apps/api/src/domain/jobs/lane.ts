/** One queue as a process works it: so many jobs at once, of each unit no more than its share, each by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';
import { isJobLost } from '#platform/database/errors.ts';
import { takeJobs, touchJobs } from '#platform/jobs/boss.ts';
import type { Pace } from '#platform/jobs/queues.ts';
import { working } from '#platform/jobs/queues.ts';
import type { RunJob, StoredJob, Taken } from './runJob.ts';
import { failureText, NotTold } from './runJob.ts';

/** After a failure to ask for jobs. */
const tryAgainMs = 2000;

type Running = { job: Taken; until: number; work: Promise<void> };

type Lane = {
  pace: Pace;
  /** There may be work: because a job was added, became due, or ended. */
  wake: () => void;
  /** Says that the jobs at work are still held, and lets go of those that are not: taken over, or longer at work than they may be. */
  beat: () => Promise<void>;
  /** Takes no more jobs, and waits for those at work. */
  close: () => Promise<void>;
};

type Manner = { pace: Pace; run: RunJob; log: FastifyBaseLogger; secondsOf: (jobName: string) => number };

export function openLane(boss: PgBoss, { pace, run, log, secondsOf }: Manner): Lane {
  const { atOnce } = working[pace];
  const running = new Set<Running>();
  let open = true;
  let asked = false;
  let filling: Promise<void> | null = null;

  async function take(): Promise<number> {
    const batchSize = atOnce - running.size;
    if (!open || batchSize <= 0) return 0;
    const jobs = await takeJobs<StoredJob>(boss, pace, batchSize);
    for (const job of jobs) begin(job);
    return jobs.length;
  }

  /** A job that is neither done nor told keeps its place until its silence is noticed. */
  async function settle(job: Taken): Promise<void> {
    try {
      await run(job);
    } catch (error) {
      if (error instanceof NotTold) return log.error({ err: error, job_id: job.id }, 'a failed job will be told again');
      if (!isJobLost(error)) await boss.fail(pace, job, { message: failureText(error) });
      return;
    }
    await boss.complete(pace, job);
  }

  function begin(job: Taken): void {
    const entry: Running = { job, until: performance.now() + 1000 * secondsOf(job.data.job), work: Promise.resolve() };
    running.add(entry);
    entry.work = settle(job)
      // It is taken over, and finds that it has been done.
      .catch((error: unknown) => log.warn({ err: error, job_id: job.id }, 'the end of a job could not be written down'))
      .finally(() => {
        running.delete(entry);
        wake();
      });
  }

  /** As long as there is something: a unit's jobs beyond its share do not hide those of others behind them. */
  async function fill(): Promise<void> {
    while (asked) {
      asked = false;
      try {
        if ((await take()) > 0) asked = true;
      } catch (error) {
        log.warn({ err: error, pace }, 'jobs could not be taken');
        await sleep(tryAgainMs, undefined, { ref: false });
      }
    }
    filling = null;
  }

  function wake(): void {
    asked = true;
    filling ??= fill();
  }

  function leave(entry: Running, why: string): void {
    running.delete(entry);
    log.warn({ job: entry.job.data.job, job_id: entry.job.id }, why);
  }

  return {
    pace,
    wake,
    async beat() {
      const now = performance.now();
      for (const entry of running) if (entry.until < now) leave(entry, 'a job takes too long, and is left to another attempt');
      const entries = [...running];
      if (entries.length === 0) return;
      const attempts = entries.map(({ job }) => job);
      const held = await touchJobs(boss, pace, attempts);
      for (const entry of entries) if (!held.has(entry.job.id) && running.has(entry)) leave(entry, 'a job is no longer held here');
    },
    async close() {
      open = false;
      await filling;
      await Promise.all([...running].map(({ work }) => work));
    },
  };
}
