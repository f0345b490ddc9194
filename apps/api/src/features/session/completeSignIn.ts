/** The end of every sign-in, after whatever had to be proven: the password's age, then the session. */
import type { SignedIn } from '@vitrine/contract/features/session.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { PublicContext } from '../../core/context.ts';
import type { Statement } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import { expiryDays } from '../../core/passwordRules.ts';
import { auditLine } from '../../core/sessionAudit.ts';
import type { UnitSettings } from '../../core/unitSettings.ts';
import type { Account, Place } from './account.queries.ts';
import { accountOf, placesOf } from './account.queries.ts';
import type { Admitted } from './admission.rules.ts';
import { admit, refusalExtra } from './admission.rules.ts';
import { issueLink } from './links.ts';
import type { Remembered } from './startSession.ts';
import { rememberDevice, startSession } from './startSession.ts';

const dayMs = 86_400_000;

export type Proven = {
  account: Account;
  admission: Admitted;
  /** How it was proven, for the audit log. */
  method: 'password' | 'passkey';
  second_factor: 'app' | 'email' | 'passkey' | 'recovery' | 'setup' | 'trusted' | null;
  device: Remembered;
  /** Run together with the sign-in. */
  also: readonly Statement[];
};

export async function completeSignIn(
  ctx: PublicContext,
  { account, admission, method, second_factor, device, also }: Proven,
): Promise<SignedIn> {
  const now = ctx.now();
  if (method === 'password' && mustChange(account, admission.settings, now)) {
    const link = issueLink({ purpose: 'must_change', person_id: account.id, now });
    await ctx.identity.run(...link.statements, ...also, refusal(ctx, account, 'user_change_password'));
    return fail('user_change_password', {}, { token: link.token });
  }
  const session = startSession(ctx, { account, admitted: admission, auth_type: 'password', startedAt: now, second_factor });
  const { place, role } = admission;
  await ctx.identity.run(
    ...session.statements,
    rememberDevice(ctx, account.id, device),
    ...also,
    auditLine({
      action: 'session.sign_in',
      person_id: account.id,
      tenant_id: place?.tenant_id ?? null,
      partner_id: role === 'master' ? account.partner_id : null,
      session_id: session.id,
      details: { method, second_factor, host: ctx.request.site.host },
    }),
  );
  return session.finish();
}

/** A person as they stand now, and whether they may come in here: steps take time, and much may have changed since. */
export async function admitNow(ctx: PublicContext, person_id: string): Promise<{ account: Account; places: Place[]; admission: Admitted }> {
  const { site, ip } = ctx.request;
  const whom = { id: person_id };
  const [[account], places] = await ctx.identity.run(accountOf(whom), placesOf(whom, site.tenant_id));
  if (!account) return fail('step_expired');
  const admission = admit(account, places, { site, ip, now: ctx.now(), ipListsOff: ctx.settings.ipListsOff || account.ip_lists_off });
  if ('refusal' in admission) {
    await ctx.identity.run(refusal(ctx, account, admission.refusal));
    return fail(admission.refusal, {}, refusalExtra(admission, ip));
  }
  return { account, places, admission };
}

export const refusal = (ctx: PublicContext, account: Account | null, reason: ErrorWord | 'throttled' | 'code_wrong'): Statement =>
  auditLine({
    action: 'session.refused',
    person_id: account?.id ?? null,
    // Admins of a unit see who was refused at their own door.
    tenant_id: ctx.request.site.tenant_id,
    partner_id: ctx.request.site.partner_id,
    details: { reason, host: ctx.request.site.host },
  });

function mustChange(account: Account, settings: UnitSettings, now: Date): boolean {
  if (account.must_change_password) return true;
  const days = expiryDays([settings]);
  const changedAt = account.password_changed_at === null ? 0 : Date.parse(account.password_changed_at);
  return days !== null && changedAt + days * dayMs <= now.getTime();
}
