/** People who registered and wait to be let in. */
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const registrations = waits(
  'registrations',
  () => sql`
  select tenant_id from membership where state = 'inactive' and registered_at is not null and registration_decided_at is null`,
);
