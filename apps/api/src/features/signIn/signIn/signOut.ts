/** Signing out, and the browser's report of a lost session. Neither ever fails. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { eventLogout as endpoint } from '@vitrine/contract/signIn/signIn.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { Failure } from '#platform/http/fail.ts';
import { ofNetwork, reserve } from '#platform/http/rateLimit.ts';
import type { SessionRow } from '#domain/session/session.ts';
import { screenPathOf } from '#domain/session/intendedPath.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';

/** The session of this browser, or null. */
async function sessionIfAny(ctx: PublicContext): Promise<SessionRow | null> {
  try {
    return (await ctx.findSession()).session;
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return null;
    throw error;
  }
}

/** Whoever signs out while acting for somebody is signed out of their own session as well. */
const endRemote = ({ remote_access_id }: SessionRow, now: Date): Statement[] =>
  remote_access_id === null
    ? []
    : [
        sql`
          with over as (
            update remote_access set ended_at = ${now}, end_reason = 'asker' where id = ${remote_access_id} and ended_at is null
            returning asker_session_id)
          update session s set ended_at = ${now}, end_reason = 'logout' from over where s.id = over.asker_session_id and s.ended_at is null`,
      ];

export async function logout(ctx: PublicContext): Promise<void> {
  const session = await sessionIfAny(ctx);
  if (!session) return;
  const { id, person_id, tenant_id, partner_id, remote } = session;
  await ctx.identity.run(
    query.updateTable('session').set({ ended_at: ctx.now(), end_reason: 'logout' }).where('id', '=', id).where('ended_at', 'is', null),
    ...endRemote(session, ctx.now()),
    auditLine({ action: 'session.sign_out', person_id, actor_id: remote?.actor_id ?? person_id, tenant_id, partner_id, session_id: id }),
  );
  ctx.cookies.clearSession();
}

/** The client's claims are stored apart from the authenticated identity. A path is stored as its route pattern, because it may contain a token. */
export async function eventLogout(ctx: PublicContext, body: Input<typeof endpoint>['body']): Promise<void> {
  const { status, message, route, user_id, email, tenant_id, partner_id } = body;
  const noted = await ctx.identity.run(reserve([ofNetwork('note', ctx.request.ip)], ctx.now()));
  if (noted.length === 0) return;
  const session = await sessionIfAny(ctx);
  await ctx.identity.run(
    auditLine({
      action: 'session.lost',
      person_id: session?.person_id ?? null,
      tenant_id: session?.tenant_id ?? null,
      partner_id: session?.partner_id ?? null,
      session_id: session?.id ?? null,
      details: {
        status,
        message,
        route: route ? screenPathOf(route.slice(0, 200)) : null,
        claimed: { user_id, email, tenant_id, partner_id },
      },
    }),
  );
}
