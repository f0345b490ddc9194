/** Every night, the counts of each unit's day are stored; views older than a year lose their names. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { countLoads } from '#domain/reportHealth/loads.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';

const nothing = z.strictObject({});
/** The last week is counted again, because a view is timed until its tab is closed. */
const countedAgain = 7;
const namesKeptMonths = 12;

/** Statement that counts the last `days` days of a unit up to yesterday. */
export const countDays = (timezone: string, now: Date, days: number) => sql`
  insert into usage_day (tenant_id, day, views, people, reports, seconds)
  select ${ownTenant}, (v.opened_at at time zone ${timezone})::date, count(*), count(distinct v.person_id), count(distinct v.report_id), sum(v.seconds)
  from report_view v
  where v.opened_at >= ((((${now}::timestamptz at time zone ${timezone})::date - ${days}::int)::timestamp) at time zone ${timezone})
    and v.opened_at < (((${now}::timestamptz at time zone ${timezone})::date)::timestamp at time zone ${timezone})
  group by 2
  on conflict (tenant_id, day) do update
    set views = excluded.views, people = excluded.people, reports = excluded.reports, seconds = excluded.seconds`;

export const countUsageOfUnit = defineJob({
  name: 'usage.count',
  schema: nothing,
  async work(ctx: JobContext) {
    const { timezone } = await readTenantSettings(ctx);
    const now = ctx.now();
    await ctx.run(
      countDays(timezone, now, countedAgain),
      ...countLoads(now),
      sql`delete from report_view where opened_at < ${now}::timestamptz - make_interval(months => ${namesKeptMonths}::int)`,
    );
  },
});

/** At four in the morning in São Paulo, when the day is over in every zone of the country. */
export const countUsage = definePlatformJob({
  name: 'usage.count_all',
  schema: nothing,
  every: { cron: '10 4 * * *', timezone: 'America/Sao_Paulo' },
  async work(ctx) {
    const units = await ctx.operator.run(sql<{ id: string }>`select id from tenant where not is_operator_tenant`);
    await eachByItself(ctx, units, ({ id }) => ctx.unit(id).run(addJob(countUsageOfUnit, id, {})));
  },
});
