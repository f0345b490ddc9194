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
import { unitOf } from '../entra/attempts.ts';
import { askedOf } from '../secondFactor/secondStep.ts';
import { requireSelf } from './confirmIdentity.ts';
import { identitiesOf } from './ownIdentities.ts';

const dayMs = 86_400_000;

type Factor = Pick<AccountSecurity['second_factor'], 'app' | 'email' | 'recovery_left' | 'recovery_made_at'>;

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
    identitiesOf(whom.id, await unitOf(ctx)),
    sql<AccountSecurity['sessions'][number]>`
      select s.id, case when s.by_passkey then 'passkey' else s.auth_type end as by, s.id = ${actor.session_id} as current, s.created_at, s.expires_at, host(s.ip) as ip, s.user_agent, t.name as unit_name, s.host, s.second_factor
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
      exists: account.password_hash !== null,
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
