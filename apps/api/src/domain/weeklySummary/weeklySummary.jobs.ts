/**
 * On Monday at eight, by the clock of the unit or of the partner: the last week beside the one before. What is told is written in the
 * transaction that marks the week, so that it is told once, whoever looks and whatever fails in between.
 */
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { addJob, addPlatformJob } from '#domain/jobs/addJob.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { defineJob, definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { notify } from '#domain/notifications/notify.ts';
import { mailSenderOf } from '#domain/people/accountMail.ts';
import { unitAdministrators } from '#domain/people/tenantAdministrators.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { unitsMail } from './unitsMail.ts';
import { adviseUnit, isTold, usagePage } from './weeklySummary.rules.ts';
import { summaryValues } from './weeklySummaryMail.ts';
import { readPartnerWeek, readUnitWeek, weekBefore } from './figures.ts';

/** The Monday after the week. */
const week = z.iso.date();

export const summariseUnit = defineJob({
  name: 'usage.summarise',
  schema: z.strictObject({ week }),
  async work(ctx, { week: monday }) {
    const { timezone } = await readTenantSettings(ctx);
    const figures = await readUnitWeek(ctx, monday, timezone);
    const values = summaryValues(weekBefore(monday).until, figures, adviseUnit(figures));
    await ctx.withTenant(async (tx) => {
      const [marked] = await tx.run(sql`
        update usage_count set summarised = ${monday}::date
        where counted_until >= ${monday}::date and coalesce(summarised < ${monday}::date, true) returning tenant_id`);
      if (!marked || !isTold(figures)) return;
      const person_ids = (await tx.run(unitAdministrators)).map(({ person_id }) => person_id);
      for (const statement of notify(ctx.tenant_id, { person_ids, kind: 'weekly_summary', values, link: usagePage }))
        await tx.run(statement);
    });
  },
});

type Reader = { name: string; email: string; language: Locale };

/** Active people of a partner who have not switched it off. */
const readersOf = (partner_id: string) => sql<Reader>`
  select p.name, p.email, p.language from staff s join person p on p.id = s.person_id
  where s.role = 'partner' and s.state = 'active' and s.partner_id = ${partner_id} and s.weekly_summary order by p.id`;

export const summarisePartner = definePlatformJob({
  name: 'usage.summarise_partner',
  schema: z.strictObject({ partner_id: z.guid(), week }),
  async work(ctx: PlatformJobContext, { partner_id, week: monday }) {
    const { run } = ctx.partner(partner_id);
    const [figures, people, host] = await Promise.all([
      readPartnerWeek({ run, now: ctx.now }, monday),
      ctx.identity.run(readersOf(partner_id)),
      hostOfPartner(ctx, partner_id),
    ]);
    // Where the partner has no domain of its own its brand is still its own.
    const sender = await mailSenderOf({ identity: ctx.identity, secrets: ctx.secrets, request: { host: { ...host, partner_id } } });
    const mails = isTold(figures) ? people.map((person) => unitsMail(person, sender, weekBefore(monday), figures)) : [];
    await ctx.operator.withTenant(async (tx) => {
      const [marked] = await tx.run(sql`
        insert into partner_summary (partner_id, week) values (${partner_id}, ${monday}::date)
        on conflict (partner_id) do update set week = excluded.week where partner_summary.week < excluded.week returning partner_id`);
      if (marked) for (const mail of mails) await tx.run(queueMail(ctx, mail));
    });
  },
});

/** Who waits for the summary of which week. What could not be told by Wednesday is no news any more. */
const due = (now: Date) => sql<{ tenant_id: string | null; partner_id: string; week: string }>`
  with zone as (
    select t.id as tenant_id, t.partner_id, coalesce(ts.value ->> 'timezone', ps.value ->> 'timezone', 'America/Sao_Paulo') as name,
      case when t.state = 'trial' then t.trial_ends_on end as ends_on
    from tenant t left join tenant_setting ts on ts.tenant_id = t.id left join partner_setting ps on ps.partner_id = t.partner_id
    where not t.is_operator_tenant and t.erasing_since is null and t.state in ('active', 'trial')
    union all
    select null, p.id, coalesce(ps.value ->> 'timezone', 'America/Sao_Paulo'), null
    from partner p left join partner_setting ps on ps.partner_id = p.id where p.state = 'active'
  ),
  clock as (
    select z.*, l.at, date_trunc('week', l.at) as monday from zone z cross join lateral (select ${now}::timestamptz at time zone z.name as at) as l
  )
  select c.tenant_id, c.partner_id, to_char(c.monday, 'YYYY-MM-DD') as week
  from clock c left join usage_count u on u.tenant_id = c.tenant_id
    left join partner_summary s on s.partner_id = c.partner_id and c.tenant_id is null
  where c.at >= c.monday + interval '8 hours' and c.at < c.monday + interval '3 days' and coalesce(c.ends_on >= c.at::date, true)
    and case when c.tenant_id is null
      then coalesce(s.week < c.monday::date, true) and exists (
        select from usage_count o join tenant t on t.id = o.tenant_id where t.partner_id = c.partner_id and o.counted_until >= c.monday::date)
      else u.counted_until >= c.monday::date and coalesce(u.summarised < c.monday::date, true) end
  order by c.partner_id, c.tenant_id`;

export const summariseWeeks = definePlatformJob({
  name: 'usage.summarise_all',
  schema: z.strictObject({}),
  every: '*/15 * * * *',
  async work(ctx) {
    await eachByItself(ctx, await ctx.identity.run(due(ctx.now())), async ({ tenant_id, partner_id, week: monday }) => {
      if (tenant_id === null) await ctx.operator.run(addPlatformJob(summarisePartner, { partner_id, week: monday }));
      else await ctx.unit(tenant_id).run(addJob(summariseUnit, tenant_id, { week: monday }));
    });
  },
});
