/** What somebody has to accept before anything else: of the platform, of the partner, and of the unit. */
import type { ShownTerm } from '@vitrine/contract/features/terms.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

type Id = string | null | RawBuilder<unknown>;
/** A unit, or where there is none the partner. */
type Where = { tenant_id: Id; partner_id: Id };
export type Accepting = {
  tenant_id: string | null;
  partner_id: string | null;
  person_id: string;
  role: string;
  membership_id: string | null;
};

const partnerOf = ({ tenant_id, partner_id }: Where) =>
  sql`coalesce((select partner_id from tenant where id = ${tenant_id}::uuid), ${partner_id}::uuid)`;

const shown = sql`v.id as version_id, v.title, v.text, v.number, v.published_at`;

/** The newest version of each published term of the unit. Asked by the identity role: the unit is named here. */
const ofUnit = (tenant_id: Id) => sql`
  term t join lateral (select * from term_version v where v.tenant_id = t.tenant_id and v.term_id = t.id order by v.number desc limit 1) v on true
  where t.tenant_id = ${tenant_id}::uuid and t.active`;

/** The same above the unit, where the term names this unit or this partner, or none. */
const above = (where: Where) => sql`
  (select ${partnerOf(where)} as id) whose cross join shared_term t
  join lateral (select * from shared_term_version v where v.term_id = t.id order by v.number desc limit 1) v on true
  where t.active and (t.partner_id is null or t.partner_id = whose.id)
    and (t.only_ids = '{}' or case when t.partner_id is null then whose.id else ${where.tenant_id}::uuid end = any (t.only_ids))`;

const level = sql`case when t.partner_id is null then 'platform' else 'partner' end as level`;
const highestFirst = sql`order by array_position(array['platform', 'partner', 'unit'], level), created_at, version_id`;

/** Not yet accepted, or so long ago that the term asks again. */
const isOpen = (acceptances: RawBuilder<unknown>, person_id: string, now: Date) => sql`not exists (
  select from ${acceptances} and a.version_id = v.id and a.person_id = ${person_id}
    and coalesce(a.accepted_at > ${now}::timestamptz - t.repeat_months * interval '1 month', true))`;

/** Partner staff are asked for nothing by the units that they work in, and the operator's people by nobody. */
export const pendingTerms = (actor: Accepting, now: Date): RawBuilder<ShownTerm> => {
  const { tenant_id, person_id, role, membership_id } = actor;
  return sql<ShownTerm>`
    select version_id, level, title, text, number, published_at from (
      select ${shown}, ${level}, t.created_at from ${above(actor)}
        and t.place <> 'footer' and ${role} <> 'a2m' and (t.roles = '{}' or ${role} = any (t.roles))
        and ${isOpen(sql`shared_term_acceptance a where true`, person_id, now)}
      union all
      select ${shown}, 'unit', t.created_at from ${ofUnit(tenant_id)}
        and t.place <> 'footer' and ${membership_id}::uuid is not null
        and (t.roles = '{}' or ${role} = any (t.roles))
        and (t.group_ids = '{}' or exists (
          select from user_group_member g
          where g.tenant_id = t.tenant_id and g.membership_id = ${membership_id}::uuid and g.group_id = any (t.group_ids)
            and (g.ends_on is null or g.ends_on >= unit_today(g.tenant_id))))
        and ${isOpen(sql`term_acceptance a where a.tenant_id = t.tenant_id`, person_id, now)}
    ) pending ${highestFirst}`;
};

/** What is linked where nobody is signed in yet, or at the bottom of the page; with a role, what is linked for it. */
export const linkedTerms = (where: Where, role?: string): RawBuilder<ShownTerm> => {
  const concerned = role === undefined ? sql`true` : sql`(t.roles = '{}' or ${role} = any (t.roles))`;
  return sql<ShownTerm>`
    select version_id, level, title, text, number, published_at from (
      select ${shown}, ${level}, t.created_at from ${above(where)} and t.place <> 'first_access' and ${concerned}
      union all
      select ${shown}, 'unit', t.created_at from ${ofUnit(where.tenant_id)} and t.place <> 'first_access' and ${concerned}
    ) linked ${highestFirst}`;
};

/** Writes down that somebody accepted these versions, each where its term stands; asked by the identity role. */
export const acceptTerms = (
  version_ids: readonly string[],
  by: { person_id: string; tenant_id: string | null; at: Date; ip: string; language: string; user_agent: string },
): [RawBuilder<unknown>, RawBuilder<unknown>] => {
  const facts = sql`uuid_v7(), v.id, ${by.person_id}::uuid, ${by.at}::timestamptz, ${by.ip}::inet, ${by.language}, ${by.user_agent}, v.text_hash`;
  const columns = sql`id, version_id, person_id, accepted_at, ip, language, user_agent, text_hash`;
  const named = sql`v.id = any (${[...version_ids]}::uuid[])`;
  return [
    sql`insert into shared_term_acceptance (partner_id, ${columns}) select v.partner_id, ${facts} from shared_term_version v where ${named}`,
    sql`insert into term_acceptance (tenant_id, ${columns}) select v.tenant_id, ${facts} from term_version v
      where v.tenant_id = ${by.tenant_id}::uuid and ${named}`,
  ];
};
