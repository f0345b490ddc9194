/**
 * A unit that was closed thirty days ago, and one whose trial ended sixty days ago, is erased. Administrators and partner are told seven
 * days and one day before; nothing is erased before the last warning has named its day and that day has come.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/access/accessRules.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { queueMailOfUnit } from '#domain/mail/mail.jobs.ts';
import { beginErasing } from '#domain/organisation/beginErasing.ts';
import { endWarningDays, erasedAfterDays } from '#domain/organisation/unitEnd.ts';
import { accountMail } from '#domain/people/accountMail.ts';
import { query } from '#platform/database/query.ts';
import { shownDay } from '#platform/shownDay.ts';
import { addressees } from './addressees.ts';

const dayMs = 86_400_000;
const { last: lastWarning, first: firstWarning } = endWarningDays;

const kinds = z.enum(['closed', 'trial']);
/** `since` is the end that is meant: a unit that was reopened and closed again has another one. */
const payload = z.strictObject({ kind: kinds, since: z.string(), days: z.number(), erases_on: z.string() });

/** What the end of a unit was, as a text that changes with it. */
const since = sql<string>`case state when 'closed' then extract(epoch from closed_at)::text when 'trial' then trial_ends_on::text end`;
const action = 'unit.warn_of_end';

export const warnOfEnd = defineJob({
  name: action,
  schema: payload,
  async work(ctx, { kind, days, erases_on, ...end }) {
    const { tenant_id } = ctx;
    const { receivers, sender } = await addressees(ctx);
    const told = { days, since: end.since, erases_on };
    await ctx.withTenant(async (tx) => {
      // Of two attempts the second finds the line of the first; whoever was reopened or has a contract now is told nothing.
      const [[unit], [warned]] = await tx.run(
        sql<{
          name: string;
        }>`select name from tenant where state = ${kind} and ${since} = ${end.since} and erasing_since is null and not kept`,
        warnings(tenant_id, { days, since: end.since }),
      );
      if (!unit || warned) return;
      await tx.run(
        query.insertInto('audit_log').values({ action, object_type: 'tenant', object_id: tenant_id, after: JSON.stringify(told) }),
      );
      for (const receiver of receivers) {
        const values = { unit: unit.name, date: shownDay(receiver.language, erases_on) };
        await tx.run(queueMailOfUnit(ctx, tenant_id, accountMail(`unit_end_${kind}`, receiver, sender, { values })));
      }
    });
  },
});

/** Warnings of this end that were given. */
const warnings = (tenant_id: string, of: { days: number; since: string }) => sql<{ erases_on: string }>`
  select after ->> 'erases_on' as erases_on from audit_log
  where action = ${action} and object_type = 'tenant' and object_id = ${tenant_id} and after @> ${JSON.stringify(of)}::jsonb`;

type Ended = {
  tenant_id: string;
  kind: 'closed' | 'trial';
  since: string;
  ended_at: string | null;
  trial_ends_on: string | null;
  timezone: string;
};

const dayAfter = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

async function lookAfter(ctx: PlatformJobContext, unit: Ended): Promise<void> {
  const { tenant_id, kind, timezone } = unit;
  const today = dayIn(timezone, ctx.now());
  const ended = kind === 'closed' && unit.ended_at ? dayIn(timezone, new Date(unit.ended_at)) : (unit.trial_ends_on ?? today);
  const due = dayAfter(ended, erasedAfterDays[kind]);
  const left = Math.round((Date.parse(due) - Date.parse(today)) / dayMs);
  if (left > firstWarning) return;
  const days = left <= lastWarning ? lastWarning : firstWarning;
  const [warned] = await ctx.unit(tenant_id).run(warnings(tenant_id, { days, since: unit.since }));
  if (!warned) {
    // Whoever was down on the day is warned now, and has a day more.
    const erases_on = left < lastWarning ? dayAfter(today, lastWarning) : due;
    await ctx
      .unit(tenant_id)
      .run(addJob(warnOfEnd, tenant_id, { kind, since: unit.since, days, erases_on }, { key: `${unit.since} ${days}` }));
    return;
  }
  if (days > lastWarning || warned.erases_on > today) return;
  await beginErasing(ctx, tenant_id, sql<boolean>`(state = ${kind} and ${since} = ${unit.since} and not kept)`);
}

/** Every hour, so that a night in which nothing ran is caught up with. */
export const watchEnds = definePlatformJob({
  name: 'unit.watch',
  schema: z.strictObject({}),
  every: '29 * * * *',
  async work(ctx) {
    const units = await ctx.identity.run(sql<Ended>`
      select t.id as tenant_id, t.state as kind, t.since, t.closed_at as ended_at, t.trial_ends_on,
        coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo') as timezone
      from (select *, ${since} as since from tenant) t
      left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
      where t.erasing_since is null and not t.kept and not t.is_operator_tenant
        and not exists (select from standing_holds(${ctx.now()}::timestamptz) h where h.tenant_id = t.id) and (
        (t.state = 'closed' and t.closed_at < ${ctx.now()}::timestamptz - interval '21 days')
        or (t.state = 'trial' and t.trial_ends_on < (${ctx.now()}::timestamptz - interval '51 days')::date))
      order by t.id`);
    await eachByItself(ctx, units, (unit) => lookAfter(ctx, unit));
  },
});
