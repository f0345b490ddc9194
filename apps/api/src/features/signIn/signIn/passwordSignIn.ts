/** Signing in with e-mail and password: the checks of docs/reference/product-rules.md 2.1 in their order. */
import type { SecondStep, SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import type { SignInReservation } from '#platform/http/rateLimit.ts';
import { giveBack, isFull, ofNetwork, ofPassword, reserve, reserveSignIn, secondsToWait } from '#platform/http/rateLimit.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import type { Account, MembershipChoice } from './account.queries.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import type { Admitted } from './admission.rules.ts';
import { admit, refusalExtra } from './admission.rules.ts';
import { completeSignIn, refusal } from './completeSignIn.ts';
import { openSecondStep } from './secondFactor/secondStep.ts';
import { countWrongPassword } from './spraying.ts';

export async function signInWithPassword(
  ctx: PublicContext,
  { email, password }: { email: string; password: string },
): Promise<SignedIn | SecondStep> {
  const now = ctx.now();
  const { host, ip } = ctx.request;
  const device_hash = ctx.cookies.device ? hashToken(ctx.cookies.device) : null;
  const given = ofPassword(ctx.secrets, password);
  const [[reservation], [account], choices, [sprayed], [elsewhere]] = await ctx.identity.run(
    reserveSignIn({ email, device_hash, ip }, now),
    accountOf({ email }),
    choicesOf({ email }, host.tenant_id),
    isFull(given, now),
    passwordsOffFor(email, host.tenant_id),
  );
  if (!reservation?.reserved) return refuseThrottled(ctx, reservation?.keys ?? [], account ?? null);
  const isKnown = reservation.device_id !== null;
  // This password is being tried on many accounts: it is accepted from known browsers only, until the person sets a new one.
  if (sprayed?.full && !isKnown) return refuseThrottled(ctx, [given.key], account ?? null);

  // Of a domain whose people this unit sends elsewhere everybody gets one answer: who exists, who does not, and whoever has the password.
  const isTaken = !choices.some((choice) => choice.passwords_off && choice.tenant_id === host.tenant_id);
  if (!(await isRight(ctx, reservation, isTaken ? account : null, password)) || !account) {
    const word = elsewhere ? 'sso_required' : 'error_user_or_password';
    await ctx.identity.run(refusal(ctx, account ?? null, word));
    if (!isKnown) await countWrongPassword(ctx, given);
    return fail(word);
  }
  const admission = admit(account, choices, {
    host,
    ip,
    now,
    ipListsOff: ctx.environment.ipListsOff || account.ip_lists_off,
    by: 'password',
  });
  if ('refusal' in admission) {
    await ctx.identity.run(notAGuess(reservation), refusal(ctx, account, admission.refusal));
    return fail(admission.refusal, {}, refusalExtra(admission, ip));
  }
  const also: [Statement, ...Statement[]] = [notAGuess(reservation), ...(await renewHash(ctx, account, password))];
  return passSecondStep(ctx, { account, admission, choices, reservation, also });
}

const passwordsOffFor = (email: string, tenant_id: string | null) => sql<{ off: true }>`
  select true as off from tenant_setting
  where tenant_id = ${tenant_id}::uuid and split_part(${email}, '@', 2) = any (password_off_domains)`;

type Entry = {
  account: Account;
  admission: Admitted;
  choices: readonly MembershipChoice[];
  reservation: SignInReservation;
  /** What is written with the session, or with the question for the second factor. */
  also: [Statement, ...Statement[]];
};

/** The session, or what is asked for before there is one. */
async function passSecondStep(
  ctx: PublicContext,
  { account, admission, choices, reservation, also }: Entry,
): Promise<SignedIn | SecondStep> {
  const { device_id, trusted_until } = reservation;
  const opened = await openSecondStep(ctx, account, choices, { id: device_id, trusted_until });
  if (opened.kind === 'asked' || opened.kind === 'setup') {
    await ctx.identity.run(...also, ...(opened.kind === 'setup' ? [refusal(ctx, account, 'redirect_two_factor')] : []));
    return opened.kind === 'asked' ? opened.step : fail('redirect_two_factor', {}, { token: opened.token });
  }
  const second_factor = opened.kind === 'trusted' ? 'trusted' : null;
  return completeSignIn(ctx, { account, admission, method: 'password', second_factor, device: { id: device_id, trust: false }, also });
}

/** Takes as long for unknown people and for people with single sign-on. */
async function isRight(
  ctx: PublicContext,
  reservation: SignInReservation,
  account: Account | undefined | null,
  password: string,
): Promise<boolean> {
  try {
    return await ctx.passwords.verify(password, account?.auth_method === 'password' ? account.password_hash : null, reservation.device_id);
  } catch (error) {
    // The password was not checked.
    await ctx.identity.run(notAGuess(reservation));
    throw error;
  }
}

const notAGuess = ({ keys }: SignInReservation): Statement => giveBack(keys);

/** The same answer as for a wrong password. Only some of many refusals are logged. */
async function refuseThrottled(ctx: PublicContext, keys: readonly string[], account: Account | null): Promise<never> {
  const now = ctx.now();
  const noted = await ctx.identity.run(reserve([ofNetwork('note', ctx.request.ip)], now));
  if (noted.length > 0) await ctx.identity.run(refusal(ctx, account, 'throttled'));
  return fail('error_user_or_password', {}, { retry_after: await secondsToWait(ctx.identity, keys, now) });
}

/** A hash with outdated parameters is replaced now, while the password is known. */
async function renewHash(ctx: PublicContext, { id, password_hash }: Account, password: string): Promise<Statement[]> {
  if (password_hash === null || !ctx.passwords.isOutdated(password_hash)) return [];
  const renewed = await ctx.passwords.hash(password, id);
  return [query.updateTable('person').set({ password_hash: renewed }).where('id', '=', id).where('password_hash', '=', password_hash)];
}
