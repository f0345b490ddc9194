/** Whom somebody deleted: deactivated at once, and erased later, so that a mistake can be undone. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Days until the person is erased. */
export const keptAfterDeletion = 30;

/** Whether a membership `m` is to be erased on a day of the unit. */
export const isPastDeletion = (m: RawBuilder<unknown>, today: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${m}.state = 'deactivated' and ${m}.delete_on is not null and ${m}.deactivated_on <= ${today} - ${sql.lit(keptAfterDeletion)})`;
