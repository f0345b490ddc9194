/** What begins with a minute: each process adds it, and the key of the minute makes it one job. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#platform/database/database.ts';
import { addPlatformJob } from './addJob.ts';
import type { Job, PlatformJob } from './defineJob.ts';

const minuteMs = 60_000;

type Minutes = {
  /** Adds what has not been added for this minute: when the process has begun within it, or after a failure. */
  keep: () => void;
  close: () => Promise<void>;
};

export function openMinutes({ database, log }: { database: Database; log: FastifyBaseLogger }, jobs: readonly Job[]): Minutes {
  const punctual = jobs.filter((job): job is PlatformJob => job.scope === 'platform' && job.everyMinute !== undefined);
  let added = 0;
  let adding: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function add(minute: number): Promise<void> {
    const at = new Date(minute);
    for (const job of punctual) {
      await database.run({ kind: 'identity' }, addPlatformJob(job, job.everyMinute?.(at), { key: at.toISOString() }));
    }
    added = minute;
  }

  function keep(): void {
    const minute = Math.floor(Date.now() / minuteMs) * minuteMs;
    if (minute === added) return;
    adding ??= add(minute)
      .catch((error: unknown) => log.warn({ err: error }, 'what begins with a minute could not be added yet'))
      .finally(() => {
        adding = null;
      });
  }

  /** A timer that comes a little early finds nothing new, and is set again for the rest. */
  function wait(): void {
    timer = setTimeout(
      () => {
        keep();
        wait();
      },
      minuteMs - (Date.now() % minuteMs),
    );
  }
  keep();
  wait();

  return {
    keep,
    async close() {
      clearTimeout(timer);
      await adding;
    },
  };
}
