/** On how many days of a month each host of a unit cost its fee, and whose client the unit was then. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { billingZone } from '#domain/billing/ledger.ts';
import type { DomainDays } from './positions.rules.ts';

/**
 * A day costs when the domain is active at its end and the unit is a client's at that moment, so the first day is paid and the last
 * is not. Hosts that a unit was made with cost nothing. Domains of erased units are in the books (`domain_span`). Answered are the days of
 * these clients and, of the same hosts, those of others.
 */
export const domainDays = (month: string, clients: readonly string[]): RawBuilder<DomainDays> => sql`
  select d.host, c.unit_id, c.client_id, d.fee_cents, count(*)::int as days
  from (
    select host, unit_id, fee_cents, active_from, active_to from (
      select host, tenant_id as unit_id, fee_cents, activated_at as active_from, coalesce(removed_at, 'infinity') as active_to from domain
      where tenant_id is not null and activated_at is not null and fee_cents > 0
      union all
      select host, unit_id, fee_cents, starts_at, ends_at from domain_span
    ) h
    where exists (select from client_span o where o.unit_id = h.unit_id and o.client_id = any (${clients}::uuid[]))
  ) d
  cross join lateral (
    select ((day + interval '1 day') at time zone ${sql.lit(billingZone)}) as ends
    from generate_series((${month} || '-01')::timestamp, (${month} || '-01')::timestamp + interval '1 month' - interval '1 day', interval '1 day') as t (day)
  ) as days
  join client_span c on c.unit_id = d.unit_id and c.starts_at < days.ends and c.ends_at >= days.ends
  where d.active_from < days.ends and d.active_to >= days.ends
  group by d.host, c.unit_id, c.client_id, d.fee_cents order by d.host, min(days.ends)`;
