/** Invitations for many at once, where no request is there whose site could be named: the unit's own host, else the platform's. */
import { sql } from 'kysely';
import { accountMail, mailSenderOf } from '../accountMail.ts';
import type { JobContext } from '../jobs/defineJob.ts';
import type { Site } from '../sites.ts';
import { hashToken, newToken } from '../tokens.ts';

const lifeDays = 7;

async function siteOf({ identity, settings, tenant_id }: JobContext): Promise<Site> {
  const [own] = await identity.run(
    sql<{ host: string }>`select host from domain where tenant_id = ${tenant_id} and state = 'active' order by created_at, host limit 1`,
  );
  const base = new URL(settings.publicUrl);
  const port = base.protocol === 'https:' || base.port === '' ? '' : `:${base.port}`;
  return {
    host: own?.host ?? base.hostname,
    tenant_id,
    partner_id: null,
    origin: own ? `${base.protocol}//${own.host}${port}` : settings.publicUrl,
  };
}

export async function inviteAll(
  ctx: JobContext,
  people: readonly { id: string; name: string; email: string; language: string }[],
): Promise<void> {
  const now = ctx.now();
  const links = people.map((person) => ({ person, token: newToken() }));
  const site = await siteOf(ctx);
  const sender = await mailSenderOf({ identity: ctx.identity, secrets: ctx.secrets, request: { site } });
  await ctx.identity.run(sql`
    insert into one_time_token (token_hash, purpose, person_id, created_at, expires_at)
    select decode(w.hash, 'hex'), 'invitation', w.id, ${now}, ${new Date(now.getTime() + lifeDays * 86_400_000)}
    from jsonb_to_recordset(${JSON.stringify(links.map(({ person, token }) => ({ id: person.id, hash: hashToken(token).toString('hex') })))}::jsonb) as w (id uuid, hash text)`);
  for (const { person, token } of links) {
    ctx.mail.sendLater(accountMail('invitation', person, sender, { path: `/new/password/${token}`, values: { days: lifeDays } }));
  }
}
