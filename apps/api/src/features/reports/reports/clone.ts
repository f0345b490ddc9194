/** Duplicates a registration: the same Power BI report, or a copy that was saved in its workspace, with the same settings. */
import * as contract from '@vitrine/contract/reports/reports.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { accountToCall } from '#domain/reporting/reportingAccount.ts';
import { unlessTaken } from '#platform/http/saving.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { placeOf } from './reportPlacement.ts';
import type { ReportRow } from './reportRow.ts';
import { reportRow, shown, titleTaken } from './reportRow.ts';
import { isDataRulePossible } from './reports.rules.ts';

/** Columns that describe the report at the reporting service. */
const ofSource = sql.raw(`kind, external_report_id, dataset_id, dataset_workspace_id, identity_required, roles_required`);

/** All other columns except id, group and times. */
const kept = sql.raw(
  `tenant_id, description, link_url, account_id, workspace_id, allow_edit, show_navigation_panel, side_filter, show_hidden_pages,
  ignore_rls, data_rule, show_in_app, mobile_background, show_visual_headers, resolution, orientation, allow_export, cover_id,
  show_in_catalogue, catalogue_description, active`,
);

/** Reads the copy from the service: it must be in the report's workspace and have the same kind of data rule. */
async function sourceOf(ctx: Context, id: string, external_report_id: string): Promise<RawBuilder<unknown>> {
  const [row] = await ctx.run(reportRow(id));
  const { account_id, workspace_id, data_rule }: ReportRow = found(row);
  if (account_id === null || workspace_id === null) return failFields({ external_report_id: 'invalid' });
  const account = await accountToCall(ctx, account_id);
  const copy = await ctx.reporting.describe(account, { workspace_id, external_report_id });
  if (!isDataRulePossible(data_rule, copy)) failFields({ external_report_id: 'invalid' });
  return sql`${copy.kind}::text, ${external_report_id}::uuid, ${copy.dataset_id}::uuid, ${copy.dataset_workspace_id}::uuid,
    ${copy.identity_required}::boolean, ${copy.roles_required}::boolean`;
}

export function cloneReport(serve: Serve): void {
  serve(contract.clone, async (ctx, { params, body: { title, with_grants, external_report_id, ...wanted } }) => {
    if (with_grants && !holds(ctx.actor, 'report_access', 'use')) fail('forbidden');
    const { group_id, subgroup_id } = await placeOf(ctx, wanted);
    const source = external_report_id === undefined ? ofSource : await sourceOf(ctx, params.id, external_report_id);
    const id = uuidv7();
    const report = sql`
      insert into report (id, title, group_id, subgroup_id, ${kept}, ${ofSource})
      select ${id}, ${title}, ${group_id}, ${subgroup_id}, ${kept}, ${source} from report where id = ${params.id}`;
    const page = sql`insert into report_page (tenant_id, report_id, file_id) select tenant_id, ${id}, file_id from report_page where report_id = ${params.id}`;
    const grants = sql`
      insert into report_grant (tenant_id, id, report_id, membership_id, user_group_id, unit, filters, rls_roles, rls_username, ends_on)
      select tenant_id, uuid_v7(), ${id}, membership_id, user_group_id, unit, filters, rls_roles, rls_username, ends_on
      from report_grant where report_id = ${params.id} and ${with_grants}`;
    const [, , , [row]] = await unlessTaken(titleTaken, ctx.run(report, page, grants, reportRow(id)));
    return shown(ctx, found(row));
  });
}
