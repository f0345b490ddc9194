/** Reports as administrators register and keep them. */
import * as contract from '@vitrine/contract/features/reports.ts';
import type { Report, ReportInput } from '@vitrine/contract/features/reports.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '../../core/access.ts';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { failFields, found } from '../../core/fail.ts';
import { every, listPage, orderBy, pageOf } from '../../core/list.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { accountWithinReach, callingColumns } from '../../core/reportingAccount.ts';
import type { ReportingAccount } from '../../core/reporting.ts';
import { saved, unlessTaken } from '../../core/saving.ts';
import type { Serve } from '../../core/serve.ts';
import { uuidv7 } from '../../core/uuid.ts';
import { isDataRulePossible } from './reports.rules.ts';

type Row = Omit<Report, 'can'>;

const titleTaken = { report_tenant_id_group_id_title_key_key: 'title' };

const columns = sql`
  r.id, r.title, r.description, r.group_id, r.subgroup_id, r.allow_edit, r.show_navigation_panel, r.side_filter, r.show_hidden_pages,
  r.ignore_rls, r.data_rule, r.show_in_app, r.mobile_background, r.show_visual_headers, r.resolution, r.orientation, r.allow_export,
  r.account_id, a.name as account_name, r.workspace_id, r.external_report_id, r.dataset_id, g.name as group_name, s.name as subgroup_name,
  r.identity_required, r.roles_required, r.active, r.created_at, r.version,
  (select count(*) from report_grant ra where ra.report_id = r.id) as grant_count`;

const joined = sql`
  join reporting_account a on a.id = r.account_id
  join report_group g on g.id = r.group_id
  left join report_subgroup s on s.id = r.subgroup_id`;

const reportRow = (id: string): RawBuilder<Row> => sql<Row>`select ${columns} from report r ${joined} where r.id = ${id}`;

function shown({ actor }: Context, row: Row): Report {
  const mayWrite = holds(actor, 'reports', 'write');
  return { ...row, can: { edit: mayWrite, remove: mayWrite } };
}

/** The places that a report names: a foreign or missing one gives no row. */
const placeOf = ({ group_id, subgroup_id }: Pick<ReportInput, 'group_id' | 'subgroup_id'>) => sql<{ place: string }>`
  select g.id as place from report_group g
  where g.id = ${group_id} and (${subgroup_id}::uuid is null or exists (select from report_subgroup s where s.id = ${subgroup_id}::uuid and s.group_id = g.id))`;

export function reports(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const inGroup = wanted.group_id === undefined ? undefined : sql`r.group_id = ${wanted.group_id}`;
    const matching = every(inGroup, wanted.q === '' ? undefined : sql`r.id in (select found.id from search_report(${wanted.q}) found)`);
    const sorted = orderBy(wanted.sort, { title: sql`r.title_sort`, created_at: sql`r.created_at` }, sql`r.id`);
    // The page is chosen before anything is joined or counted for its rows.
    const rows = sql<Row>`
      select ${columns} from (select r.* from report r where ${matching} ${sorted} ${pageOf(wanted)}) as r ${joined} ${sorted}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from report r where ${matching}`);
    return { data: data.map((row) => shown(ctx, row)), meta };
  });

  serve(contract.get, async (ctx, { params }) => {
    const [row] = await ctx.run(reportRow(params.id));
    return shown(ctx, found(row));
  });

  serve(contract.add, async (ctx, { body }) => {
    const [[account], [place]] = await ctx.run(accountWithinReach(ctx, body.account_id), placeOf(body));
    found(account);
    found(place);
    const { dataset_id, dataset_workspace_id, identity_required, roles_required } = await ctx.reporting.describe(found(account), body);
    if (!isDataRulePossible(body.data_rule, { identity_required })) failFields({ data_rule: 'invalid' });

    const id = uuidv7();
    const insert = query
      .insertInto('report')
      .values({ ...body, id, tenant_id: ownTenant, dataset_id, dataset_workspace_id, identity_required, roles_required });
    const [, [row]] = await unlessTaken(titleTaken, ctx.run(insert, reportRow(id)));
    return shown(ctx, found(row));
  });

  serve(contract.update, async (ctx, { params, body: { version, ...changes } }) => {
    const [[report], [place]] = await ctx.run(reportToUpdate(params.id), placeOf(changes));
    found(report);
    found(place);
    const facts = await freshDataset(ctx, found(report), changes.data_rule);

    const update = query
      .updateTable('report')
      .set({ ...changes, ...facts, version: version + 1 })
      .where('id', '=', params.id)
      .where('version', '=', version)
      .returning('id');
    const [changed, [row]] = await unlessTaken(titleTaken, ctx.run(update, reportRow(params.id)));
    return shown(ctx, saved(changed, row));
  });

  serve(contract.remove, async (ctx, { params }) => {
    const [removed] = await ctx.run(query.deleteFrom('report').where('id', '=', params.id).returning('id'));
    found(removed);
  });
}

type ReportToUpdate = {
  workspace_id: string;
  external_report_id: string;
  identity_required: boolean;
  account: ReportingAccount;
};

const reportToUpdate = (id: string): RawBuilder<ReportToUpdate> => sql<ReportToUpdate>`
  select r.workspace_id, r.external_report_id, r.identity_required, to_jsonb(account) as account
  from report r join lateral (select ${callingColumns} from reporting_account a where a.id = r.account_id) as account on true
  where r.id = ${id}`;

/** The data set may have changed since it was read: before a rule is refused the service is asked again. */
async function freshDataset(ctx: Context, report: ReportToUpdate, dataRule: ReportInput['data_rule']) {
  if (isDataRulePossible(dataRule, report)) return {};
  const { dataset_id, dataset_workspace_id, identity_required, roles_required } = await ctx.reporting.describe(report.account, report);
  if (!isDataRulePossible(dataRule, { identity_required })) return failFields({ data_rule: 'invalid' });
  return { dataset_id, dataset_workspace_id, identity_required, roles_required };
}
