/** Reading reports: lists, menu and opening. */
import * as contract from '@vitrine/contract/reading/reportReading.ts';
import { sql } from 'kysely';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { listMyReports } from './myReports.ts';
import { editToken, mayEdit, openReport, renewToken } from './openReport.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { pageFrame } from './pageFrame.ts';
import { reportMenu } from './reportMenu.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';

export function reportReading(serve: Serve): void {
  pageFrame(serve);

  serve(contract.mine, (ctx, { query: wanted }) => listMyReports(ctx, wanted));
  serve(contract.menu, (ctx) => reportMenu(ctx));
  serve(contract.allSelect, (ctx) =>
    ctx.run(sql<{ id: string; title: string; group_name: string }>`
      select r.id, r.title, g.name as group_name from report r join report_group g on g.id = r.group_id
      where ${isVisible(ctx)} order by r.title_sort, r.id`),
  );

  serve(contract.exists, async (ctx, { body }) => {
    await decideOn(ctx, body.reportId);
    return { exists: true as const };
  });
  serve(contract.editPermission, async (ctx, { body }) => {
    const { decision } = await decideOn(ctx, body.reportId);
    return { permission_edit: decision.see && mayEdit(ctx, decision) };
  });

  serve(contract.open, (ctx, { params }) => openReport(ctx, params.id));
  serve(contract.edit, (ctx, { params }) => editToken(ctx, params.id));
  serve(contract.renew, (ctx, { params }) => renewToken(ctx, params.id));

  serve(contract.pageView, async (ctx, { body: { view_id, reportId, ...shown } }) => {
    // Only for the caller's own views.
    const insert = query
      .insertInto('report_page_view')
      .columns(['tenant_id', 'id', 'view_id', 'page', 'device', 'origin', 'load_ms', 'render_ms'])
      .expression(
        sql`select v.tenant_id, ${uuidv7()}::uuid, v.id, ${shown.page}, ${shown.device}, ${shown.origin}, ${shown.load_ms}::int, ${shown.render_ms}::int
          from report_view v where v.id = ${view_id} and v.report_id = ${reportId} and v.person_id = ${ctx.actor.person_id}`,
      )
      .returning('id');
    const [logged] = await ctx.run(insert);
    found(logged);
  });

  serve(contract.trouble, async (ctx, { body: { view_id, reportId, cause } }) => {
    const [logged] = await ctx.run(sql`
      update report_view set trouble = coalesce(trouble, ${cause})
      where id = ${view_id} and report_id = ${reportId} and person_id = ${ctx.actor.person_id} returning id`);
    found(logged);
  });
}
