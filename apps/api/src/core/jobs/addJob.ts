/** Asking for work: a statement among others, so that it is asked for if and only if the transaction holds. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Statement } from '../database/query.ts';
import { uuidv7 } from '../uuid.ts';
import type { PlatformJob, UnitJob } from './defineJob.ts';
import type { StoredJob } from './runJob.ts';

type Options = {
  /** Asked for again with the same key within a week, it still happens once. */
  key?: string;
  /** Not before. */
  at?: Date;
};

/** How long a job that has ended is remembered, and how long one may wait. */
const keptSeconds = 7 * 86_400;
const largestDelaySeconds = 3600;
/** How long a worker may be silent before its jobs are given to another. */
const heartbeatSeconds = 30;

/** As pg-boss names its channel; whoever listens fetches from the queue that the message names. */
const channel = sql`'pgboss_' || left(encode(sha224('jobs'::bytea), 'hex'), 24)`;

/** Work for a unit. The database refuses it for another unit than one that the caller may act for. */
export const addJob = <Payload>(job: UnitJob<Payload>, tenant_id: string, payload: NoInfer<Payload>, options: Options = {}): Statement =>
  added(job, tenant_id, payload, options);

/** Work for the platform: out of the scopes of signing in and of the operator only. */
export const addPlatformJob = <Payload>(job: PlatformJob<Payload>, payload: NoInfer<Payload>, options: Options = {}): Statement =>
  added(job, null, payload, options);

function added<Payload>(
  job: UnitJob<Payload> | PlatformJob<Payload>,
  tenant_id: string | null,
  payload: Payload,
  { key, at }: Options,
): Statement {
  const data: StoredJob = { job: job.name, tenant_id, payload: job.schema.parse(payload) };
  const id = key === undefined ? uuidv7() : idOf(`${job.name} ${tenant_id} ${key}`);
  const { limit, delay_seconds } = job.retry;
  return sql`
    with added as (
      insert into jobs.job (id, name, data, group_id, start_after, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max,
        expire_seconds, deletion_seconds, heartbeat_seconds, policy)
      values (${id}, ${job.pace}, ${JSON.stringify(data)}::jsonb, ${tenant_id}, coalesce(${at ?? null}::timestamptz, now()),
        coalesce(${at ?? null}::timestamptz, now()) + make_interval(secs => ${keptSeconds}), ${limit}, ${delay_seconds}, true,
        ${largestDelaySeconds}, ${job.expires_seconds}, ${keptSeconds}, ${heartbeatSeconds}, 'standard')
      on conflict do nothing
    )
    select pg_notify(${channel}, ${job.pace})`;
}

/** The same key is the same job: the primary key refuses it a second time. */
function idOf(key: string): string {
  const hex = createHash('sha256').update(key).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
