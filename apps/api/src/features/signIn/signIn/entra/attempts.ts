/** A sign-in that is under way at Entra. It comes back once, within ten minutes, in the same browser and on the same host. */
import type { Returned } from '@vitrine/contract/signIn/entra.ts';
import { linkingStates } from '@vitrine/contract/signIn/entra.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { randomPKCECodeVerifier } from 'openid-client';
import type { PublicContext } from '#domain/serving/context.ts';
import { defaultUnit } from '#domain/organisation/defaultUnit.ts';
import type { Asked } from '#platform/entra/entra.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { hashToken, isHashOf, newToken } from '#platform/secrets/tokens.ts';

const lifeMs = 10 * 60_000;

/** Where Entra sends people back to, on the host where they began. */
export const redirectOf = (origin: string): string => `${origin}/ms_auth/redirect`;

export type TrustedDirectory = {
  id: string;
  tenant_id: string;
  directory_id: string;
  email_domains: string[];
  first_time: boolean;
  guests: boolean;
  /** Whether its groups give anything. */
  maps_groups: boolean;
};

/** A directory that the unit trusts now. */
const trusted = (tenant_id: string, id: string): RawBuilder<TrustedDirectory> => sql<TrustedDirectory>`
  select id, tenant_id, directory_id, email_domains, first_time, guests,
    exists (select from entra_group g where g.tenant_id = d.tenant_id and g.entra_directory_id = d.id) as maps_groups
  from entra_directory d where tenant_id = ${tenant_id} and id = ${id} and active`;

/** The unit to whose directories this host leads. */
export const unitOf = async ({ identity, request: { host } }: PublicContext): Promise<string | null> =>
  host.tenant_id ?? defaultUnit(identity, host.partner_id, 'cloud');

/** `links`: who links the account that they come back with to their own; without it somebody signs in. */
export async function begin(
  ctx: PublicContext,
  { directory: id }: { directory: string },
  links: string | null = null,
): Promise<{ url: string }> {
  const { host } = ctx.request;
  await requireAttemptFrom(ctx, { known: 'note', unknown: 'note' });
  const tenant_id = (await unitOf(ctx)) ?? fail('functionality_not_allowed');
  const [directory] = await ctx.identity.run(trusted(tenant_id, id));
  const { directory_id } = found(directory);
  const state = `${links === null ? '' : linkingStates}${newToken()}`;
  const asked: Asked = { redirect: redirectOf(host.origin), state, nonce: newToken(), verifier: randomPKCECodeVerifier() };
  const url = await ctx.entra.begin(directory_id, asked);
  // Two tabs of a browser may be under way at once.
  const cookie = ctx.cookies.entra ?? newToken();
  ctx.cookies.setEntra(cookie, lifeMs / 1000);
  await ctx.identity.run(
    query.insertInto('entra_sign_in').values({
      state_hash: hashToken(asked.state),
      cookie_hash: hashToken(cookie),
      unit_id: tenant_id,
      entra_directory_id: id,
      person_id: links,
      host: host.host,
      nonce: asked.nonce,
      verifier: asked.verifier,
      created_at: ctx.now(),
      expires_at: new Date(ctx.now().getTime() + lifeMs),
    }),
  );
  return { url };
}

type Attempt = {
  unit_id: string;
  entra_directory_id: string;
  host: string;
  nonce: string;
  verifier: string;
  cookie_hash: Buffer;
  person_id: string | null;
  open: boolean;
};

/**
 * Uses the attempt up, wherever its state is presented. Refuses one that is not of this browser and host, or begun for something else
 * than it comes back for, with its directory as it is trusted now. What comes back goes to Entra by `came`.
 */
export async function takeAttempt(
  ctx: PublicContext,
  given: Returned,
  links: string | null = null,
): Promise<{ asked: Asked; directory: TrustedDirectory; came: URL }> {
  const { state } = given;
  const counted = await requireAttemptFrom(ctx);
  const now = ctx.now();
  const [attempt] = await ctx.identity.run(sql<Attempt>`
    update entra_sign_in set used_at = ${now} where state_hash = ${hashToken(state)} and used_at is null
    returning unit_id, entra_directory_id, person_id, host, nonce, verifier, cookie_hash, expires_at > ${now} as open`);
  const { host } = ctx.request;
  const isOurs =
    attempt?.open === true && attempt.host === host.host && attempt.person_id === links && isHashOf(ctx.cookies.entra, attempt.cookie_hash);
  if (!isOurs) return fail('step_expired');
  const [[directory]] = await ctx.identity.run(trusted(attempt.unit_id, attempt.entra_directory_id), giveBack([counted.key]));
  const asked = { redirect: redirectOf(host.origin), state, nonce: attempt.nonce, verifier: attempt.verifier };
  const came = new URL(asked.redirect);
  for (const [name, value] of Object.entries(given)) came.searchParams.set(name, value);
  return { asked, directory: found(directory, 'error_azure_not_companies'), came };
}
