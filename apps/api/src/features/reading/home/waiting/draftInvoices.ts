/** Invoices that the operator has to check before they are issued. */
import { invoice } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const draftInvoices = waits('draft_invoices', () => sql`select null::uuid as tenant_id from invoice i where ${invoice.isDraft}`);
