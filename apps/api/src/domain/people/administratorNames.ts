/** Names of administrators whom people of a unit can ask. */
import { sql } from 'kysely';

const namesTold = 3;

/** Names of active administrators of the unit, a few of them: an expression of type `text[]`. */
export const administratorNames = sql<string[]>`array(
  select p.name from membership m join person p on p.id = m.person_id
  where m.role = 'admin' and m.state = 'active' order by p.name limit ${sql.lit(namesTold)}
)`;
