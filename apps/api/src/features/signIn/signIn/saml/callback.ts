/** What a provider sends through the browser: every check in its order, once for each message, and a code for the page that goes on. */
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import { samlChecks } from '@vitrine/contract/signIn/saml.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { Failure } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import type { Verdict } from '#platform/saml/readResponse.ts';
import { readResponse } from '#platform/saml/saml.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { refusal } from '../completeSignIn.ts';
import type { Attempt } from './attempts.ts';
import { attemptOf, lifeMs, unitOfHost } from './attempts.ts';
import type { Arrived } from './people.ts';
import { arrivedOf, isBelieved, whoIs } from './people.ts';
import type { TrustedApp } from './trust.ts';
import { pairOf, trustedApp } from './trust.ts';

const codeMs = 60_000;
/** Longer than any message is believed. */
const seenMs = 3_600_000;

/** Whoever is sent here again learns the same: why stands in the audit log of the unit. */
async function turnAway(ctx: PublicContext, check: SamlCheck): Promise<{ to: string }> {
  await ctx.identity.run(refusal(ctx, null, `saml_${check}`));
  return { to: '/redirect?status=error_authentication' };
}

export async function callback(
  ctx: PublicContext,
  id: string,
  { SAMLResponse = '', RelayState = '' }: { SAMLResponse?: string | undefined; RelayState?: string | undefined },
): Promise<{ to: string }> {
  const counted = await requireAttemptFrom(ctx);
  const [app] = await ctx.identity.run(trustedApp(id));
  if (!app) return turnAway(ctx, 'answers');
  const attempt = await attemptOf(ctx, id, RelayState);
  if (attempt?.purpose === 'test') return finishTest(ctx, app, attempt, SAMLResponse);
  const mayBegin = app.idp_initiated && (await unitOfHost(ctx)) === app.tenant_id;
  // Only for somebody who is on the way, or whom the provider may send by itself, is anything read at all.
  if (!app.active || !(attempt ? attempt.purpose === 'sign_in' : mayBegin)) return turnAway(ctx, 'answers');
  const verdict = await read(ctx, app, attempt, SAMLResponse);
  if (verdict.failed !== null) return turnAway(ctx, verdict.failed);
  const code = await use(ctx, app, attempt, verdict);
  if (code === null) return turnAway(ctx, 'unused');
  await ctx.identity.run(giveBack([counted.key]));
  return { to: `/redirect?code=${code}` };
}

type Read = Verdict & { arrived: Arrived | null };

/** The checks up to who somebody says to be. */
async function read(ctx: PublicContext, app: TrustedApp, attempt: Attempt | null, message: string): Promise<Read> {
  const { entity_id, acs_url, key } = await pairOf(ctx, app, ctx.request.host);
  const expected = {
    message,
    certificates: app.certificates,
    key,
    issuer: app.entity_id,
    audience: entity_id,
    recipient: acs_url,
    request_id: attempt?.request_id ?? null,
    now: ctx.now().getTime(),
  };
  const verdict = await readResponse(ctx.request.ip, expected).catch((error: unknown): Verdict => {
    if (error instanceof Failure && error.word === 'too_complex') return { passed: [], failed: 'form', detail: 'too_complex', facts: null };
    throw error;
  });
  const arrived = verdict.facts && arrivedOf(app, verdict.facts);
  if (verdict.failed !== null || arrived === null || isBelieved(app, arrived)) return { ...verdict, arrived };
  return { ...verdict, arrived, passed: verdict.passed.filter((check) => check !== 'identity'), failed: 'identity', detail: arrived.email };
}

/** Uses the attempt and the message up, together and once, on however many nodes; the code for whoever goes on. */
async function use(ctx: PublicContext, app: TrustedApp, attempt: Attempt | null, { facts, arrived }: Read): Promise<string | null> {
  const code = newToken();
  const now = ctx.now();
  const kept = {
    code_hash: hashToken(code),
    code_expires_at: new Date(now.getTime() + codeMs),
    arrived: JSON.stringify(arrived),
    used_at: now,
  };
  const ofProvider = {
    ...kept,
    id: uuidv7(),
    state_hash: hashToken(newToken()),
    purpose: 'sign_in',
    unit_id: app.tenant_id,
    saml_app_id: app.id,
    host: ctx.request.host.host,
    created_at: now,
    expires_at: new Date(now.getTime() + lifeMs),
  };
  const taking = attempt
    ? query.updateTable('saml_attempt').set(kept).where('id', '=', attempt.id).where('used_at', 'is', null).returning('id')
    : query.insertInto('saml_attempt').values(ofProvider).returning('id');
  return ctx.identity.withTenant(async (tx) => {
    const fresh = await tx.run(see(ctx, app, facts?.assertion_id ?? ''));
    if (fresh.length === 0) return null;
    const taken = await tx.run(taking);
    return taken.length === 0 ? null : code;
  });
}

/** A message of a provider, by its id: no row where it was there before. */
export const see = (ctx: Pick<PublicContext, 'now'>, app: TrustedApp, message_id: string) => sql<{ unit_id: string }>`
  insert into saml_seen (unit_id, saml_app_id, message_hash, expires_at)
  values (${app.tenant_id}, ${app.id}, ${hashToken(message_id)}, ${new Date(ctx.now().getTime() + seenMs)})
  on conflict do nothing returning unit_id`;

/** A test starts no session: what came and each verdict are kept for whoever tests. */
async function finishTest(ctx: PublicContext, app: TrustedApp, attempt: Attempt, message: string): Promise<{ to: string }> {
  const { passed, failed, detail, facts, arrived } = await read(ctx, app, attempt, message);
  const isFresh = failed === null && (await use(ctx, app, attempt, { passed, failed, detail, facts, arrived })) !== null;
  const person = isFresh && arrived ? await whoIs(ctx, app, arrived) : null;
  const word = person && ('refusal' in person ? person.refusal : 'makes' in person ? 'new' : 'member');
  const last = failed ?? (isFresh ? (person && 'refusal' in person ? 'person' : null) : 'unused');
  const checks = samlChecks.map((check) => {
    if (check === last) return { check, passed: false, detail: check === 'person' ? (word ?? '') : detail };
    const isBehind = last === null || samlChecks.indexOf(check) < samlChecks.indexOf(last);
    return { check, passed: isBehind ? true : null, detail: isBehind && check === 'person' ? (word ?? '') : '' };
  });
  const shown = facts && arrived ? { issuer: facts.issuer, attributes: facts.attributes, ...arrived } : null;
  const report = JSON.stringify({ checks, arrived: shown });
  await ctx.identity.run(sql`update saml_attempt set report = ${report}::jsonb, used_at = ${ctx.now()} where id = ${attempt.id}`);
  return { to: '/redirect?test=done' };
}
