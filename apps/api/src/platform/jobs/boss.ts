/** pg-boss as the role `portal_jobs`, which sees the schema `jobs` and nothing else. */
import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { Pace } from './queues.ts';
import { paces, working } from './queues.ts';

/** Of pg: a connection on which nobody answers any more is given up, and replaced. */
const silence = { keepAlive: true, keepAliveInitialDelayMillis: 5000, query_timeout: 10_000 };
/** A process that is stopped in the middle of taking jobs holds others up for no longer than this. */
const idleInTransactionMs = 5000;
/** How long a process may be silent before another takes its jobs. */
const silentSeconds = 20;

export async function openBoss({ url, log }: { url: string; log: FastifyBaseLogger }, part: { keepsTime: boolean }): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: url,
    options: `-c role=portal_jobs -c idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    application_name: 'vitrine jobs',
    schema: 'jobs',
    max: 4,
    connectionTimeoutMillis: 2000,
    ...silence,
    migrate: false,
    createSchema: false,
    supervise: part.keepsTime,
    schedule: part.keepsTime,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 60,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 15,
    // The indexes belong to the owner.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has a difficulty'));
  await boss.start();
  return boss;
}

/** Takes jobs, of each group no more than its share. Processes do so one after the other, because each counts what all of them work. */
export async function takeJobs<Data>(boss: PgBoss, pace: Pace, batchSize: number): Promise<JobWithMetadata<Data>[]> {
  const transaction = await boss.getDb().beginTransaction?.();
  if (!transaction) throw new Error('pg-boss has no transactions on this database');
  try {
    await transaction.db.executeSql(`select pg_advisory_xact_lock(hashtext('jobs'), hashtext($1))`, [pace]);
    const options = { includeMetadata: true, batchSize, groupConcurrency: working[pace].perGroup, db: transaction.db } as const;
    const jobs = await boss.fetch<Data>(pace, options);
    await transaction.commit();
    return jobs;
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

type Attempt = { id: string; retryCount: number };

/** Says that attempts are still held, and answers the ids of those that are. */
export async function touchJobs(boss: PgBoss, pace: Pace, attempts: readonly Attempt[]): Promise<Set<string>> {
  const { rows } = await boss.getDb().executeSql(
    `update jobs.job set heartbeat_on = now()
     where name = $1 and state = 'active' and id::text || ':' || retry_count = any ($2::text[]) and id = any ($3::uuid[]) returning id`,
    [pace, attempts.map(({ id, retryCount }) => `${id}:${retryCount}`), attempts.map(({ id }) => id)],
  );
  return new Set((rows as { id: string }[]).map(({ id }) => id));
}

/**
 * Takes the jobs of processes that have been silent from them. An attempt that was the last one is followed by another, which only tells
 * that the job failed. A row that is locked belongs to a job that is writing at this moment.
 */
export async function takeOverJobs(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(
    `update jobs.job set state = 'retry', start_after = now(), heartbeat_on = null, retry_limit = greatest(retry_limit, retry_count + 1)
     where name = any ($1::text[]) and state = 'active' and id in (
       select id from jobs.job where name = any ($1::text[]) and state = 'active' and heartbeat_on < now() - make_interval(secs => $2::int)
       for update skip locked)`,
    [paces, silentSeconds],
  );
}

/** The queues in which a job is due. */
export async function dueQueues(boss: PgBoss): Promise<Set<Pace>> {
  const { rows } = await boss
    .getDb()
    .executeSql(`select distinct name from jobs.job where name = any ($1::text[]) and state < 'active' and start_after <= now()`, [paces]);
  return new Set((rows as { name: Pace }[]).map(({ name }) => name));
}
