/** The second step of a sign-in, setting one up when it is asked for, and signing in with a passkey alone. */
import type { SignedIn } from '@vitrine/contract/features/session.ts';
import * as contract from '@vitrine/contract/features/secondFactor.ts';
import { sql } from 'kysely';
import type { PublicContext } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail, failFields } from '../../core/fail.ts';
import { giveBack, ofNetwork, requireAttempt } from '../../core/guard.ts';
import { bareCode, isSixDigits, takeRecoveryCode } from '../../core/secondFactor/codes.ts';
import * as enrolment from '../../core/secondFactor/enrolment.ts';
import type { Factors } from '../../core/secondFactor/factors.ts';
import { factorsOf, waysOf } from '../../core/secondFactor/factors.ts';
import type { GivenPasskey } from '../../core/secondFactor/passkeys.ts';
import { askNewPasskey, askPasskey, checkPasskey, keepPasskey } from '../../core/secondFactor/passkeys.ts';
import type { Serve } from '../../core/serve.ts';
import { readLook } from '../../core/siteLook.ts';
import { admitNow, completeSignIn, refusal } from './completeSignIn.ts';
import { askedOf, countedAt, findStep, mayTrust, openSetup, takeStep } from './secondStep.ts';
import type { StepRow } from './secondStep.ts';

const askingOf = (ctx: PublicContext) => ({ identity: ctx.identity, site: ctx.request.site, now: ctx.now() });

