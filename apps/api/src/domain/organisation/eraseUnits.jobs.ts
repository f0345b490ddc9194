/** Removes units that are being erased: asked for where it begins, and looked after every five minutes until nothing is left. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { eraseUnit } from './eraseUnit.ts';

// Its payload names no unit: nothing of one may stay in the queue.
export const eraseUnits = definePlatformJob({
  name: 'unit.erase',
  schema: z.strictObject({}),
  pace: 'slow',
  every: '*/5 * * * *',
  expires_seconds: 3600,
  async work(ctx) {
    const units = await ctx.identity.run(sql<{ tenant_id: string }>`
      select id as tenant_id from tenant where erasing_since is not null order by erasing_since, id`);
    await eachByItself(ctx, units, async ({ tenant_id }) => {
      const done = await eraseUnit(ctx, tenant_id);
      ctx.log.info({ done }, 'a unit was erased, or is by another process');
    });
  },
});
