/** Changing the unit: on the same host a new session there, and the old one ends; to another host a token that is taken there. */
import type { Answer } from '@vitrine/contract/endpoint.ts';
import type { changeCompany as changeCompanyEndpoint } from '@vitrine/contract/signIn/signIn.ts';
import type { AuthType } from '@vitrine/contract/roles.ts';
import type { Context, PublicContext } from '#domain/serving/context.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { fail, found } from '#platform/http/fail.ts';
import type { Account, MembershipChoice } from './account.queries.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import type { Admitted } from './admission.rules.ts';
import { admit, isAt, refusalExtra } from './admission.rules.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { issueChange } from './links.ts';
import { askedOf } from './secondFactor/secondStep.ts';
import { startSession } from './startSession.ts';

const hourMs = 3_600_000;

/** How the session that is left came about. */
export type Left = {
  id: string;
  tenant_id: string | null;
  partner_id: string | null;
  auth_type: AuthType;
  chain_started_at: string;
  second_factor: string | null;
  by_passkey: boolean;
};

/** The session that is left, if it still holds. */
export const leftSession = (id: string, now: Date): RawBuilder<Left> => sql<Left>`
  select id, tenant_id, partner_id, auth_type, chain_started_at, second_factor, by_passkey from session
  where id = ${id} and ended_at is null and expires_at > ${now}`;

/** Whether the person is known in the target as the same one of the same Entra directory as in the unit that is left. */
export const trustedAlike = (person_id: string, from: RawBuilder<unknown>, to: string): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select there.id from entra_identity here
  join entra_directory d on d.tenant_id = here.tenant_id and d.id = here.entra_directory_id
  join entra_directory e on e.tenant_id = ${to} and e.directory_id = d.directory_id and e.active
  join entra_identity there on there.tenant_id = e.tenant_id and there.entra_directory_id = e.id and there.object_id = here.object_id
  join membership m on m.tenant_id = here.tenant_id and m.id = here.membership_id and m.person_id = ${person_id}
  join membership n on n.tenant_id = there.tenant_id and n.id = there.membership_id and n.person_id = m.person_id
  where here.tenant_id = (${from})`;

export type Change = { account: Account; target: MembershipChoice; left: Left; host: Host; isTrusted: boolean };

/** Whether the person may go on in the target on that host, by the rules of this moment; otherwise refuses with the reason. */
export function admitToTarget(ctx: PublicContext, { account, target, left, host, isTrusted }: Change): Admitted {
  const now = ctx.now();
  const { ip } = ctx.request;
  const ipListsOff = ctx.environment.ipListsOff || account.ip_lists_off;
  const admission = admit(account, [target], { host, ip, now, ipListsOff, by: left.auth_type });
  if ('refusal' in admission) return fail(admission.refusal, {}, refusalExtra(admission, ip));
  if (admission.choice === null) return fail('not_found_companies');
  if (new Date(left.chain_started_at).getTime() + admission.settings.login_timeout * hourMs <= now.getTime()) fail('token_expired');
  // At sign-in members satisfy the second-factor policy of all their units; this unit may have made its policy stricter since.
  const isAsked = admission.role !== 'partner' && askedOf(account, [target]).requirement !== 'none';
  if (isAsked && left.auth_type === 'password' && left.second_factor === null) fail('second_factor_missing');
  // A directory lets people into the units that trust it, and nowhere else.
  if (left.auth_type === 'azure' && !isTrusted) fail('error_azure_not_companies');
  // The provider of a unit says who somebody is in that unit; elsewhere nobody has asked it.
  if (left.auth_type === 'saml' && left.tenant_id !== target.tenant_id) fail('not_found_companies');
  return admission;
}

/** The new session and the end of the old one. The age of the sign-in is kept, so that changing units does not extend a session. */
export function moveSession(ctx: PublicContext, { account, target, left }: Change, admitted: Admitted) {
  const session = startSession(ctx, {
    account,
    admitted,
    auth_type: left.auth_type,
    startedAt: new Date(left.chain_started_at),
    second_factor: left.second_factor,
    by_passkey: left.by_passkey,
  });
  const statements: [Statement, ...Statement[]] = [
    query
      .updateTable('session')
      .set({ ended_at: ctx.now(), end_reason: 'company_change' })
      .where('id', '=', left.id)
      .where('ended_at', 'is', null),
    ...session.statements,
    auditLine({
      action: 'session.change_company',
      person_id: account.id,
      tenant_id: target.tenant_id,
      partner_id: left.partner_id,
      session_id: session.id,
      details: { from: left.tenant_id },
    }),
  ];
  return { statements, finish: session.finish };
}

export async function changeCompany(ctx: Context, { tenant_id }: { tenant_id: string }): Promise<Answer<typeof changeCompanyEndpoint>> {
  const { actor, request } = ctx;
  const whom = { id: actor.person_id };
  const now = ctx.now();
  const [[account], choices, [left], [alike]] = await ctx.identity.run(
    accountOf(whom),
    choicesOf(whom, tenant_id),
    leftSession(actor.session_id, now),
    trustedAlike(whom.id, sql`${actor.tenant_id}::uuid`, tenant_id),
  );
  const target = found(choices.find((choice) => choice.tenant_id === tenant_id));
  const host = isAt(request.host, target) ? request.host : await hostOfTenant(ctx, tenant_id);
  const change: Change = { account: found(account), target, left: found(left), host, isTrusted: alike !== undefined };
  const admitted = admitToTarget(ctx, change);
  if (host === request.host) {
    const moved = moveSession(ctx, change, admitted);
    await ctx.identity.run(...moved.statements);
    return { status: 'ok', ...moved.finish() };
  }
  const { token, statements } = issueChange({
    person_id: actor.person_id,
    tenant_id,
    host: host.host,
    session_id: actor.session_id,
    user_agent: request.user_agent,
    now,
  });
  await ctx.identity.run(...statements);
  return { status: 'change', domain: new URL(host.origin).host, token };
}
