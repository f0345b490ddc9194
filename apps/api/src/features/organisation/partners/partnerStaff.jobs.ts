/** The account of a partner's person who was agreed to, with the link for the first password: all or nothing, and once. */
import { sql } from 'kysely';
import { z } from 'zod';
import { linkedHost } from '#domain/hosts/hosts.ts';
import { hostOfPartner } from '#domain/hosts/hostOfPartner.ts';
import { definePlatformJob } from '#domain/jobs/defineJob.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

const linkDays = 7;

type Agreed = { partner_id: string; name: string; email: string; taken: boolean };

export const makePartnerStaff = definePlatformJob({
  name: 'partner_staff.make',
  schema: z.strictObject({ staff_request_id: z.guid() }),
  async work(ctx, { staff_request_id: id }) {
    const [known] = await ctx.identity.run(sql<{ partner_id: string }>`select partner_id from staff_request where id = ${id}`);
    if (!known) return;
    const host = await hostOfPartner(ctx, known.partner_id);
    const sender = await mailSenderOf({ identity: ctx.identity, secrets: ctx.secrets, request: { host } });
    await ctx.identity.withTenant(async (tx) => {
      // A second run finds the account that the first has made.
      const [agreed] = await tx.run(sql<Agreed>`
        select r.partner_id, r.name, r.email, exists (select from person p where p.email = r.email) as taken
        from staff_request r where r.id = ${id} and r.state = 'confirmed' and r.person_id is null for update`);
      if (!agreed) return;
      const { partner_id, name, email } = agreed;
      if (agreed.taken) {
        // Somebody got this address in between: nothing is made of the request.
        await tx.run(sql`update staff_request set state = 'refused' where id = ${id}`);
        return;
      }
      const [person_id, token, now] = [uuidv7(), newToken(), ctx.now()];
      const link = { path: `/new/password/${token}`, values: { days: linkDays } };
      await tx.run(
        sql`insert into person (id, name, email) values (${person_id}, ${name}, ${email})`,
        sql`insert into staff (person_id, role, partner_id) values (${person_id}, 'partner', ${partner_id})`,
        sql`insert into one_time_token (token_hash, purpose, person_id, host, created_at, expires_at)
          values (${hashToken(token)}, 'invitation', ${person_id}, ${linkedHost(host)}, ${now},
            ${new Date(now.getTime() + linkDays * 86_400_000)})`,
        sql`update staff_request set person_id = ${person_id} where id = ${id}`,
        queueMail(ctx, accountMail('invitation', { name, email, language: 'pt-BR' }, sender, link)),
      );
    });
  },
});
