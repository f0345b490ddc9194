/** Starts a session: its row, its cookie, the known device, and the answer to the client. */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { AuthType } from '@vitrine/contract/roles.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import type { Account } from './account.queries.ts';
import type { Admitted } from './admission.rules.ts';
import { hiddenScreens } from '#domain/session/hiddenScreens.ts';
import { intendedPath } from '#domain/session/intendedPath.ts';

const hourMs = 3_600_000;

export type NewSession = {
  account: Account;
  admitted: Admitted;
  auth_type: AuthType;
  /** When the person signed in; a session that follows from another one keeps this time. */
  startedAt: Date;
  /** The second factor that was used, if any. */
  second_factor: string | null;
  /** Whether a passkey was the proof in place of a password. */
  by_passkey: boolean;
  /** Token and cookie of a session that goes on in this browser, in place of new ones. */
  held?: { token: string; cookie: string };
};

/** Statements that start a session, to be run in the caller's transaction, and the answer for afterwards. */
export function startSession(
  ctx: PublicContext,
  { account, admitted, auth_type, startedAt, second_factor, by_passkey, held }: NewSession,
): { id: string; statements: [Statement, ...Statement[]]; finish: () => SignedIn } {
  const now = ctx.now();
  const { role, choice, settings } = admitted;
  const id = uuidv7();
  const { token, cookie } = held ?? { token: newToken(), cookie: newToken() };
  const { host, ip, user_agent } = ctx.request;
  const partner_id = role === 'partner' ? account.partner_id : null;
  const expires_at = new Date(startedAt.getTime() + settings.login_timeout * hourMs);

  // Parallel sign-ins of a person are serialised here, so that together they do not exceed the number of sessions.
  const takeTurn = sql`select 1 from person where id = ${account.id} for update`;
  const insert = query.insertInto('session').values({
    id,
    token_hash: hashToken(token),
    cookie_hash: hashToken(cookie),
    person_id: account.id,
    role,
    tenant_id: choice?.tenant_id ?? null,
    partner_id,
    auth_type,
    host: host.host,
    ip,
    user_agent,
    created_at: now,
    last_used_at: now,
    chain_started_at: startedAt,
    second_factor,
    by_passkey,
    // A sign-in also counts as a recent confirmation; but what a unit's own provider says is no proof for the account, which is of all units.
    confirmed_at: auth_type === 'saml' ? null : startedAt,
    expires_at,
  });
  const endOldest = sql`
    update session set ended_at = ${now}, end_reason = 'too_many'
    where id in (
      select id from session
      where person_id = ${account.id} and ended_at is null and expires_at > ${now} and auth_type not in ('playlist', 'embedded') and remote_access_id is null
      order by created_at desc, id desc offset ${settings.sessions_per_person}
    )`;
  const turns = settings.sessions_per_person === 0 ? [] : [endOldest];
  const use = choice
    ? [
        query
          .insertInto('unit_use')
          .values({ person_id: account.id, tenant_id: choice.tenant_id, last_used_at: now })
          .onConflict((conflict) => conflict.columns(['person_id', 'tenant_id']).doUpdateSet({ last_used_at: now })),
      ]
    : [];

  return {
    id,
    statements: [takeTurn, insert, ...turns, ...use],
    finish() {
      ctx.cookies.setSession(cookie, Math.ceil((expires_at.getTime() - now.getTime()) / 1000));
      return {
        user: {
          id: account.id,
          email: account.email,
          name: account.name,
          partner_id: partner_id,
          role,
          auth_type,
        },
        token,
        // The operator's own unit is not shown to clients as a business unit.
        tenant_id: role === 'operator' ? null : (choice?.tenant_id ?? null),
        intended: intendedPath(role, {
          own: [...(choice?.home_pages ?? []), ...(account.staff_home_page === null ? [] : [account.staff_home_page])],
          unit: settings,
          unitReportOpens: choice?.unit_report_opens ?? false,
          hidden: hiddenScreens(role, settings, choice?.hidden_menu ?? []),
        }),
      };
    },
  };
}

const trustMs = 30 * 24 * hourMs;

/** Updates a known browser, and whether it is trusted from now on. */
export type Remembered = { id: string | null; trust: boolean };

/** Makes this browser a known one for the person, with a counter of its own. */
export function rememberDevice(ctx: PublicContext, person_id: string, { id, trust }: Remembered): Statement {
  const now = ctx.now();
  const trusted = trust ? { trusted_until: new Date(now.getTime() + trustMs) } : {};
  const { user_agent, host } = ctx.request;
  if (id)
    return query
      .updateTable('device')
      .set({ last_used_at: now, user_agent, ...trusted })
      .where('id', '=', id);
  const value = newToken();
  ctx.cookies.setDevice(value);
  return query.insertInto('device').values({
    id: uuidv7(),
    token_hash: hashToken(value),
    person_id,
    user_agent,
    host: host.host,
    created_at: now,
    last_used_at: now,
    ...trusted,
  });
}
