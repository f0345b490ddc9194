/** The page that the browser comes back to goes on with its code: the checks of docs/reference/product-rules.md 2.1 in their order. */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import type { ErrorWord } from '@vitrine/contract/errors.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { hashToken, isHashOf } from '#platform/secrets/tokens.ts';
import type { Account } from '../account.queries.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import { admit, refusalExtra } from '../admission.rules.ts';
import { completeSignIn, refusal } from '../completeSignIn.ts';
import type { Arrived } from './people.ts';
import { applyArrival, arrive } from './people.ts';
import type { TrustedApp } from './trust.ts';
import { trustedApp } from './trust.ts';

type Waiting = { saml_app_id: string; host: string; cookie_hash: Buffer | null; arrived: Arrived; open: boolean };

/** Uses the code up, wherever it is presented. Refuses one that is not of this browser and host. */
async function takeCode(ctx: PublicContext, code: string): Promise<{ app: TrustedApp; arrived: Arrived }> {
  const counted = await requireAttemptFrom(ctx);
  const now = ctx.now();
  const [waiting] = await ctx.identity.run(sql<Waiting>`
    update saml_attempt set redeemed_at = ${now} where code_hash = ${hashToken(code)} and redeemed_at is null and purpose = 'sign_in'
    returning saml_app_id, host, cookie_hash, arrived, code_expires_at > ${now} as open`);
  const { host } = ctx.request;
  const isOurs =
    waiting?.open === true &&
    waiting.host === host.host &&
    (waiting.cookie_hash === null || isHashOf(ctx.cookies.saml, waiting.cookie_hash));
  if (!isOurs) {
    await ctx.identity.run(refusal(ctx, null, 'saml_answers'));
    return fail('step_expired');
  }
  const [[app]] = await ctx.identity.run(trustedApp(waiting.saml_app_id), giveBack([counted.key]));
  if (!app?.active) return turnAway(ctx, null, 'not_found_companies');
  return { app, arrived: waiting.arrived };
}

export async function finish(ctx: PublicContext, { code }: { code: string }): Promise<SignedIn> {
  const { app, arrived } = await takeCode(ctx, code);
  const person = await arrive(ctx, app, arrived);
  if ('refusal' in person) return turnAway(ctx, null, person.refusal);
  await applyArrival(ctx, app, person.person_id, arrived);
  return enter(ctx, app, person.person_id, arrived);
}

async function enter(ctx: PublicContext, app: TrustedApp, person_id: string, arrived: Arrived): Promise<SignedIn> {
  const { host, ip } = ctx.request;
  const whom = { id: person_id };
  const token_hash = ctx.cookies.device ? hashToken(ctx.cookies.device) : null;
  const [[row], all, [known]] = await ctx.identity.run(
    accountOf(whom),
    choicesOf(whom, app.tenant_id),
    sql<{ id: string }>`select id from device where token_hash = ${token_hash} and person_id = ${person_id}`,
  );
  const account = found(row, 'not_found_companies');
  const choices = all.filter((choice) => choice.tenant_id === app.tenant_id);
  const ipListsOff = ctx.environment.ipListsOff || account.ip_lists_off;
  const admission = admit(account, choices, { host, ip, now: ctx.now(), ipListsOff, by: 'saml' });
  if ('refusal' in admission) return turnAway(ctx, account, admission.refusal, refusalExtra(admission, ip));
  const device = { id: known?.id ?? null, trust: false };
  const { name_id, name_id_format, session_index, session_ends_at } = arrived;
  return completeSignIn(ctx, {
    account,
    admission,
    method: 'saml',
    second_factor: null,
    device,
    also: [],
    ofSession: (session_id) => [
      query
        .insertInto('saml_session')
        .values({ session_id, unit_id: app.tenant_id, saml_app_id: app.id, name_id, name_id_format, session_index }),
      // It lasts no longer than the provider's own.
      sql`
        update session set expires_at = least(expires_at, ${session_ends_at === null ? null : new Date(session_ends_at)}::timestamptz)
        where id = ${session_id}`,
    ],
  });
}

async function turnAway(
  ctx: PublicContext,
  account: Account | null,
  word: ErrorWord,
  extra: ReturnType<typeof refusalExtra> = {},
): Promise<never> {
  await ctx.identity.run(refusal(ctx, account, word));
  return fail(word, {}, extra);
}
