/** Further people of partners, who need the yes of a second person. */
import { staffRequest } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const staffRequests = waits(
  'staff_requests',
  (at) => sql`select null::uuid as tenant_id from staff_request r where ${staffRequest.awaitsYes(at)}`,
);
