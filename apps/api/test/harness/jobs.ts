/** Jobs in a test run when the test says so, one after the other, at the time that the world's clock shows. */
import { sql } from 'kysely';
import type { PgBoss } from 'pg-boss';
import type { Services } from '#domain/serving/context.ts';
import { openBoss } from '#platform/jobs/boss.ts';
import type { Job, PlatformJob } from '#domain/jobs/defineJob.ts';
import { addPlatformJob } from '#domain/jobs/addJob.ts';
import type { Pace } from '#platform/jobs/queues.ts';
import { paces } from '#platform/jobs/queues.ts';
import type { StoredJob } from '#domain/jobs/runJob.ts';
import { createRunner, failureText } from '#domain/jobs/runJob.ts';
import type { Owner } from './owner.ts';

export type JobResult = { name: string; status: 'completed' | 'failed'; error?: unknown };

export function openJobs(services: Services, url: string, owner: Owner, jobs: readonly Job[]) {
  let opened: Promise<PgBoss> | null = null;
  const open = () => (opened ??= openBoss({ url, log: services.log }, { keepsTime: false }));
  const run = createRunner({ ...services, reporting: services.reporting.ofJobs }, jobs);

  async function take(boss: PgBoss, queue: Pace): Promise<JobResult | null> {
    const [job] = await boss.fetch<StoredJob>(queue, { includeMetadata: true, batchSize: 1 });
    if (!job) return null;
    try {
      await run(job);
      await boss.complete(queue, job.id);
      return { name: job.data.job, status: 'completed' };
    } catch (error) {
      await boss.fail(queue, job.id, { message: failureText(error) });
      return { name: job.data.job, status: 'failed', error };
    }
  }

  const isMail = sql`data ->> 'job' in ('user.invite', 'mail.send', 'mail.send_of_unit')`;

  return {
    /** Mails alone, those that fail as well: what else is due stays so. */
    async runMails(): Promise<void> {
      for (;;) {
        const [taken] = await owner.run<{ id: string; name: Pace; data: StoredJob; retry_count: number }>(sql`
          update jobs.job set state = 'active', started_on = now()
          where id = (select id from jobs.job where state < 'active' and ${isMail} and retry_count = 0 order by created_on limit 1)
          returning id, name, data, retry_count`);
        if (!taken) return;
        const { id, name, data, retry_count } = taken;
        const boss = await open();
        await run({ id, name, data, retryCount: retry_count }).then(
          () => boss.complete(name, id),
          (error: unknown) => boss.fail(name, id, { message: failureText(error) }),
        );
      }
    },
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
        for (const queue of paces) {
          for (let result = await take(boss, queue); result; result = await take(boss, queue)) results.push(result);
        }
      }
      return results;
    },
    close: async () => await (await opened)?.stop({ graceful: false }),
  };
}
