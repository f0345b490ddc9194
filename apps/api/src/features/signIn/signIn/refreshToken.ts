/**
 * Renews the session of a playlist. Each token has one successor, derived from it and the cookie, so
 * that two tabs or a lost answer get the same one; a token that is used again later ends the whole chain.
 */
import { sql } from 'kysely';
import { checkSession } from '#domain/session/session.ts';
import type { SessionRow } from '#domain/session/session.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { hashToken, successorOf } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';

const hourMs = 3_600_000;
const afterExpiryMs = 24 * hourMs;
const chainMs = 90 * 24 * hourMs;
const graceMs = 10_000;

export async function refreshToken(ctx: PublicContext): Promise<{ token: string }> {
  const now = ctx.now();
  const { session, token } = await ctx.findSession();
  // `findSession` has compared the cookie, so there is one.
  const next = successorOf(token, ctx.cookies.session ?? fail('token_invalid'));
  if (session.end_reason === 'refreshed') return answerAgain(ctx, session, next);

  const isPlaylist = session.auth_type === 'playlist' || ctx.request.from_path?.includes('/playlist/view') === true;
  const isTooLate =
    Date.parse(session.expires_at) + afterExpiryMs < now.getTime() || Date.parse(session.chain_started_at) + chainMs < now.getTime();
  // Who acts for somebody does so as long as it was allowed.
  if (!isPlaylist || isTooLate || session.remote_access_id !== null) fail('token_expired');
  const settings = await checkSession(ctx, session, ctx.request.ip);
  const id = uuidv7();
  // One statement: of two parallel refreshes, one creates the successor, the other finds it.
  await ctx.identity.run(
    sql`
      with ended as (update session set ended_at = ${now}, end_reason = 'refreshed' where id = ${session.id} and ended_at is null returning *)
      insert into session (id, token_hash, cookie_hash, person_id, role, tenant_id, partner_id, auth_type, screen_id, host, ip, user_agent, created_at, last_used_at, chain_started_at, second_factor, expires_at)
      select ${id}::uuid, ${hashToken(next)}, cookie_hash, person_id, role, tenant_id, partner_id, auth_type, screen_id, host, ${ctx.request.ip}::inet, user_agent,
        ${now}, ${now}, chain_started_at, second_factor, ${new Date(now.getTime() + settings.login_timeout * hourMs)}
      from ended`,
    auditLine({
      action: 'session.refresh',
      person_id: session.person_id,
      tenant_id: session.tenant_id,
      partner_id: session.partner_id,
      session_id: id,
    }),
  );
  return { token: next };
}

async function answerAgain(ctx: PublicContext, session: SessionRow, next: string): Promise<{ token: string }> {
  const now = ctx.now();
  if (session.ended_at !== null && now.getTime() - Date.parse(session.ended_at) <= graceMs) return { token: next };
  const { id, person_id, tenant_id, partner_id, cookie_hash } = session;
  await ctx.identity.run(
    query
      .updateTable('session')
      .set({ ended_at: now, end_reason: 'token_reuse' })
      .where('cookie_hash', '=', cookie_hash)
      .where('ended_at', 'is', null),
    auditLine({ action: 'session.token_reuse', person_id, tenant_id, partner_id, session_id: id }),
  );
  return fail('token_invalid');
}
