/** Where a report stands: a group of the unit, and on wish one of its subgroups. The operator has one place for everything. */
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { failFields, found } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { uuidv7 } from '../../core/uuid.ts';

type Place = { group_id: string; subgroup_id: string | null };
type Wanted = { group_id: string | null; subgroup_id: string | null };

/** The place that was asked for; a foreign or missing one is 404. */
export async function placeOf(ctx: Context, { group_id, subgroup_id }: Wanted): Promise<Place> {
  if (group_id === null) return ctx.actor.role === 'a2m' ? housePlace(ctx) : failFields({ group_id: 'required' });
  const [place] = await ctx.run(sql<Place>`
    select g.id as group_id, ${subgroup_id}::uuid as subgroup_id from report_group g
    where g.id = ${group_id}
      and (${subgroup_id}::uuid is null or exists (select from report_subgroup s where s.id = ${subgroup_id}::uuid and s.group_id = g.id))`);
  return found(place);
}

/** The operator does not organise groups (capability 16), so the house gets its one group with the first report. */
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

/** Nobody sees it: the operator's reports stand in one list. */
const houseGroup = 'Vitrine';
