/** The counted days against the log itself: whatever was opened when, however late it came, and however often it is counted. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { scoped } from '#platform/database/scoped.ts';
import { query } from '#platform/database/query.ts';
import { openPublishingWorld, publish } from '#test/harness/publishing.ts';
import { writeView } from '#test/harness/reportViews.ts';
import { countUsageDays } from './countUsage.ts';

const { world } = await openPublishingWorld();

const timezone = 'America/Sao_Paulo';
/** Now, as the database writes ids of now. */
const now = new Date();
const hourMs = 3_600_000;

type Opened = {
  hoursAgo: number;
  report: number;
  person: number;
  seconds: number;
  shown: { load_ms: number | null; phone: boolean } | null;
};

const opened = fc.record<Opened>({
  hoursAgo: fc.integer({ min: 0, max: 24 * 130 }),
  report: fc.integer({ min: 0, max: 1 }),
  person: fc.integer({ min: 0, max: 2 }),
  seconds: fc.integer({ min: 0, max: 900 }),
  shown: fc.option(fc.record({ load_ms: fc.option(fc.integer({ min: 1, max: 40_000 })), phone: fc.boolean() })),
});

/** What was logged outside of the portal's calls: an export, or somebody who signed in or was refused. */
const line = fc.record({
  hoursAgo: fc.integer({ min: 0, max: 24 * 130 }),
  action: fc.constantFrom('report.export', 'report.export_data', 'session.sign_in', 'session.refused', 'report.refresh'),
});

const unit = await world.unit({ settings: { timezone } });
const admin = await world.signIn(await unit.person('admin'));
const people = [await unit.person('user'), await unit.person('user'), await unit.person('user')];
const reports = [await publish(admin, { title: 'Um' }), await publish(admin, { title: 'Outro' })];
const ctx = scoped(world.services.database, { kind: 'tenant', tenant_id: unit.id, action: 'usage.count' });

const logged = async (views: readonly Opened[]) => {
  for (const { hoursAgo, report, person, seconds, shown } of views) {
    const opened_at = new Date(now.getTime() - hoursAgo * hourMs);
    const { id: person_id = '' } = people[person] ?? {};
    const page = shown && { load_ms: shown.load_ms, device: shown.phone ? 'phone' : 'desktop' };
    await writeView(world, { tenant_id: unit.id, report_id: reports[report]?.id ?? '', person_id, opened_at, seconds }, page);
  }
};

const days = sql`
  select d.day::date as day from generate_series((${now}::timestamptz at time zone ${timezone})::date - 135,
    (${now}::timestamptz at time zone ${timezone})::date - 1, interval '1 day') as d (day)`;
const dayOf = (column: string) => sql`(${sql.ref(column)} at time zone ${timezone})::date`;
const back = (n: number) => sql`
  (select count(distinct v.person_id) from v where v.day <= d.day and v.day > d.day - ${sql.lit(n)})::int as ${sql.ref(`people_${n}`)}`;
const action = (condition: ReturnType<typeof sql>) => sql`
  (select count(*) from audit_log a where a.tenant_id = ${unit.id} and ${condition} and ${dayOf('a.at')} = d.day)::int`;

/** Each day as the log tells it, in the plainest words. */
const fromTheLog = sql`
  with v as (
    select ${dayOf('w.opened_at')} as day, extract(hour from w.opened_at at time zone ${timezone}) as hour, w.report_id, w.person_id, w.seconds, p.load_ms, p.device, p.id as page_id
    from report_view w left join report_page_view p on p.view_id = w.id where w.tenant_id = ${unit.id}
  )
  select to_char(d.day, 'YYYY-MM-DD') as day,
    (select count(*) from v where v.day = d.day)::int as views, (select count(distinct person_id) from v where v.day = d.day)::int as people,
    (select count(distinct report_id) from v where v.day = d.day)::int as reports, (select coalesce(sum(seconds), 0) from v where v.day = d.day)::int as seconds,
    ${back(7)}, ${back(30)}, ${back(90)}, ${back(365)},
    (select count(*) from v where v.day = d.day and v.page_id is null)::int as failures,
    (select count(*) from v where v.day = d.day and v.device = 'desktop')::int as desktop,
    (select count(*) from v where v.day = d.day and v.device = 'phone')::int as phone,
    ${action(sql`a.action in ('report.export', 'report.export_data')`)} as exports,
    ${action(sql`a.action = 'session.sign_in'`)} as by_way, ${action(sql`a.action = 'session.sign_in'`)} as sign_ins, ${action(sql`a.action = 'session.refused'`)} as refused,
    (select array_agg((select count(*) from v where v.day = d.day and v.hour = h)::int order by h) from generate_series(0, 23) as h) as hours,
    (select percentile_disc(0.95) within group (order by load_ms) from v where v.day <= d.day) as slowest
  from (${days}) as d order by d.day`;

