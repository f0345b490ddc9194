/** A new session: its row, the cookie that belongs to it, the browser as a known device, and what the client is told. */
import type { SignedIn } from '@vitrine/contract/features/session.ts';
import type { AuthType } from '@vitrine/contract/roles.ts';
import { sql } from 'kysely';
import type { PublicContext } from '../../core/context.ts';
import type { Statement } from '../../core/database/query.ts';
import { query } from '../../core/database/query.ts';
import { hashToken, newToken } from '../../core/tokens.ts';
import { uuidv7 } from '../../core/uuid.ts';
import type { Account } from './account.queries.ts';
import type { Admitted } from './admission.rules.ts';
import { intendedPath } from '../../core/intended.ts';

const hourMs = 3_600_000;

export type NewSession = {
  account: Account;
  admitted: Admitted;
  auth_type: AuthType;
  /** When the person proved who they are; a session that follows from another one keeps its start. */
  startedAt: Date;
  /** What the second step was done with, if there was one. */
  second_factor: string | null;
};

/** Statements that begin a session, to be run together with whatever belongs to it, and the answer when they have run. */
export function startSession(
  ctx: PublicContext,
  { account, admitted, auth_type, startedAt, second_factor }: NewSession,
): { id: string; statements: [Statement, ...Statement[]]; finish: () => SignedIn } {
  const now = ctx.now();
  const { role, place, settings } = admitted;
  const id = uuidv7();
  const token = newToken();
  const cookie = newToken();
  const { site, ip, user_agent } = ctx.request;
  const partner_id = role === 'master' ? account.partner_id : null;

  // Two sign-ins at once wait for each other here, so that together they do not exceed the number of sessions.
  const takeTurn = sql`select 1 from person where id = ${account.id} for update`;
  const insert = query.insertInto('session').values({
    id,
    token_hash: hashToken(token),
    cookie_hash: hashToken(cookie),
    person_id: account.id,
    role,
    tenant_id: place?.tenant_id ?? null,
    partner_id,
    auth_type,
    host: site.host,
    ip,
    user_agent,
    created_at: now,
    last_used_at: now,
    chain_started_at: startedAt,
    second_factor,
    // Who just proved who they are need not do it again for a while.
    confirmed_at: startedAt,
    expires_at: new Date(startedAt.getTime() + settings.login_timeout * hourMs),
  });
  const endOldest = sql`
    update session set ended_at = ${now}, end_reason = 'too_many'
    where id in (
      select id from session
      where person_id = ${account.id} and ended_at is null and expires_at > ${now} and auth_type not in ('playlist', 'embedded')
      order by created_at desc, id desc offset ${settings.sessions_per_person}
    )`;
  const turns = settings.sessions_per_person === 0 ? [] : [endOldest];
  const use = place
    ? [
        query
          .insertInto('unit_use')
          .values({ person_id: account.id, tenant_id: place.tenant_id, last_used_at: now })
          .onConflict((conflict) => conflict.columns(['person_id', 'tenant_id']).doUpdateSet({ last_used_at: now })),
      ]
    : [];

  return {
    id,
    statements: [takeTurn, insert, ...turns, ...use],
    finish() {
      ctx.cookies.setSession(cookie);
      return {
        user: {
          id: account.id,
          email: account.email,
          nome_usuario: account.name,
          parceiro_id: partner_id,
          perfil_usuario: role,
          auth_type,
        },
        token,
        // The operator works in its house unit, which is no business unit to anybody.
        tenant_id: role === 'a2m' ? null : (place?.tenant_id ?? null),
        intended: intendedPath(role, {
          own: [...(place?.home_pages ?? []), ...(account.staff_home_page === null ? [] : [account.staff_home_page])],
          unit: settings,
          unitReportOpens: place?.unit_report_opens ?? false,
        }),
      };
    },
  };
}

const trustMs = 30 * 24 * hourMs;

/** A browser that is known already, and whether it is spared the second step from now on. */
export type Remembered = { id: string | null; trust: boolean };

/** Makes this browser a known one for the person: it has attempts of its own from now on. */
export function rememberDevice(ctx: PublicContext, person_id: string, { id, trust }: Remembered): Statement {
  const now = ctx.now();
  const trusted = trust ? { trusted_until: new Date(now.getTime() + trustMs) } : {};
  const { user_agent, site } = ctx.request;
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
    host: site.host,
    created_at: now,
    last_used_at: now,
    ...trusted,
  });
}
