/** The overview of an account: password, factors, sessions and known browsers, in one answer. */
import type { AccountSecurity } from '@vitrine/contract/signIn/account.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { expiryDays } from '#domain/session/passwordRules.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import { mayHavePassword, rulesOf, settingsOf } from '../newPassword.ts';
import { askedOf } from '../secondFactor/secondStep.ts';
import { requireSelf } from './confirmIdentity.ts';

const dayMs = 86_400_000;

type Factor = Pick<AccountSecurity['second_factor'], 'app' | 'email' | 'recovery_left' | 'recovery_made_at'>;

/** Who was invited to a directory and has not come yet has no account there. */
const identitiesOf = (person_id: string) => sql<AccountSecurity['identities'][number]>`
  select i.id, i.by, i.name, t.name as unit_name, i.since, i.last_used_at
  from (
    select e.tenant_id, e.id, 'azure' as by, d.name, e.linked_at as since, (
      select max(s.created_at) from session s where s.person_id = m.person_id and s.tenant_id = e.tenant_id and s.auth_type = 'azure') as last_used_at
    from entra_identity e
    join membership m on m.tenant_id = e.tenant_id and m.id = e.membership_id
    join entra_directory d on d.tenant_id = e.tenant_id and d.id = e.entra_directory_id
    where m.person_id = ${person_id} and m.state = 'active' and e.linked_at is not null
    union all
    select p.tenant_id, a.id, 'saml', a.name, p.first_at, p.last_at
    from saml_person p
    join membership m on m.tenant_id = p.tenant_id and m.id = p.membership_id
    join saml_app a on a.tenant_id = p.tenant_id and a.id = p.saml_app_id
    where m.person_id = ${person_id} and m.state = 'active'
  ) i join tenant t on t.id = i.tenant_id
  order by t.name, i.name, i.id`;

export async function overview(ctx: Context): Promise<AccountSecurity> {
  requireSelf(ctx);
  const { actor, cookies, request } = ctx;
  const now = ctx.now();
  const whom = { id: actor.person_id };
  const device_hash = cookies.device ? hashToken(cookies.device) : null;
  const [[accounts], choices, [factor], passkeys, identities, sessions, devices] = await ctx.identity.run(
    accountOf(whom),
    choicesOf(whom, null),
    sql<Factor>`
      select f.totp_confirmed_at as app, f.email_confirmed_at as email, f.recovery_made_at,
        (select count(*)::int from recovery_code r where r.person_id = ${whom.id} and r.used_at is null) as recovery_left
      from (select 1) one left join second_factor f on f.person_id = ${whom.id}`,
    sql<AccountSecurity['passkeys'][number]>`
      select id, name, created_at, last_used_at, rp_id as site, rp_id = ${new URL(request.host.origin).hostname} as here, backed_up
      from passkey where person_id = ${whom.id} order by created_at`,
    identitiesOf(whom.id),
    sql<AccountSecurity['sessions'][number]>`
      select s.id, s.auth_type as by, s.id = ${actor.session_id} as current, s.created_at, s.expires_at, host(s.ip) as ip, s.user_agent, t.name as unit_name, s.host, s.second_factor
      from session s left join tenant t on t.id = s.tenant_id and not t.is_operator_tenant
      where s.person_id = ${whom.id} and s.ended_at is null and s.expires_at > ${now} and s.auth_type not in ('playlist', 'embedded')
      order by s.id = ${actor.session_id} desc, s.created_at desc`,
    sql<AccountSecurity['devices'][number]>`
      select id, coalesce(token_hash = ${device_hash}, false) as current, user_agent, created_at, last_used_at,
        case when trusted_until > ${now} then trusted_until end as trusted_until
      from device where person_id = ${whom.id} order by last_used_at desc limit 20`,
  );
  const account = found(accounts);
  const settings = settingsOf(account, choices, now);
  const days = expiryDays(settings);
  const changed_at = account.password_changed_at;
  const { requirement, by } = askedOf(account, choices);
  return {
    email: account.email,
    title: (await readHostBranding(ctx, request.host)).title,
    password: {
      changeable: mayHavePassword(account, choices) && !['azure', 'saml'].includes(actor.auth_type),
      changed_at,
      expires_at: days === null || changed_at === null ? null : new Date(Date.parse(changed_at) + days * dayMs).toISOString(),
      rules: rulesOf(account, choices, now),
    },
    second_factor: { requirement, by, ...found(factor) },
    passkeys,
    identities,
    sessions,
    devices,
  };
}
