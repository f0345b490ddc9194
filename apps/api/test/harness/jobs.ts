/** Jobs in a test run when the test says so, one after the other, at the time that the world's clock shows. */
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Services } from '../../src/core/context.ts';
import { openBoss } from '../../src/core/jobs/boss.ts';
import type { Job, PlatformJob } from '../../src/core/jobs/defineJob.ts';
import { addPlatformJob } from '../../src/core/jobs/addJob.ts';
import type { Pace } from '../../src/core/jobs/queues.ts';
import { queues } from '../../src/core/jobs/queues.ts';
import type { StoredJob } from '../../src/core/jobs/runJob.ts';
import { createRunner } from '../../src/core/jobs/runJob.ts';
import type { Owner } from './owner.ts';

export type JobResult = { name: string; status: 'completed' | 'failed'; error?: unknown };

export function openJobs(services: Services, url: string, owner: Owner, jobs: readonly Job[]) {
  let opened: Promise<PgBoss> | null = null;
  const open = () => (opened ??= openBoss({ url, log: services.log }, { listens: false, keepsTime: false }));
  const run = createRunner(services, jobs);

  async function take(boss: PgBoss, queue: Pace): Promise<JobResult | null> {
    const [job] = await boss.fetch<StoredJob>(queue, { includeMetadata: true, batchSize: 1 });
    if (!job) return null;
    try {
      await run(job);
      await boss.complete(queue, job.id);
      return { name: job.data.job, status: 'completed' };
    } catch (error) {
      await boss.fail(queue, job.id, { message: String(error) });
      return { name: job.data.job, status: 'failed', error };
    }
  }

  return {
    /** Everything that is due, also what that asks for in turn and a recurring job when one is named. A failed job waits for its next try. */
    async runJobs(recurring?: PlatformJob): Promise<JobResult[]> {
      const boss = await open();
      if (recurring) await services.database.run({ kind: 'identity' }, addPlatformJob(recurring, {}));
      const results: JobResult[] = [];
      for (let before = -1; before < results.length;) {
        before = results.length;
        await owner.run(
          sql`update jobs.job set start_after = now() where state < 'active' and start_after between now() and ${services.now()}`,
        );
        for (const queue of Object.keys(queues) as Pace[]) {
          for (let result = await take(boss, queue); result; result = await take(boss, queue)) results.push(result);
        }
      }
      return results;
    },
    close: async () => await (await opened)?.stop({ graceful: false }),
  };
}
