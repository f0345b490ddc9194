import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** The start page of a membership `m`: its own, else that of the first of its groups, by name, that has one. */
export const memberHomePage: RawBuilder<string | null> = sql<string | null>`coalesce(m.home_page, (
  select g.home_page from user_group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
  where gm.tenant_id = m.tenant_id and gm.membership_id = m.id and (gm.ends_on is null or gm.ends_on >= current_date)
    and g.home_page is not null
  order by search_text(g.name) limit 1
))`;
