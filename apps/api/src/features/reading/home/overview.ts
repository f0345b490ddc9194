/** The unit in a few figures, and what waits for its administrators, in one round trip. */
import type { HomeOverview } from '@vitrine/contract/reading/home.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';

const weekMs = 7 * 86_400_000;

type Figures = Pick<HomeOverview, 'readers' | 'views' | 'views_before'>;

const reading = (week: Date, before: Date) => sql<Figures>`
  select count(distinct person_id) filter (where opened_at >= ${week})::int as readers,
    count(*) filter (where opened_at >= ${week})::int as views, count(*) filter (where opened_at < ${week})::int as views_before
  from report_view where opened_at >= ${before}`;

const seats = ({ actor }: Context) => sql<HomeOverview['seats']>`
  select coalesce((select used from unit_seats), 0) as used, user_limit as "limit" from tenant where id = ${actor.tenant_id}`;

/** Of each dataset the latest refresh that ended; one that the portal has never seen refreshed is not judged. */
const stale = (week: Date) => sql<{ count: number }>`
  select count(*)::int as count from report r cross join lateral (
    select d.state, d.ended_at from dataset_refresh d
    where d.dataset_id = r.dataset_id and d.state in ('completed', 'failed') order by d.asked_at desc limit 1
  ) as latest
  where r.active and (latest.state = 'failed' or latest.ended_at < ${week})`;

const waiting = sql<HomeOverview['waiting'][number]>`
  select * from (
    select 'registrations' as kind, count(*)::int as count, null::uuid as report_id from membership
    where state = 'inactive' and registered_at is not null and registration_decided_at is null
    union all select 'access_requests', count(*)::int, null from catalogue_request where state = 'open'
    union all select 'privacy_requests', count(*)::int, null from privacy_request where state = 'open'
    union all select 'problems', count(*)::int, (array_agg(report_id order by created_at desc))[1] from report_problem where solved_at is null
  ) as kinds where count > 0`;

export async function overviewOf(ctx: Context): Promise<HomeOverview> {
  const now = ctx.now().getTime();
  const [week, before] = [new Date(now - weekMs), new Date(now - 2 * weekMs)];
  const [[read], [seat], [old], rows] = await ctx.run(reading(week, before), seats(ctx), stale(week), waiting);
  return { ...found(read), seats: found(seat), stale_reports: found(old).count, waiting: rows };
}
