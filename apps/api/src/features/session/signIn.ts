/** Signing in with e-mail and password: the checks of product-decisions 2.1 in their order. */
import type { SignedIn } from '@vitrine/contract/features/session.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import type { PublicContext } from '../../core/context.ts';
import type { Statement } from '../../core/database/query.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import type { SignInReservation } from '../../core/guard.ts';
import { giveBack, ofNetwork, reserve, reserveSignIn, secondsToWait } from '../../core/guard.ts';
import { expiryDays } from '../../core/passwordRules.ts';
import { hashToken } from '../../core/tokens.ts';
import type { UnitSettings } from '../../core/unitSettings.ts';
import type { Account } from './account.queries.ts';
import { accountOf, placesOf } from './account.queries.ts';
import { admit } from './admission.rules.ts';
import { issueLink } from './links.ts';
import { auditLine } from './sessionAudit.ts';
import { rememberDevice, startSession } from './startSession.ts';

const dayMs = 86_400_000;

export async function signIn(ctx: PublicContext, { email, password }: { email: string; password: string }): Promise<SignedIn> {
  const now = ctx.now();
  const { site, ip } = ctx.request;
  const device_hash = ctx.cookies.device ? hashToken(ctx.cookies.device) : null;
  const [[reservation], [account], places] = await ctx.identity.run(
    reserveSignIn({ email, device_hash, ip }, now),
    accountOf({ email }),
    placesOf({ email }, site.tenant_id),
  );
  if (!reservation?.reserved) return refuseThrottled(ctx, reservation, account ?? null);

  if (!(await isRight(ctx, reservation, account ?? null, password)) || !account) {
    await ctx.identity.run(refusal(ctx, account ?? null, 'error_user_or_password'));
    return fail('error_user_or_password');
  }
  const admission = admit(account, places, { site, ip, now, ipListsOff: ctx.settings.ipListsOff || account.ip_lists_off });
  if ('refusal' in admission) {
    await ctx.identity.run(notAGuess(reservation), refusal(ctx, account, admission.refusal));
    return fail(admission.refusal, {}, admission.refusal === 'ip_not_allowed' ? { ip } : {});
  }
  if (mustChange(account, admission.settings, now)) {
    const link = issueLink({ purpose: 'must_change', person_id: account.id, now });
    await ctx.identity.run(...link.statements, notAGuess(reservation), refusal(ctx, account, 'user_change_password'));
    return fail('user_change_password', {}, { token: link.token });
  }

  const session = startSession(ctx, { account, admitted: admission, auth_type: 'password', startedAt: now });
  const { place, role } = admission;
  await ctx.identity.run(
    ...session.statements,
    rememberDevice(ctx, account.id, reservation.device_id),
    notAGuess(reservation),
    ...(await renewHash(ctx, account, password)),
    auditLine({
      action: 'session.sign_in',
      person_id: account.id,
      tenant_id: place?.tenant_id ?? null,
      partner_id: role === 'master' ? account.partner_id : null,
      session_id: session.id,
      details: { method: 'password', host: site.host },
    }),
  );
  return session.finish();
}

/** Works as long for people who do not exist or sign in elsewhere. */
async function isRight(ctx: PublicContext, reservation: SignInReservation, account: Account | null, password: string): Promise<boolean> {
  try {
    return await ctx.passwords.verify(password, account?.auth_method === 'password' ? account.password_hash : null);
  } catch (error) {
    // Nobody looked at the password.
    await ctx.identity.run(notAGuess(reservation));
    throw error;
  }
}

const notAGuess = ({ network, subject }: SignInReservation): Statement => giveBack([network, subject]);

const refusal = (ctx: PublicContext, account: Account | null, reason: ErrorWord | 'throttled'): Statement =>
  auditLine({
    action: 'session.refused',
    person_id: account?.id ?? null,
    // Admins of a unit see who was refused at their own door.
    tenant_id: ctx.request.site.tenant_id,
    partner_id: ctx.request.site.partner_id,
    details: { reason, host: ctx.request.site.host },
  });

/** The same words as for a wrong password. Of a flood, not every wave is written down. */
async function refuseThrottled(ctx: PublicContext, reservation: SignInReservation | undefined, account: Account | null): Promise<never> {
  const now = ctx.now();
  const noted = await ctx.identity.run(reserve([ofNetwork('note', ctx.request.ip)], now));
  if (noted.length > 0) await ctx.identity.run(refusal(ctx, account, 'throttled'));
  const keys = reservation ? [reservation.network, reservation.subject] : [];
  return fail('error_user_or_password', {}, { retry_after: await secondsToWait(ctx.identity, keys, now) });
}

function mustChange(account: Account, settings: UnitSettings, now: Date): boolean {
  if (account.must_change_password) return true;
  const days = expiryDays([settings]);
  const changedAt = account.password_changed_at === null ? 0 : Date.parse(account.password_changed_at);
  return days !== null && changedAt + days * dayMs <= now.getTime();
}

/** A hash made with yesterday's parameters is made again now that the password is known. */
async function renewHash(ctx: PublicContext, { id, password_hash }: Account, password: string): Promise<Statement[]> {
  if (password_hash === null || !ctx.passwords.isOutdated(password_hash)) return [];
  const renewed = await ctx.passwords.hash(password);
  return [query.updateTable('person').set({ password_hash: renewed }).where('id', '=', id).where('password_hash', '=', password_hash)];
}
