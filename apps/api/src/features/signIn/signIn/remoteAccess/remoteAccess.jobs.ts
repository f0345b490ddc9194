/** Tells people that a remote access is over, however it ended, once; and forgets it after a year. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';

type Over = { tenant_id: string; id: string };
type Told = { person_id: string; asker: string; reason: string };

/** Ended by somebody, by time, or because the session that acted was ended. */
const overAt = (now: Date) => sql<boolean>`r.started_at is not null and r.told_at is null and (
  r.ended_at is not null or r.ends_at <= ${now}
  or not exists (select from session s where s.remote_access_id = r.id and s.tenant_id = r.tenant_id and s.ended_at is null))`;

/** Receipts are kept for twelve months. */
const outdated = (now: Date) => sql<boolean>`created_at < ${now}::timestamptz - interval '12 months'`;

export const closeRemoteAccess = definePlatformJob({
  name: 'remote_access.close',
  schema: z.strictObject({}),
  every: '* * * * *',
  async work(ctx) {
    const now = ctx.now();
    const over = await ctx.identity.run(sql<Over>`select r.tenant_id, r.id from remote_access r where ${overAt(now)} limit 500`);
    await eachByItself(ctx, over, ({ tenant_id, id }) =>
      ctx.unit(tenant_id).withTenant(async (tx) => {
        const [told] = await tx.run(sql<Told>`
          update remote_access r set told_at = ${now}, ended_at = coalesce(r.ended_at, least(r.ends_at, ${now})),
            end_reason = coalesce(r.end_reason, case when r.ends_at <= ${now} then 'time' else 'session' end)
          from person p where p.id = r.asker_id and r.id = ${id} and r.told_at is null
          returning r.person_id, p.name as asker, r.reason`);
        if (!told) return;
        const { person_id, asker, reason } = told;
        const notice = {
          person_ids: [person_id],
          kind: 'remote_ended',
          values: { person: asker, reason },
          link: `/remote/authorization?receipt=${id}`,
        } as const;
        for (const statement of notify(tenant_id, notice)) await tx.run(statement);
      }),
    );
    const old = await ctx.identity.run(sql<{ tenant_id: string }>`select distinct tenant_id from remote_access where ${outdated(now)}`);
    await eachByItself(ctx, old, async ({ tenant_id }) => {
      await ctx.unit(tenant_id).run(sql`delete from remote_access where ${outdated(now)}`);
    });
  },
});
