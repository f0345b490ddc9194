/** What is under way at a provider: it comes back once, within ten minutes, on the host where it began. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { defaultUnit } from '#domain/organisation/defaultUnit.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { signInAddress } from '#platform/saml/saml.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { TrustedApp } from './trust.ts';
import { pairOf, trustedApp } from './trust.ts';

export const lifeMs = 10 * 60_000;

/** An id that nobody guesses, in the form that XML asks for. */
export const newMessageId = (): string => `_${randomBytes(20).toString('hex')}`;

type Purpose = 'sign_in' | 'test' | 'logout';

type Begun = { app: TrustedApp; host: Host; purpose: Purpose; cookie: string | null; tester_id?: string };

/** Writes down what is asked of the provider; `state` goes there and comes back. */
export async function writeDown(ctx: PublicContext, { app, host, purpose, cookie, tester_id }: Begun) {
  const [id, state, request_id] = [uuidv7(), newToken(), newMessageId()];
  await ctx.identity.run(
    query.insertInto('saml_attempt').values({
      id,
      state_hash: hashToken(state),
      purpose,
      request_id,
      cookie_hash: cookie === null ? null : hashToken(cookie),
      unit_id: app.tenant_id,
      saml_app_id: app.id,
      host: host.host,
      tester_id: tester_id ?? null,
      created_at: ctx.now(),
      expires_at: new Date(ctx.now().getTime() + lifeMs),
    }),
  );
  return { id, state, request_id };
}

/** The unit to which people come by a provider on this host. */
export const unitOfHost = async (ctx: PublicContext): Promise<string | null> =>
  ctx.request.host.tenant_id ?? (await defaultUnit(ctx.identity, ctx.request.host.partner_id, 'cloud'));

export async function begin(ctx: PublicContext): Promise<{ redirect_url: string }> {
  const { host } = ctx.request;
  await requireAttemptFrom(ctx, { known: 'note', unknown: 'note' });
  const tenant_id = (await unitOfHost(ctx)) ?? fail('functionality_not_allowed');
  const [row] = await ctx.identity.run(sql<{ id: string }>`select id from saml_app where tenant_id = ${tenant_id} and active`);
  const [app] = await ctx.identity.run(trustedApp(found(row).id));
  // Two tabs of a browser may be under way at once.
  const cookie = ctx.cookies.saml ?? newToken();
  ctx.cookies.setSaml(cookie, lifeMs / 1000);
  const { state, request_id } = await writeDown(ctx, { app: found(app), host, purpose: 'sign_in', cookie });
  return { redirect_url: await signInAddress(await pairOf(ctx, found(app), host), request_id, state) };
}

export type Attempt = {
  id: string;
  purpose: Purpose;
  request_id: string;
};

/** What is under way with this state for this app, on this host; null where nothing is, or is no longer. */
export async function attemptOf(ctx: PublicContext, app_id: string, state: string): Promise<Attempt | null> {
  const [attempt] = await ctx.identity.run(sql<Attempt>`
    select id, purpose, request_id from saml_attempt
    where state_hash = ${hashToken(state)} and saml_app_id = ${app_id} and host = ${ctx.request.host.host}
      and used_at is null and expires_at > ${ctx.now()}`);
  return attempt ?? null;
}
