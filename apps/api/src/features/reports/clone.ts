/** Another report of the same source, with the same settings. */
import * as contract from '@vitrine/contract/features/reports.ts';
import { sql } from 'kysely';
import { found } from '../../core/fail.ts';
import { holds } from '../../core/access.ts';
import { fail } from '../../core/fail.ts';
import { unlessTaken } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { placeOf } from './place.ts';
import { reportRow, shown, titleTaken } from './reportRow.ts';

/** Everything but identity, place and age. */
const kept = sql.raw(
  `tenant_id, description, kind, link_url, account_id, workspace_id, external_report_id, dataset_id, dataset_workspace_id,
  identity_required, roles_required, allow_edit, show_navigation_panel, side_filter, show_hidden_pages, ignore_rls, data_rule, show_in_app,
  mobile_background, show_visual_headers, resolution, orientation, allow_export, cover_id, show_in_catalogue, catalogue_description, active`,
);

export function cloneReport(serve: Serve): void {
  serve(contract.clone, async (ctx, { params, body: { title, with_grants, ...wanted } }) => {
    if (with_grants && !holds(ctx.actor, 'report_access', 'use')) fail('forbidden');
    const { group_id, subgroup_id } = await placeOf(ctx, wanted);
    const id = uuidv7();
    const report = sql`
      insert into report (id, title, group_id, subgroup_id, ${kept})
      select ${id}, ${title}, ${group_id}, ${subgroup_id}, ${kept} from report where id = ${params.id}`;
    const page = sql`insert into report_page (tenant_id, report_id, file_id) select tenant_id, ${id}, file_id from report_page where report_id = ${params.id}`;
    const grants = sql`
      insert into report_grant (tenant_id, id, report_id, membership_id, user_group_id, unit, filters, rls_roles, rls_username, ends_on)
      select tenant_id, uuid_v7(), ${id}, membership_id, user_group_id, unit, filters, rls_roles, rls_username, ends_on
      from report_grant where report_id = ${params.id} and ${with_grants}`;
    const [, , , [row]] = await unlessTaken(titleTaken, ctx.run(report, page, grants, reportRow(id)));
    return shown(ctx, found(row));
  });
}
