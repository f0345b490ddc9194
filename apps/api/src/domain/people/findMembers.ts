/** The search for people of a unit. It costs the same in units of ten thousand and of a hundred thousand people. */
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';

/**
 * A condition on a membership `m`. Up to the number that a list counts, matches are found by id; if there are more, walking the list
 * in its own order is faster.
 */
export async function membersFoundBy(scope: Pick<Scoped, 'run'>, q: string): Promise<RawBuilder<unknown>> {
  if (q === '') return sql`true`;
  const found = await scope.run(
    sql<{ id: string; beginnings: boolean }>`select id, beginnings from search_membership(${q}, ${sql.lit(countCap + 1)})`,
  );
  if (found.length <= countCap) return sql`m.id = any (${found.map(({ id }) => id)}::uuid[])`;
  const holds = sql`m.search like all (search_patterns(${q}))`;
  if (!found[0]?.beginnings) return holds;
  return sql`${holds} and m.search ~ all (array(select '(^|[^[:alnum:]])' || part from unnest(search_parts(${q})) as part))`;
}
