/** A unit, the units of a partner or the platform in a few figures, and what waits there: one round trip each. */
import type { HomeOverview, PlatformOverview, UnitOverview } from '@vitrine/contract/reading/home.ts';
import { sql } from 'kysely';
import { isWithinReach } from '#domain/reporting/reportingAccount.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Today } from '#domain/waiting/conditions.ts';
import { member, report, todayOf, weekBegan } from '#domain/waiting/conditions.ts';
import { found } from '#platform/http/fail.ts';
import { ofPlatform, ofUnit, ofUnits } from './waiting/kinds.ts';
import type { Asked } from './waiting/waits.ts';
import { counted, countedByUnit } from './waiting/waits.ts';

const askedBy = (ctx: Context): Asked => ({ ...todayOf(ctx), reach: isWithinReach(ctx) });

type Figures = Pick<HomeOverview, 'readers' | 'views' | 'views_before'>;

const reading = (at: Today) => sql<Figures>`
  select (select count(*)::int from membership m where ${member.reads(at)}) as readers,
    count(*) filter (where opened_at >= ${weekBegan(at)})::int as views, count(*) filter (where opened_at < ${weekBegan(at)})::int as views_before
  from report_view where opened_at >= ${weekBegan(at, 1)}`;

const seats = ({ actor }: Context) => sql<HomeOverview['seats']>`
  select coalesce((select used from unit_seats), 0) as used, user_limit as "limit" from tenant where id = ${actor.tenant_id}`;

const stale = (at: Today) => sql<{ count: number }>`select count(*)::int as count from report r where ${report.isStale(at)}`;

/** For those who administer a unit. */
export async function overviewOf(ctx: Context): Promise<HomeOverview> {
  const at = askedBy(ctx);
  const [[read], [seat], [old], waiting] = await ctx.run(reading(at), seats(ctx), stale(at), counted(ofUnit, at));
  return { ...found(read), seats: found(seat), stale_reports: found(old).count, waiting };
}

/** How many units a page holds; those of which something waits come first. */
const unitsShown = 12;

/** For a partner: its units, those of which most waits first. */
export async function unitsOf(ctx: Context): Promise<{ data: UnitOverview[]; total: number }> {
  const [data, [all]] = await ctx.partner().run(
    sql<UnitOverview>`
      with waiting as materialized (${countedByUnit(ofUnits, askedBy(ctx))})
      select t.id, t.name, t.state, coalesce(s.used, 0) as person_count, t.user_limit, coalesce(w.list, '[]') as waiting
      from tenant t left join unit_seats s on s.tenant_id = t.id left join lateral (
        select jsonb_agg(jsonb_build_object('kind', kind, 'count', count) order by place) as list, sum(count) as sum
        from waiting where waiting.tenant_id = t.id
      ) as w on true
      where t.state <> 'closed' order by w.sum desc nulls last, search_text(t.name), t.id limit ${sql.lit(unitsShown)}`,
    sql<{ total: number }>`select count(*)::int as total from tenant where state <> 'closed'`,
  );
  return { data, total: found(all).total };
}

const units = sql<PlatformOverview['seats'] & PlatformOverview['units']>`
  select coalesce(sum(s.used), 0)::int as used, coalesce(sum(t.user_limit), 0)::int as "limit",
    count(*) filter (where t.state = 'trial')::int as trial, count(*) filter (where t.state = 'active')::int as active,
    count(*) filter (where t.state = 'suspended')::int as suspended
  from tenant t left join unit_seats s on s.tenant_id = t.id where not t.is_operator_tenant and t.state <> 'closed'`;

const use = ({ today }: Today) => sql<Pick<PlatformOverview, 'views' | 'views_before'>>`
  select coalesce(sum(d.views) filter (where d.day > ${today}::date - 7), 0)::int as views,
    coalesce(sum(d.views) filter (where d.day <= ${today}::date - 7), 0)::int as views_before
  from usage_day d join tenant t on t.id = d.tenant_id and not t.is_operator_tenant where d.day > ${today}::date - 14`;

/** For the operator. */
export async function platformOf(ctx: Context): Promise<PlatformOverview> {
  const at = askedBy(ctx);
  const [[count], [unit], [used], waiting] = await ctx
    .operator()
    .run(sql<{ partners: number }>`select count(*)::int as partners from partner`, units, use(at), counted(ofPlatform, at));
  const { used: taken, limit, ...states } = found(unit);
  return { ...found(count), units: states, seats: { used: taken, limit }, ...found(used), waiting };
}