const counted = sql`
  select to_char(d.day, 'YYYY-MM-DD') as day, u.views, u.people, u.reports, u.seconds, u.people_7, u.people_30, u.people_90, u.people_365,
    u.failures, u.desktop, u.phone, u.exports,
    (select coalesce(sum(o.count) filter (where o.kind = 'sign_in' and o.outcome = 'other'), 0)::int from usage_outcome o
      where o.tenant_id = ${unit.id} and o.day = d.day) as by_way, u.sign_ins, u.refused, u.hours,
    (select min(case when bucket <= 101 then (bucket - 1) * 100 else (bucket - 91) * 1000 end)::int from (
      select bucket, views, sum(views) over (order by bucket) as so_far, sum(views) over () as all_views
      from unnest(u.loads_so_far) with ordinality as l (views, bucket)
    ) as told where views > 0 and so_far >= 0.95 * all_views) as slowest
  from (${days}) as d left join usage_day u on u.tenant_id = ${unit.id} and u.day = d.day order by d.day`;

const byReport = {
  log: sql`
    select to_char(day, 'YYYY-MM-DD') as day, report_id, views, people, seconds, (sum(views) over so_far)::int as views_so_far,
      (sum(seconds) over so_far)::int as seconds_so_far, (sum(failures) over so_far)::int as failures_so_far
    from (
      select ${dayOf('v.opened_at')} as day, report_id, count(*)::int as views, count(distinct person_id)::int as people, sum(seconds)::int as seconds,
        count(*) filter (where not exists (select from report_page_view p where p.view_id = v.id)) as failures
      from report_view v where tenant_id = ${unit.id} and ${dayOf('v.opened_at')} < (${now}::timestamptz at time zone ${timezone})::date group by 1, 2
    ) as each
    window so_far as (partition by report_id order by day) order by 1, 2`,
  counted: sql`
    select to_char(day, 'YYYY-MM-DD') as day, report_id, views, people, seconds, views_so_far::int as views_so_far, seconds_so_far::int as seconds_so_far,
      failures_so_far::int as failures_so_far from usage_report where tenant_id = ${unit.id} order by 1, 2`,
};

const told = (ms: number | null) => (ms === null ? null : ms < 10_000 ? Math.round(ms / 100) * 100 : Math.round(ms / 1000) * 1000);

const agree = async () => {
  const log = (await world.owner.run(fromTheLog)) as { day: string; views: number; slowest: number | null }[];
  const rows = (await world.owner.run(counted)) as typeof log;
  const first = log.find(({ views }) => views > 0)?.day ?? '9999';
  const since = <Row extends { day: string }>(list: Row[]) => list.filter(({ day }) => day >= first);
  expect(since(rows)).toEqual(since(log).map((row) => ({ ...row, slowest: told(row.slowest) })));
  expect(await world.owner.run(byReport.counted)).toEqual(await world.owner.run(byReport.log));
};

test('days, people of every period, hours, loads, exports and sign-ins are those of the log, also when some of it came late', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(opened, { minLength: 1, maxLength: 25 }),
      fc.array(opened, { maxLength: 8 }),
      fc.array(line, { maxLength: 12 }),
      async (atFirst, late, acts) => {
        for (const table of ['report_view', 'usage_day', 'usage_report', 'usage_outcome', 'usage_reader', 'usage_count', 'failed_opening'])
          await world.owner.run(sql`delete from ${sql.table(table)} where tenant_id = ${unit.id}`);
        await logged(atFirst);
        for (const { hoursAgo, action: done } of acts) {
          const at = new Date(now.getTime() - hoursAgo * hourMs);
          const entry = { tenant_id: unit.id, at, actor_id: null, person_id: null, action: done, object_id: null };
          await world.owner.run(
            query.insertInto('audit_log').values({ ...entry, object_type: done.startsWith('report') ? 'report' : 'session' }),
          );
        }
        await countUsageDays(ctx, timezone, now);
        await agree();
        await logged(late);
        await countUsageDays(ctx, timezone, now);
        await agree();
        await countUsageDays(ctx, timezone, now);
        await agree();
      },
    ),
    { numRuns: 12 },
  );
}, 120_000);
