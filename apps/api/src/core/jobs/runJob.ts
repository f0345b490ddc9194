/** One stored job → the work that its definition does, with a context as narrow as the job's scope. */
import type { Services } from '../context.ts';
import type { Scoped } from '../database/scoped.ts';
import { scoped } from '../database/scoped.ts';
import type { Job, JobContext, PlatformJobContext } from './defineJob.ts';

/** What stands in the queue. `tenant_id` is what the database's policies look at. */
export type StoredJob = { job: string; tenant_id: string | null; payload: unknown };

export type Taken = { id: string; data: StoredJob; retryCount: number; retryLimit: number };

export type RunJob = (taken: Taken) => Promise<void>;

/** Knows the jobs by their names. What it returns rejects when the work fails, after the last try has been told to the job. */
export function createRunner(services: Services, jobs: readonly Job[]): RunJob {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size < jobs.length) throw new Error('Two jobs have the same name');
  return async ({ id, data, retryCount, retryLimit }) => {
    const job = byName.get(data.job);
    if (!job) throw new Error(`There is no job ${data.job}`);
    const log = services.log.child({ job: job.name, job_id: id, attempt: retryCount + 1 });
    const payload = job.schema.parse(data.payload);
    const run = bind(services, job, { id, tenant_id: data.tenant_id, attempt: retryCount + 1, log });
    try {
      // `bind` made the context that the job's scope asks for.
      await run((ctx) => job.work(ctx as never, payload));
      services.live.wake();
      log.debug('a job is done');
    } catch (error) {
      const last = retryCount >= retryLimit;
      log[last ? 'error' : 'warn']({ err: error }, last ? 'a job failed for good' : 'a job failed and will be tried again');
      if (last && job.gaveUp) await run((ctx) => job.gaveUp?.(ctx as never, payload, error) ?? Promise.resolve());
      throw error;
    }
  };
}

type Taking = { id: string; tenant_id: string | null; attempt: number; log: Services['log'] };

/** Nobody acts: the audit log names the job as the action, and as the request its id. */
function bind({ database, ...services }: Services, job: Job, { id, tenant_id, attempt, log }: Taking) {
  const facts = { action: job.name, request_id: id };
  const unit = (of: string): Scoped => scoped(database, { kind: 'tenant', tenant_id: of, ...facts });
  const shared = { ...services, log, job_id: id, attempt, identity: scoped(database, { kind: 'identity', ...facts }) };
  if ((job.scope === 'unit') !== (tenant_id !== null))
    throw new Error(`${job.name} is work for ${job.scope === 'unit' ? 'a unit' : 'the platform'}`);
  const ctx: JobContext | PlatformJobContext =
    tenant_id === null
      ? { ...shared, operator: scoped(database, { kind: 'operator', ...facts }), unit }
      : { ...shared, ...unit(tenant_id), tenant_id };
  return (work: (ctx: JobContext | PlatformJobContext) => Promise<void>) => work(ctx);
}
