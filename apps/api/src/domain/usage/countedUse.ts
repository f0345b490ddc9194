/** Statements over what was counted at night. They see the units of their scope; the operator's reach no table with names of reports. */
import type { Analysis, AnalyzeNumbers } from '@vitrine/contract/reports/analyze.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { loadOf } from './loadBuckets.ts';

/** Days both included, as many before them, and one unit or all of the scope. */
export type Wanted = { period: '7' | '30' | '90' | '365'; before: string; from: string; until: string; tenant_id: string | undefined };

type Loads = Pick<AnalyzeNumbers, 'load_p50' | 'load_p95'>;
type Counted = Omit<AnalyzeNumbers, keyof Loads>;

const ofUnit = ({ tenant_id }: Wanted, column: RawBuilder<unknown>) =>
  tenant_id === undefined ? sql`true` : sql`${column} = ${tenant_id}`;
const shown = ({ tenant_id }: Wanted) => (tenant_id === undefined ? sql`not t.is_operator_tenant` : sql`t.id = ${tenant_id}`);

/** Both periods by unit. How many people there were stands at the last counted day of each. */
const byUnit = (wanted: Wanted) => sql`
  select d.tenant_id, d.day >= ${wanted.from}::date as is_now, sum(d.views) as views, sum(d.seconds) as seconds, sum(d.failures) as failures,
    sum(d.exports) as exports, sum(d.capacity_minutes) as capacity_minutes, sum(d.capacity_cents) as capacity_cents, sum(d.sign_ins) as sign_ins, sum(d.refused) as refused, sum(d.desktop) as desktop, sum(d.phone) as phone,
    (array_agg(d.${sql.ref(`people_${wanted.period}`)} order by d.day desc))[1] as people, max(d.day) filter (where d.views > 0) as last_day
  from usage_day d
  where d.day between ${wanted.before}::date and ${wanted.until}::date and ${ofUnit(wanted, sql`d.tenant_id`)}
  group by 1, 2`;

/** What was counted before people were has views of nobody: it is not known how many there were. */
const sums = sql`
  coalesce(sum(u.views), 0)::int as views,
  case when coalesce(sum(u.people), 0) = 0 and sum(u.views) > 0 then null else coalesce(sum(u.people), 0)::int end as people,
  round(coalesce(sum(u.seconds), 0) / 60.0)::int as minutes, coalesce(sum(u.failures), 0)::int as failures,
  coalesce(sum(u.exports), 0)::int as exports, coalesce(sum(u.sign_ins), 0)::int as sign_ins, coalesce(sum(u.refused), 0)::int as refused,
  coalesce(sum(u.capacity_minutes), 0)::int as capacity_minutes, coalesce(sum(u.capacity_cents), 0)::int as capacity_cents,
  coalesce(sum(u.desktop), 0)::int as desktop, coalesce(sum(u.phone), 0)::int as phone`;

export const totals = (wanted: Wanted) => sql<Counted & { is_now: boolean }>`
  select p.is_now, ${sums} from (values (true), (false)) as p (is_now) left join (${byUnit(wanted)}) as u on u.is_now = p.is_now group by p.is_now`;

/** The most read first, or those of which most has changed. */
const unitOrders = { views: sql`views desc`, change: sql`abs(coalesce(sum(u.views), 0) - coalesce(max(b.views), 0)) desc` };

export const units = (wanted: Wanted, order: keyof typeof unitOrders = 'views') => sql<
  Counted & Pick<Analysis['units'][number], 'id' | 'name' | 'views_before' | 'last_day' | 'seats'>
>`
  with counted as materialized (${byUnit(wanted)})
  select t.id, t.name, ${sums}, coalesce(max(b.views), 0)::int as views_before, to_char(max(u.last_day), 'YYYY-MM-DD') as last_day,
    coalesce((select s.used from unit_seats s where s.tenant_id = t.id), 0) as seats
  from tenant t left join counted u on u.tenant_id = t.id and u.is_now left join counted b on b.tenant_id = t.id and not b.is_now
  where ${shown(wanted)}
  group by t.id, t.name order by ${unitOrders[order]}, search_text(t.name), t.id limit 500`;

/** How long openings of a unit `t` had taken up to some day. */
const loadsUntil = (condition: RawBuilder<unknown>) => sql`
  select d.loads_so_far as loads from usage_day d where d.tenant_id = t.id and ${condition} order by d.day desc limit 1`;

/** Of each unit, and with no unit those of all: the first time that so many of the openings do not exceed. */
export const loads = (wanted: Wanted) => sql<Loads & { unit_id: string | null; is_now: boolean }>`
  with times as materialized (
    select t.id as unit_id, l.bucket, l.until - coalesce(l.before, 0) as now, coalesce(l.before, 0) - coalesce(l.long_before, 0) as before
    from tenant t
    cross join lateral (${loadsUntil(sql`d.day <= ${wanted.until}::date`)}) as a
    left join lateral (${loadsUntil(sql`d.day < ${wanted.from}::date`)}) as b on true
    left join lateral (${loadsUntil(sql`d.day < ${wanted.before}::date`)}) as c on true
    cross join lateral unnest(a.loads, b.loads, c.loads) with ordinality as l (until, before, long_before, bucket)
    where ${ofUnit(wanted, sql`t.id`)}
  ),
  each as (
    select unit_id, true as is_now, bucket, now as views from times where now > 0
    union all
    select null, p.is_now, bucket, sum(case when p.is_now then now else before end) from times cross join (values (true), (false)) as p (is_now)
    group by p.is_now, bucket having sum(case when p.is_now then now else before end) > 0
  ),
  ranked as (
    select unit_id, is_now, bucket, sum(views) over (partition by unit_id, is_now order by bucket) as so_far,
      sum(views) over (partition by unit_id, is_now) as all_views
    from each
  )
  select unit_id, is_now, ${loadOf(sql`min(bucket) filter (where so_far >= 0.5 * all_views)`)} as load_p50,
    ${loadOf(sql`min(bucket) filter (where so_far >= 0.95 * all_views)`)} as load_p95
  from ranked group by unit_id, is_now`;

