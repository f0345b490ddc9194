/** Signing in with e-mail and password: the checks of product-decisions 2.1 in their order. */
import type { SecondStep, SignedIn } from '@vitrine/contract/features/session.ts';
import type { PublicContext } from '../../core/context.ts';
import type { Statement } from '../../core/database/query.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import type { SignInReservation } from '../../core/guard.ts';
import { giveBack, isFull, ofNetwork, ofPassword, reserve, reserveSignIn, secondsToWait } from '../../core/guard.ts';
import { hashToken } from '../../core/tokens.ts';
import type { Account } from './account.queries.ts';
import { accountOf, placesOf } from './account.queries.ts';
import { admit, refusalExtra } from './admission.rules.ts';
import { completeSignIn, refusal } from './completeSignIn.ts';
import { openSecondStep } from './secondStep.ts';
import { countWrongPassword } from './spraying.ts';

export async function signIn(ctx: PublicContext, { email, password }: { email: string; password: string }): Promise<SignedIn | SecondStep> {
  const now = ctx.now();
  const { site, ip } = ctx.request;
  const device_hash = ctx.cookies.device ? hashToken(ctx.cookies.device) : null;
  const given = ofPassword(ctx.secrets, password);
  const [[reservation], [account], places, [sprayed]] = await ctx.identity.run(
    reserveSignIn({ email, device_hash, ip }, now),
    accountOf({ email }),
    placesOf({ email }, site.tenant_id),
    isFull(given, now),
  );
  if (!reservation?.reserved) return refuseThrottled(ctx, reservation ? [reservation.network, reservation.subject] : [], account ?? null);
  const isKnown = reservation.device_id !== null;
  // Somebody tries this password at many accounts: whoever has it signs in where they are known, or takes a new one.
  if (sprayed?.full && !isKnown) return refuseThrottled(ctx, [given.key], account ?? null);

  if (!(await isRight(ctx, reservation, account ?? null, password)) || !account) {
    await ctx.identity.run(refusal(ctx, account ?? null, 'error_user_or_password'));
    if (!isKnown) await countWrongPassword(ctx, given);
    return fail('error_user_or_password');
  }
  const admission = admit(account, places, { site, ip, now, ipListsOff: ctx.settings.ipListsOff || account.ip_lists_off });
  if ('refusal' in admission) {
    await ctx.identity.run(notAGuess(reservation), refusal(ctx, account, admission.refusal));
    return fail(admission.refusal, {}, refusalExtra(admission, ip));
  }
  const also: [Statement, ...Statement[]] = [notAGuess(reservation), ...(await renewHash(ctx, account, password))];
  const opened = await openSecondStep(ctx, account, places, { id: reservation.device_id, trusted_until: reservation.trusted_until });
  if (opened.kind === 'asked' || opened.kind === 'setup') {
    await ctx.identity.run(...also, ...(opened.kind === 'setup' ? [refusal(ctx, account, 'redirect_two_factor')] : []));
    return opened.kind === 'asked' ? opened.step : fail('redirect_two_factor', {}, { token: opened.token });
  }
  return completeSignIn(ctx, {
    account,
    admission,
    method: 'password',
    second_factor: opened.kind === 'trusted' ? 'trusted' : null,
    device: { id: reservation.device_id, trust: false },
    also,
  });
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

/** The same words as for a wrong password. Of a flood, not every wave is written down. */
async function refuseThrottled(ctx: PublicContext, keys: readonly string[], account: Account | null): Promise<never> {
  const now = ctx.now();
  const noted = await ctx.identity.run(reserve([ofNetwork('note', ctx.request.ip)], now));
  if (noted.length > 0) await ctx.identity.run(refusal(ctx, account, 'throttled'));
  return fail('error_user_or_password', {}, { retry_after: await secondsToWait(ctx.identity, keys, now) });
}

/** A hash made with yesterday's parameters is made again now that the password is known. */
async function renewHash(ctx: PublicContext, { id, password_hash }: Account, password: string): Promise<Statement[]> {
  if (password_hash === null || !ctx.passwords.isOutdated(password_hash)) return [];
  const renewed = await ctx.passwords.hash(password);
  return [query.updateTable('person').set({ password_hash: renewed }).where('id', '=', id).where('password_hash', '=', password_hash)];
}
