/**
 * Between the password and the session: a step that waits in the database, known by a value the browser holds and a
 * cookie of the same browser. Nothing else can be done with it than finishing it.
 */
import type { SecondStep, StepMethod } from '@vitrine/contract/features/session.ts';
import { sql } from 'kysely';
import type { PublicContext } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import type { Counted } from '../../core/guard.ts';
import { giveBack, ofId, ofNetwork, requireAttempt } from '../../core/guard.ts';
import { mailCode } from '../../core/secondFactor/enrolment.ts';
import type { Asker, Factors, Requirement } from '../../core/secondFactor/factors.ts';
import { factorsOf, requirementOf, waysOf } from '../../core/secondFactor/factors.ts';
import { hashToken, isHashOf, newToken } from '../../core/tokens.ts';
import type { Account, Place } from './account.queries.ts';

/** A code has ten minutes, a set-up thirty: an app may have to be installed first. */
const lifeSeconds = { verify: 600, setup: 1800 };

export type StepRow = { token_hash: Buffer; person_id: string; device_id: string | null; passed_by: string | null };

/** What is asked of an account, over all units that it may enter. */
export function askedOf(account: Account, places: readonly Place[]): { requirement: Requirement; by: Asker | null } {
  return requirementOf(
    account.staff_role === null ? null : (account.staff_level ?? 'required'),
    places
      .filter((place) => place.member_state === 'A')
      .map((place) => ({
        level: place.authentication_level,
        unit: place.settings?.mfa_master === true,
        partner: place.partner_settings?.mfa_master === true,
      })),
  );
}

/** Members may be spared the step where every unit of theirs that asks for it allows that. */
export function mayTrust(account: Account, places: readonly Place[]): boolean {
  const own = places.filter((place) => place.member_state === 'A');
  return account.staff_role === null && own.length > 0 && own.every((place) => place.trusted_devices);
}

export type Opened = { kind: 'none' } | { kind: 'trusted' } | { kind: 'asked'; step: SecondStep } | { kind: 'setup'; token: string };

/** Decides whether a second step is due for somebody whose password was right, and opens it. */
export async function openSecondStep(
  ctx: PublicContext,
  account: Account,
  places: readonly Place[],
  device: { id: string | null; trusted_until: string | null },
): Promise<Opened> {
  const { requirement } = askedOf(account, places);
  const [factors] = await ctx.identity.run(factorsOf(sql`${account.id}::uuid`, ctx.request.site));
  const { methods, enough } = waysOf(factors as Factors, requirement);
  if (methods.length === 0) return enough ? { kind: 'none' } : { kind: 'setup', token: await openSetup(ctx, account.id, device.id) };
  const may_trust = enough && mayTrust(account, places);
  if (may_trust && device.trusted_until !== null && Date.parse(device.trusted_until) > ctx.now().getTime()) return { kind: 'trusted' };
  const challenge = await open(ctx, account.id, 'verify', device.id);
  const [method] = methods as [SecondStep['method']];
  if (method === 'email') await mailCode(ctx, account);
  return {
    kind: 'asked',
    step: { status: 'two_factor', method, methods, challenge, expires_in: lifeSeconds.verify, email: hintOf(account.email), may_trust },
  };
}

/** Opens the setting up of a factor, for whoever has proven all that was set up before. */
export const openSetup = (ctx: PublicContext, person_id: string, device_id: string | null): Promise<string> =>
  open(ctx, person_id, 'setup', device_id);

/** Enough of an address for its owner. */
const hintOf = (email: string) => email.replace(/^(.)[^@]*/, '$1…');

async function open(ctx: PublicContext, person_id: string, purpose: 'verify' | 'setup', device_id: string | null): Promise<string> {
  const now = ctx.now();
  const [token, cookie] = [newToken(), newToken()];
  const { host } = ctx.request.site;
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
 * A set-up was opened because nothing more had to be proven. What somebody sets up elsewhere since then would have to be: until
 * this step has set something up itself, it ends with that.
 */
const stillNothingToProve = sql<boolean>`(purpose = 'verify' or passed_by is not null or not exists (
  select from second_factor f where f.person_id = sign_in_step.person_id and greatest(f.totp_confirmed_at, f.email_confirmed_at) > sign_in_step.created_at
  union all
  select from passkey k where k.person_id = sign_in_step.person_id and k.created_at > sign_in_step.created_at))`;

/** The open step of this browser. Counts as a guess of the network until it is found. */
export async function findStep(ctx: PublicContext, token: string, purpose: 'verify' | 'setup'): Promise<StepRow> {
  const network = ofNetwork('network', ctx.request.ip);
  await requireAttempt(ctx.identity, [network], ctx.now());
  const [row] = await ctx.identity.run(
    query
      .selectFrom('sign_in_step')
      .select(['token_hash', 'cookie_hash', 'person_id', 'device_id', 'passed_by'])
      .where('token_hash', '=', hashToken(token))
      .where('purpose', '=', purpose)
      .where('host', '=', ctx.request.site.host)
      .where('used_at', 'is', null)
      .where(sql<boolean>`expires_at > ${ctx.now()}`)
      .where(stillNothingToProve),
  );
  if (!row || !isHashOf(ctx.cookies.step, row.cookie_hash)) return fail('step_expired');
  await ctx.identity.run(giveBack([network.key]));
  return row;
}

/** What guesses at an open step count against: the step itself, and the person's known browser or all unknown ones. */
export const countedAt = (step: StepRow): [Counted, Counted] => [
  ofId('step', step.token_hash.toString('base64url')),
  step.device_id === null ? ofId('code_account', step.person_id) : ofId('code_device', step.device_id),
];

/** Uses the step up. Of two that finish it at the same time one goes on. */
export async function takeStep(ctx: PublicContext, step: StepRow, by: StepMethod | 'setup'): Promise<void> {
  const taken = await ctx.identity.run(
    sql<{ person_id: string }>`
      update sign_in_step set used_at = ${ctx.now()}, passed_by = ${by} where token_hash = ${step.token_hash} and used_at is null returning person_id`,
  );
  if (taken.length === 0) fail('step_expired');
  await ctx.identity.run(giveBack(countedAt(step).map(({ key }) => key)));
  ctx.cookies.clearStep();
}
