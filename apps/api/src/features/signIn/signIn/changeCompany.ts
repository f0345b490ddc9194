/** Changing the unit on the same host: a new session there, and the old one ends. */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import { admit, refusalExtra } from './admission.rules.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { askedOf } from './secondFactor/secondStep.ts';
import { startSession } from './startSession.ts';

const hourMs = 3_600_000;

/** The age of the sign-in is kept, so that changing units does not extend a session. */
export async function changeCompany(ctx: Context, { tenant_id }: { tenant_id: string }): Promise<SignedIn & { status: 'ok' }> {
  const now = ctx.now();
  const { actor } = ctx;
  const { host, ip } = ctx.request;
  const whom = { id: actor.person_id };
  const [[account], choices, [old]] = await ctx.identity.run(
    accountOf(whom),
    choicesOf(whom, tenant_id),
    query.selectFrom('session').select(['chain_started_at', 'auth_type', 'second_factor']).where('id', '=', actor.session_id),
  );
  const target = found(choices.find((choice) => choice.tenant_id === tenant_id));
  const admission = admit(found(account), [target], {
    host,
    ip,
    now,
    ipListsOff: ctx.environment.ipListsOff || found(account).ip_lists_off,
  });
  if ('refusal' in admission) return fail(admission.refusal, {}, refusalExtra(admission, ip));
  if (admission.choice === null) return fail('not_found_companies');
  const startedAt = new Date(found(old).chain_started_at);
  if (startedAt.getTime() + admission.settings.login_timeout * hourMs <= now.getTime()) fail('token_expired');

  const { second_factor } = found(old);
  // At sign-in members satisfy the second-factor policy of all their units; this unit may have made its policy stricter since.
  const isAsked = actor.role !== 'partner' && askedOf(found(account), [target]).requirement !== 'none';
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
