/** Leaving: by the person's own wish, or what the browser tells when it lost its session. Neither ever fails. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type { eventLogout as endpoint } from '@vitrine/contract/features/session.ts';
import type { PublicContext } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { Failure } from '../../core/fail.ts';
import { ofNetwork, reserve } from '../../core/guard.ts';
import type { SessionRow } from '../../core/session.ts';
import { screenPathOf } from '../../core/intended.ts';
import { auditLine } from '../../core/sessionAudit.ts';

/** The session of this browser, if there is one. */
async function sessionIfAny(ctx: PublicContext): Promise<SessionRow | null> {
  try {
    return (await ctx.findSession()).session;
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return null;
    throw error;
  }
}

export async function logout(ctx: PublicContext): Promise<void> {
  const session = await sessionIfAny(ctx);
  if (!session) return;
  const { id, person_id, tenant_id, partner_id } = session;
  await ctx.identity.run(
    query.updateTable('session').set({ ended_at: ctx.now(), end_reason: 'logout' }).where('id', '=', id).where('ended_at', 'is', null),
    auditLine({ action: 'session.sign_out', person_id, tenant_id, partner_id, session_id: id }),
  );
  ctx.cookies.clearSession();
}

/** What the caller claims is kept apart from who it is. A path is kept as its screen, because it may hold a token. */
export async function eventLogout(ctx: PublicContext, body: Input<typeof endpoint>['body']): Promise<void> {
  const { status, message, rota, user_id, email, tenant_id, parceiro_id } = body;
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
        route: rota ? screenPathOf(rota.slice(0, 200)) : null,
        claimed: { user_id, email, tenant_id, parceiro_id },
      },
    }),
  );
}
