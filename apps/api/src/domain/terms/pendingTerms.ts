/** Terms that a person has to accept before anything else: of the platform, the partner and the unit. */
import type { ShownTerm } from '@vitrine/contract/settings/terms.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

type Id = string | null | RawBuilder<unknown>;
/** The unit; for partner staff without a unit, the partner. */
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

/** The newest version of each published term of the unit. Runs as the identity role, so it names the unit explicitly. */
const ofUnit = (tenant_id: Id) => sql`
  term t join lateral (select * from term_version v where v.tenant_id = t.tenant_id and v.term_id = t.id order by v.number desc limit 1) v on true
  where t.tenant_id = ${tenant_id}::uuid and t.active`;

/** The same for terms of the partner and the platform that apply to this unit or partner, or to all. */
const above = (where: Where) => sql`
  (select ${partnerOf(where)} as id) whose cross join shared_term t
  join lateral (select * from shared_term_version v where v.term_id = t.id order by v.number desc limit 1) v on true
  where t.active and (t.partner_id is null or t.partner_id = whose.id)
    and (t.only_ids = '{}' or case when t.partner_id is null then whose.id else ${where.tenant_id}::uuid end = any (t.only_ids))`;

const level = sql`case when t.partner_id is null then 'platform' else 'partner' end as level`;
const highestFirst = sql`order by array_position(array['platform', 'partner', 'unit'], level), created_at, version_id`;

/** Never accepted, or so long ago that the term has to be accepted again. */
const isOpen = (acceptances: RawBuilder<unknown>, person_id: string, now: Date) => sql`not exists (
  select from ${acceptances} and a.version_id = v.id and a.person_id = ${person_id}
    and coalesce(a.accepted_at > ${now}::timestamptz - t.repeat_months * interval '1 month', true))`;

/** Units ask no acceptance of partner staff who work in them; operator staff accept no terms. */
export const pendingTerms = (actor: Accepting, now: Date): RawBuilder<ShownTerm> => {
  const { tenant_id, person_id, role, membership_id } = actor;
  return sql<ShownTerm>`
    select version_id, level, title, text, number, published_at from (
      select ${shown}, ${level}, t.created_at from ${above(actor)}
        and t.place <> 'footer' and ${role} <> 'operator' and (t.roles = '{}' or ${role} = any (t.roles))
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

/** Terms that are linked on the sign-in page or in the footer; with a role, those for this role. */
export const linkedTerms = (where: Where, role?: string): RawBuilder<ShownTerm> => {
  const concerned = role === undefined ? sql`true` : sql`(t.roles = '{}' or ${role} = any (t.roles))`;
  return sql<ShownTerm>`
    select version_id, level, title, text, number, published_at from (
      select ${shown}, ${level}, t.created_at from ${above(where)} and t.place <> 'first_access' and ${concerned}
      union all
      select ${shown}, 'unit', t.created_at from ${ofUnit(where.tenant_id)} and t.place <> 'first_access' and ${concerned}
    ) linked ${highestFirst}`;
};

/** Stores that a person accepted these versions, each in the table of its level. Runs as the identity role. */
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
