/** Invoices that are past their due day. */
import { invoice } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

/** For the operator, each once. */
export const overdueInvoices = waits(
  'overdue_invoices',
  () => sql`select null::uuid as tenant_id from invoice i where ${invoice.isOverdue}`,
);

/** For a partner, at each unit of the client that owes it. */
export const overdueInvoicesOfUnits = waits(
  'overdue_invoices',
  () =>
    sql`select t.id as tenant_id from invoice i join tenant t on t.client_id = i.client_id and t.state <> 'closed' where ${invoice.isOverdue}`,
);
