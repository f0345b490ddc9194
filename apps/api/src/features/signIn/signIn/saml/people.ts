/**
 * Who somebody is whom a provider sends: the address that it says, if the unit takes addresses of this domain from it, and a member of this
 * unit or nobody. A first sign-in makes an account where the app allows it and a seat is free.
 */
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { email as emailField } from '@vitrine/contract/fields.ts';
import { sql } from 'kysely';
import { endSessions } from '#domain/people/sessionsOf.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { isTransient } from '#platform/saml/transient.ts';
import type { Facts } from '#platform/saml/statements.ts';
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

/**
 * What the groups of the provider give and take: only what the app maps, and of the role of administrator only what it gave. The last
 * administrator of a unit stays one.
 */
export async function applyGroups(ctx: PublicContext, app: TrustedApp, person_id: string, { groups }: Arrived): Promise<void> {
  const { id: app_id, tenant_id } = app;
  const now = ctx.now();
  const member = sql`select id from membership where tenant_id = ${tenant_id} and person_id = ${person_id} and state = 'active'`;
  const mapped = sql`select group_id from saml_group where tenant_id = ${tenant_id} and saml_app_id = ${app_id} and group_id is not null`;
  const named = sql`value = any (${groups}::text[])`;
  const isAdmin = sql`exists (select from saml_group where tenant_id = ${tenant_id} and saml_app_id = ${app_id} and group_id is null and ${named})`;
  const [, , , changed] = await ctx.identity.run(
    sql`
      insert into saml_person (tenant_id, saml_app_id, membership_id, first_at, last_at)
      select ${tenant_id}::uuid, ${app_id}::uuid, id, ${now}, ${now} from (${member}) m
      on conflict (tenant_id, saml_app_id, membership_id) do update set last_at = excluded.last_at`,
    sql`
      insert into user_group_member (tenant_id, group_id, membership_id)
      select distinct ${tenant_id}::uuid, group_id, m.id from (${member}) m, (${mapped} and ${named}) g
      on conflict do nothing`,
    sql`
      delete from user_group_member where tenant_id = ${tenant_id} and membership_id in (${member})
        and group_id in (${mapped}) and group_id not in (${mapped} and ${named})`,
    sql<{ person_id: string }>`
      with given as (
        update membership m set role = 'admin' where m.tenant_id = ${tenant_id} and m.id in (${member}) and m.role = 'user' and ${isAdmin}
        returning m.id, m.person_id, true as made_admin
      ), taken as (
        update membership m set role = 'user' from saml_person s
        where s.tenant_id = m.tenant_id and s.membership_id = m.id and s.saml_app_id = ${app_id} and s.made_admin
          and m.tenant_id = ${tenant_id} and m.id in (${member}) and m.role = 'admin' and not ${isAdmin}
          and exists (select from membership o where o.tenant_id = m.tenant_id and o.role = 'admin' and o.state = 'active' and o.id <> m.id)
        returning m.id, m.person_id, false as made_admin
      ), changed as (select * from given union all select * from taken)
      update saml_person s set made_admin = c.made_admin from changed c
      where s.tenant_id = ${tenant_id} and s.saml_app_id = ${app_id} and s.membership_id = c.id returning c.person_id`,
  );
  if (changed.length === 0) return;
  await ctx.identity.run(endSessions([person_id], { tenant_id, reason: 'role_change', now }));
}
