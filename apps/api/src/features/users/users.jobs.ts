/** What happens to people by itself: scheduled dates at 00:00 of their unit, and accounts that nobody uses. */
import { sql } from 'kysely';
import { z } from 'zod';
import { guardedWord } from '../../core/database/errors.ts';
import type { PlatformJob, PlatformJobContext } from '../../core/jobs/defineJob.ts';
import { definePlatformJob } from '../../core/jobs/defineJob.ts';
import { endSessions } from '../../core/people/sessionsOf.ts';
import { anonymise } from '../../core/people/anonymise.ts';
import { putIntoState, stateReasons } from './userState.ts';

/** A deleted person is erased so many days after the day of the deletion. */
const keptDays = 30;

type Due = { tenant_id: string; id: string; person_id: string; today: string; becomes: 'B' | 'D' | 'erased' };

/** Each unit's own day, and whose day has come. The latest of several things is what happens. */
const dueOn = (now: Date) => sql<Due>`
  with unit as (
    select t.id, (case when ts.value ? 'auto_block_days' then ts.value else ps.value end ->> 'auto_block_days')::integer as auto_block_days,
      (${now}::timestamptz at time zone coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo'))::date as today
    from tenant t left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
    where t.state <> 'closed'
  )
  select m.tenant_id, m.id, m.person_id, u.today,
    case when m.state = 'D' then 'erased' when m.delete_on <= u.today then 'D' else 'B' end as becomes
  from membership m join unit u on u.id = m.tenant_id
  where (m.block_on is not null or m.delete_on is not null or m.deactivated_on is not null) and (
    (m.state = 'D' and m.delete_on is not null and m.deactivated_on <= u.today - ${keptDays}::int)
    or (m.state <> 'D' and m.delete_on <= u.today)
    or (m.state in ('A', 'I') and m.block_on <= u.today))
  union
  select m.tenant_id, m.id, m.person_id, u.today, 'B'
  from unit u join membership m on m.tenant_id = u.id
  where u.auto_block_days is not null and m.state = 'A' and not m.ignore_auto_block
    and coalesce((select a.last_used_at from unit_use a where a.person_id = m.person_id and a.tenant_id = m.tenant_id), m.created_at)
      < ${now}::timestamptz - make_interval(days => u.auto_block_days)`;

async function take(ctx: PlatformJobContext, { tenant_id, id, person_id, today, becomes }: Due): Promise<void> {
  const unit = ctx.unit(tenant_id);
  if (becomes === 'erased') {
    const [who] = await unit.run(sql<{ ours: boolean }>`select person_is_ours(${person_id}) as ours`);
    return anonymise(unit, ctx.identity, tenant_id, { id, person_id, identity_is_ours: who?.ours ?? false }, ctx.now());
  }
  await unit.run(putIntoState([id], becomes, today));
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: stateReasons[becomes], now: ctx.now() }));
}

/** Every quarter of an hour, for there are zones with quarters. One person after the other: what fails for one is no other's matter. */
export const scheduledUsers: PlatformJob<Record<string, never>> = definePlatformJob({
  name: 'user.scheduled',
  schema: z.strictObject({}),
  every: '*/15 * * * *',
  async work(ctx) {
    for (const due of await ctx.identity.run(dueOn(ctx.now()))) {
      try {
        await take(ctx, due);
      } catch (error) {
        // The last administrator stays, whatever the date says.
        if (guardedWord(error) !== 'last_admin') throw error;
        ctx.log.warn({ tenant_id: due.tenant_id, membership_id: due.id }, 'a unit keeps its last administrator beyond the date');
      }
    }
  },
});
