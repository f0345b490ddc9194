/**
 * What nobody opened for long is archived: it is inactive, which every place that shows reports obeys already, and has a day and a
 * name. Rights, history, favourites and links stay as they are and are there again when it is brought back.
 */
import * as contract from '@vitrine/contract/reports/reportHealth.ts';
import type { UnusedReport } from '@vitrine/contract/reports/reportHealth.ts';
import { sql } from 'kysely';
import { isUnused, lastOpened } from '#domain/reportHealth/facts.ts';
import type { Serve } from '#domain/serving/serve.ts';

export function archiveReports(serve: Serve): void {
  serve(contract.unused, async (ctx) => {
    const data = await ctx.run(sql<UnusedReport>`
      select r.id, r.title, g.name as group_name, ${lastOpened} as last_opened_at,
        (select count(*) from report_grant x where x.report_id = r.id)::int as grants,
        (select count(*) from favourite x where x.report_id = r.id)::int as favourites,
        (select count(distinct x.playlist_id) from playlist_slide x where x.report_id = r.id)::int as playlists,
        (select count(*) from saved_view x where x.report_id = r.id and x.kind = 'link')::int as links,
        (select count(*) from embedded_report x where x.report_id = r.id)::int as embeddings,
        exists (select from refresh_schedule s where s.dataset_id = r.dataset_id and s.paused is null)
          and not exists (select from report o where o.dataset_id = r.dataset_id and o.active and o.id <> r.id) as refreshed_for_nobody
      from report r join report_group g on g.id = r.group_id where ${isUnused(ctx)}
      order by ${lastOpened} nulls first, r.title_sort, r.id limit ${sql.lit(contract.unusedLimit)}`);
    return { data };
  });

  serve(contract.archive, async (ctx, { body }) => {
    // Decided by the database at this moment: what somebody opened since the list was read stays.
    const rows = await ctx.run(sql<{ id: string }>`
      update report r set active = false, archived_at = ${ctx.now()}, archived_by = ${ctx.actor.person_id}, version = r.version + 1
      where r.id = any (${body.report_ids}::uuid[]) and ${isUnused(ctx)} returning r.id`);
    return { report_ids: rows.map(({ id }) => id) };
  });

  serve(contract.restore, async (ctx, { body }) => {
    const rows = await ctx.run(sql<{ id: string }>`
      update report r set active = true, archived_at = null, archived_by = null, version = r.version + 1
      where r.id = any (${body.report_ids}::uuid[]) and r.archived_at is not null returning r.id`);
    return { report_ids: rows.map(({ id }) => id) };
  });
}
