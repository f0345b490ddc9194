/** A call is written with what its run has found, in one transaction with the job that makes it: neither is there without the other. */
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Due } from '../due.ts';
import { deliver } from './deliver.jobs.ts';
import type { CallAnswer, CallKind } from './payload.rules.ts';
import { callBody } from './payload.rules.ts';

type Writing = {
  ctx: { tenant_id: string };
  tx: Transaction;
  due: Due;
  now: Date;
  /** Whether the owner sees the report whole. */
  reads: boolean;
};

/** The log says that data of the report leaves, and how many rows, before they do. */
const auditOf = ({ due }: Writing, count: number) =>
  query.insertInto('audit_log').values({
    action: 'task.deliver',
    object_type: 'task',
    object_id: due.id,
    before: null,
    after: JSON.stringify({ name: due.name, webhook_url: due.webhook_url, count }),
  });

export async function writeDelivery(writing: Writing, kind: CallKind, answer: CallAnswer | null): Promise<void> {
  const { ctx, tx, due, now, reads } = writing;
  const id = uuidv7();
  const holds_data = answer !== null && reads;
  const body = callBody({ id, kind, at: now }, due, answer, answer !== null && !reads);
  await tx.run(
    sql`insert into task_delivery (tenant_id, id, run_id, body, holds_data, next_at, created_at)
        values (${ownTenant}, ${id}::uuid, ${due.run_id}::uuid, ${body}, ${holds_data}, ${now}, ${now})`,
    auditOf(writing, holds_data ? answer.rows.length : 0),
    addJob(deliver, ctx.tenant_id, { delivery_id: id }),
  );
}
