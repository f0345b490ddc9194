/** Counts at night how long each report took to show its first page: what is read in a list is counted beforehand. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { ownTenant } from '#platform/database/ownTenant.ts';

const countedDays = 30;

/** Statements: the counts of the last thirty days, and away with those of reports that nobody opened since. */
export const countLoads = (now: Date): RawBuilder<unknown>[] => [
  sql`
    with counted as (
      select v.report_id, count(*) as loads, percentile_disc(0.95) within group (order by v.load_ms) as p95_ms
      from report_view v
      where v.opened_at >= ${now}::timestamptz - make_interval(days => ${sql.lit(countedDays)}) and v.load_ms is not null
      group by v.report_id
    )
    insert into report_load (tenant_id, report_id, loads, p95_ms, usual_ms, counted_at)
    select ${ownTenant}, c.report_id, c.loads, c.p95_ms,
      (select percentile_disc(0.5) within group (order by u.p95_ms) from counted u), ${now}::timestamptz
    from counted c
    on conflict (tenant_id, report_id) do update
      set loads = excluded.loads, p95_ms = excluded.p95_ms, usual_ms = excluded.usual_ms, counted_at = excluded.counted_at`,
  sql`delete from report_load where counted_at < ${now}::timestamptz`,
];
