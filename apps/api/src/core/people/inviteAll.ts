/** Invitations for many at once, where no request is there whose site could be named. Earlier ones stop working. */
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '../accountMail.ts';
import type { JobContext } from '../jobs/defineJob.ts';
import { siteOfUnit } from '../siteOfUnit.ts';
import { hashToken, newToken } from '../tokens.ts';

const lifeDays = 7;

export async function inviteAll(
  ctx: JobContext,
  people: readonly { id: string; name: string; email: string; language: string }[],
): Promise<void> {
  const now = ctx.now();
  const links = people.map((person) => ({ person, token: newToken() }));
  // Whatever address it is, the mail is the unit's own.
  const site = { ...(await siteOfUnit(ctx, ctx.tenant_id)), tenant_id: ctx.tenant_id, partner_id: null };
  const sender = await mailSenderOf({ identity: ctx.identity, secrets: ctx.secrets, request: { site } });
  await ctx.identity.run(
    sql`update one_time_token set used_at = ${now}
      where person_id = any (${people.map(({ id }) => id)}::uuid[]) and purpose = 'invitation' and used_at is null`,
    sql`insert into one_time_token (token_hash, purpose, person_id, created_at, expires_at)
      select decode(w.hash, 'hex'), 'invitation', w.id, ${now}, ${new Date(now.getTime() + lifeDays * 86_400_000)}
      from jsonb_to_recordset(${JSON.stringify(links.map(({ person, token }) => ({ id: person.id, hash: hashToken(token).toString('hex') })))}::jsonb) as w (id uuid, hash text)`,
  );
  for (const { person, token } of links) {
    ctx.mail.sendLater(accountMail('invitation', person, sender, { path: `/new/password/${token}`, values: { days: lifeDays } }));
  }
}
