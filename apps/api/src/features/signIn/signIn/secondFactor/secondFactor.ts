/** The second step of a sign-in, setting one up when it is asked for, and signing in with a passkey alone. */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import * as contract from '@vitrine/contract/signIn/secondFactor.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { fail, failFields } from '#platform/http/fail.ts';
import { giveBack, requireAttempt, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { bareCode, isSixDigits, takeRecoveryCode } from '#domain/secondFactor/codes.ts';
import * as enrolment from '#domain/secondFactor/enrolment.ts';
import type { Factors } from '#domain/secondFactor/factors.ts';
import { factorsOf, waysOf } from '#domain/secondFactor/factors.ts';
import type { GivenPasskey } from '#domain/secondFactor/passkeys.ts';
import { askNewPasskey, askPasskey, checkPasskey, confirmPasskey } from '#domain/secondFactor/passkeys.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { readHostBranding } from '#domain/hosts/hostBranding.ts';
import { admitNow, completeSignIn, refusal } from '../completeSignIn.ts';
import { askedOf, countedAt, findStep, mayTrust, openSetup, takeStep } from './secondStep.ts';
import type { StepRow } from './secondStep.ts';

const askingOf = (ctx: PublicContext) => ({ identity: ctx.identity, host: ctx.request.host, now: ctx.now() });

/** The factor whose code was right, or null. Only factors that are asked for are checked. */
async function wayOf(ctx: PublicContext, { person_id, device_id }: StepRow, factors: Factors, methods: readonly string[], code: string) {
  if (isSixDigits(code)) {
    const { totp_secret } = factors;
    if (totp_secret !== null && (await enrolment.takeAppCode(ctx, person_id, totp_secret, code))) return 'app';
    return methods.includes('email') && (await enrolment.takeMailCode(ctx, enrolment.askingFor(person_id, device_id), code))
      ? 'email'
      : null;
  }
  if (!methods.includes('recovery')) return null;
  const [taken] = await ctx.identity.run(takeRecoveryCode(ctx.secrets, person_id, code, ctx.now()));
  return taken ? 'recovery' : null;
}

async function finish(
  ctx: PublicContext,
  step: StepRow,
  by: 'app' | 'email' | 'passkey' | 'recovery' | 'setup',
  trust_device: boolean,
): Promise<SignedIn> {
  await takeStep(ctx, step, by);
  const { account, choices, admission } = await admitNow(ctx, step.person_id);
  const device = { id: step.device_id, trust: trust_device && mayTrust(account, choices) };
  return completeSignIn(ctx, { account, admission, method: 'password', second_factor: by, device, also: [] });
}

async function verifyCode(ctx: PublicContext, body: { challenge: string; code: string; trust_device: boolean }): Promise<SignedIn> {
  const step = await findStep(ctx, body.challenge, 'verify');
  await requireAttempt(ctx.identity, countedAt(step), ctx.now());
  const { account, choices } = await admitNow(ctx, step.person_id);
  const [factors] = (await ctx.identity.run(factorsOf(sql`${step.person_id}::uuid`, ctx.request.host))) as [Factors];
  const { methods, enough } = waysOf(factors, askedOf(account, choices).requirement);
  const code = body.code.replace(/\s/g, '');
  const way = await wayOf(ctx, step, factors, methods, isSixDigits(code) ? code : bareCode(code));
  if (way === null) {
    await ctx.identity.run(refusal(ctx, account, 'code_wrong'));
    return failFields({ code: 'code_wrong' });
  }
  if (enough) return finish(ctx, step, way, body.trust_device);
  // The policy now requires more than the factor that was just confirmed.
  await takeStep(ctx, step, way);
  await ctx.identity.run(refusal(ctx, account, 'redirect_two_factor'));
  return fail('redirect_two_factor', {}, { token: await openSetup(ctx, account.id, step.device_id) });
}

async function verifyPasskey(
  ctx: PublicContext,
  body: { challenge: string; response: GivenPasskey; trust_device: boolean },
): Promise<SignedIn> {
  const step = await findStep(ctx, body.challenge, 'verify');
  await requireAttempt(ctx.identity, countedAt(step), ctx.now());
  await checkPasskey(askingOf(ctx), 'verify', step.person_id, body.response);
  return finish(ctx, step, 'passkey', body.trust_device);
}

/** Sign-in with a passkey alone. No account is named before, so refusals count against the browser or its network only. */
async function passkeySignIn(ctx: PublicContext, given: GivenPasskey): Promise<SignedIn> {
  const counted = await requireAttemptFrom(ctx);
  const { person_id } = await checkPasskey(askingOf(ctx), 'sign_in', null, given);
  const { account, admission } = await admitNow(ctx, person_id);
  // People with single sign-on cannot use a passkey that they created earlier.
  if (account.auth_method !== 'password') return fail('passkey_refused');
  const also = [giveBack([counted.key])];
  // A browser that the person has signed in with before stays the same known browser.
  const [known] = await ctx.identity.run(
    sql<{
      id: string;
    }>`select id from device where token_hash = ${ctx.cookies.device ? hashToken(ctx.cookies.device) : null} and person_id = ${person_id}`,
  );
  const device = { id: known?.id ?? null, trust: false };
  return completeSignIn(ctx, { account, admission, method: 'passkey', second_factor: 'passkey', device, also });
}

/** The person of a set-up. Wrong codes are counted. */
async function personOf(ctx: PublicContext, token: string, { guesses = false } = {}) {
  const step = await findStep(ctx, token, 'setup');
  if (guesses) await requireAttempt(ctx.identity, countedAt(step), ctx.now());
  const { account, choices } = await admitNow(ctx, step.person_id);
  return { step, account, requirement: askedOf(account, choices).requirement };
}

/** A factor is set up, so the step may be completed. */
const passed = (ctx: PublicContext, step: StepRow, by: string, store: enrolment.Proved): Promise<{ recovery_codes: string[] }> =>
  ctx.identity.withTenant(async (tx) => {
    await store(tx);
    const recovery_codes = await enrolment.firstRecoveryCodes(tx, ctx, step.person_id);
    await tx.run(query.updateTable('sign_in_step').set({ passed_by: by }).where('token_hash', '=', step.token_hash));
    return { recovery_codes };
  });

export function secondFactor(serve: Serve): void {
  serve(contract.verifyCode, (ctx, { body }) => verifyCode(ctx, body));
  serve(contract.sendCode, async (ctx, { body }) => {
    const step = await findStep(ctx, body.challenge, 'verify');
    const { account, choices } = await admitNow(ctx, step.person_id);
    const [factors] = (await ctx.identity.run(factorsOf(sql`${step.person_id}::uuid`, ctx.request.host))) as [Factors];
    if (!waysOf(factors, askedOf(account, choices).requirement).methods.includes('email')) return fail('forbidden');
    return enrolment.mailCode(ctx, account, step.device_id);
  });
  serve(contract.verifyPasskeyOptions, async (ctx, { body }) => {
    const { person_id } = await findStep(ctx, body.challenge, 'verify');
    return { ...(await askPasskey(askingOf(ctx), 'verify', person_id)) };
  });
  serve(contract.verifyPasskey, (ctx, { body }) => verifyPasskey(ctx, body));
  serve(contract.passkeySignInOptions, async (ctx) => {
    await requireAttemptFrom(ctx, { known: 'note', unknown: 'note' });
    return { ...(await askPasskey(askingOf(ctx), 'sign_in', null)) };
  });
  serve(contract.passkeySignIn, (ctx, { body }) => passkeySignIn(ctx, body.response));

  serve(contract.setupForm, async (ctx, { body }) => {
    const { step, account, requirement } = await personOf(ctx, body.token);
    const { title } = await readHostBranding(ctx, ctx.request.host);
    const methods = ['app', 'passkey', ...(requirement === 'app' ? [] : ['email'])] as ('app' | 'passkey' | 'email')[];
    return { email: account.email, title, methods, done: step.passed_by !== null };
  });
  serve(contract.setupAppStart, async (ctx, { body }) => {
    const { account } = await personOf(ctx, body.token);
    return enrolment.startApp(ctx, account, (await readHostBranding(ctx, ctx.request.host)).title);
  });
  serve(contract.setupApp, async (ctx, { body }) => {
    const { step, account } = await personOf(ctx, body.token, { guesses: true });
    return passed(ctx, step, 'app', await enrolment.confirmApp(ctx, account, body.code.replace(/\s/g, '')));
  });
  serve(contract.setupEmailStart, async (ctx, { body }) => {
    const { step, account, requirement } = await personOf(ctx, body.token);
    return requirement === 'app' ? fail('forbidden') : enrolment.mailCode(ctx, account, step.device_id);
  });
  serve(contract.setupEmail, async (ctx, { body }) => {
    const { step, requirement } = await personOf(ctx, body.token, { guesses: true });
    if (requirement === 'app') return fail('forbidden');
    const asking = enrolment.askingFor(step.person_id, step.device_id);
    return passed(ctx, step, 'email', await enrolment.confirmEmail(ctx, asking, body.code.replace(/\s/g, '')));
  });
  serve(contract.setupPasskeyOptions, async (ctx, { body }) => {
    const { account } = await personOf(ctx, body.token);
    const { title } = await readHostBranding(ctx, ctx.request.host);
    return { ...(await askNewPasskey(askingOf(ctx), account, title)) };
  });
  serve(contract.setupPasskey, async (ctx, { body }) => {
    const { step, account } = await personOf(ctx, body.token, { guesses: true });
    return passed(ctx, step, 'passkey', await confirmPasskey(askingOf(ctx), account.id, body.name, body.response));
  });
  serve(contract.setupFinish, async (ctx, { body }) => {
    const step = await findStep(ctx, body.token, 'setup');
    return step.passed_by === null ? fail('step_expired') : finish(ctx, step, 'setup', false);
  });
}
