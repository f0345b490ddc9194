/**
 * Counts at night what was logged of a unit into days of its calendar, up to yesterday. Counting again answers the same: the days of the
 * last week are counted anew, because a view is timed until its tab is closed, and so is everything from the earliest day of which
 * something came late.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { skus } from '@vitrine/contract/datasets/capacities.ts';
import { signInWays } from '@vitrine/contract/reports/analyze.ts';
import { centsPerHour, unpaidStates } from '#domain/reporting/capacityCost.rules.ts';
import { notHeld } from '#domain/retention/holds.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import { found } from '#platform/http/fail.ts';
import { bucketOf } from './loadBuckets.ts';
import { namesKeptMonths } from './namesKept.ts';

const countedAgain = 7;
/** Days in one transaction: those of a large unit would take longer than a statement may. */
const slice = 28;
/** What is counted of a day has changed so often: a unit that was counted otherwise is counted anew. */
const counts = 3;
/** Lengths of the periods of which different people are counted. */
const peopleDays = [7, 30, 90, 365] as const;

type Days = { timezone: string; from: string; until: string };
type Begin = Pick<Days, 'from' | 'until'> & { first_whole: string; read_at: string };

/** The least id that can have been made at a moment: ids are ordered by time. */
const idOf = (moment: RawBuilder<unknown>) =>
  sql`(lpad(to_hex(floor(extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/**
 * From which day on there is something to count. Rows in flight may have an id from before what was last read, so an hour is read twice.
 * The log begins in the midst of a day; what was counted of that day is kept.
 */
const begin = (timezone: string, now: Date) => sql<Begin>`
  with unit as (
    select (${now}::timestamptz at time zone ${timezone})::date as today,
      ((${now}::timestamptz - make_interval(months => ${sql.lit(namesKeptMonths)})) at time zone ${timezone})::date + 1 as first_whole
  ),
  late as (
    select min((v.opened_at at time zone ${timezone})::date) as day from usage_count c join report_view v on v.id >= ${idOf(sql`c.log_read_at`)}
  ),
  first as (
    select least((select min(opened_at) from report_view), (select created_at from tenant where id = ${ownTenant})) at time zone ${timezone} as at
  )
  select to_char(greatest(u.first_whole, case when c.counts is distinct from ${sql.lit(counts)} then first.at::date
      else least(c.counted_until - ${sql.lit(countedAgain)}, u.today, late.day) end), 'YYYY-MM-DD') as "from",
    to_char(u.today, 'YYYY-MM-DD') as until, to_char(u.first_whole, 'YYYY-MM-DD') as first_whole,
    (clock_timestamp() - interval '1 hour')::text as read_at
  from unit u cross join late cross join first left join usage_count c on true`;

const startOf = ({ timezone }: Days, day: string) => sql`(${day}::date::timestamp at time zone ${timezone})`;
const inDays = ({ from, until }: Days) => sql`day >= ${from}::date and day < ${until}::date`;

/** Lines of the audit log `a` of these days. What was done has an id from then or later. */
const logged = (days: Days) =>
  sql`a.id >= ${idOf(startOf(days, days.from))} and a.at >= ${startOf(days, days.from)} and a.at < ${startOf(days, days.until)}`;

/** The same by day. */
const lines = (days: Days, condition: RawBuilder<unknown>, counted: RawBuilder<unknown>) => sql`
  select (a.at at time zone ${days.timezone})::date as day, ${counted} from audit_log a where ${logged(days)} and ${condition} group by 1`;

const wayIn = sql`case when a.after ->> 'method' in (${sql.join(signInWays)}) then a.after ->> 'method' else 'other' end`;
const cause = sql`
  case when a.after ->> 'reason' in ('error_user_or_password', 'code_wrong') then 'wrong' when a.after ->> 'reason' = 'throttled' then 'too_many'
    when starts_with(a.after ->> 'reason', 'saml_') then 'provider' else 'not_allowed' end`;
const refreshEnd = sql`case when r.state in ('completed', 'failed') then r.state else 'not_run' end`;

const outcomes = (days: Days) => sql`
  insert into usage_outcome (tenant_id, day, kind, outcome, count)
  select ${ownTenant}, day, kind, outcome, count(*)
  from (
    select (a.at at time zone ${days.timezone})::date as day, case a.action when 'session.sign_in' then 'sign_in' else 'refused' end as kind,
      case a.action when 'session.sign_in' then ${wayIn} else ${cause} end as outcome
    from audit_log a where ${logged(days)} and a.action in ('session.sign_in', 'session.refused')
    union all
    select (v.opened_at at time zone ${days.timezone})::date, 'opening', coalesce(v.trouble, 'left')
    from report_view v
    where v.opened_at >= ${startOf(days, days.from)} and v.opened_at < ${startOf(days, days.until)}
      and (v.trouble is not null or not v.shown)
    union all
    select (f.hour at time zone ${days.timezone})::date, 'opening', f.cause
    from failed_opening f where f.hour >= ${startOf(days, days.from)} and f.hour < ${startOf(days, days.until)}
    union all
    select (r.ended_at at time zone ${days.timezone})::date, 'refresh', ${refreshEnd}
    from dataset_refresh r where r.ended_at >= ${startOf(days, days.from)} and r.ended_at < ${startOf(days, days.until)}
  ) as ended
  group by day, kind, outcome`;

const prices = sql.join(skus.map((sku) => sql`(${sql.lit(sku)}, ${sql.lit(centsPerHour(sku))}::float8)`));

/** How long capacities ran, and what that cost by list prices: each span by the part of it that lies in the day. */
const capacityDays = (days: Days) => sql`
  update usage_day u set capacity_minutes = coalesce(ran.minutes, 0), capacity_cents = coalesce(ran.cents, 0)
  from generate_series(${days.from}::date, ${days.until}::date - 1, interval '1 day') as d (day)
  cross join lateral (
    select d.day::date::timestamp at time zone ${days.timezone} as at, (d.day::date + 1)::timestamp at time zone ${days.timezone} as until
  ) as clock
  cross join lateral (
    select round(sum(seconds) / 60.0)::int as minutes, round(sum(seconds * coalesce(price.cents, 0)) / 3600.0)::int as cents
    from (
      select s.sku, extract(epoch from least(s.seen_until, clock.until) - greatest(s.seen_from, clock.at))::float8 as seconds
      from capacity_seen s
      where s.seen_from < clock.until and s.seen_until > clock.at and s.state not in (${sql.join(unpaidStates)})
    ) as part left join (values ${prices}) as price (sku, cents) on price.sku = part.sku
  ) as ran
  where u.day = d.day::date`;

/** What was counted of a report up to some day. */
const reportUntil = (reportId: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
  select u.views_so_far, u.seconds_so_far, u.failures_so_far from usage_report u
  where u.tenant_id = ${ownTenant} and u.report_id = ${reportId} and ${condition} order by u.day desc limit 1`;

