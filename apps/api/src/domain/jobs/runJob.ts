/** Runs one stored job by its definition, with a context as narrow as the job's scope. */
import type { Services } from '#domain/serving/context.ts';
import { isJobLost } from '#platform/database/errors.ts';
import type { Caller } from '#platform/database/scope.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { scoped as reading } from '#platform/database/scoped.ts';
import type { Job, JobContext, PlatformJobContext } from './defineJob.ts';
import type { Held } from './holding.ts';
import { holding } from './holding.ts';

/** What is stored in the queue. The database's policies check `tenant_id`. */
export type StoredJob = { job: string; tenant_id: string | null; payload: unknown };

/** A job as it was taken from its queue `name`. */
export type Taken = { name: string; id: string; data: StoredJob; retryCount: number };

export type RunJob = (taken: Taken) => Promise<void>;

/** The job is neither done nor has anybody been told that it failed: it must not be ended, but taken over. */
export class NotTold extends Error {
  override name = 'NotTold';
}

/** Why a job failed, as the queue keeps it for days: mail servers repeat whom a mail was for. */
export const failureText = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/(?<![^\s<>"',;:])[^\s<>"',;:]+@[^\s<>"',;:]+/g, '…');

/** Makes the function that runs a stored job, as one span where traces are taken. It rejects when the work fails; after the last attempt it calls `gaveUp` first. */
export function createRunner(services: Services, jobs: readonly Job[]): RunJob {
  const run = runnerOf(services, jobs);
  const { tracing } = services;
  if (tracing === null) return run;
  return (taken) => {
    const attributes = {
      'messaging.destination.name': taken.name,
      'vitrine.job_id': taken.id,
      'vitrine.job.attempt': taken.retryCount + 1,
    };
    return tracing.step({ name: `job ${taken.data.job}`, kind: 'job', attributes }, () => run(taken));
  };
}

function runnerOf(services: Services, jobs: readonly Job[]): RunJob {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size < jobs.length) throw new Error('Two jobs have the same name');
  return async ({ name: queue, id, data, retryCount }) => {
    const job = byName.get(data.job);
    if (!job) throw new Error(`There is no job ${data.job}`);
    const log = services.log.child({ job: job.name, job_id: id, attempt: retryCount + 1 });
    const payload = job.schema.parse(data.payload);
    const run = bind(services, job, { queue, id, tenant_id: data.tenant_id, attempt: retryCount, log });
    try {
      if (retryCount > job.retry.limit) throw new Error('The process with the last attempt was lost');
      // `bind` made the context that the job's scope asks for.
      await run((ctx) => job.work(ctx as never, payload));
      services.live.wake();
      log.debug('a job is done');
    } catch (error) {
      if (isJobLost(error)) {
        log.warn('a job was taken over by another process');
        throw error;
      }
      const last = retryCount >= job.retry.limit;
      log[last ? 'error' : 'warn']({ err: error }, last ? 'a job failed for good' : 'a job failed and will be tried again');
      if (last && job.gaveUp) await run((ctx) => job.gaveUp?.(ctx as never, payload, error) ?? Promise.resolve()).catch(notTold);
      services.live.wake();
      throw error;
    }
  };
}

function notTold(cause: unknown): never {
  throw new NotTold('Nobody could be told that a job failed', { cause });
}

type Taking = Held & { tenant_id: string | null; log: Services['log'] };

/** Mostly no person acts: the audit log has the job's name as the action and its id as the request. */
function bind({ database, ...services }: Services, job: Job, { tenant_id, log, ...held }: Taking) {
  const facts = { action: job.name, request_id: held.id };
  const scoped = (caller: Caller): Scoped => holding(database, { ...caller, ...facts }, held);
  const reach = (person_id: string | null = null) => ({
    operator: scoped({ kind: 'operator', person_id }),
    unit: (of: string): Scoped => scoped({ kind: 'tenant', tenant_id: of, person_id }),
    // A job holds its own row where it writes; a partner's rows are read alone.
    partner: (of: string): Scoped => reading(database, { kind: 'partner', partner_id: of, person_id, ...facts }, { readOnly: true }),
  });
  const here = reach();
  const shared = { ...services, log, job_id: held.id, attempt: held.attempt + 1, identity: scoped({ kind: 'identity' }) };
  if ((job.scope === 'unit') !== (tenant_id !== null))
    throw new Error(`${job.name} is work for ${job.scope === 'unit' ? 'a unit' : 'the platform'}`);
  const ctx: JobContext | PlatformJobContext =
    tenant_id === null ? { ...shared, ...here, onBehalf: reach } : { ...shared, ...here.unit(tenant_id), tenant_id };
  return (work: (ctx: JobContext | PlatformJobContext) => Promise<void>) => work(ctx);
}
