/** The baseline of the clock of tasks: plain pg-boss, which runs jobs that are due and leaves a row behind for each. */
import { createServer } from 'node:http';
import pg from 'pg';
import { PgBoss } from 'pg-boss';

const connectionString = process.env.DATABASE_URL ?? '';
const pool = new pg.Pool({ connectionString, max: 4 });
const boss = new PgBoss({ connectionString, schema: 'limit_jobs', max: 6, schedule: false });
boss.on('error', (error: Error) => console.error(error));
await boss.start();
await boss.createQueue('run');

type Run = { due_at: string };

const manner = { batchSize: 50, localConcurrency: 4, pollingIntervalSeconds: 0.5, burstWhenBatchFull: true };

await boss.work<Run>('run', manner, async (jobs) => {
  const begun = new Date();
  await pool.query({
    name: 'runs',
    text: `insert into limit_run (id, due_at, started_at, ended_at) select id, due_at, $3, clock_timestamp() from unnest($1::uuid[], $2::timestamptz[]) as n (id, due_at)`,
    values: [jobs.map(({ id }) => id), jobs.map(({ data }) => data.due_at), begun],
  });
});

const server = createServer((_request, response) => response.end('ready'));
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));
