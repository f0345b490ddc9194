/** Requests of people about their own data. */
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const privacyRequests = waits('privacy_requests', () => sql`select tenant_id from privacy_request where state = 'open'`);
