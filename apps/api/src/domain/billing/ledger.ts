/**
 * Who counts towards the bill of a month, read from the ledger (seat_span, client_span). A month begins and ends at midnight
 * in São Paulo. Somebody counts who had an active or blocked membership in units of the client for more than 24 hours of it;
 * once, in however many units. Time in several units at once is not added up, time in one after the other is.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';

export const billingZone = 'America/Sao_Paulo';

/** A stretch of time as two expressions. */
export type Between = { from: RawBuilder<unknown>; to: RawBuilder<unknown> };

// As a sub-select it is computed once, not for each row of the ledger.
const startOf = (day: RawBuilder<unknown>) => sql`(select (${day})::timestamp at time zone ${sql.lit(billingZone)})`;

/** The month `YYYY-MM` from its first to its last moment. */
export const monthOf = (month: string): Between => ({
  from: startOf(sql`(${month} || '-01')::date`),
  to: startOf(sql`((${month} || '-01')::date + interval '1 month')::date`),
});

/**
 * `part (client_id, unit_id, person_id, began, ended)`: each stretch of time in which somebody was in a unit of a client,
 * cut at both ends of the time that is asked for. `only` narrows by `s`, the person's span, and `c`, the client's.
 */
export const parts = ({ from, to }: Between, only: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`
  select c.client_id, s.unit_id, s.person_id,
    greatest(s.starts_at, c.starts_at, ${from}) as began, least(s.ends_at, c.ends_at, ${to}) as ended
  from seat_span s join client_span c on c.unit_id = s.unit_id and s.starts_at < c.ends_at and c.starts_at < s.ends_at
  where s.starts_at < ${to} and s.ends_at > ${from} and c.starts_at < ${to} and c.ends_at > ${from} and ${only}`;

/**
 * `(client_id, person_id, counts)` of everybody who was there at all. Nearly everybody is decided by the longest stretch or
 * the sum; only where stretches could overlap are they put together.
 */
export const people = (
  between: Between,
  only?: RawBuilder<unknown>,
): RawBuilder<{ client_id: string; person_id: string; counts: boolean }> =>
  sql`
  with part as materialized (${parts(between, only)}),
  person as (
    select client_id, person_id, max(ended - began) as longest, sum(ended - began) as total from part group by client_id, person_id
  ),
  unsure as (
    select client_id, person_id, sum(upper(stretch) - lower(stretch)) as total
    from (
      select client_id, person_id, unnest(range_agg(tstzrange(began, ended))) as stretch
      from part join person using (client_id, person_id)
      where longest <= interval '24 hours' and person.total > interval '24 hours'
      group by client_id, person_id
    ) as whole group by client_id, person_id
  )
  select p.client_id, p.person_id, p.longest > interval '24 hours' or coalesce(u.total > interval '24 hours', false) as counts
  from person p left join unsure u using (client_id, person_id)`;

/**
 * How many people count, for each client in sight: by the same rule as `people`, for all clients of a month at once. Whoever has
 * one long stretch is counted by that; only the few who have none are looked at again.
 */
export const quantities = (between: Between, only?: RawBuilder<unknown>): RawBuilder<{ client_id: string; quantity: number }> => sql`
  with part as materialized (
    select client_id, person_id, began, ended, ended > began + interval '24 hours' as long from (${parts(between, only)}) as p
  ),
  sure as materialized (select client_id, person_id from part where long group by client_id, person_id),
  unsure as (
    select client_id, person_id
    from (
      select p.client_id, p.person_id, unnest(range_agg(tstzrange(p.began, p.ended))) as stretch
      from part p left join sure s on s.client_id = p.client_id and s.person_id = p.person_id
      where not p.long and s.client_id is null group by p.client_id, p.person_id
    ) as whole
    group by client_id, person_id having sum(upper(stretch) - lower(stretch)) > interval '24 hours'
  )
  select client_id, count(*)::int as quantity
  from (select client_id from sure union all select client_id from unsure) as counted group by client_id`;
