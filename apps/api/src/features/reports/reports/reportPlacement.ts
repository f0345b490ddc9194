/** The place of a report: a group and optionally one of its subgroups. The operator's reports are all in one group. */
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { failFields, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Place = { group_id: string; subgroup_id: string | null };
type Wanted = { group_id: string | null; subgroup_id: string | null };

/** The requested place; a foreign or missing one is 404. */
export async function placeOf(ctx: Context, { group_id, subgroup_id }: Wanted): Promise<Place> {
  if (group_id === null) return ctx.actor.role === 'operator' ? housePlace(ctx) : failFields({ group_id: 'required' });
  const [place] = await ctx.run(sql<Place>`
    select g.id as group_id, ${subgroup_id}::uuid as subgroup_id from report_group g
    where g.id = ${group_id}
      and (${subgroup_id}::uuid is null or exists (select from report_subgroup s where s.id = ${subgroup_id}::uuid and s.group_id = g.id))`);
  return found(place);
}

/** The operator has no report groups (docs/reference/product-rules.md 1.2, row 16), so its one group is created with the first report. */
async function housePlace(ctx: Context): Promise<Place> {
  const first = query.selectFrom('report_group').select('id').orderBy('position').limit(1);
  const [before] = await ctx.run(first);
  if (before) return { group_id: before.id, subgroup_id: null };
  const add = query
    .insertInto('report_group')
    .values({ id: uuidv7(), tenant_id: ownTenant, name: houseGroup, position: 1 })
    .onConflict((conflict) => conflict.doNothing());
  const [, [made]] = await ctx.run(add, first);
  return { group_id: found(made).id, subgroup_id: null };
}

/** The name is never shown, because the operator's reports are one list. */
const houseGroup = 'Vitrine';