/** How sign-ins and refreshes ended, in this period and the one before; what happens most comes first. */
export const outcomes = (wanted: Wanted) => sql<Analysis['outcomes'][number]>`
  select o.kind, o.outcome, coalesce(sum(o.count) filter (where o.day >= ${wanted.from}::date), 0)::int as now,
    coalesce(sum(o.count) filter (where o.day < ${wanted.from}::date), 0)::int as before
  from usage_outcome o
  where o.day between ${wanted.before}::date and ${wanted.until}::date and ${ofUnit(wanted, sql`o.tenant_id`)}
  group by o.kind, o.outcome order by o.kind, now desc, before desc, o.outcome`;

export const days = (wanted: Wanted) => sql<Analysis['days'][number]>`
  select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(sum(d.views), 0)::int as views, coalesce(sum(d.people), 0)::int as people,
    coalesce(sum(d.people_7), 0)::int as people_7, coalesce(sum(d.people_30), 0)::int as people_30,
    coalesce(sum(d.sign_ins), 0)::int as sign_ins, coalesce(sum(d.refused), 0)::int as refused
  from generate_series(${wanted.from}::date, ${wanted.until}::date, interval '1 day') as s (day)
  left join usage_day d on d.day = s.day::date and ${ofUnit(wanted, sql`d.tenant_id`)}
  group by s.day order by s.day`;

const clock = Array.from({ length: 24 }, (_, hour) => hour);

/** One row for each day of the week that was counted, with its 24 hours. */
export const weekdays = (wanted: Wanted) => sql<{ weekday: number; views: number[] }>`
  select extract(dow from d.day)::int as weekday, array[${sql.join(clock.map((hour) => sql`sum(d.hours[${sql.lit(hour + 1)}])`))}]::int[] as views
  from usage_day d where d.day between ${wanted.from}::date and ${wanted.until}::date and ${ofUnit(wanted, sql`d.tenant_id`)}
  group by 1 order by 1`;

export const hoursOf = (rows: readonly { weekday: number; views: readonly number[] }[]): Analysis['hours'] =>
  rows.flatMap(({ weekday, views }) => views.flatMap((count, hour) => (count > 0 ? [{ weekday, hour, views: count }] : [])));

type Reports = NonNullable<Analysis['reports']>;

/** The last day up to which something was counted of a report `r`, with all that was counted until then. */
const countedUntil = (condition: RawBuilder<unknown>) => sql`
  select x.day, x.views_so_far, x.seconds_so_far, x.failures_so_far from usage_report x
  where x.tenant_id = r.tenant_id and x.report_id = r.id and ${condition} order by x.day desc limit 1`;

/** Two rows of each report, and one of those that were not opened: the cost of a year is that of a week. */
const useOfReports = (wanted: Wanted) => sql`
  select r.id, r.title, r.title_sort, r.active, t.name as unit_name, u.day, u.day is not null and u.day >= ${wanted.from}::date as opened,
    (u.views_so_far - coalesce(b.views_so_far, 0))::int as views, round((u.seconds_so_far - coalesce(b.seconds_so_far, 0)) / 60.0)::int as minutes,
    (u.failures_so_far - coalesce(b.failures_so_far, 0))::int as failures
  from report r join tenant t on t.id = r.tenant_id
  left join lateral (${countedUntil(sql`x.day <= ${wanted.until}::date`)}) as u on true
  left join lateral (${countedUntil(sql`x.day < ${wanted.from}::date and u.day >= ${wanted.from}::date`)}) as b on true
  where ${ofUnit(wanted, sql`r.tenant_id`)}`;

const rows = (of: RawBuilder<unknown>) => sql`(select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (${of}) as x)`;

/** The most read, those that nobody has opened for longest or ever, and how many of the published ones nobody opened. */
export const reports = (wanted: Wanted, limit: number) => sql<Reports>`
  with r as materialized (${useOfReports(wanted)})
  select
    ${rows(sql`
      select id, title, unit_name, views, minutes, failures, to_char(day, 'YYYY-MM-DD') as last_day
      from r where opened order by views desc, title_sort, id limit ${sql.lit(limit)}`)} as top,
    ${rows(sql`
      select id, title, unit_name, 0 as views, 0 as minutes, 0 as failures, to_char(day, 'YYYY-MM-DD') as last_day
      from r where active and not opened order by day nulls first, title_sort, id limit ${sql.lit(limit)}`)} as unused,
    (select count(*) from r where active and not opened)::int as unused_count, (select count(*) from r where active)::int as report_count`;
