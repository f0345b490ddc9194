/** The way back from acting for somebody to the asker's own session, by the rules of this moment. */
import type { Entered } from '@vitrine/contract/signIn/remoteAccess.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { auditLine } from '#domain/session/sessionAudit.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { hashToken, successorOf } from '#platform/secrets/tokens.ts';
import { accountOf, choicesOf } from '../account.queries.ts';
import type { Left } from '../changeCompany.ts';
import { admitToTarget, leftSession } from '../changeCompany.ts';
import { issueChange } from '../links.ts';
import { startSession } from '../startSession.ts';
import { toPages } from './heard.ts';

type Origin = { id: string; host: string; tenant_id: string | null; back_path: string };

/** How long the same answer is given again: the page may have been loaded anew before it had the token. */
const graceMs = 60_000;

/** Ends the session, if it has not ended by itself, and continues the asker's own: here, or on the host where they asked. */
export async function leave(ctx: PublicContext): Promise<Entered> {
  const now = ctx.now();
  const { session, token } = await ctx.findSession();
  const { remote, remote_access_id: access_id } = session;
  if (access_id === null || remote === null) return fail('token_invalid');
  const whom = { id: remote.actor_id };
  const [, , , [asked]] = await ctx.identity.run(
    sql`update session set ended_at = ${now}, end_reason = 'back' where id = ${session.id} and ended_at is null`,
    sql`update remote_access set ended_at = ${now}, end_reason = 'asker' where id = ${access_id} and ended_at is null and ends_at > ${now}`,
    toPages([session.person_id, whom.id]),
    sql<Origin>`
      select s.id, s.host, s.tenant_id, r.back_path from remote_access r join session s on s.id = r.asker_session_id where r.id = ${access_id}`,
  );
  const origin = found(asked, 'token_invalid');
  if (origin.host !== ctx.request.host.host) return elsewhere(ctx, whom.id, origin);
  // `findSession` has compared the cookie, so there is one.
  const cookie = ctx.cookies.session ?? fail('token_invalid');
  const { intended, ...signedIn } = await goOn(ctx, whom, origin, { token: successorOf(token, cookie), cookie });
  return { status: 'ok', ...signedIn, intended: origin.back_path === '/' ? intended : origin.back_path };
}

/** Token and cookie with which the asker's own session goes on. They follow from those that the browser holds, so that two calls get the same. */
type Held = { token: string; cookie: string };

const begunJustNow = ({ token }: Held, now: Date) => sql<Left>`
  select id, tenant_id, partner_id, auth_type, chain_started_at, second_factor, by_passkey from session
  where token_hash = ${hashToken(token)} and ended_at is null and expires_at > ${now} and created_at > ${new Date(now.getTime() - graceMs)}`;

function goOn(ctx: PublicContext, whom: { id: string }, origin: Origin, held: Held): Promise<SignedIn> {
  const now = ctx.now();
  return ctx.identity.withTenant(async (tx) => {
    // Of two calls at once the second one waits here, and finds what the first one began.
    const [left] = await tx.run(sql<Left>`${leftSession(origin.id, now)} for update`);
    const [begun] = left ? [] : await tx.run(begunJustNow(held, now));
    const [account] = await tx.run(accountOf(whom));
    const choices = await tx.run(choicesOf(whom, origin.tenant_id));
    const target = found(
      choices.find((choice) => choice.tenant_id === origin.tenant_id),
      'token_invalid',
    );
    const change = {
      account: found(account),
      target,
      left: found(left ?? begun, 'token_invalid'),
      host: ctx.request.host,
      isTrusted: true,
    };
    const own = startSession(ctx, {
      account: change.account,
      admitted: admitToTarget(ctx, change),
      auth_type: change.left.auth_type,
      startedAt: new Date(change.left.chain_started_at),
      second_factor: change.left.second_factor,
      by_passkey: change.left.by_passkey,
      held,
    });
    if (!left) return own.finish();
    for (const statement of own.statements) await tx.run(statement);
    await tx.run(
      query.updateTable('session').set({ ended_at: now, end_reason: 'back' }).where('id', '=', left.id).where('ended_at', 'is', null),
    );
    await tx.run(
      auditLine({
        action: 'session.remote_left',
        person_id: whom.id,
        tenant_id: origin.tenant_id,
        partner_id: left.partner_id,
        session_id: own.id,
      }),
    );
    return own.finish();
  });
}

/** The asker's own session goes on where it began, with everything that is asked of a change of unit. */
async function elsewhere(ctx: PublicContext, person_id: string, { id, host, tenant_id, back_path }: Origin): Promise<Entered> {
  if (tenant_id === null) return fail('token_invalid');
  const { port } = new URL((await hostOfTenant(ctx, tenant_id)).origin);
  const { token, statements } = issueChange({
    person_id,
    tenant_id,
    host,
    session_id: id,
    user_agent: ctx.request.user_agent,
    now: ctx.now(),
  });
  // The cookie stays: whoever loads this page anew before it has gone is sent on again.
  await ctx.identity.run(...statements);
  return { status: 'change', domain: port ? `${host}:${port}` : host, token, intended: back_path };
}
