/** Arriving on the host of another unit with the token of a change. Everything is asked again: a minute has passed, and the host is another. */
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import type { PublicContext } from '#domain/serving/context.ts';
import { fail, found } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { accountOf, choicesOf } from './account.queries.ts';
import { admitToTarget, leftSession, moveSession, trustedAlike } from './changeCompany.ts';
import { takeChange } from './links.ts';
import { begin } from './remoteAccess/inside.ts';

export async function arriveFromOtherDomain(ctx: PublicContext, { token }: { token: string }): Promise<SignedIn> {
  const now = ctx.now();
  const { host, user_agent } = ctx.request;
  const counted = await requireAttemptFrom(ctx);
  const [taken] = await ctx.identity.run(takeChange({ token, host: host.host, user_agent, now }));
  if (!taken?.good) return fail('link_used');
  if (taken.remote_access_id !== null) {
    await ctx.identity.run(giveBack([counted.key]));
    return begin(ctx, { access_id: taken.remote_access_id, person_id: taken.person_id, session_id: taken.session_id });
  }
  const whom = { id: taken.person_id };
  const [[account], choices, [left], [alike]] = await ctx.identity.run(
    accountOf(whom),
    choicesOf(whom, taken.tenant_id),
    leftSession(taken.session_id, now),
    trustedAlike(whom.id, sql`select tenant_id from session where id = ${taken.session_id}`, taken.tenant_id),
    giveBack([counted.key]),
  );
  const change = {
    account: found(account, 'link_used'),
    // Who is no longer of the unit has nothing to arrive at.
    target: found(
      choices.find((choice) => choice.tenant_id === taken.tenant_id),
      'not_found_companies',
    ),
    // Whoever signed out meanwhile, or was signed out, stays out.
    left: found(left, 'link_used'),
    host,
    isTrusted: alike !== undefined,
  };
  const moved = moveSession(ctx, change, admitToTarget(ctx, change));
  await ctx.identity.run(...moved.statements);
  return moved.finish();
}
