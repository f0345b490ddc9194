/** Search condition for lists of registered reports. */
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';

/** A condition on a report `r`, and whether it matches more reports than a list counts. */
type Found = { matches: RawBuilder<unknown>; capped: boolean };

/**
 * Up to the number that a list counts, the matches are looked up by id; where there are more,
 * walking the list in its own order is faster. `or false` keeps the planner from turning the condition into a join.
 */
export async function reportsFoundBy(scope: Pick<Scoped, 'run'>, q: string): Promise<Found> {
  if (q === '') return { matches: sql`true`, capped: false };
  const hits = sql<{ id: string }>`select found.id from search_report(${q}) found`;
  const found = await scope.run(sql<{ id: string }>`${hits} limit ${sql.lit(countCap + 1)}`);
  if (found.length > countCap) return { matches: sql`(r.id in (${hits}) or false)`, capped: true };
  return { matches: sql`r.id = any (${found.map(({ id }) => id)}::uuid[])`, capped: false };
}
