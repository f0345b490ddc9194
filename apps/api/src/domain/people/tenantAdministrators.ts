/** Recipients of notifications that something in a unit needs an administrator. */
import { sql } from 'kysely';

/** Statement for the active administrators of the unit. */
export const unitAdministrators = sql<{ person_id: string }>`
  select person_id from membership where role = 'admin' and state = 'active' order by id`;
