import * as contract from '@vitrine/contract/reports/reportPreview.ts';
import { sql } from 'kysely';
import { found } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';

const viewsShown = 30;

/** The last views of a report. Partner staff have no membership, so their names are not shown to the unit. */
export function reportPreview(serve: Serve): void {
  serve(contract.views, async (ctx, { params }) => {
    const [[report], data] = await ctx.run(
      sql<{ id: string }>`select id from report where id = ${params.id}`,
      sql<contract.LastView>`
        select v.id, coalesce(p.name, '–') as person_name, case when v.actor_id <> v.person_id then coalesce(a.name, '–') end as actor_name, v.opened_at, v.rls_ignored,
          (select count(*) from report_page_view pv where pv.view_id = v.id) as pages,
          (select min(pv.load_ms + coalesce(pv.render_ms, 0)) from report_page_view pv where pv.view_id = v.id) as load_ms,
          exists (select from report_page_view pv where pv.view_id = v.id and pv.device = 'phone') as phone
        from report_view v left join person p on p.id = v.person_id left join person a on a.id = v.actor_id
        where v.report_id = ${params.id} order by v.opened_at desc, v.id desc limit ${viewsShown}`,
    );
    found(report);
    return { data };
  });
}
