/** What somebody has to accept in a unit before anything else. */
import type { ShownTerm } from '@vitrine/contract/features/terms.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

export type Accepting = { tenant_id: string | null; person_id: string; role: string; membership_id: string | null };

/** The newest version of each published term, with the term's conditions. Asked by the identity role: the unit is named here. */
const newest = (tenant_id: string | null | RawBuilder<unknown>) => sql`
  select t.*, v.id as version_id, v.number, v.title as shown_title, v.text as shown_text, v.published_at
  from term t
  join lateral (select * from term_version v where v.tenant_id = t.tenant_id and v.term_id = t.id order by v.number desc limit 1) v on true
  where t.tenant_id = ${tenant_id}::uuid and t.active`;

const shown = sql`n.version_id, n.shown_title as title, n.shown_text as text, n.number, n.published_at`;

/** Accepted again where the term asks for it every so many months. Partner and operator staff are nobody's users. */
export const pendingTerms = ({ tenant_id, person_id, role, membership_id }: Accepting, now: Date): RawBuilder<ShownTerm> => sql<ShownTerm>`
  select ${shown} from (${newest(tenant_id)}) n
  where n.place <> 'footer' and ${membership_id}::uuid is not null
    and (n.roles = '{}' or ${role} = any (n.roles))
    and (n.group_ids = '{}' or exists (
      select from user_group_member g
      where g.tenant_id = n.tenant_id and g.membership_id = ${membership_id}::uuid and g.group_id = any (n.group_ids)
        and (g.ends_on is null or g.ends_on >= unit_today(n.tenant_id))))
    and not exists (
      select from term_acceptance a
      where a.tenant_id = n.tenant_id and a.version_id = n.version_id and a.person_id = ${person_id}
        and coalesce(a.accepted_at > ${now}::timestamptz - n.repeat_months * interval '1 month', true))
  order by n.created_at, n.id`;

/** What is linked where nobody is signed in yet, or at the bottom of the page. */
export const linkedTerms = (tenant_id: string | null | RawBuilder<unknown>): RawBuilder<ShownTerm> => sql<ShownTerm>`
  select ${shown} from (${newest(tenant_id)}) n where n.place <> 'first_access' order by n.created_at, n.id`;
