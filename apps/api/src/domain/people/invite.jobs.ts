/**
 * Invitations: a link for the first password, which works once within seven days; a new one voids earlier ones. They are asked for by a
 * statement of the transaction that causes them. Link and mail are then made in one transaction, so that there is never one without the other.
 */
import { sql } from 'kysely';
import { z } from 'zod';
import type { UnitJob } from '#domain/jobs/defineJob.ts';
import { defineJob } from '#domain/jobs/defineJob.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { linkedHost } from '#domain/hosts/hosts.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import type { Statement } from '#platform/database/query.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { accountMail, mailSenderOf } from './accountMail.ts';

const lifeDays = 7;
const peoplePerJob = 250;

/** `elsewhere`: the unit takes no password of them. */
type Invited = { membership_id: string; id: string; name: string; email: string; language: string; elsewhere: boolean };

const uninvitedSince = (since: Date) => sql`not exists (
  select from one_time_token t where t.person_id = p.id and t.purpose = 'invitation' and t.created_at >= ${since})`;

const elsewhere = sql<boolean>`passwords_off(m.tenant_id, p.email, m.role, m.keeps_password)`;

/** Active members who have not come in yet, by a password or by a directory of their unit, and were not invited since. */
export const waitingForInvitation = (tenant_id: string, members: readonly string[], since: Date): Statement<Invited> => sql<Invited>`
  select m.id as membership_id, p.id, p.name, p.email, p.language, ${elsewhere} as elsewhere
  from membership m join person p on p.id = m.person_id
  where m.tenant_id = ${tenant_id} and m.id = any (${[...members]}::uuid[]) and m.state = 'active'
    and p.auth_method = 'password' and p.password_hash is null and ${uninvitedSince(since)}
    and not exists (select from entra_identity i where i.tenant_id = m.tenant_id and i.membership_id = m.id and i.object_id is not null)
  order by m.id`;

/** Whoever signs in with a password, in whatever state. */
const anybody = (tenant_id: string, members: readonly string[], since: Date): Statement<Invited> => sql<Invited>`
  select m.id as membership_id, p.id, p.name, p.email, p.language, ${elsewhere} as elsewhere
  from membership m join person p on p.id = m.person_id
  where m.tenant_id = ${tenant_id} and m.id = any (${[...members]}::uuid[]) and p.auth_method = 'password' and ${uninvitedSince(since)}
  order by m.id`;

const payload = z.strictObject({
  membership_ids: z.array(z.guid()).max(peoplePerJob),
  /** Whoever was invited since is left out, so that the job does nothing when it runs a second time. */
  since: z.iso.datetime(),
  /** Who is told when a mail is refused. */
  asked_by: z.guid().nullable(),
  /** Only people for whom an invitation is useful when the job comes to them. */
  waiting: z.boolean(),
});

type Asked = { since: Date; waiting: boolean; asked_by: string | null };

export const inviteUsers: UnitJob<z.infer<typeof payload>> = defineJob({
  name: 'user.invite',
  schema: payload,
  async work(ctx, { membership_ids, since, waiting, asked_by }) {
    // The mail is sent as the unit's, whatever host the link leads to.
    const host = { ...(await hostOfTenant(ctx, ctx.tenant_id)), tenant_id: ctx.tenant_id, partner_id: null };
    const sender = await mailSenderOf({ identity: ctx.identity, secrets: ctx.secrets, request: { host } });
    const wanted = (waiting ? waitingForInvitation : anybody)(ctx.tenant_id, membership_ids, new Date(since));
    await ctx.identity.withTenant(async (tx) => {
      // Of two jobs for the same person the second sees what the first has written.
      const locked = sql`select from person where id in (select person_id from membership where id = any (${membership_ids}::uuid[])) order by id for update`;
      const [, people] = await tx.run(locked, wanted);
      const links = people.map((person) => ({ person, token: newToken() }));
      const mails = links.map(({ person, token }) => {
        const link = person.elsewhere ? { path: '/signin' } : { path: `/new/password/${token}`, values: { days: lifeDays } };
        const to = { tenant_id: ctx.tenant_id, membership_id: person.membership_id, caused_by: asked_by };
        return queueMail(ctx, accountMail(person.elsewhere ? 'invitation_sso' : 'invitation', person, sender, link), to);
      });
      await tx.run(...tokens(links, linkedHost(host), ctx.now()), inviteToDirectories(people), ...mails);
    });
  },
});

/** Whom an administrator lets in, of a domain that the unit sends to its directories, is linked with the first sign-in there. */
const inviteToDirectories = (people: readonly Invited[]): Statement => sql`
  insert into entra_identity (tenant_id, membership_id, entra_directory_id)
  select m.tenant_id, m.id, d.id
  from membership m join person p on p.id = m.person_id
  join entra_directory d on d.tenant_id = m.tenant_id and d.active and split_part(p.email, '@', 2) = any (d.email_domains)
  where m.id = any (${people.flatMap((person) => (person.elsewhere ? [person.membership_id] : []))}::uuid[])
  on conflict do nothing`;

function tokens(links: readonly { person: Invited; token: string }[], host: string, now: Date): [Statement, Statement] {
  const rows = links.map(({ person, token }) => ({ id: person.id, elsewhere: person.elsewhere, hash: hashToken(token).toString('hex') }));
  return [
    sql`update one_time_token set used_at = ${now}
      where person_id = any (${rows.map(({ id }) => id)}::uuid[]) and purpose = 'invitation' and used_at is null`,
    // Of whom no password is taken the row tells that they were invited; its link is never sent.
    sql`insert into one_time_token (token_hash, purpose, person_id, host, created_at, expires_at, used_at)
      select decode(w.hash, 'hex'), 'invitation', w.id, ${host}, ${now}, ${new Date(now.getTime() + lifeDays * 86_400_000)}::timestamptz, case when w.elsewhere then ${now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (id uuid, elsewhere boolean, hash text)`,
  ];
}

/** `ctx.run(change, ...inviting(tenant_id, members, { … }))`: invited if and only if the change is committed. */
export function inviting(tenant_id: string, members: readonly string[], asked: Asked): Statement[] {
  return Array.from({ length: Math.ceil(members.length / peoplePerJob) }, (_, part) => {
    const membership_ids = members.slice(part * peoplePerJob, (part + 1) * peoplePerJob);
    return addJob(inviteUsers, tenant_id, { membership_ids, ...asked, since: asked.since.toISOString() });
  });
}
