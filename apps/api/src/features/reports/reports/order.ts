/** Sets the order of reports in a group or subgroup. A report of another group moves there. */
import * as contract from '@vitrine/contract/reports/reports.ts';
import { sql } from 'kysely';
import { failFields, found } from '#platform/http/fail.ts';
import { fail } from '#platform/http/fail.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { placeOf } from './reportPlacement.ts';

export function orderReports(serve: Serve): void {
  serve(contract.reorder, async (ctx, { body: { report_ids: ids, ...wanted } }) => {
    if (new Set(ids).size < ids.length) failFields({ report_ids: 'repeated' });
    const { group_id, subgroup_id } = await placeOf(ctx, wanted);
    const all = sql<{ all: boolean }>`select count(*) = ${ids.length}::int as all from report where id = any (${ids}::uuid[])`;
    // Reports that are not named keep their order after the others. A foreign id has no effect.
    const order = sql`
      update report r set position = placed.position, group_id = ${group_id}, subgroup_id = ${subgroup_id}::uuid,
        version = r.version + case when r.group_id = ${group_id} and r.subgroup_id is not distinct from ${subgroup_id}::uuid then 0 else 1 end
      from (
        select r.id, row_number() over (order by wanted.place nulls last, r.position nulls last, r.title_sort) as position
        from report r left join unnest(${ids}::uuid[]) with ordinality as wanted (id, place) on wanted.id = r.id
        where wanted.id is not null or (r.group_id = ${group_id} and r.subgroup_id is not distinct from ${subgroup_id}::uuid)
      ) as placed
      where r.id = placed.id and (select count(*) from report where id = any (${ids}::uuid[])) = ${ids.length}::int
        and (r.position, r.group_id, r.subgroup_id) is distinct from (placed.position::int, ${group_id}::uuid, ${subgroup_id}::uuid)`;
    const [[known]] = await unlessTaken({ report_tenant_id_group_id_title_key_key: 'report_ids' }, ctx.run(all, order));
    if (!found(known).all) fail('not_found');
  });
}
