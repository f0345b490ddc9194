/** Adds a job by a statement among others: the job exists if and only if the transaction commits. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { neverSeconds, wakingChannel } from '#platform/jobs/queues.ts';
import type { PlatformJob, UnitJob } from './defineJob.ts';
import type { StoredJob } from './runJob.ts';

type Options = {
  /** A second job with the same key within a week is ignored. */
  key?: string;
  /** Not before. */
  at?: Date;
};

/** Work of the platform is nobody's; `group` says with what it shares, such as a mail server. */
type PlatformOptions = Options & { group?: string | null };

/** How long a finished job is kept, and how long a job may wait. */
const keptSeconds = 7 * 86_400;
const largestDelaySeconds = 3600;

/** A job of a unit. The database refuses it for a unit that the caller may not act for. */
export const addJob = <Payload>(job: UnitJob<Payload>, tenant_id: string, payload: NoInfer<Payload>, options: Options = {}): Statement =>
  added(job, tenant_id, payload, options);

/** A job of the platform: only from the identity and operator scopes. */
export const addPlatformJob = <Payload>(job: PlatformJob<Payload>, payload: NoInfer<Payload>, options: PlatformOptions = {}): Statement =>
  added(job, null, payload, options);

/** Many jobs of a unit in one statement, each with a key of its own; at least one. */
export const addJobs = <Payload>(
  job: UnitJob<Payload>,
  tenant_id: string,
  jobs: readonly { key: string; payload: NoInfer<Payload> }[],
): Statement =>
  inserted(
    job,
    jobs.map(({ key, payload }) => storedAs(job, tenant_id, payload, key)),
    { group: tenant_id },
  );

function added<Payload>(
  job: UnitJob<Payload> | PlatformJob<Payload>,
  tenant_id: string | null,
  payload: Payload,
  { key, at, group = tenant_id }: PlatformOptions,
): Statement {
  return inserted(job, [storedAs(job, tenant_id, payload, key)], { at, group });
}

function storedAs<Payload>(
  job: UnitJob<Payload> | PlatformJob<Payload>,
  tenant_id: string | null,
  payload: Payload,
  key: string | undefined,
) {
  const data: StoredJob = { job: job.name, tenant_id, payload: job.schema.parse(payload) };
  return { id: key === undefined ? uuidv7() : idOf(`${job.name} ${tenant_id} ${key}`), data };
}

type Stored = { id: string; data: StoredJob };

function inserted<Payload>(
  job: UnitJob<Payload> | PlatformJob<Payload>,
  jobs: readonly Stored[],
  { at, group }: { at?: Date | undefined; group: string | null },
): Statement {
  const { limit, delay_seconds } = job.retry;
  return sql`
    with added as (
      insert into jobs.job (id, name, data, group_id, start_after, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
        expire_seconds, deletion_seconds, policy)
      select n.id, ${job.pace}, n.data, ${group}::text, coalesce(${at ?? null}::timestamptz, now()),
        coalesce(${at ?? null}::timestamptz, now()) + make_interval(secs => ${keptSeconds}), ${limit}::integer, ${delay_seconds}::integer, true,
        ${largestDelaySeconds}::integer, ${neverSeconds}::integer, ${keptSeconds}::integer, 'standard'
      from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as n (id uuid, data jsonb)
      on conflict do nothing
    )
    select pg_notify(${wakingChannel}, ${job.pace})`;
}

/** The same key is the same job: the primary key refuses it a second time. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
