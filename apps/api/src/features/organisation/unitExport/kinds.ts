/**
 * What is in the archive of a unit, kind by kind: a CSV each. Read in the unit's own scope; columns are named one by one, so that no
 * secret comes along with a table. Words of the columns: `auditWords:field_…`, else `unitExport:columns.…`.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { problemSolvedAt } from '#domain/waiting/conditions.ts';

export type Value = string | number | boolean | object | null;
export type Row = Record<string, Value> & { key: string };
export type Kind = {
  /** A word of the catalogue: `unitExport:kinds.…`. */
  name: string;
  /** `key` orders the rows and is told apart by nothing else; an id unless `by` says otherwise. */
  rows: RawBuilder<Row>;
  by?: 'text';
};

/** The part of the rows that comes after a key. */
export function partOf({ rows, by }: Kind, after: string | null, limit: number): RawBuilder<Row> {
  const type = sql.raw(by ?? 'uuid');
  const beyond = after === null ? sql`true` : sql`rows.key > ${after}::${type}`;
  return sql<Row>`select * from (${rows}) as rows where ${beyond} order by rows.key limit ${sql.lit(limit)}`;
}

const people = sql<Row>`
  select m.id as key, m.id, p.name, p.email, p.phone, p.language, m.role, m.state, m.department, m.custom, m.authentication_level,
    m.block_on, m.delete_on, m.home_page, m.created_at
  from membership m join person p on p.id = m.person_id`;
const registrations = sql<Row>`
  select m.id as key, p.name, p.email, m.state, m.registered_at, m.registration_decided_at
  from membership m join person p on p.id = m.person_id where m.registered_at is not null`;
const groups = sql<Row>`select id as key, id, name, description, ends_on, is_default, created_at from user_group`;
const members = sql<Row>`
  select g.group_id || ' ' || g.membership_id as key, u.name as user_group, p.name, p.email, g.ends_on
  from user_group_member g join user_group u on u.id = g.group_id
  join membership m on m.id = g.membership_id join person p on p.id = m.person_id`;
const reportGroups = sql<Row>`select id as key, id, name, description, icon, created_at from report_group`;
const subgroups = sql<Row>`
  select s.id as key, s.id, g.name as "group", s.name as subgroup, s.icon, s.created_at from report_subgroup s join report_group g on g.id = s.group_id`;
const reports = sql<Row>`
  select r.id as key, r.id, r.title, r.description, g.name as "group", s.name as subgroup, r.kind, r.link_url, r.workspace_id,
    r.external_report_id, r.dataset_id, r.data_rule, r.allow_export, r.allow_edit, r.show_in_catalogue, r.catalogue_description, r.active, r.created_at
  from report r join report_group g on g.id = r.group_id left join report_subgroup s on s.id = r.subgroup_id`;
const access = sql<Row>`
  select a.id as key, r.title as report, u.name as user_group, p.name, p.email, a.unit as whole_unit, a.permission_edit, a.filters, a.rls_roles,
    a.rls_username, a.ends_on, a.created_at
  from report_grant a join report r on r.id = a.report_id left join user_group u on u.id = a.user_group_id
  left join membership m on m.id = a.membership_id left join person p on p.id = m.person_id`;
const removals = sql<Row>`
  select a.report_id || ' ' || a.membership_id as key, r.title as report, p.name, p.email, a.created_at
  from report_removal a join report r on r.id = a.report_id join membership m on m.id = a.membership_id join person p on p.id = m.person_id`;
const terms = sql<Row>`select id as key, term_id as id, title, number, text, published_at from term_version`;
const acceptances = sql<Row>`
  select a.id as key, v.title, v.number, a.person_id, p.name, p.email, a.accepted_at, host(a.ip) as ip, a.language
  from term_acceptance a join term_version v on v.id = a.version_id left join person p on p.id = a.person_id`;
const requests = sql<Row>`
  select c.id as key, r.title as report, p.name, p.email, u.name as user_group, c.reason, c.state, c.answer, c.decided_at, c.created_at
  from catalogue_request c join report r on r.id = c.report_id left join user_group u on u.id = c.for_group_id
  left join membership m on m.id = c.membership_id left join person p on p.id = coalesce(m.person_id, c.asked_by)`;
const privacy = sql<Row>`
  select q.id as key, p.name, p.email, q.kind, q.text, q.state, q.answer, q.due_at, q.decided_at, q.created_at
  from privacy_request q join membership m on m.id = q.membership_id join person p on p.id = m.person_id`;
const holds = sql<Row>`
  select h.id as key, p.name, p.email, h.reason, h.last_day, h.created_at, h.lifted_at
  from legal_hold h left join person p on p.id = h.person_id`;
