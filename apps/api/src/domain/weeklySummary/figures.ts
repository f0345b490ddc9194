/** The figures of a week, from the same counts as the pages about use: a unit's from Monday to Sunday, and a partner's units. */
import { sql } from 'kysely';
import { isUnused } from '#domain/reportHealth/facts.ts';
import type { Wanted } from '#domain/usage/countedUse.ts';
import { reports, totals, units } from '#domain/usage/countedUse.ts';
import type { PartnerWeek, UnitWeek, WeekNumbers } from './weeklySummary.rules.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';

const dayMs = 86_400_000;
/** So many reports are named, others are counted. */
const namesAtMost = 5;

/** The seven days before a Monday, and as many before them. */
export function weekBefore(monday: string): Wanted {
  const ago = (days: number) => new Date(Date.parse(monday) - days * dayMs).toISOString().slice(0, 10);
  return { period: '7', before: ago(14), from: ago(7), until: ago(1), tenant_id: undefined };
}

type Sums = (WeekNumbers & { is_now: boolean })[];
function numbersOf(sums: Sums, now: boolean): WeekNumbers {
  const { views, people, minutes, failures } = found(sums.find(({ is_now }) => is_now === now));
  return { views, people, minutes, failures };
}

const during = (column: 'r.created_at' | 'd.asked_at', { from, until }: Wanted, timezone: string) => {
  const start = (day: string, more: number) => sql`(${day}::date + ${sql.lit(more)})::timestamp at time zone ${timezone}`;
  return sql`${sql.ref(column)} >= ${start(from, 0)} and ${sql.ref(column)} < ${start(until, 1)}`;
};

const inWeek = ({ from, until }: Wanted) => sql`
  select from usage_report x where x.tenant_id = r.tenant_id and x.report_id = r.id and x.day between ${from}::date and ${until}::date`;

const added = (wanted: Wanted, timezone: string) => sql<UnitWeek['added']>`
  with fresh as (
    select r.id, r.title, r.title_sort, exists (${inWeek(wanted)}) as opened
    from report r where r.active and ${during('r.created_at', wanted, timezone)}
  )
  select count(*)::int as count, (count(*) filter (where not opened))::int as unopened,
    (array_agg(id order by title_sort, id) filter (where not opened))[1] as first_unopened,
    coalesce((array_agg(title order by title_sort, id))[1:${sql.lit(namesAtMost)}], '{}') as titles
  from fresh`;

const never = sql<{ count: number }>`
  select count(*)::int as count from report r
  where r.active and not exists (select from usage_report x where x.tenant_id = r.tenant_id and x.report_id = r.id)`;

const refreshes = (wanted: Wanted, timezone: string) => sql<NonNullable<UnitWeek['refresh']>>`
  select first.id, first.title, count(*)::int as count
  from dataset_refresh d cross join lateral (
    select r.id, r.title, r.title_sort from report r where r.dataset_id = d.dataset_id and r.active order by r.title_sort, r.id limit 1
  ) as first
  where d.state = 'failed' and ${during('d.asked_at', wanted, timezone)}
  group by first.id, first.title, first.title_sort order by count(*) desc, first.title_sort, first.id limit 1`;

const failing = ({ from, until }: Wanted) => sql<NonNullable<UnitWeek['failing']>>`
  select r.id, r.title, sum(x.views)::int as views, sum(x.failures)::int as failures
  from usage_report x join report r on r.tenant_id = x.tenant_id and r.id = x.report_id
  where r.active and x.day between ${from}::date and ${until}::date
  group by r.id, r.title, r.title_sort having sum(x.failures) > 0 order by sum(x.failures) desc, r.title_sort, r.id limit 1`;

const unused = (now: Date) => sql<{ count: number }>`select count(*)::int as count from report r where ${isUnused({ now: () => now })}`;

type Reading = Pick<Scoped, 'run'> & { now: () => Date };

/** In the scope of one unit. */
export async function readUnitWeek(ctx: Reading, monday: string, timezone: string): Promise<UnitWeek> {
  const wanted = weekBefore(monday);
  const [sums, [fresh], [read], [unread], [refresh], [failed], [old]] = await ctx.run(
    totals(wanted),
    added(wanted, timezone),
    reports(wanted, namesAtMost),
    never,
    refreshes(wanted, timezone),
    failing(wanted),
    unused(ctx.now()),
  );
  const { unused: quiet, unused_count } = found(read);
  return {
    now: numbersOf(sums, true),
    before: numbersOf(sums, false),
    added: found(fresh),
    unopened: { count: unused_count, never: found(unread).count, titles: quiet.map(({ title }) => title) },
    refresh: refresh ?? null,
    failing: failed ?? null,
    unused: found(old).count,
  };
}

/** In the scope of a partner: the units whose openings changed most come first. */
export async function readPartnerWeek(ctx: Reading, monday: string): Promise<PartnerWeek> {
  const wanted = weekBefore(monday);
  const quarter: Wanted = { ...wanted, period: '90', from: new Date(Date.parse(monday) - 90 * dayMs).toISOString().slice(0, 10) };
  const [sums, rows, [read]] = await ctx.run(totals(wanted), units(wanted, 'change'), reports(quarter, 0));
  return {
    now: numbersOf(sums, true),
    before: numbersOf(sums, false),
    units: rows.map(({ id, name, views, views_before, people, failures }) => ({ id, name, views, views_before, people, failures })),
    unused: found(read).unused_count,
  };
}
