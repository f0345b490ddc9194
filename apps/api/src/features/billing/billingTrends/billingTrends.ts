/** The numbers of the charts. Nobody is named, and each scope counts what it sees: the policies of the database decide. */
import * as contract from '@vitrine/contract/billing/billingTrends.ts';
import type { TrendMonth, Trends } from '@vitrine/contract/billing/billingTrends.ts';
import { unitStates } from '@vitrine/contract/organisation/partners.ts';
import { sql } from 'kysely';
import { monthAt } from '#domain/billing/invoices.ts';
import { billingZone } from '#domain/billing/ledger.ts';
import type { Serve } from '#domain/serving/serve.ts';

const months = 12;

/**
 * Twelve months have thirteen ends. For each person of a client one number tells at which of them the person was there: bit 0
 * is the oldest. A stretch of time covers the ends that are not before its beginning and before its end.
 */
const presence = (now: Date) => sql`
  select bit_or((1 << ends_before_its_end) - (1 << ends_before_it)) as at_ends
  from (
    select c.client_id, s.person_id,
      width_bucket(greatest(s.starts_at, c.starts_at) - interval '1 microsecond', e.ends) as ends_before_it,
      width_bucket(least(s.ends_at, c.ends_at) - interval '1 microsecond', e.ends) as ends_before_its_end
    from seat_span s join client_span c on c.unit_id = s.unit_id and s.starts_at < c.ends_at and c.starts_at < s.ends_at, ends_of_months e
    where s.ends_at > e.ends[1] and c.ends_at > e.ends[1] and s.starts_at <= ${now}::timestamptz and c.starts_at <= ${now}::timestamptz
  ) as stretch
  group by client_id, person_id`;

const moves = (now: Date) => sql<Pick<TrendMonth, 'month' | 'at_start' | 'came' | 'left'>>`
  with this_month as (select (${monthAt(now)} || '-01')::timestamp as began),
  month_ends as (
    select n, began - make_interval(months => ${sql.lit(months)} - n) as day
    from this_month, generate_series(0, ${sql.lit(months)}) as n
  ),
  ends_of_months as materialized (select array_agg(day at time zone ${sql.lit(billingZone)} order by n) as ends from month_ends),
  alike as materialized (select at_ends, count(*)::int as people from (${presence(now)}) as person group by at_ends)
  select to_char(m.day, 'YYYY-MM') as month,
    coalesce(sum(people) filter (where at_ends >> n & 1 = 1), 0)::int as at_start,
    coalesce(sum(people) filter (where at_ends >> n & 3 = 2), 0)::int as came,
    coalesce(sum(people) filter (where at_ends >> n & 3 = 1), 0)::int as "left"
  from month_ends m left join alike on true where n < ${sql.lit(months)} group by n, m.day order by n`;

type Billed = Pick<TrendMonth, 'month' | 'revenue_cents' | 'clients' | 'people'>;

const billed = (now: Date) => sql<Billed>`
  select month, sum(total_cents)::bigint as revenue_cents, count(distinct client_id)::int as clients, sum(person_count)::int as people
  from invoice
  where state in ('open', 'overdue', 'paid')
    and month >= to_char((${monthAt(now)} || '-01')::date - make_interval(months => ${sql.lit(months)}), 'YYYY-MM') and month < ${monthAt(now)}
  group by month`;

const byState = sql<Trends['units'][number]>`
  select state, count(*)::int as units from tenant where not is_operator_tenant group by state`;

export function billingTrends(serve: Serve): void {
  serve(contract.get, async (ctx) => {
    const now = ctx.now();
    const scope = ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner();
    const [moved, sold, states] = await scope.run(moves(now), billed(now), byState);
    const billedIn = new Map(sold.map((row) => [row.month, row]));
    const unitsIn = new Map(states.map(({ state, units }) => [state, units]));
    return {
      months: moved.map((row) => ({ revenue_cents: 0, clients: 0, people: 0, ...billedIn.get(row.month), ...row })),
      units: unitStates.map((state) => ({ state, units: unitsIn.get(state) ?? 0 })),
    };
  });
}
