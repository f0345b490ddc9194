/** Numbers about reading. */
import * as contract from '@vitrine/contract/reports/reportUsage.ts';
import type { GroupUsage, PersonUsage, ReportUsage, UsageOverview } from '@vitrine/contract/reports/reportUsage.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { readAsOf } from '#platform/database/replica.ts';
import { answerExport, chosenColumns } from '#platform/http/exportList.ts';
import { found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { translate } from '#platform/translate.ts';
import { checkPeriod, columnsOf, countedInTime, once } from './files.ts';
import type { Period } from './usage.queries.ts';
import { exportLines, exportsOf, loadTimes, localTime, numbers, viewsOf } from './usage.queries.ts';

type ReportQuery = Period & { q: string; group_id?: string | undefined; unused?: boolean | undefined; sort: string };

function reportRows(ctx: Context, wanted: ReportQuery) {
  const matching = every(
    wanted.group_id === undefined ? undefined : sql`r.group_id = ${wanted.group_id}`,
    wanted.unused === undefined ? undefined : sql`(coalesce(n.views, 0) = 0) = ${wanted.unused}`,
    wanted.q === '' ? undefined : sql`r.id in (select found.id from search_report(${wanted.q}) found)`,
  );
  const from = sql`
    report r join report_group g on g.id = r.group_id
    left join (select u.report_id, ${numbers}, max(u.opened_at) as last_view_at from (${viewsOf(ctx, wanted)}) as u group by u.report_id) as n
      on n.report_id = r.id
    where ${matching}`;
  // Numbers are sorted descending first.
  const number = (name: string) => sql`coalesce(n.${sql.ref(name)}, 0)`;
  const sorts = {
    views: sql`- ${number('views')}`,
    people: sql`- ${number('people')}`,
    minutes: sql`- ${number('minutes')}`,
    load_p95: sql`- ${number('load_p95')}`,
    last_view_at: sql`- coalesce(extract(epoch from n.last_view_at), 0)`,
    title: sql`r.title_sort`,
  };
  const sorted = orderBy(wanted.sort as keyof typeof sorts, sorts, sql`r.title_sort, r.id`);
  const rows = sql<ReportUsage>`
    select r.id, r.title, r.group_id, g.name as group_name, coalesce(n.views, 0)::int as views, coalesce(n.people, 0)::int as people,
      coalesce(n.minutes, 0) as minutes, n.load_p50, n.load_p95, coalesce(n.failures, 0)::int as failures, n.last_view_at,
      ${exportsOf(ctx, wanted, sql`r.id`)}::int as exports
    from ${from} ${sorted}`;
  return { rows, counted: sql`select from ${from}` };
}

function groupRows(ctx: Context, wanted: Period & { q: string; sort: string }) {
  const from = sql`
    report_group g
    left join (
      select r.group_id, ${numbers} from (${viewsOf(ctx, wanted)}) as u join report r on r.id = u.report_id group by r.group_id
    ) as n on n.group_id = g.id
    left join (
      select r.group_id, count(*)::int as exports from (${exportLines(ctx, wanted)}) as e join report r on r.id::text = e.object_id group by r.group_id
    ) as x on x.group_id = g.id
    where ${holdsWords(wanted.q, sql`g.name`)}`;
  const sorts = {
    views: sql`- coalesce(n.views, 0)`,
    people: sql`- coalesce(n.people, 0)`,
    minutes: sql`- coalesce(n.minutes, 0)`,
    load_p95: sql`- coalesce(n.load_p95, 0)`,
    name: sql`search_text(g.name)`,
  };
  const sorted = orderBy(wanted.sort as keyof typeof sorts, sorts, sql`search_text(g.name), g.id`);
  const rows = sql<GroupUsage>`
    select g.id, g.name, (select count(*) from report r where r.group_id = g.id)::int as reports, coalesce(n.views, 0)::int as views,
      coalesce(n.people, 0)::int as people, coalesce(n.minutes, 0) as minutes, n.load_p50, n.load_p95,
      coalesce(n.failures, 0)::int as failures, coalesce(x.exports, 0) as exports
    from ${from} ${sorted}`;
  return { rows, counted: sql`select from ${from}` };
}

type PersonQuery = Period & { q: string; report_id?: string | undefined; sort: string };

function personRows(ctx: Context, wanted: PersonQuery) {
  const ofReport = wanted.report_id === undefined ? sql`true` : sql`v.report_id = ${wanted.report_id}`;
  const exported = wanted.report_id === undefined ? sql`true` : sql`e.object_id = ${wanted.report_id}::text`;
  const from = sql`
    (select u.person_id, count(*) as views, count(distinct u.report_id) as reports, max(u.opened_at) as last_view_at,
        round(sum(u.seconds) / 60.0)::int as minutes, ${loadTimes}
      from (${viewsOf(ctx, wanted, ofReport)}) as u group by u.person_id) as n
    join person p on p.id = n.person_id
    left join (select e.person_id, count(*)::int as exports from (${exportLines(ctx, wanted)}) as e where ${exported} group by e.person_id) as x
      on x.person_id = p.id
    where ${holdsWords(wanted.q, sql`p.name`, sql`p.email`)}`;
  const sorts = {
    views: sql`- n.views`,
    reports: sql`- n.reports`,
    minutes: sql`- n.minutes`,
    load_p95: sql`- coalesce(n.load_p95, 0)`,
    last_view_at: sql`- extract(epoch from n.last_view_at)`,
    name: sql`search_text(p.name)`,
  };
  const sorted = orderBy(wanted.sort as keyof typeof sorts, sorts, sql`search_text(p.name), p.id`);
  const rows = sql<PersonUsage>`
    select p.id, p.name, p.email, n.views::int as views, n.reports::int as reports, n.minutes, n.load_p50, n.load_p95,
      coalesce(x.exports, 0) as exports, n.last_view_at
    from ${from} ${sorted}`;
  return { rows, counted: sql`select from ${from}` };
}

async function overviewOf(
  ctx: Context,
  wanted: Period & { report_id?: string | undefined; group_id?: string | undefined },
): Promise<UsageOverview> {
  const ofReports = every(
    wanted.report_id === undefined ? undefined : sql`r.id = ${wanted.report_id}`,
    wanted.group_id === undefined ? undefined : sql`r.group_id = ${wanted.group_id}`,
  );
  const views = viewsOf(ctx, wanted, sql`v.report_id in (select r.id from report r where ${ofReports})`);
  const [[totals], days, hours, devices, [read]] = await ctx.run(
    sql<UsageOverview['totals']>`
      select ${numbers}, (select count(*) from report r where ${ofReports})::int as reports,
        (select count(*) from report r where ${ofReports}
          and r.id not in (select seen.report_id from (${views}) as seen))::int as unused,
        (select coalesce(sum(${exportsOf(ctx, wanted, sql`r.id`)}), 0) from report r where ${ofReports})::int as exports
      from (${views}) as u`,
    sql<UsageOverview['days'][number]>`
      select to_char(d.day, 'YYYY-MM-DD') as day, count(v.id)::int as views, count(distinct v.person_id)::int as people
      from generate_series(${wanted.from}::date, ${wanted.until}::date, '1 day') as d (day)
      left join (${views}) as v on ${localTime(ctx)}::date = d.day group by d.day order by d.day`,
    sql<UsageOverview['hours'][number]>`
      select extract(dow from ${localTime(ctx)})::int as weekday, extract(hour from ${localTime(ctx)})::int as hour, count(*)::int as views
      from (${views}) as v group by 1, 2 order by 1, 2`,
    sql<UsageOverview['devices'][number]>`
      select v.device, count(*)::int as views from (${views}) as v where v.device is not null group by v.device order by v.device`,
    readAsOf,
  );
  return { ...found(read), totals: found(totals), days, hours, devices };
}

const countColumns = {
  views: 'views',
  people: 'people',
  minutes: 'minutes',
  load_p50: 'load_p50_ms',
  load_p95: 'load_p95_ms',
  exports: 'exports',
  failures: 'failures',
} as const;

export function reportUsage(serve: Serve): void {
  serve(contract.overview, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    return countedInTime(overviewOf(ctx, wanted));
  });

  serve(contract.byReport, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const { rows, counted } = reportRows(ctx, wanted);
    return countedInTime(listPage(ctx, wanted, sql<ReportUsage>`${rows} ${pageOf(wanted)}`, counted));
  });

  serve(contract.exportByReport, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const columns = columnsOf<ReportUsage>(ctx, { title: 'report', group_name: 'group', ...countColumns, last_view_at: 'last_view' });
    const name = translate(ctx.request.locale, 'reportUsage:file_reports');
    return answerExport({ format: wanted.format, name }, chosenColumns(columns, wanted.columns), once(ctx, reportRows(ctx, wanted).rows));
  });

  serve(contract.byGroup, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const { rows, counted } = groupRows(ctx, wanted);
    return countedInTime(listPage(ctx, wanted, sql<GroupUsage>`${rows} ${pageOf(wanted)}`, counted));
  });

  serve(contract.exportByGroup, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const columns = columnsOf<GroupUsage>(ctx, { name: 'group', reports: 'reports', ...countColumns });
    const name = translate(ctx.request.locale, 'reportUsage:file_groups');
    return answerExport({ format: wanted.format, name }, chosenColumns(columns, wanted.columns), once(ctx, groupRows(ctx, wanted).rows));
  });

  serve(contract.byPerson, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const { rows, counted } = personRows(ctx, wanted);
    return countedInTime(listPage(ctx, wanted, sql<PersonUsage>`${rows} ${pageOf(wanted)}`, counted));
  });

  serve(contract.exportByPerson, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const { people: _people, failures: _failures, ...counts } = countColumns;
    const columns = columnsOf<PersonUsage>(ctx, {
      name: 'person',
      email: 'email',
      reports: 'reports',
      ...counts,
      last_view_at: 'last_view',
    });
    const name = translate(ctx.request.locale, 'reportUsage:file_people');
    return answerExport({ format: wanted.format, name }, chosenColumns(columns, wanted.columns), once(ctx, personRows(ctx, wanted).rows));
  });

  serve(contract.viewTime, async (ctx, { body: { view_id, seconds } }) => {
    // Never longer than the time since the view began, whatever the browser reports.
    const [logged] = await ctx.run(sql<{ id: string }>`
      update report_view v
      set seconds = greatest(v.seconds, least(${seconds}::int, ceil(extract(epoch from ${ctx.now()}::timestamptz - v.opened_at))::int + 60, 86400))
      where v.id = ${view_id} and v.person_id = ${ctx.actor.person_id} returning v.id`);
    found(logged);
  });
}
