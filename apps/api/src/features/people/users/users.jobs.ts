/** Jobs of people: scheduled dates at 00:00 in the unit's time zone, and blocking unused accounts. */
import { sql } from 'kysely';
import { z } from 'zod';
import { guardedWord } from '#platform/database/errors.ts';
import type { PlatformJob, PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import { erase } from '#domain/people/erasures.ts';
import { erasedDaysAfterLeaving } from '#domain/people/leaving.ts';
import { putIntoState, stateReasons } from './userState.ts';

type Due = { tenant_id: string; id: string; person_id: string; today: string; becomes: 'blocked' | 'deactivated' | 'erased' };

/** People whose scheduled date has come, by the unit's local date. Of several dates the last one applies. */
const dueOn = (now: Date) => sql<Due>`
  with unit as (
    select t.id, (case when ts.value ? 'auto_block_days' then ts.value else ps.value end ->> 'auto_block_days')::integer as auto_block_days,
      (${now}::timestamptz at time zone coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo'))::date as today
    from tenant t left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
    where t.state <> 'closed'
  )
  select m.tenant_id, m.id, m.person_id, u.today,
    case when m.state = 'deactivated' then 'erased' when m.delete_on <= u.today then 'deactivated' else 'blocked' end as becomes
  from membership m join unit u on u.id = m.tenant_id
  where (m.block_on is not null or m.delete_on is not null or m.deactivated_on is not null) and (
    (m.state = 'deactivated' and m.delete_on is not null and m.deactivated_on <= u.today - ${erasedDaysAfterLeaving}::int)
    or (m.state <> 'deactivated' and m.delete_on <= u.today)
    or (m.state in ('active', 'inactive') and m.block_on <= u.today))
  union
  select m.tenant_id, m.id, m.person_id, u.today, 'blocked'
  from unit u join membership m on m.tenant_id = u.id
  where u.auto_block_days is not null and m.state = 'active' and not m.ignore_auto_block
    and coalesce((select a.last_used_at from unit_use a where a.person_id = m.person_id and a.tenant_id = m.tenant_id), m.created_at)
      < ${now}::timestamptz - make_interval(days => u.auto_block_days)`;

async function take(ctx: PlatformJobContext, { tenant_id, id, person_id, today, becomes }: Due): Promise<void> {
  const unit = ctx.unit(tenant_id);
  if (becomes === 'erased') {
    const [who] = await unit.run(sql<{ ours: boolean }>`select person_is_ours(${person_id}) as ours`);
    return erase(ctx, unit, tenant_id, { id, person_id, identity_is_ours: who?.ours ?? false });
  }
  await unit.run(putIntoState([id], becomes, today));
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: stateReasons[becomes], now: ctx.now() }));
}

/** Every quarter of an hour, because of time zones with quarter-hour offsets. People are processed one by one, so that a failure concerns only one. */
export const scheduledUsers: PlatformJob<Record<string, never>> = definePlatformJob({
  name: 'user.scheduled',
  schema: z.strictObject({}),
  every: '*/15 * * * *',
  async work(ctx) {
    await eachByItself(ctx, await ctx.identity.run(dueOn(ctx.now())), async (due) => {
      try {
        await take(ctx, due);
      } catch (error) {
        // The last administrator is never blocked or deleted by a date.
        const word = guardedWord(error);
        if (word !== 'last_admin' && word !== 'last_password_admin') throw error;
        ctx.log.warn({ tenant_id: due.tenant_id, membership_id: due.id }, 'a unit keeps its last administrator beyond the date');
      }
    });
  },
});
