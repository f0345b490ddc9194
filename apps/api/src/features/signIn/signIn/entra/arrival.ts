/**
 * Who somebody is whom Entra sends: by the number that the directory has for them, and by nothing else. Only a first arrival looks
 * at the address, and believes it when the directory vouches for it and the unit trusts the directory for its domain: then it
 * fills in an invitation that names this directory, or makes an account where the unit allows it.
 */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { email as emailField } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { EntraClaims } from '#platform/entra/entra.ts';
import { isGuest } from '#platform/entra/entra.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import type { TrustedDirectory } from './attempts.ts';

const stranger = { refusal: 'error_azure_not_companies' } as const satisfies { refusal: ErrorWord };
type Arrived = { person_id: string } | { refusal: ErrorWord };

/** The address, if it is to be believed: as it is written, in letters that cannot be mistaken. */
function believedEmail({ email = '', xms_edov }: EntraClaims, domains: readonly string[]): string | null {
  const isPlain = /^[\x21-\x7e]+$/.test(email) && emailField.safeParse(email).data === email;
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return xms_edov === true && isPlain && domains.includes(domain) ? email : null;
}

export async function arrive(ctx: PublicContext, directory: TrustedDirectory, claims: EntraClaims): Promise<Arrived> {
  if (isGuest(claims) && !directory.guests) return stranger;
  const { tenant_id, id } = directory;
  const [known] = await ctx.identity.run(sql<{ person_id: string }>`
    select m.person_id from entra_identity i join membership m on m.tenant_id = i.tenant_id and m.id = i.membership_id
    where i.tenant_id = ${tenant_id} and i.entra_directory_id = ${id} and i.object_id = ${claims.oid}`);
  if (known) return known;
  const email = believedEmail(claims, directory.email_domains);
  if (email === null) return stranger;
  try {
    return (await takeInvitation(ctx, directory, claims.oid, email)) ?? (await makeAccount(ctx, directory, claims, email));
  } catch (error) {
    // The same person arrived twice at once, or somebody has the address by now.
    if (isUniqueViolation(error)) return stranger;
    throw error;
  }
}

/** Of two arrivals with one invitation only the first one has it. */
async function takeInvitation(
  ctx: PublicContext,
  { tenant_id, id }: TrustedDirectory,
  oid: string,
  email: string,
): Promise<Arrived | null> {
  const [taken] = await ctx.identity.run(sql<{ person_id: string }>`
    update entra_identity i set object_id = ${oid}, linked_at = ${ctx.now()}
    from membership m join person p on p.id = m.person_id
    where i.tenant_id = ${tenant_id} and i.entra_directory_id = ${id} and i.object_id is null
      and m.tenant_id = i.tenant_id and m.id = i.membership_id and p.email = ${email}
    returning m.person_id`);
  return taken ?? null;
}

/** An account for a reader who has none anywhere. Whoever has one is invited by an administrator. */
async function makeAccount(
  ctx: PublicContext,
  { tenant_id, id, first_time }: TrustedDirectory,
  claims: EntraClaims,
  email: string,
): Promise<Arrived> {
  const [[taken], [unit]] = await ctx.identity.run(
    query.selectFrom('person').select('id').where('email', '=', email),
    sql<{ full: boolean }>`select unit_is_full(id) as full from tenant where id = ${tenant_id} and state in ('trial', 'active')`,
  );
  if (!first_time || taken || !unit) return stranger;
  if (unit.full) return { refusal: 'user_limit_reached' };
  const [person_id, membership_id] = [uuidv7(), uuidv7()];
  const name = (claims.name ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 120) || email;
  await ctx.identity.withTenant((tx) =>
    tx.run(
      query.insertInto('person').values({ id: person_id, email, name, language: ctx.request.locale, auth_method: 'azure' }),
      query.insertInto('membership').values({ tenant_id, id: membership_id, person_id, role: 'user', state: 'active' }),
      sql`
        insert into user_group_member (tenant_id, group_id, membership_id)
        select tenant_id, id, ${membership_id}::uuid from user_group where tenant_id = ${tenant_id} and is_default`,
      query
        .insertInto('entra_identity')
        .values({ tenant_id, membership_id, entra_directory_id: id, object_id: claims.oid, linked_at: ctx.now() }),
      auditLine({ action: 'entra_identity.first_time', person_id, tenant_id }),
    ),
  );
  return { person_id };
}
