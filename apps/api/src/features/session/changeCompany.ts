/** Moving into another unit on the same site: a new session there, and the old one ends. */
import type { SignedIn } from '@vitrine/contract/features/session.ts';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail, found } from '../../core/fail.ts';
import { accountOf, placesOf } from './account.queries.ts';
import { admit, refusalExtra } from './admission.rules.ts';
import { auditLine } from '../../core/sessionAudit.ts';
import { askedOf } from './secondStep.ts';
import { startSession } from './startSession.ts';

const hourMs = 3_600_000;

/** The age of the sign-in goes on: moving about does not make a session last longer. */
export async function changeCompany(ctx: Context, { tenant_id }: { tenant_id: string }): Promise<SignedIn & { status: 'ok' }> {
  const now = ctx.now();
  const { actor } = ctx;
  const { site, ip } = ctx.request;
  const whom = { id: actor.person_id };
  const [[account], places, [old]] = await ctx.identity.run(
    accountOf(whom),
    placesOf(whom, tenant_id),
    query.selectFrom('session').select(['chain_started_at', 'auth_type', 'second_factor']).where('id', '=', actor.session_id),
  );
  const target = found(places.find((place) => place.tenant_id === tenant_id));
  const admission = admit(found(account), [target], { site, ip, now, ipListsOff: ctx.settings.ipListsOff || found(account).ip_lists_off });
  if ('refusal' in admission) return fail(admission.refusal, {}, refusalExtra(admission, ip));
  if (admission.place === null) return fail('not_found_companies');
  const startedAt = new Date(found(old).chain_started_at);
  if (startedAt.getTime() + admission.settings.login_timeout * hourMs <= now.getTime()) fail('token_expired');

  const { second_factor } = found(old);
  // Members are asked for what all their units want when they sign in; this one may want it since.
  const isAsked = actor.role !== 'master' && askedOf(found(account), [target]).requirement !== 'none';
  if (isAsked && actor.auth_type === 'password' && second_factor === null) fail('second_factor_missing');

  const session = startSession(ctx, { account: found(account), admitted: admission, auth_type: actor.auth_type, startedAt, second_factor });
  await ctx.identity.run(
    query
      .updateTable('session')
      .set({ ended_at: now, end_reason: 'company_change' })
      .where('id', '=', actor.session_id)
      .where('ended_at', 'is', null),
    ...session.statements,
    auditLine({
      action: 'session.change_company',
      person_id: actor.person_id,
      tenant_id,
      partner_id: actor.partner_id,
      session_id: session.id,
      details: { from: actor.tenant_id },
    }),
  );
  return { status: 'ok', ...session.finish() };
}
