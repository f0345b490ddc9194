/** A registered report as row of lists and forms. */
import type { Report } from '@vitrine/contract/reports/reports.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { pictureAddress } from '#platform/files/address.ts';
import type { Context } from '#domain/serving/context.ts';
import { dataAge } from '#domain/reportAccess/dataAge.ts';

export type ReportRow = Omit<Report, 'can' | 'cover'>;

/** Titles are unique in a group. */
export const titleTaken = { report_tenant_id_group_id_title_key_key: 'title' };

const certified = sql`case when r.certified_at is not null then jsonb_build_object('at', r.certified_at, 'note', r.certified_note,
  'by', coalesce((select p.name from person p where p.id = r.certified_by), '–')) end`;

/** Staff of a partner registers reports as well, but answers for none: it belongs to no unit. */
const owner = sql`(
  select jsonb_build_object('membership_id', m.id, 'name', p.name, 'gone', m.state <> 'active')
  from membership m join person p on p.id = m.person_id where m.tenant_id = r.tenant_id and m.person_id = r.owner_id)`;

/** Condition on a report `r`: who answered for it does not any more. */
export const ownerIsGone = sql`r.owner_id is not null and exists (
  select from membership m where m.tenant_id = r.tenant_id and m.person_id = r.owner_id and m.state <> 'active')`;

export const columns = sql`
  r.id, r.kind, r.title, r.description, r.group_id, r.subgroup_id, r.link_url, r.allow_edit, r.show_navigation_panel, r.side_filter,
  r.show_hidden_pages, r.ignore_rls, r.data_rule, r.show_in_app, r.mobile_background, r.show_visual_headers, r.resolution, r.orientation,
  r.allow_export, r.cover_id, r.show_in_catalogue, r.catalogue_description, r.account_id, a.name as account_name, r.workspace_id, r.external_report_id,
  r.dataset_id, g.name as group_name, s.name as subgroup_name, r.identity_required, r.roles_required, r.active, r.archived_at, r.created_at, r.version, r.changed_at,
  (select p.name from person p where p.id = r.changed_by) as changed_by, ${certified} as certified, ${owner} as owner,
  (select count(*) from report_grant ra where ra.report_id = r.id) as grant_count, ${dataAge} as updated`;

export const joined = sql`
  left join reporting_account a on a.id = r.account_id
  join report_group g on g.id = r.group_id
  left join report_subgroup s on s.id = r.subgroup_id`;

export const reportRow = (id: string): RawBuilder<ReportRow> =>
  sql<ReportRow>`select ${columns} from report r ${joined} where r.id = ${id}`;

/** A report, with what the caller may do with it. */
export function shown({ actor, secrets }: Pick<Context, 'actor' | 'secrets'>, row: ReportRow): Report {
  const mayWrite = holds(actor, 'reports', 'write');
  return { ...row, cover: pictureAddress({ secrets }, row.cover_id), can: { edit: mayWrite, remove: mayWrite } };
}
