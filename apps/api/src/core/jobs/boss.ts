/** pg-boss as the role `portal_jobs`, which sees the schema `jobs` and nothing else. */
import type { FastifyBaseLogger } from 'fastify';
import type { PgBoss } from 'pg-boss';

/** `url` leads to the database itself, not to a pooler: a listener needs its connection for itself. */
export async function openBoss(
  { url, log }: { url: string; log: FastifyBaseLogger },
  part: { listens: boolean; keepsTime: boolean },
): Promise<PgBoss> {
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: url,
    options: '-c role=portal_jobs',
    application_name: 'vitrine jobs',
    schema: 'jobs',
    max: 4,
    migrate: false,
    createSchema: false,
    useListenNotify: part.listens,
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
