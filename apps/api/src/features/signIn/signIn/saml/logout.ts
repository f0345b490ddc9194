/** Signing out at the provider as well, begun here or there. Sessions end only by what the provider signed, and only those that it names. */
import { sql } from 'kysely';
import type { Context, PublicContext } from '#domain/serving/context.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import type { LogoutExpected } from '#platform/saml/readLogout.ts';
import { readLogout, signOutAddress, signedOutAddress } from '#platform/saml/saml.ts';
import type { SamlCheck } from '@vitrine/contract/signIn/saml.ts';
import { refusal } from '../completeSignIn.ts';
import { logout } from '../signOut.ts';
import { newMessageId, writeDown } from './attempts.ts';
import { see } from './callback.ts';
import type { TrustedApp } from './trust.ts';
import { pairOf, sloOf, trustedApp } from './trust.ts';

type Named = { saml_app_id: string; name_id: string; name_id_format: string | null; session_index: string | null };

/** Ends the session; where the provider takes sign-outs, the browser goes there next. */
export async function leave(ctx: Context): Promise<{ redirect_url: string | null }> {
  const [named] = await ctx.identity.run(sql<Named>`
    select saml_app_id, name_id, name_id_format, session_index from saml_session where session_id = ${ctx.actor.session_id}`);
  const [app] = named ? await ctx.identity.run(trustedApp(named.saml_app_id)) : [];
  await logout(ctx);
  if (!named || !app || app.slo_url === null) return { redirect_url: null };
  const { host } = ctx.request;
  const { state, request_id } = await writeDown(ctx, { app, host, purpose: 'logout', cookie: null });
  return { redirect_url: await signOutAddress(await pairOf(ctx, app, host), request_id, state, named) };
}

type Given = Partial<Record<'SAMLRequest' | 'SAMLResponse' | 'RelayState' | 'SigAlg' | 'Signature', string | undefined>>;

/** What the signature of an address covers: its parts as they were written, in the order of the protocol. */
function signedPart(search: string, { SigAlg = '', Signature = '' }: Given): LogoutExpected['query'] {
  const parts = search.split('&');
  const written = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg'].flatMap((name) =>
    parts.filter((part) => part.startsWith(`${name}=`)),
  );
  return { signed: written.join('&'), method: SigAlg, signature: Signature };
}

async function turnAway(ctx: PublicContext, check: SamlCheck): Promise<{ to: string }> {
  await ctx.identity.run(refusal(ctx, null, `saml_${check}`));
  return { to: '/redirect?status=error_authentication' };
}

export async function receiveLogout(ctx: PublicContext, id: string, given: Given, binding: 'form' | 'address'): Promise<{ to: string }> {
  const counted = await requireAttemptFrom(ctx);
  const { SAMLRequest, SAMLResponse, RelayState = '' } = given;
  const message = SAMLRequest ?? SAMLResponse;
  const [app] = await ctx.identity.run(trustedApp(id));
  if (!app || message === undefined || (SAMLRequest !== undefined && SAMLResponse !== undefined)) return turnAway(ctx, 'form');
  const isRequest = SAMLRequest !== undefined;
  const verdict = await readLogout(ctx.request.ip, {
    kind: isRequest ? 'LogoutRequest' : 'LogoutResponse',
    message,
    query: binding === 'address' ? signedPart(ctx.request.search, given) : null,
    certificates: app.certificates,
    issuer: app.entity_id,
    destination: sloOf(ctx.request.host, id),
    now: ctx.now().getTime(),
  });
  if ('failed' in verdict) return turnAway(ctx, verdict.failed);
  const fresh = await ctx.identity.run(see(ctx, app, verdict.facts.id));
  if (fresh.length === 0) return turnAway(ctx, 'unused');
  const { facts } = verdict;
  if (!isRequest) return (await wasAsked(ctx, app, facts.in_response_to)) ? done(ctx, counted.key) : turnAway(ctx, 'answers');
  const ended = await endNamed(ctx, app, facts);
  await ctx.identity.run(giveBack([counted.key]));
  if (app.slo_url === null) return { to: '/signin' };
  const pair = await pairOf(ctx, app, ctx.request.host);
  const answer = { request_id: facts.id, relay_state: RelayState, found: ended > 0 };
  return { to: await signedOutAddress(pair, newMessageId(), answer) };
}

async function done(ctx: PublicContext, key: string): Promise<{ to: string }> {
  await ctx.identity.run(giveBack([key]));
  return { to: '/signin' };
}

/** Whether it answers to a sign-out that was begun here, once. */
async function wasAsked(ctx: PublicContext, app: TrustedApp, request_id: string | null): Promise<boolean> {
  const taken = await ctx.identity.run(sql<{ id: string }>`
    update saml_attempt set used_at = ${ctx.now()}
    where purpose = 'logout' and saml_app_id = ${app.id} and request_id = ${request_id} and used_at is null and expires_at > ${ctx.now()}
    returning id`);
  return taken.length > 0;
}

/** Ends the sessions that the provider names; of a person without a session named, all that began by the app. */
async function endNamed(
  ctx: PublicContext,
  app: TrustedApp,
  { name_id, session_indexes }: { name_id: string; session_indexes: string[] },
): Promise<number> {
  const ended = await ctx.identity.run(sql<{ id: string }>`
    update session s set ended_at = ${ctx.now()}, end_reason = 'saml' from saml_session n
    where n.session_id = s.id and n.saml_app_id = ${app.id} and n.name_id = ${name_id} and s.ended_at is null
      and (${session_indexes.length} = 0 or n.session_index = any (${session_indexes}::text[]))
    returning s.id`);
  return ended.length;
}
