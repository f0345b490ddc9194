/**
 * Between password and session there is a step in the database, identified by a value in the browser and a
 * cookie of the same browser. It can only be used to complete the sign-in.
 */
import type { SecondStep, StepMethod } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, Failure } from '#platform/http/fail.ts';
import type { Counted } from '#platform/http/rateLimit.ts';
import { giveBack, ofId, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { mailCode } from '#domain/secondFactor/enrolment.ts';
import type { Asker, Factors, Requirement } from '#domain/secondFactor/factors.ts';
import { factorsOf, requirementOf, waysOf } from '#domain/secondFactor/factors.ts';
import { hashToken, isHashOf, newToken } from '#platform/secrets/tokens.ts';
import type { Account, MembershipChoice } from '../account.queries.ts';

/** Ten minutes for a code, thirty for a set-up, because an app may have to be installed first. */
const lifeSeconds = { verify: 600, setup: 1800 };

export type StepRow = { token_hash: Buffer; person_id: string; device_id: string | null; passed_by: string | null };

/** What the second-factor policies of all the account's units require. */
export function askedOf(account: Account, choices: readonly MembershipChoice[]): { requirement: Requirement; by: Asker | null } {
  return requirementOf(
    account.staff_role === null ? null : (account.staff_level ?? 'required'),
    choices
      .filter((choice) => choice.member_state === 'active')
      .map((choice) => ({
        level: choice.authentication_level,
        unit: choice.settings?.require_second_factor === true,
        partner: choice.partner_settings?.require_second_factor === true,
      })),
  );
}

/** Members may trust a browser if every unit that requires a second factor allows that. */
export function mayTrust(account: Account, choices: readonly MembershipChoice[]): boolean {
  const own = choices.filter((choice) => choice.member_state === 'active');
  return account.staff_role === null && own.length > 0 && own.every((choice) => choice.trusted_devices);
}

export type Opened = { kind: 'none' } | { kind: 'trusted' } | { kind: 'asked'; step: SecondStep } | { kind: 'setup'; token: string };

/** Decides whether a second step is needed after a right password, and starts it. */
export async function openSecondStep(
  ctx: PublicContext,
  account: Account,
  choices: readonly MembershipChoice[],
  device: { id: string | null; trusted_until: string | null },
): Promise<Opened> {
  const { requirement } = askedOf(account, choices);
  const [factors] = await ctx.identity.run(factorsOf(sql`${account.id}::uuid`, ctx.request.host));
  const { methods, enough } = waysOf(factors as Factors, requirement);
  if (methods.length === 0) return enough ? { kind: 'none' } : { kind: 'setup', token: await openSetup(ctx, account.id, device.id) };
  const may_trust = enough && mayTrust(account, choices);
  if (may_trust && device.trusted_until !== null && Date.parse(device.trusted_until) > ctx.now().getTime()) return { kind: 'trusted' };
  const challenge = await open(ctx, account.id, 'verify', device.id);
  const [method] = methods as [SecondStep['method']];
  if (method === 'email') await mailCode(ctx, account, device.id).catch(unlessThrottled);
  return {
    kind: 'asked',
    step: { status: 'two_factor', method, methods, challenge, expires_in: lifeSeconds.verify, email: hintOf(account.email), may_trust },
  };
}

/** Enough codes were mailed: the last one, or a recovery code, is as good. */
function unlessThrottled(error: unknown): void {
  if (!(error instanceof Failure && error.word === 'throttled')) throw error;
}

/** Starts the set-up of a factor, after all existing factors that count have been confirmed. */
export const openSetup = (ctx: PublicContext, person_id: string, device_id: string | null): Promise<string> =>
  open(ctx, person_id, 'setup', device_id);

/** The masked e-mail address, enough for its owner. */
const hintOf = (email: string) => email.replace(/^(.)[^@]*/, '$1…');

async function open(ctx: PublicContext, person_id: string, purpose: 'verify' | 'setup', device_id: string | null): Promise<string> {
  const now = ctx.now();
  const [token, cookie] = [newToken(), newToken()];
  const { host } = ctx.request.host;
  const expires_at = new Date(now.getTime() + lifeSeconds[purpose] * 1000);
  await ctx.identity.run(
    query.insertInto('sign_in_step').values({
      token_hash: hashToken(token),
      cookie_hash: hashToken(cookie),
      person_id,
      purpose,
      host,
      device_id,
      created_at: now,
      expires_at,
    }),
  );
  ctx.cookies.setStep(cookie, lifeSeconds[purpose]);
  return token;
}

/**
 * A set-up was started because the person had no factor to confirm. If one is set up elsewhere in the meantime, it would have to be
 * confirmed, so the step ends unless it has set up a factor itself.
 */
const stillNothingToProve = sql<boolean>`(purpose = 'verify' or passed_by is not null or not exists (
  select from second_factor f where f.person_id = sign_in_step.person_id and greatest(f.totp_confirmed_at, f.email_confirmed_at) > sign_in_step.created_at
  union all
  select from passkey k where k.person_id = sign_in_step.person_id and k.created_at > sign_in_step.created_at))`;

/** The open step of this browser. Counts as a guess of the browser or its network unless it is found. */
export async function findStep(ctx: PublicContext, token: string, purpose: 'verify' | 'setup'): Promise<StepRow> {
  const counted = await requireAttemptFrom(ctx);
  const [row] = await ctx.identity.run(
    query
      .selectFrom('sign_in_step')
      .select(['token_hash', 'cookie_hash', 'person_id', 'device_id', 'passed_by'])
      .where('token_hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .where('host', '=', ctx.request.host.host)
      .where('used_at', 'is', null)
      .where(sql<boolean>`expires_at > ${ctx.now()}`)
      .where(stillNothingToProve),
  );
  if (!row || !isHashOf(ctx.cookies.step, row.cookie_hash)) return fail('step_expired');
  await ctx.identity.run(giveBack([counted.key]));
  return row;
}

/** Counters of guesses at a step: the step itself, and the person's known browser or all unknown ones. */
export const countedAt = (step: StepRow): [Counted, Counted] => [
  ofId('step', step.token_hash.toString('base64url')),
  step.device_id === null ? ofId('code_account', step.person_id) : ofId('code_device', step.device_id),
];

/** Consumes the step; of two parallel uses only one succeeds. */
export async function takeStep(ctx: PublicContext, step: StepRow, by: StepMethod | 'setup'): Promise<void> {
  const taken = await ctx.identity.run(
    sql<{ person_id: string }>`
      update sign_in_step set used_at = ${ctx.now()}, passed_by = ${by} where token_hash = ${step.token_hash} and used_at is null returning person_id`,
  );
  if (taken.length === 0) fail('step_expired');
  await ctx.identity.run(giveBack(countedAt(step).map(({ key }) => key)));
  ctx.cookies.clearStep();
}
