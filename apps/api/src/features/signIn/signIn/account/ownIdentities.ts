/**
 * Company accounts of the own account. One is linked where an administrator invited the person to a directory: whoever is signed in and
 * comes back from there has shown both, so that addresses say nothing. The last way into a unit is not given up.
 */
import type { Returned } from '@vitrine/contract/signIn/entra.ts';
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { LetterKind } from '@vitrine/contract/mailKinds.ts';
import { queueMail } from '#domain/mail/mail.jobs.ts';
import { accountMail, mailSenderOf } from '#domain/people/accountMail.ts';
import { endSessions } from '#domain/people/sessionsOf.ts';
import type { Context } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { isGuest } from '#platform/entra/entra.ts';
import { fail, found } from '#platform/http/fail.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import { begin, takeAttempt, unitOf } from '../entra/attempts.ts';
import { requireConfirmed, requireSelf } from './confirmIdentity.ts';
import { personOf } from './ownFactors.ts';

type Identity = AccountSecurity['identities'][number];

/** `unit_here`: the unit of this host, where an invitation can be taken. */
export const identitiesOf = (person_id: string, unit_here: string | null): RawBuilder<Identity> => sql<Identity>`
  select i.id, i.by, i.name, t.name as unit_name, i.since, i.last_used_at, i.may
  from (
    select e.tenant_id, e.id, 'azure' as by, d.name, e.linked_at as since, (
      select max(s.created_at) from session s where s.person_id = m.person_id and s.tenant_id = e.tenant_id and s.auth_type = 'azure'
        and e.linked_at is not null) as last_used_at,
      case when e.linked_at is not null then 'unlink' when e.tenant_id = ${unit_here}::uuid then 'link' end as may
    from entra_identity e
    join membership m on m.tenant_id = e.tenant_id and m.id = e.membership_id
    join entra_directory d on d.tenant_id = e.tenant_id and d.id = e.entra_directory_id
    where m.person_id = ${person_id} and m.state = 'active' and (e.linked_at is not null or d.active)
    union all
    select p.tenant_id, a.id, 'saml', a.name, p.first_at, p.last_at, null
    from saml_person p
    join membership m on m.tenant_id = p.tenant_id and m.id = p.membership_id
    join saml_app a on a.tenant_id = p.tenant_id and a.id = p.saml_app_id
    where m.person_id = ${person_id} and m.state = 'active'
  ) i join tenant t on t.id = i.tenant_id
  order by t.name, i.name, i.id`;

export async function beginLinking(ctx: Context, id: string): Promise<{ url: string }> {
  await requireConfirmed(ctx);
  const { person_id } = ctx.actor;
  const [invited] = await ctx.identity.run(sql<{ directory: string }>`
    select i.entra_directory_id as directory from entra_identity i
    join membership m on m.tenant_id = i.tenant_id and m.id = i.membership_id
    where i.id = ${id} and m.person_id = ${person_id} and m.state = 'active' and i.object_id is null and i.tenant_id = ${await unitOf(ctx)}::uuid`);
  return begin(ctx, found(invited), person_id);
}

export async function finishLinking(ctx: Context, given: Returned): Promise<void> {
  requireSelf(ctx);
  const { person_id } = ctx.actor;
  const { asked, directory, came } = await takeAttempt(ctx, given, person_id);
  if (given.error !== undefined || given.code === undefined) return fail('error_authentication');
  const claims = await ctx.entra.redeem(directory.directory_id, came, asked);
  if (isGuest(claims) && !directory.guests) return fail('error_azure_not_companies');
  const { id, tenant_id } = directory;
  try {
    await change(ctx, 'identity_on', async (tx) => {
      const [linked] = await tx.run(sql<{ id: string }>`
        update entra_identity i set object_id = ${claims.oid}, linked_at = ${ctx.now()} from membership m
        where i.tenant_id = ${tenant_id} and i.entra_directory_id = ${id} and i.object_id is null
          and m.tenant_id = i.tenant_id and m.id = i.membership_id and m.person_id = ${person_id} and m.state = 'active' returning i.id`);
      found(linked);
      return { tenant_id, id };
    });
  } catch (error) {
    if (isUniqueViolation(error)) fail('identity_taken');
    throw error;
  }
}

export async function unlink(ctx: Context, id: string): Promise<void> {
  await requireConfirmed(ctx);
  const { person_id, session_id } = ctx.actor;
  const whom = { id: person_id };
  await change(ctx, 'identity_off', async (tx) => {
    // Two given up at once leave one way together.
    await tx.run(sql`select 1 from person where id = ${person_id} for update`);
    const [row] = await tx.run(sql<{ tenant_id: string; id: string; membership_id: string; made_admin: boolean }>`
      delete from entra_identity i using membership m
      where i.id = ${id} and i.object_id is not null and m.tenant_id = i.tenant_id and m.id = i.membership_id and m.person_id = ${person_id}
      returning i.tenant_id, i.entra_directory_id as id, i.membership_id, i.made_admin`);
    const { tenant_id, membership_id, made_admin, ...gone } = found(row);
    const [[account], choices, [other]] = await tx.run(accountOf(whom), choicesOf(whom, tenant_id), otherWay(tenant_id, membership_id));
    const taken = choices.some((choice) => choice.tenant_id === tenant_id && !choice.passwords_off);
    const byPassword = taken && account?.auth_method === 'password' && account.password_hash !== null;
    if (!byPassword && !other?.is) fail('identity_last_way');
    // The directory that gave the role of administrator can no longer take it.
    if (made_admin)
      await tx.run(
        sql`update membership set role = 'user' where tenant_id = ${tenant_id} and id = ${membership_id} and role = 'admin'`,
        endSessions([person_id], { tenant_id, reason: 'role_change', now: ctx.now() }),
      );
    await tx.run(endSessions([person_id], { tenant_id, reason: 'entra', now: ctx.now(), except: session_id, auth_type: 'azure' }));
    return { tenant_id, id: gone.id };
  });
}

/** Whether another company account leads the member into the unit. */
const otherWay = (tenant_id: string, membership_id: string) => sql<{ is: boolean }>`
  select exists (
    select from entra_identity i join entra_directory d on d.tenant_id = i.tenant_id and d.id = i.entra_directory_id and d.active
    where i.tenant_id = ${tenant_id} and i.membership_id = ${membership_id} and i.object_id is not null
  ) or exists (
    select from saml_person p join saml_app a on a.tenant_id = p.tenant_id and a.id = p.saml_app_id and a.active
    where p.tenant_id = ${tenant_id} and p.membership_id = ${membership_id}
  ) as is`;

/** Changes a company account of the caller; the mail that tells of it is part of the same transaction, and so is the audit line. */
async function change(
  ctx: Context,
  mail: Extract<LetterKind, `identity_${string}`>,
  work: (tx: Transaction) => Promise<{ tenant_id: string; id: string }>,
): Promise<void> {
  const [person, sender] = await Promise.all([personOf(ctx), mailSenderOf(ctx)]);
  await ctx.identity.withTenant(async (tx) => {
    const { tenant_id, id } = await work(tx);
    const [row] = await tx.run(sql<{ name: string }>`select name from entra_directory where tenant_id = ${tenant_id} and id = ${id}`);
    await tx.run(queueMail(ctx, accountMail(mail, person, sender, { values: { app: found(row).name } })));
  });
}
