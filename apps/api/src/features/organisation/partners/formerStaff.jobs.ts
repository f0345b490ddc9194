/** Forgets the people of a deleted partner: their accounts and the log name nobody any more. What they did stays under a key. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { PlatformJobContext } from '#domain/jobs/defineJob.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { forgetInMails, waitingMails } from '#domain/mail/mail.jobs.ts';
import { translate } from '#platform/translate.ts';

type Former = { id: string; name: string; email: string };

/** Their account, unless they have become something else since. A second run finds it forgotten and does the same again. */
async function forgetAccount({ identity, secrets }: PlatformJobContext, { id, name, email }: Former): Promise<void> {
  const instead = translate('pt-BR', 'fields:erased_user', { key: id.slice(-8) });
  const mails = await identity.run(waitingMails);
  await forgetInMails({ identity, secrets }, mails, { email, names: [name], tenant_id: null, instead });
  await identity.run(
    sql`update session set ended_at = coalesce(ended_at, now()), end_reason = coalesce(end_reason, 'erased'), user_agent = ''
      where person_id = ${id}`,
    sql`delete from device where person_id = ${id}`,
    sql`delete from one_time_token where person_id = ${id}`,
    sql`delete from password_history where person_id = ${id}`,
    sql`delete from second_factor where person_id = ${id}`,
    sql`delete from recovery_code where person_id = ${id}`,
    sql`delete from passkey where person_id = ${id}`,
    sql`delete from welcome_seen where person_id = ${id}`,
    sql`delete from profile_survey where person_id = ${id}`,
    sql`update person set name = ${instead}, email = ${`deleted-${id}@invalid`}, phone = null, password_hash = null,
      password_changed_at = null, version = version + 1 where id = ${id}`,
  );
}

export const forgetFormerStaff = definePlatformJob({
  name: 'partner_staff.forget',
  schema: z.strictObject({ partner_id: z.guid(), people: z.array(z.guid()) }),
  async work(ctx, { partner_id, people }) {
    const former = await ctx.identity.run(sql<Former>`
      select p.id, p.name, p.email from person p where p.id = any (${people}::uuid[])
        and not exists (select from staff s where s.person_id = p.id) and not exists (select from membership m where m.person_id = p.id)`);
    for (const person of former) await forgetAccount(ctx, person);
    // Last, so that lines which the statements above have just written are masked as well.
    await ctx.identity.run(sql`select forget_staff_in_log(${partner_id}, ${former.map(({ id }) => id)}::uuid[])`);
  },
});
