/** Who is told when something in a unit waits for somebody who manages it. */
import { sql } from 'kysely';

/** Statement for the active administrators of the unit. */
export const unitAdministrators = sql<{ person_id: string }>`
  select person_id from membership where role = 'admin' and state = 'A' order by id`;
