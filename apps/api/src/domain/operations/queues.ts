/** The queues in counts: what the page of operations shows and what monitoring asks for. */
import type { Operations } from '@vitrine/contract/organisation/operations.ts';
import { sql } from 'kysely';
import { paces } from '#platform/jobs/queues.ts';

/** A queue as the database counts it. */
export type QueueCount = Operations['queues'][number] & { failed_day: number };

/** Of the operator's scope. A queue without unfinished or failed jobs has no row. */
export const countQueues = sql<QueueCount>`select * from job_queues()`;

const nothing = { waiting: 0, later: 0, running: 0, failed: 0, failed_day: 0, oldest_at: null };

/** All queues in their order, the empty ones too. */
export const everyQueue = (rows: readonly QueueCount[]): QueueCount[] =>
  paces.map((queue) => rows.find((row) => row.queue === queue) ?? { queue, ...nothing });