const incidents = sql<Row>`
  select i.id as key, i.title, i.happened, i.happened_from, i.happened_until, i.noticed_at, i.due_on, array_to_string(i.data_kinds, ', ') as data_kinds,
    i.cause, i.measures, i.risk, i.risk_reason, i.data_officer, i.notice, i.letter, i.authority_told_at, i.people_told_at, i.closing, i.closed_at,
    i.created_at
  from incident i`;
const incidentPeople = sql<Row>`
  select c.incident_id || ' ' || c.membership_id as key, i.title, p.name, p.email, c.found_by, c.added_at
  from incident_person c join incident i on i.id = c.incident_id join membership m on m.id = c.membership_id join person p on p.id = m.person_id`;
const problems = sql<Row>`
  select x.id as key, r.title as report, p.name, p.email, x.description, x.page, x.created_at, ${problemSolvedAt} as solved_at
  from report_problem x join report r on r.id = x.report_id left join person p on p.id = x.person_id`;
const comments = sql<Row>`
  select c.id as key, r.title as report, t.page, p.name, p.email, c.text, c.created_at, c.edited_at, t.resolved_at
  from report_comment c join report_thread t on t.tenant_id = c.tenant_id and t.id = c.thread_id join report r on r.id = t.report_id
  left join person p on p.id = c.person_id`;
const tickets = sql<Row>`
  select t.id as key, t.number, t.title, t.text, t.priority, t.state, t.level, o.name as opened_by, o.email, a.name as assigned_to, t.created_at,
    t.estimated_at, t.resolved_at, t.archived_at,
    (select m.number from ticket m where m.id = t.merged_into_id) as merged_into,
    (select coalesce(jsonb_agg(jsonb_build_object('helped', r.helped, 'words', r.words, 'rated_at', r.rated_at) order by r.resolved_at), '[]')
      from ticket_rating r where r.ticket_id = t.id) as ratings
  from ticket t left join person o on o.id = t.opened_by left join person a on a.id = t.assigned_to`;
const ticketEntries = sql<Row>`
  select e.id as key, t.number, p.name, e.kind, e.side, e.text, e.event, e.created_at, e.edited_at
  from ticket_entry e join ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id left join person p on p.id = e.person_id`;
const usage = sql<Row>`
  select v.id as key, v.opened_at as at, v.actor_id, v.person_id, p.email, r.title as report, v.seconds
  from report_view v join report r on r.id = v.report_id left join person p on p.id = v.person_id`;
const log = sql<Row>`
  select a.id as key, a.at, a.actor_id, a.person_id, a.action, a.object_type, a.object_id, a.before, a.after, host(a.ip) as ip from audit_log a`;

export const kinds: readonly Kind[] = [
  { name: 'people', rows: people },
  { name: 'registrations', rows: registrations },
  { name: 'user_groups', rows: groups },
  { name: 'members', rows: members, by: 'text' },
  { name: 'report_groups', rows: reportGroups },
  { name: 'subgroups', rows: subgroups },
  { name: 'reports', rows: reports },
  { name: 'access', rows: access },
  { name: 'removals', rows: removals, by: 'text' },
  { name: 'terms', rows: terms },
  { name: 'acceptances', rows: acceptances },
  { name: 'requests', rows: requests },
  { name: 'privacy', rows: privacy },
  { name: 'legal_holds', rows: holds },
  { name: 'incidents', rows: incidents },
  { name: 'incident_people', rows: incidentPeople, by: 'text' },
  { name: 'problems', rows: problems },
  { name: 'comments', rows: comments },
  { name: 'tickets', rows: tickets },
  { name: 'ticket_entries', rows: ticketEntries },
  { name: 'usage', rows: usage },
  { name: 'audit', rows: log },
];

/** The unit's own themes with what is published, drafted and kept. Their pictures are among the files, found by their ids. */
export const themes: RawBuilder<Record<string, unknown>> = sql`
  select th.name, th.number, th.published_at, exists (select from tenant_setting s where s.theme_id = th.id) as used, th.draft, th.published,
    (select coalesce(jsonb_agg(jsonb_build_object('number', v.number, 'published_at', v.published_at, 'document', v.document) order by v.number), '[]')
      from theme_version v where v.theme_id = th.id) as versions
  from theme th order by th.id`;

/** What people sent, pictures of themes included; what the portal made of reports for a while is not the unit's. */
export const filesAfter = (after: string | null, limit: number): RawBuilder<{ id: string; name: string; size: number }> => sql`
  select id, name, size from (
    select id, name, size from file where expires_at is null and kind <> 'thumbnail'
    union all
    select id, id || ' ' || name, size from theme_picture
  ) as sent where ${after === null ? sql`true` : sql`id > ${after}::uuid`} order by id limit ${sql.lit(limit)}`;
