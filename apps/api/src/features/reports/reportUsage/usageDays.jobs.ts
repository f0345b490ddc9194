/** Every night, the counts of each unit's day and the room that it takes are stored; views older than a year lose their names. */
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob } from '#domain/jobs/addJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { measureUnit } from '#domain/operations/unitSize.ts';
import { countLoads } from '#domain/reportHealth/loads.ts';
import { looked, removeDue } from '#domain/retention/removeDue.ts';
import { countUsageDays } from '#domain/usage/countUsage.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';

const nothing = z.strictObject({});

export const countUsageOfUnit = defineJob({
  name: 'usage.count',
  schema: nothing,
  async work(ctx: JobContext) {
    const { timezone } = await readTenantSettings(ctx);
    const now = ctx.now();
    await countUsageDays(ctx, timezone, now);
    await ctx.run(removeDue('views', now), ...countLoads(now));
    await measureUnit(ctx, now);
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
    await ctx.identity.run(looked(['views'], ctx.now()));
  },
});