/** Which way the code was right by, or null. What the person is not asked for is not looked at. */
async function wayOf(ctx: PublicContext, person_id: string, factors: Factors, methods: readonly string[], code: string) {
  if (isSixDigits(code)) {
    const { totp_secret } = factors;
    if (totp_secret !== null && (await enrolment.takeAppCode(ctx, person_id, totp_secret, code))) return 'app';
    return methods.includes('email') && (await enrolment.takeMailCode(ctx, person_id, code)) ? 'email' : null;
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
  const { account, places, admission } = await admitNow(ctx, step.person_id);
  const device = { id: step.device_id, trust: trust_device && mayTrust(account, places) };
  return completeSignIn(ctx, { account, admission, method: 'password', second_factor: by, device, also: [] });
}

async function verifyCode(ctx: PublicContext, body: { challenge: string; code: string; trust_device: boolean }): Promise<SignedIn> {
  const step = await findStep(ctx, body.challenge, 'verify');
  await requireAttempt(ctx.identity, countedAt(step), ctx.now());
  const { account, places } = await admitNow(ctx, step.person_id);
  const [factors] = (await ctx.identity.run(factorsOf(sql`${step.person_id}::uuid`, ctx.request.site))) as [Factors];
  const { methods, enough } = waysOf(factors, askedOf(account, places).requirement);
  const code = body.code.replace(/\s/g, '');
  const way = await wayOf(ctx, step.person_id, factors, methods, isSixDigits(code) ? code : bareCode(code));
  if (way === null) {
    await ctx.identity.run(refusal(ctx, account, 'code_wrong'));
    return failFields({ code: 'code_wrong' });
  }
  if (enough) return finish(ctx, step, way, body.trust_device);
  // More is asked for by now than what was set up and has just been proven.
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

/** With a passkey alone. Nobody had to say who they are, so refusals count against the network only. */
async function passkeySignIn(ctx: PublicContext, given: GivenPasskey): Promise<SignedIn> {
  const network = ofNetwork('network', ctx.request.ip);
  await requireAttempt(ctx.identity, [network], ctx.now());
  const { person_id } = await checkPasskey(askingOf(ctx), 'sign_in', null, given);
  const { account, admission } = await admitNow(ctx, person_id);
  // Whoever signs in elsewhere does so here as well, whatever was set up before.
  if (account.auth_method !== 'password') return fail('passkey_refused');
  const also = [giveBack([network.key])];
  return completeSignIn(ctx, { account, admission, method: 'passkey', second_factor: 'passkey', device: { id: null, trust: false }, also });
}

/** The person of a set-up. Guesses at the codes that prove it count. */
async function personOf(ctx: PublicContext, token: string, { guesses = false } = {}) {
  const step = await findStep(ctx, token, 'setup');
  if (guesses) await requireAttempt(ctx.identity, countedAt(step), ctx.now());
  const { account, places } = await admitNow(ctx, step.person_id);
  return { step, account, requirement: askedOf(account, places).requirement };
}

/** Something is set up: from now on the step may be finished. */
async function passed(ctx: PublicContext, step: StepRow, by: string): Promise<{ recovery_codes: string[] }> {
  const recovery_codes = await enrolment.firstRecoveryCodes(ctx, step.person_id);
  await ctx.identity.run(query.updateTable('sign_in_step').set({ passed_by: by }).where('token_hash', '=', step.token_hash));
  return { recovery_codes };
}

export function secondFactor(serve: Serve): void {
  serve(contract.verifyCode, (ctx, { body }) => verifyCode(ctx, body));
  serve(contract.sendCode, async (ctx, { body }) => {
    const step = await findStep(ctx, body.challenge, 'verify');
    const { account, places } = await admitNow(ctx, step.person_id);
    const [factors] = (await ctx.identity.run(factorsOf(sql`${step.person_id}::uuid`, ctx.request.site))) as [Factors];
    if (!waysOf(factors, askedOf(account, places).requirement).methods.includes('email')) return fail('forbidden');
    return enrolment.mailCode(ctx, account);
  });
  serve(contract.verifyPasskeyOptions, async (ctx, { body }) => {
    const { person_id } = await findStep(ctx, body.challenge, 'verify');
    return { ...(await askPasskey(askingOf(ctx), 'verify', person_id)) };
  });
  serve(contract.verifyPasskey, (ctx, { body }) => verifyPasskey(ctx, body));
  serve(contract.passkeySignInOptions, async (ctx) => {
    await requireAttempt(ctx.identity, [ofNetwork('note', ctx.request.ip)], ctx.now());
    return { ...(await askPasskey(askingOf(ctx), 'sign_in', null)) };
  });
  serve(contract.passkeySignIn, (ctx, { body }) => passkeySignIn(ctx, body.response));

  serve(contract.setupForm, async (ctx, { body }) => {
    const { step, account, requirement } = await personOf(ctx, body.token);
    const { title } = await readLook(ctx.identity, ctx.request.site);
    const methods = ['app', 'passkey', ...(requirement === 'app' ? [] : ['email'])] as ('app' | 'passkey' | 'email')[];
    return { email: account.email, title, methods, done: step.passed_by !== null };
  });
  serve(contract.setupAppStart, async (ctx, { body }) => {
    const { account } = await personOf(ctx, body.token);
    return enrolment.startApp(ctx, account, (await readLook(ctx.identity, ctx.request.site)).title);
  });
  serve(contract.setupApp, async (ctx, { body }) => {
    const { step, account } = await personOf(ctx, body.token, { guesses: true });
    await enrolment.confirmApp(ctx, account, body.code.replace(/\s/g, ''));
    return passed(ctx, step, 'app');
  });
  serve(contract.setupEmailStart, async (ctx, { body }) => {
    const { account, requirement } = await personOf(ctx, body.token);
    return requirement === 'app' ? fail('forbidden') : enrolment.mailCode(ctx, account);
  });
  serve(contract.setupEmail, async (ctx, { body }) => {
    const { step, account, requirement } = await personOf(ctx, body.token, { guesses: true });
    if (requirement === 'app') return fail('forbidden');
    await enrolment.confirmEmail(ctx, account, body.code.replace(/\s/g, ''));
    return passed(ctx, step, 'email');
  });
  serve(contract.setupPasskeyOptions, async (ctx, { body }) => {
    const { account } = await personOf(ctx, body.token);
    const { title } = await readLook(ctx.identity, ctx.request.site);
    return { ...(await askNewPasskey(askingOf(ctx), account, title)) };
  });
  serve(contract.setupPasskey, async (ctx, { body }) => {
    const { step, account } = await personOf(ctx, body.token, { guesses: true });
    await keepPasskey(askingOf(ctx), account.id, body.name, body.response);
    return passed(ctx, step, 'passkey');
  });
  serve(contract.setupFinish, async (ctx, { body }) => {
    const step = await findStep(ctx, body.token, 'setup');
    return step.passed_by === null ? fail('step_expired') : finish(ctx, step, 'setup', false);
  });
}
