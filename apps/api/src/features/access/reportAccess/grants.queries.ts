/** Assignments of a report as administrators see them. */
import type { Grant, Removal } from '@vitrine/contract/access/reportAccess.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { query } from '#platform/database/query.ts';
import { holdsWords } from '#platform/http/list.ts';

const candidatesShown = 20;

/** Assignments of a report, the widest first. */
export const grantsOf = (reportId: string, condition: RawBuilder<unknown> = sql`true`): RawBuilder<Grant> => sql<Grant>`
  select ra.id, ra.filters, ra.rls_roles, ra.rls_username, ra.permission_edit, ra.ends_on, ra.version,
    case when ra.unit then 'unit' when ra.user_group_id is null then 'membership' else 'user_group' end as to,
    coalesce(ra.membership_id, ra.user_group_id) as to_id,
    coalesce(p.name, g.name, (select t.name from tenant t where t.id = ra.tenant_id)) as to_name,
    p.email as to_email
  from report_grant ra
  left join membership m on m.id = ra.membership_id
  left join person p on p.id = m.person_id
  left join user_group g on g.id = ra.user_group_id
  where ra.report_id = ${reportId} and ${condition}
  order by ra.unit desc, ra.user_group_id is null, search_text(coalesce(p.name, g.name)), ra.id`;

export const grantOf = (reportId: string, id: string) => grantsOf(reportId, sql`ra.id = ${id}`);

/** Removals of a report. */
export const removalsOf = (reportId: string): RawBuilder<Removal> => sql<Removal>`
  select removal.membership_id, p.name, p.email, removal.created_at, by.name as removed_by
  from report_removal removal
  join membership m on m.id = removal.membership_id
  join person p on p.id = m.person_id
  left join person by on by.id = removal.removed_by
  where removal.report_id = ${reportId}
  order by search_text(p.name), removal.membership_id`;

export const reportId = (id: string) => query.selectFrom('report').select('id').where('id', '=', id);

export type Candidate = { to: 'membership' | 'user_group'; to_id: string; name: string; email: string | null };

/** People and groups whose name or e-mail holds the words; with a report, only those that it is not assigned to. */
export function candidatesFor(q: string, report: string | null): RawBuilder<Candidate> {
  const assigned = sql`select from report_grant ra where ra.report_id = ${report}::uuid`;
  return sql<Candidate>`
    select "to", to_id, name, email from (
      select 'user_group' as "to", g.id as to_id, g.name, null as email from user_group g
      where ${holdsWords(q, sql`g.name`)} and not exists (${assigned} and ra.user_group_id = g.id)
      union all
      select 'membership', m.id, p.name, p.email from membership m join person p on p.id = m.person_id
      where m.state <> 'deactivated' and ${holdsWords(q, sql`p.name`, sql`p.email`)} and not exists (${assigned} and ra.membership_id = m.id)
    ) as candidate
    order by "to" desc, search_text(name), to_id limit ${sql.lit(candidatesShown)}`;
}

/** People who may answer for something: those who can sign in. */
export const activePeople = (q: string): RawBuilder<Candidate> => sql<Candidate>`
  select 'membership' as "to", m.id as to_id, p.name, p.email from membership m join person p on p.id = m.person_id
  where m.state = 'active' and ${holdsWords(q, sql`p.name`, sql`p.email`)}
  order by search_text(p.name), m.id limit ${sql.lit(candidatesShown)}`;
