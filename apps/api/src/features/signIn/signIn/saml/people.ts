/**
 * Who somebody is whom a provider sends: the address that it says, if the unit takes addresses of this domain from it, and a member of this
 * unit or nobody. A first sign-in makes an account where the app allows it and a seat is free.
 */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { email as emailField } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { isTransient } from '#platform/saml/transient.ts';
import type { Facts } from '#platform/saml/statements.ts';
import { applyGroups } from '../providerGroups.ts';
import type { TrustedApp } from './trust.ts';

/** What came of somebody, as the app reads it. */
export type Arrived = {
  email: string;
  name: string;
  groups: string[];
  name_id: string;
  name_id_format: string | null;
  session_index: string | null;
  session_ends_at: number | null;
};

const groupsAtMost = 500;
const nameCharacters = 120;

const valuesOf = ({ attributes }: Pick<Facts, 'attributes'>, name: string): string[] =>
  name === '' ? [] : attributes.filter((attribute) => attribute.name === name).flatMap(({ values }) => values);

export function arrivedOf(app: TrustedApp, facts: Facts): Arrived {
  const { name_id, name_id_format, session_index, session_ends_at } = facts;
  const given = app.email_attribute === '' ? (isTransient(facts) ? [] : [name_id]) : valuesOf(facts, app.email_attribute);
  const email = given.length === 1 ? (given[0] ?? '').toLowerCase() : '';
  const name = valuesOf(facts, app.name_attribute).join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, nameCharacters);
  const groups = [...new Set(valuesOf(facts, app.groups_attribute))].slice(0, groupsAtMost);
  return { email, name: name || email, groups, name_id, name_id_format, session_index, session_ends_at };
}

/** Whether the address is one, in letters that cannot be mistaken, of a domain that the unit takes from this provider. */
export function isBelieved({ email_domains }: TrustedApp, { email }: Arrived): boolean {
  const isPlain = /^[\x21-\x7e]+$/.test(email) && emailField.safeParse(email).data === email;
  return isPlain && email_domains.includes(email.slice(email.lastIndexOf('@') + 1));
}

type Known = { person_id: string; membership_id: string | null; is_staff: boolean };
type Found = { person_id: string } | { makes: true } | { refusal: ErrorWord };

const stranger = { refusal: 'not_found_companies' } as const satisfies Found;

/** Who it is, or would be: nothing is written. */
export async function whoIs(ctx: Pick<PublicContext, 'identity'>, app: TrustedApp, { email }: Arrived): Promise<Found> {
  const { tenant_id, first_time } = app;
  const [[known], [unit]] = await ctx.identity.run(
    sql<Known>`
      select p.id as person_id, m.id as membership_id, exists (select from staff s where s.person_id = p.id) as is_staff
      from person p left join membership m on m.person_id = p.id and m.tenant_id = ${tenant_id} where p.email = ${email}`,
    sql<{ full: boolean }>`select unit_is_full(id) as full from tenant where id = ${tenant_id} and state in ('trial', 'active')`,
  );
  // Whoever reaches many units does not come in by the provider of one; whoever has an account elsewhere is invited by an administrator.
  if (known) return known.membership_id !== null && !known.is_staff ? { person_id: known.person_id } : stranger;
  if (!first_time || !unit) return stranger;
  return unit.full ? { refusal: 'user_limit_reached' } : { makes: true };
}

/** Who it is; makes the account of whoever may come for the first time. */
export async function arrive(
  ctx: PublicContext,
  app: TrustedApp,
  arrived: Arrived,
): Promise<{ person_id: string } | { refusal: ErrorWord }> {
  const found = await whoIs(ctx, app, arrived);
  if (!('makes' in found)) return found;
  try {
    return { person_id: await makeAccount(ctx, app, arrived) };
  } catch (error) {
    // The same person arrived twice at once, or somebody has the address by now.
    if (isUniqueViolation(error)) return stranger;
    throw error;
  }
}

async function makeAccount(ctx: PublicContext, { tenant_id }: TrustedApp, { email, name }: Arrived): Promise<string> {
  const [person_id, membership_id] = [uuidv7(), uuidv7()];
  await ctx.identity.withTenant((tx) =>
    tx.run(
      query.insertInto('person').values({ id: person_id, email, name, language: ctx.request.locale, auth_method: 'saml' }),
      query.insertInto('membership').values({ tenant_id, id: membership_id, person_id, role: 'user', state: 'active' }),
      sql`
        insert into user_group_member (tenant_id, group_id, membership_id)
        select tenant_id, id, ${membership_id}::uuid from user_group where tenant_id = ${tenant_id} and is_default`,
      auditLine({ action: 'saml_app.first_sign_in', person_id, tenant_id }),
    ),
  );
  return person_id;
}

/** Keeps that a member came by the app, and gives and takes what its groups say. */
export async function applyArrival(
  ctx: PublicContext,
  { id, tenant_id }: TrustedApp,
  person_id: string,
  { groups }: Arrived,
): Promise<void> {
  const now = ctx.now();
  await ctx.identity.run(sql`
    insert into saml_person (tenant_id, saml_app_id, membership_id, first_at, last_at)
    select ${tenant_id}::uuid, ${id}::uuid, m.id, ${now}, ${now} from membership m
    where m.tenant_id = ${tenant_id} and m.person_id = ${person_id} and m.state = 'active'
    on conflict (tenant_id, saml_app_id, membership_id) do update set last_at = excluded.last_at`);
  await applyGroups(ctx, { way: 'saml', tenant_id, id }, person_id, groups);
}
