/** Which reports of the unit a search means, in a list of registered reports. */
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from './database/scoped.ts';

/** A condition on a report `r`, and whether more reports meet it than a list counts. */
type Found = { matches: RawBuilder<unknown>; capped: boolean };

/**
 * Up to as many as a list counts are named, and looked up one by one; where there are more,
 * a list finds its page soonest by walking in its own order. `or false` keeps the planner from making a join of it.
 */
export async function reportsFoundBy(scope: Pick<Scoped, 'run'>, q: string): Promise<Found> {
  if (q === '') return { matches: sql`true`, capped: false };
  const hits = sql<{ id: string }>`select found.id from search_report(${q}) found`;
  const found = await scope.run(sql<{ id: string }>`${hits} limit ${sql.lit(countCap + 1)}`);
  if (found.length > countCap) return { matches: sql`(r.id in (${hits}) or false)`, capped: true };
  return { matches: sql`r.id = any (${found.map(({ id }) => id)}::uuid[])`, capped: false };
}
