/** Administrators are told a week before a legal hold ends by itself: what it covers goes then. */
import { sql } from 'kysely';
import { z } from 'zod';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { notify } from '#domain/notifications/notify.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';

const remindDays = 7;

/** Holds `h` that stand and end within a week, of which nobody was told. Whoever puts a shorter one knows its end. */
const ending = (now: Date) => sql<boolean>`h.lifted_at is null and h.ends_at > ${now}::timestamptz
  and h.ends_at - make_interval(days => ${sql.lit(remindDays)}) between h.created_at and ${now}::timestamptz and h.end_told_for is distinct from h.last_day`;

export const remindOfHolds = definePlatformJob({
  name: 'legal_hold.remind',
  schema: z.strictObject({}),
  every: '28 * * * *',
  async work(ctx) {
    const now = ctx.now();
    const units = await ctx.identity.run(sql<{ tenant_id: string }>`
      select distinct h.tenant_id from legal_hold h join tenant t on t.id = h.tenant_id where t.state <> 'closed' and ${ending(now)} order by 1`);
    await eachByItself(ctx, units, ({ tenant_id }) =>
      ctx.unit(tenant_id).withTenant(async (tx) => {
        const [holds, administrators] = await tx.run(
          sql<{ last_day: string; person_id: string | null }>`
            update legal_hold h set end_told_for = h.last_day where ${ending(now)}
            returning to_char(h.last_day, 'YYYY-MM-DD') as last_day, h.person_id`,
          unitAdministrators,
        );
        for (const { last_day, person_id } of holds) {
          const others = administrators.filter((one) => one.person_id !== person_id);
          const notice = { kind: 'hold_ending', values: { date: last_day }, link: '/privacy/retention' } as const;
          for (const statement of notify(tenant_id, { ...notice, person_ids: others.map((one) => one.person_id) })) await tx.run(statement);
        }
      }),
    );
  },
});
