/** Requests for access to a report. */
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const accessRequests = waits('access_requests', () => sql`select tenant_id from catalogue_request where state = 'open'`);
