/** The last step of every sign-in, after credentials and second factor: password expiry, then the session. */
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { expiryDays } from '#domain/session/passwordRules.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import type { TenantSettings } from '#domain/settings/tenantSettings.ts';
import type { Account, MembershipChoice } from './account.queries.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import type { Admitted } from './admission.rules.ts';
import { admit, refusalExtra } from './admission.rules.ts';
import { issueLink } from './links.ts';
import type { Remembered } from './startSession.ts';
import { rememberDevice, startSession } from './startSession.ts';

const dayMs = 86_400_000;

export type Proven = {
  account: Account;
  admission: Admitted;
  /** The method of sign-in, for the audit log. */
  method: 'password' | 'passkey' | 'azure' | 'saml';
  second_factor: 'app' | 'email' | 'passkey' | 'recovery' | 'setup' | 'trusted' | null;
  device: Remembered;
  /** Additional statements of the same transaction. */
  also: readonly Statement[];
  /** And those about the session that begins. */
  ofSession?: (session_id: string) => readonly Statement[];
};

export async function completeSignIn(
  ctx: PublicContext,
  { account, admission, method, second_factor, device, also, ofSession }: Proven,
): Promise<SignedIn> {
  const now = ctx.now();
  if (method === 'password' && mustChange(account, admission.settings, now)) {
    const link = issueLink({ purpose: 'must_change', person_id: account.id, host: ctx.request.host.host, now });
    await ctx.identity.run(...link.statements, ...also, refusal(ctx, account, 'user_change_password'));
    return fail('user_change_password', {}, { token: link.token });
  }
  const session = startSession(ctx, {
    account,
    admitted: admission,
    auth_type: method === 'passkey' ? 'password' : method,
    startedAt: now,
    second_factor,
    by_passkey: method === 'passkey',
  });
  const { choice, role } = admission;
  await ctx.identity.run(
    ...session.statements,
    rememberDevice(ctx, account.id, device),
    ...also,
    ...(ofSession?.(session.id) ?? []),
    auditLine({
      action: 'session.sign_in',
      person_id: account.id,
      tenant_id: choice?.tenant_id ?? null,
      partner_id: role === 'partner' ? account.partner_id : null,
      session_id: session.id,
      details: { method, second_factor, host: ctx.request.host.host },
    }),
  );
  return session.finish();
}

/** The person's current state and admission, for steps after a password and for passkeys: read again because it may have changed between the steps. */
export async function admitNow(
  ctx: PublicContext,
  person_id: string,
): Promise<{ account: Account; choices: MembershipChoice[]; admission: Admitted }> {
  const { host, ip } = ctx.request;
  const whom = { id: person_id };
  const [[account], choices] = await ctx.identity.run(accountOf(whom), choicesOf(whom, host.tenant_id));
  if (!account) return fail('step_expired');
  const admission = admit(account, choices, {
    host,
    ip,
    now: ctx.now(),
    ipListsOff: ctx.environment.ipListsOff || account.ip_lists_off,
    by: 'password',
  });
  if ('refusal' in admission) {
    await ctx.identity.run(refusal(ctx, account, admission.refusal));
    return fail(admission.refusal, {}, refusalExtra(admission, ip));
  }
  return { account, choices, admission };
}

export const refusal = (
  ctx: PublicContext,
  account: Account | null,
  reason: ErrorWord | 'throttled' | 'code_wrong' | `saml_${SamlCheck}`,
): Statement =>
  auditLine({
    action: 'session.refused',
    person_id: account?.id ?? null,
    // Refusals are logged in the unit, where its administrators see them.
    tenant_id: ctx.request.host.tenant_id,
    partner_id: ctx.request.host.partner_id,
    details: { reason, host: ctx.request.host.host },
  });

function mustChange(account: Account, settings: TenantSettings, now: Date): boolean {
  if (account.must_change_password) return true;
  const days = expiryDays([settings]);
  const changedAt = account.password_changed_at === null ? 0 : Date.parse(account.password_changed_at);
  return days !== null && changedAt + days * dayMs <= now.getTime();
}
