/** What happens to a ticket by itself stands in its conversation. */
import { sql } from 'kysely';
import { addJob } from '#domain/jobs/addJob.ts';
import type { Statement } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { tellOfTicket } from './helpDesk.jobs.ts';

/** Says in the ticket what happened by itself, and tells whom it concerns. */
export function writtenByPortal(
  { tenant_id, id }: { tenant_id: string; id: string },
  event: 'returned' | 'maintenance_over',
  now: Date,
): [Statement, ...Statement[]] {
  const entry_id = uuidv7();
  return [
    sql`insert into ticket_entry (tenant_id, id, ticket_id, kind, side, event, created_at)
      values (${tenant_id}, ${entry_id}, ${id}, 'event', 'portal', ${event}, ${now})`,
    sql`insert into live_event (tenant_id, topic, about) values (${tenant_id}, 'ticket', jsonb_build_object('ticket_id', ${id}::text))`,
    addJob(tellOfTicket, tenant_id, { ticket_id: id, entry_id }),
  ];
}
