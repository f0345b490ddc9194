/** Looks at domains: at those that wait every ten minutes, at those that are served once a day. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { checkDomain, checkedDomains } from './checking.ts';

const dayMs = 86_400_000;
/** As many as a run surely gets through while no name server answers; the others are first in the next one. */
const atMost = 300;
/** Name servers and proxies are waited for side by side. */
const together = 10;

export const checkDomains = definePlatformJob({
  name: 'domain.check',
  pace: 'service',
  schema: z.strictObject({}),
  every: '*/10 * * * *',
  expires_seconds: 540,
  retry: { limit: 0, delay_seconds: 60 },
  async work(ctx) {
    const yesterday = new Date(ctx.now().getTime() - dayMs);
    const due = await ctx.identity.run(
      checkedDomains(sql`(d.state <> 'active' or c.checked_at is null or c.checked_at <= ${yesterday})`, atMost),
    );
    const lanes = Array.from({ length: together }, (_, lane) => due.filter((_domain, index) => index % together === lane));
    await Promise.all(lanes.map((lane) => eachByItself(ctx, lane, (domain) => checkDomain(ctx, domain))));
  },
});
