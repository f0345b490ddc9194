/** To whom a unit's end is told: its active administrators and the staff of its partner, in the unit's look. */
import { sql } from 'kysely';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import { type MailSender, mailSenderOf } from '#domain/people/accountMail.ts';

type Receiver = { id: string; name: string; email: string; language: string; is_staff: boolean };

export async function addressees(ctx: JobContext): Promise<{ receivers: Receiver[]; sender: MailSender }> {
  const { identity, tenant_id } = ctx;
  const receivers = await identity.run(sql<Receiver>`
    select p.id, p.name, p.email, p.language, false as is_staff from membership m join person p on p.id = m.person_id
    where m.tenant_id = ${tenant_id} and m.role = 'admin' and m.state = 'active'
    union all
    select p.id, p.name, p.email, p.language, true from staff s join person p on p.id = s.person_id
    join tenant t on t.partner_id = s.partner_id where t.id = ${tenant_id} and s.role = 'partner' and s.state = 'active'
    order by id`);
  const host = { ...(await hostOfTenant(ctx, tenant_id)), tenant_id, partner_id: null };
  return { receivers, sender: await mailSenderOf({ identity, secrets: ctx.secrets, request: { host } }) };
}
