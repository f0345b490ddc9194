/** Statements over the view log. A period is days of the unit's calendar, both included. */
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '#domain/serving/context.ts';

export type Period = { from: string; until: string };

const startOf = ({ actor }: Pick<Context, 'actor'>, day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${day}::timestamp at time zone ${actor.timezone})`;

/** Condition on a view `v`: opened within the period. */
const within = (ctx: Pick<Context, 'actor'>, { from, until }: Period): RawBuilder<boolean> => sql<boolean>`
  v.opened_at >= ${startOf(ctx, sql`${from}::date`)} and v.opened_at < ${startOf(ctx, sql`(${until}::date + 1)`)}`;

/** The moment in the unit's time zone. */
export const localTime = ({ actor }: Pick<Context, 'actor'>): RawBuilder<unknown> => sql`(v.opened_at at time zone ${actor.timezone})`;

/** Views of the period, with the load time of the page that was shown first. */
export const viewsOf = (ctx: Pick<Context, 'actor'>, period: Period, more: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> => sql`
  select v.id, v.report_id, v.person_id, v.opened_at, v.seconds, v.load_ms, v.device, v.shown
  from report_view v where ${within(ctx, period)} and ${more}`;

/** Median and 95th percentile of the load time of views `u`. */
export const loadTimes = sql`
  percentile_disc(0.5) within group (order by u.load_ms) as load_p50, percentile_disc(0.95) within group (order by u.load_ms) as load_p95`;

/** Numbers of some views `u`. */
export const numbers = sql`
  count(u.id) as views, count(distinct u.person_id) as people, round(coalesce(sum(u.seconds), 0) / 60.0)::int as minutes,
  ${loadTimes}, count(u.id) filter (where not u.shown) as failures`;

/** Exports of the period, from the audit log: report and person. */
export const exportLines = (ctx: Pick<Context, 'actor'>, { from, until }: Period): RawBuilder<unknown> => sql`
  select e.object_id, e.person_id from audit_log e
  where e.object_type = 'report' and starts_with(e.action, 'report.export')
    and e.at >= ${startOf(ctx, sql`${from}::date`)} and e.at < ${startOf(ctx, sql`(${until}::date + 1)`)}`;

/** How often a report was exported in the period. */
export const exportsOf = (ctx: Pick<Context, 'actor'>, period: Period, reportId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*) from (${exportLines(ctx, period)}) as e where e.object_id = ${reportId}::text)`;