/** How many views `v` showed their first page after how long, up to and with each day: an array of buckets. */
const loadsSoFar = (days: Days) => sql`
  select day, array_agg(views order by bucket) as loads
  from (
    select d.day::date as day, b.bucket, coalesce(before.views, 0) + sum(coalesce(s.views, 0)) over (partition by b.bucket order by d.day)::int as views
    from generate_series(${days.from}::date, ${days.until}::date - 1, interval '1 day') as d (day)
    cross join generate_series(1, greatest((select max(bucket) from speeds), (select max(bucket) from loaded_before))) as b (bucket)
    left join speeds s on s.day = d.day::date and s.bucket = b.bucket
    left join loaded_before before on before.bucket = b.bucket
  ) as each
  group by day`;

/** Statements that count some days, the last excluded. */
const countDays = (days: Days): RawBuilder<unknown>[] => [
  sql`delete from usage_reader where ${inDays(days)}`,
  sql`delete from usage_report where ${inDays(days)}`,
  sql`delete from usage_outcome where ${inDays(days)}`,
  sql`
    with v as materialized (
      select (w.opened_at at time zone ${days.timezone})::date as day, extract(hour from w.opened_at at time zone ${days.timezone})::int as hour,
        w.report_id, w.person_id, w.seconds, w.load_ms, w.device, w.shown
      from report_view w
      where w.opened_at >= ${startOf(days, days.from)} and w.opened_at < ${startOf(days, days.until)}
    ),
    readers as (
      insert into usage_reader (tenant_id, day, person_id, views, seconds)
      select ${ownTenant}, day, person_id, count(*), sum(seconds) from v group by day, person_id
    ),
    of_report as (
      select day, report_id, count(*) as views, count(distinct person_id) as people, sum(seconds) as seconds,
        count(*) filter (where not shown) as failures
      from v group by day, report_id
    ),
    before as materialized (
      select r.report_id, x.views_so_far, x.seconds_so_far, x.failures_so_far
      from (select distinct report_id from v) as r cross join lateral (${reportUntil(sql`r.report_id`, sql`day < ${days.from}::date`)}) as x
    ),
    reports as (
      insert into usage_report (tenant_id, day, report_id, views, people, seconds, failures, views_so_far, seconds_so_far, failures_so_far)
      select ${ownTenant}, o.day, o.report_id, o.views, o.people, o.seconds, o.failures,
        coalesce(b.views_so_far, 0) + sum(o.views) over so_far, coalesce(b.seconds_so_far, 0) + sum(o.seconds) over so_far,
        coalesce(b.failures_so_far, 0) + sum(o.failures) over so_far
      from of_report o left join before b on b.report_id = o.report_id
      window so_far as (partition by o.report_id order by o.day)
    ),
    speeds as materialized (
      select day, ${bucketOf(sql`load_ms`)} as bucket, count(*)::int as views from v where load_ms is not null group by 1, 2
    ),
    loaded_before as materialized (
      select l.bucket, l.views
      from (select loads_so_far from usage_day where day < ${days.from}::date order by day desc limit 1) as d,
        unnest(d.loads_so_far) with ordinality as l (views, bucket)
    ),
    loads as (${loadsSoFar(days)}),
    hours as materialized (select day, hour, count(*)::int as views from v group by day, hour),
    of_day as (
      select day, count(*) as views, count(distinct person_id) as people, count(distinct report_id) as reports, sum(seconds) as seconds,
        count(*) filter (where not shown) as failures, count(*) filter (where device = 'desktop') as desktop,
        count(*) filter (where device = 'phone') as phone
      from v group by day
    ),
    exported as (${lines(days, sql`a.object_type = 'report' and starts_with(a.action, 'report.export')`, sql`count(*) as exports`)}),
    signed_in as (${lines(
      days,
      sql`a.action in ('session.sign_in', 'session.refused')`,
      sql`count(*) filter (where a.action = 'session.sign_in') as sign_ins, count(*) filter (where a.action = 'session.refused') as refused`,
    )})
    insert into usage_day (
      tenant_id, day, views, people, reports, seconds, failures, desktop, phone, exports, sign_ins, refused, loads_so_far, hours)
    select ${ownTenant}, d.day::date, coalesce(o.views, 0), coalesce(o.people, 0), coalesce(o.reports, 0), coalesce(o.seconds, 0),
      coalesce(o.failures, 0), coalesce(o.desktop, 0), coalesce(o.phone, 0), coalesce(e.exports, 0), coalesce(s.sign_ins, 0), coalesce(s.refused, 0),
      coalesce(l.loads, '{}'),
      (select array_agg(coalesce(h.views, 0) order by clock.hour)
        from generate_series(0, 23) as clock (hour) left join hours h on h.day = d.day::date and h.hour = clock.hour)
    from generate_series(${days.from}::date, ${days.until}::date - 1, interval '1 day') as d (day)
    left join of_day o on o.day = d.day::date left join exported e on e.day = d.day::date left join signed_in s on s.day = d.day::date
    left join loads l on l.day = d.day::date
    on conflict (tenant_id, day) do update
      set views = excluded.views, people = excluded.people, reports = excluded.reports, seconds = excluded.seconds, failures = excluded.failures,
        desktop = excluded.desktop, phone = excluded.phone, exports = excluded.exports, sign_ins = excluded.sign_ins, refused = excluded.refused,
        loads_so_far = excluded.loads_so_far, hours = excluded.hours`,
  outcomes(days),
  capacityDays(days),
];

