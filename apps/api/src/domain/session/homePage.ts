/** Where a person begins in a unit: own page, then those of the groups, then the unit's (docs/reference/product-rules.md 14 and 19). */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/** Candidate start pages of a membership `m`, in order: its own, then those of its groups by name. */
export const memberHomePages: RawBuilder<string[]> = sql<string[]>`array(
  select page from (
    select m.home_page as page, 0 as place, '' as name
    union all
    select g.home_page, 1, search_text(g.name)
    from user_group_member gm join user_group g on g.tenant_id = gm.tenant_id and g.id = gm.group_id
    where gm.tenant_id = m.tenant_id and gm.membership_id = m.id and (gm.ends_on is null or gm.ends_on >= unit_today(m.tenant_id))
  ) as pages
  where page is not null and opens_page(m.tenant_id, m.id, page)
  order by place, name
)`;

/** Whether the membership `m` may see the unit's start report; true where the settings `ts` of the unit have none. */
export const unitReportOpens: RawBuilder<boolean> = sql<boolean>`
  coalesce(opens_page(ts.tenant_id, m.id, '/' || (ts.value ->> 'start_report_id') || '/reports/view'), true)`;
