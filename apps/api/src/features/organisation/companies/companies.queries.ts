/** Units as a partner reads them. */
import type { Company } from '@vitrine/contract/organisation/companies.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

/**
 * What is shown of units `t`, in this order. What is counted is counted for the rows of the page alone; seats as for the user limit. What
 * is being erased is gone.
 */
export const companyRowsOf = (units: RawBuilder<unknown>, order: RawBuilder<unknown> = sql``): RawBuilder<Company> => sql<Company>`
  with shown as materialized (${units})
  select t.id, t.name, t.subdomain, t.state, t.user_limit, t.self_registration, t.allow_registering_reports, t.only_own_accounts,
    t.default_for_cloud, t.default_for_registration, t.partner_own, t.trial_ends_on, t.closed_at, t.suspended_for, t.created_at, t.version,
    (select jsonb_build_object('id', c.id, 'name', c.name) from client c where c.id = t.client_id) as client,
    f.host, f.report_count, f.person_count
  from shown t join unit_figures(array(select id from shown)) f on f.tenant_id = t.id where t.erasing_since is null ${order}`;

export const companyRow = (id: string): RawBuilder<Company> => companyRowsOf(sql`select * from tenant where id = ${id}`);