const peopleOf = (days: number) => sql.ref(`people_${days}`);

/**
 * How many different people each of the days looks back on. Somebody who was there on a day counts from then until the next time, or until
 * the period has passed, so every day needs one sum and no second look at who it was. Of a period whose beginning is no longer in the log
 * the number that was counted stays.
 */
const countPeople = ({ from, until }: Pick<Days, 'from' | 'until'>, firstWhole: string) => sql`
  with seen as (
    select day, lead(day) over (partition by person_id order by day) as next from usage_reader
    where day > ${from}::date - ${sql.lit(Math.max(...peopleDays))} and day < ${until}::date
  ),
  steps as (
    select n, at, sum(change) as change
    from (
      select p.n, s.day as at, 1 as change from seen s cross join (values ${sql.join(peopleDays.map((n) => sql`(${sql.lit(n)})`))}) as p (n)
      union all
      select p.n, least(s.next, s.day + p.n), -1 from seen s cross join (values ${sql.join(peopleDays.map((n) => sql`(${sql.lit(n)})`))}) as p (n)
    ) as each
    group by n, at
  ),
  counted as (
    select d.day::date as day,
      ${sql.join(peopleDays.map((n) => sql`coalesce(sum(s.change) filter (where s.n = ${sql.lit(n)}), 0)::int as ${peopleOf(n)}`))}
    from generate_series(${from}::date, ${until}::date - 1, interval '1 day') as d (day) left join steps s on s.at <= d.day
    group by d.day
  )
  update usage_day u
  set ${sql.join(
    peopleDays.map(
      (n) => sql`${peopleOf(n)} = case when u.day - ${sql.lit(n - 1)} >= ${firstWhole}::date then c.${peopleOf(n)}
        else greatest(u.${peopleOf(n)}, c.${peopleOf(n)}) end`,
    ),
  )}
  from counted c where u.day = c.day`;

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** Counts what is new since the last time, and forgets who it was when the log does. */
export async function countUsageDays(ctx: Scoped, timezone: string, now: Date): Promise<void> {
  const [told] = await ctx.run(begin(timezone, now));
  const { from, until, first_whole, read_at } = found(told);
  for (let day = from; day < until; day = dayAfter(day, slice)) {
    const end = dayAfter(day, slice);
    const [first, ...rest] = countDays({ timezone, from: day, until: end < until ? end : until });
    if (first) await ctx.run(first, ...rest);
  }
  await ctx.run(
    countPeople({ from, until }, first_whole),
    sql`delete from failed_opening x where hour < ${startOf({ timezone, from, until }, first_whole)} and ${notHeld(sql`x.person_id = h.person_id`, sql`${now}::timestamptz`)}`,
    sql`delete from usage_reader x where day < ${first_whole}::date - 1 and ${notHeld(sql`x.person_id = h.person_id`, sql`${now}::timestamptz`)}`,
    sql`
      insert into usage_count (tenant_id, counted_until, log_read_at, counts) values (${ownTenant}, ${until}, ${read_at}, ${counts})
      on conflict (tenant_id) do update
        set counted_until = excluded.counted_until, log_read_at = excluded.log_read_at, counts = excluded.counts`,
  );
}
