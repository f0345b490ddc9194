/** People of a unit by their second factors. Factors belong to the account, so only the identity role reads them. */
import type { SecondFactorPolicy } from '@vitrine/contract/signIn/secondFactorPolicy.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { fail } from '#platform/http/fail.ts';

/** For partner staff only. */
const partnerOf = ({ actor }: Context) => (actor.role === 'partner' ? actor.partner_id : null) ?? fail('forbidden');
const tenantOf = ({ actor }: Context) => actor.tenant_id ?? fail('not_found_companies');

type Scope = 'unit' | 'partner';

const isWithin = (ctx: Context, scope: Scope) =>
  scope === 'unit' ? sql`t.id = ${tenantOf(ctx)}` : sql`t.partner_id = ${partnerOf(ctx)}::uuid and t.state <> 'closed'`;

/** Active members with their factors. The unit or partner is named explicitly, because the identity role sees every unit. */
export const membersWithFactors = (ctx: Context, scope: Scope): RawBuilder<unknown> => sql`
  select m.id, p.id as person_id, p.name, p.email, t.name as unit_name, m.department, m.authentication_level as level, p.auth_method,
    (f.totp_secret is not null or exists (select from passkey k where k.person_id = p.id)) as strong,
    f.email_confirmed_at is not null as email_code,
    (select max(u.last_used_at) from unit_use u where u.person_id = p.id) as last_sign_in
  from membership m
  join tenant t on t.id = m.tenant_id
  join person p on p.id = m.person_id
  left join second_factor f on f.person_id = p.id
  where ${isWithin(ctx, scope)} and m.state = 'active'`;

export const countPeople = (ctx: Context): RawBuilder<SecondFactorPolicy['people']> => sql<SecondFactorPolicy['people']>`
  select count(*)::int as total,
    count(*) filter (where auth_method = 'password' and strong)::int as strong,
    count(*) filter (where auth_method = 'password' and not strong and email_code)::int as email,
    count(*) filter (where auth_method = 'password' and not strong and not email_code)::int as none,
    count(*) filter (where auth_method <> 'password')::int as elsewhere
  from (${membersWithFactors(ctx, 'unit')}) members`;

/** Per unit of the partner, and for all together (without a name): a person in several units counts once. */
export const countNone = (ctx: Context): RawBuilder<{ name: string | null; none: number }> => sql<{ name: string | null; none: number }>`
  select unit_name as name, count(distinct person_id)::int as none from (${membersWithFactors(ctx, 'partner')}) members
  where auth_method = 'password' and not strong and not email_code
  group by grouping sets ((unit_name), ()) order by unit_name nulls first`;

type PolicyRow = {
  unit_mfa: boolean;
  permission_admin: boolean;
  trusted_devices: boolean;
  unit_version: number;
  partner_mfa: boolean;
  partner_version: number;
};

/** The unit's and the partner's own settings, not the effective ones. */
export const policyRow = (ctx: Context): RawBuilder<PolicyRow> => sql<PolicyRow>`
  select coalesce((ts.value ->> 'require_second_factor')::boolean, false) as unit_mfa,
    coalesce((ts.value ->> 'admins_set_second_factor')::boolean, (ps.value ->> 'admins_set_second_factor')::boolean, false) as permission_admin,
    coalesce(ts.trusted_devices, false) as trusted_devices, coalesce(ts.version, 1) as unit_version,
    coalesce((ps.value ->> 'require_second_factor')::boolean, false) as partner_mfa, coalesce(ps.version, 1) as partner_version
  from tenant t
  left join tenant_setting ts on ts.tenant_id = t.id
  left join partner_setting ps on ps.partner_id = t.partner_id
  where t.id = ${tenantOf(ctx)}`;
