/** Units in counts, for partner and operator, and for an administrator their own unit. These queries cannot read names. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reports/reportUsage.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { Period } from './usage.queries.ts';

type Units = Answer<typeof contract.byUnit>;

export async function unitUsage(ctx: Context, { from, until }: Period): Promise<Units> {
  const { role } = ctx.actor;
  const scope = role === 'operator' ? ctx.operator() : role === 'partner' ? ctx.partner() : ctx;
  const inPeriod = sql`d.day between ${from}::date and ${until}::date`;
  const [data, days] = await scope.run(
    sql<Units['data'][number]>`
      select t.id, t.name, coalesce(sum(d.views), 0)::int as views, coalesce(max(d.people), 0)::int as people,
        coalesce(max(d.reports), 0)::int as reports, round(coalesce(sum(d.seconds), 0) / 60.0)::int as minutes,
        to_char(max(d.day), 'YYYY-MM-DD') as last_day
      from tenant t left join usage_day d on d.tenant_id = t.id and ${inPeriod} and d.views > 0
      where not t.is_operator_tenant
      group by t.id, t.name order by views desc, search_text(t.name), t.id limit 500`,
    sql<Units['days'][number]>`
      select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(sum(d.views), 0)::int as views, coalesce(sum(d.people), 0)::int as people
      from generate_series(${from}::date, ${until}::date, '1 day') as s (day) left join usage_day d on d.day = s.day::date
      group by s.day order by s.day`,
  );
  return { data, days };
}
