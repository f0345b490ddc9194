/** What somebody reads, for that person alone. */
import * as contract from '@vitrine/contract/reports/reportUsage.ts';
import type { OwnReportUsage, OwnUsage } from '@vitrine/contract/reports/reportUsage.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isVisible } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { answerExport, chosenColumns } from '#platform/http/exportList.ts';
import { found } from '#platform/http/fail.ts';
import { listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { translate } from '#platform/translate.ts';
import { checkPeriod, columnsOf, once } from './files.ts';
import type { Period } from './usage.queries.ts';
import { exportLines, localTime, viewsOf } from './usage.queries.ts';

/** What the person opened; what others opened in the person's place stands apart. */
const ownViews = (ctx: Context, period: Period, byOthers = false): RawBuilder<unknown> =>
  viewsOf(ctx, period, sql`v.person_id = ${ctx.actor.person_id} and (v.actor_id <> v.person_id) = ${byOthers}`);

const minutes = (of: RawBuilder<unknown>): RawBuilder<number> => sql<number>`round(coalesce(sum(${of}), 0) / 60.0)::int`;

async function ownUsageOf(ctx: Context, wanted: Period): Promise<OwnUsage> {
  const views = ownViews(ctx, wanted);
  const [[totals], days] = await ctx.run(
    sql<OwnUsage['totals']>`
      select count(u.id)::int as views, ${minutes(sql`u.seconds`)} as minutes, count(distinct u.report_id)::int as reports,
        percentile_disc(0.5) within group (order by u.load_ms) as load_p50,
        (select count(*) from (${exportLines(ctx, wanted)}) as e where e.person_id = ${ctx.actor.person_id})::int as exports,
        count(u.id) filter (where not exists (select from report r where r.id = u.report_id and ${isVisible(ctx)}))::int as hidden,
        (select count(*) from (${ownViews(ctx, wanted, true)}) as o)::int as by_others
      from (${views}) as u`,
    sql<OwnUsage['days'][number]>`
      select to_char(d.day, 'YYYY-MM-DD') as day, count(v.id)::int as views, ${minutes(sql`v.seconds`)} as minutes
      from generate_series(${wanted.from}::date, ${wanted.until}::date, '1 day') as d (day)
      left join (${views}) as v on ${localTime(ctx)}::date = d.day group by d.day order by d.day`,
  );
  return { totals: found(totals), days };
}

function ownReports(ctx: Context, wanted: Period & { q: string; sort: string }) {
  const matching = wanted.q === '' ? sql`true` : sql`r.id in (select found.id from search_report(${wanted.q}) found)`;
  const from = sql`
    (select u.report_id, count(*)::int as views, ${minutes(sql`u.seconds`)} as minutes, max(u.opened_at) as last_view_at
      from (${ownViews(ctx, wanted)}) as u group by u.report_id) as n
    join report r on r.id = n.report_id join report_group g on g.id = r.group_id
    where ${isVisible(ctx)} and ${matching}`;
  // Numbers are sorted descending first.
  const sorts = {
    views: sql`- n.views`,
    minutes: sql`- n.minutes`,
    last_view_at: sql`- extract(epoch from n.last_view_at)`,
    title: sql`r.title_sort`,
  };
  const sorted = orderBy(wanted.sort as keyof typeof sorts, sorts, sql`r.title_sort, r.id`);
  const rows = sql<OwnReportUsage>`
    select r.id, r.title, g.name as group_name, n.views, n.minutes, n.last_view_at from ${from} ${sorted}`;
  return { rows, counted: sql`select from ${from}` };
}

export function ownUsage(serve: Serve): void {
  serve(contract.own, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    return ownUsageOf(ctx, wanted);
  });

  serve(contract.ownByReport, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const { rows, counted } = ownReports(ctx, wanted);
    return listPage(ctx, wanted, sql<OwnReportUsage>`${rows} ${pageOf(wanted)}`, counted);
  });

  serve(contract.exportOwnByReport, async (ctx, { query: wanted }) => {
    checkPeriod(wanted);
    const columns = columnsOf<OwnReportUsage>(ctx, {
      title: 'report',
      group_name: 'group',
      views: 'views',
      minutes: 'minutes',
      last_view_at: 'last_view',
    });
    const name = translate(ctx.request.locale, 'reportUsage:file_own');
    return answerExport({ format: wanted.format, name }, chosenColumns(columns, wanted.columns), once(ctx, ownReports(ctx, wanted).rows));
  });
}
