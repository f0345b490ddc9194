/** Tells a partner's people that somebody is to become one of them: one of them, or the operator, has to confirm it. */
import { staffRequestDays } from '@vitrine/contract/organisation/partners.ts';
import { sql } from 'kysely';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';

type Asked = { name: string; email: string };

/** Mails to everybody of the partner but whoever asks, in their languages. */
export async function toldToColleagues(ctx: Context, partner: { id: string; name: string }, { name, email }: Asked): Promise<Statement[]> {
  const people = await ctx.identity.run(sql<{ name: string; email: string; language: string }>`
    select p.name, p.email, p.language from staff s join person p on p.id = s.person_id
    where s.role = 'partner' and s.state = 'active' and s.partner_id = ${partner.id} and p.id <> ${ctx.actor.actor_id} order by p.id`);
  const sender = await mailSenderOf({ ...ctx, request: { host: await hostOfPartner(ctx, partner.id) } });
  const values = { partner: partner.name, asker: ctx.actor.name, person: name, email, days: staffRequestDays };
  return people.map((person) => queueMail(ctx, accountMail('staff_requested', person, sender, { values, path: '/partner/staff' })));
}
