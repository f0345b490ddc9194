/** Tells people that a remote access is over, however it ended, once; and forgets it after a year. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { eachByItself } from '#domain/jobs/eachByItself.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { noticeMail } from '#domain/notifications/noticeMail.ts';
import { notify } from '#domain/notifications/notify.ts';
import { mailSenderOf } from '#domain/people/accountMail.ts';
import { goingNow, looked, removeDue } from '#domain/retention/removeDue.ts';

/** One that is over. Who acted may be of no unit: the names are read outside of it. `partner_id` of a partner's staff, which has no unit either. */
type Over = {
  tenant_id: string;
  id: string;
  asker: string;
  reason: string;
  person_id: string;
  name: string;
  email: string;
  language: Locale;
  partner_id: string | null;
};

/** Ended by somebody, by time, or because the session that acted was ended. */
const overAt = (now: Date) => sql<boolean>`r.started_at is not null and r.told_at is null and (
  r.ended_at is not null or r.ends_at <= ${now}
  or not exists (select from session s where s.remote_access_id = r.id and s.ended_at is null))`;

const allOver = (now: Date) => sql<Over>`
  select r.tenant_id, r.id, r.reason, r.person_id, asker.name as asker, p.name, p.email, p.language, s.partner_id
  from remote_access r
  join person asker on asker.id = r.asker_id
  join person p on p.id = r.person_id
  left join staff s on s.person_id = r.person_id and r.asker_role = 'operator'
  where ${overAt(now)} limit 500`;

const noticeOf = ({ asker, reason }: Over, link: string) => ({ kind: 'remote_ended', values: { person: asker, reason }, link }) as const;

const told = ({ id }: Over, now: Date) => sql<{ id: string }>`
  update remote_access r set told_at = ${now}, ended_at = coalesce(r.ended_at, least(r.ends_at, ${now})),
    end_reason = coalesce(r.end_reason, case when r.ends_at <= ${now} then 'time' else 'session' end)
  where r.id = ${id} and r.told_at is null returning r.id`;

/** A member of the unit, in the portal and by mail. */
const tellMember = (ctx: PlatformJobContext, over: Over): Promise<void> =>
  ctx.unit(over.tenant_id).withTenant(async (tx) => {
    const [row] = await tx.run(told(over, ctx.now()));
    if (!row) return;
    const notice = noticeOf(over, `/remote/authorization?receipt=${over.id}`);
    for (const statement of notify(over.tenant_id, { person_ids: [over.person_id], ...notice })) await tx.run(statement);
  });

/** A partner's staff, whom a mail reaches in whatever unit they work. It leads to the page where they answered. */
async function tellStaff(ctx: PlatformJobContext, over: Over, partner_id: string): Promise<void> {
  const sender = await mailSenderOf({ ...ctx, request: { host: await hostOfPartner(ctx, partner_id) } });
  await ctx.identity.withTenant(async (tx) => {
    const [row] = await tx.run(told(over, ctx.now()));
    if (row) await tx.run(queueMail(ctx, noticeMail(noticeOf(over, `/authorization/${over.id}`), over, sender, 'mail:footer')));
  });
}

export const closeRemoteAccess = definePlatformJob({
  name: 'remote_access.close',
  schema: z.strictObject({}),
  every: '* * * * *',
  async work(ctx) {
    const now = ctx.now();
    const over = await ctx.identity.run(allOver(now));
    await eachByItself(ctx, over, (one) => (one.partner_id === null ? tellMember(ctx, one) : tellStaff(ctx, one, one.partner_id)));
    const old = await ctx.identity.run(sql<{ tenant_id: string }>`
      select distinct tenant_id from remote_access x where ${goingNow('remote_access', now)}`);
    await eachByItself(ctx, old, async ({ tenant_id }) => {
      await ctx.unit(tenant_id).run(removeDue('remote_access', now));
    });
    await ctx.identity.run(looked(['remote_access'], now));
  },
});
