/** The session that acts for somebody: how it begins, here or on the host of the unit, and what is noted in it. */
import type { Entered } from '@vitrine/contract/signIn/remoteAccess.ts';
import type { ScreenName } from '@vitrine/contract/screens.ts';
import type { SignedIn } from '@vitrine/contract/signIn/signIn.ts';
import { sql } from 'kysely';
import { hostOfTenant } from '#domain/hosts/hostOfTenant.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import type { RemoteNow } from '#domain/session/entitlement.rules.ts';
import type { Context, PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail, found } from '#platform/http/fail.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { issueChange } from '../links.ts';
import { toPages } from './heard.ts';
import { enterMinutes, getAccess } from './receipts.ts';

/** Who goes in, by which request, and in which session they asked. */
export type Entering = {
  access_id: string;
  person_id: string;
  session_id: string;
  /**
   * The cookie of the session in which they asked, where they go in on the same host: it serves both, so that a page that is loaded
   * anew before it has the new token is still its own.
   */
  cookie?: string | undefined;
};

type Begun = {
  tenant_id: string;
  person_id: string;
  asker_role: 'operator' | 'partner' | 'admin';
  minutes: number;
  ends_at: string;
  reason: string;
  mode: 'read' | 'full';
};
type Subject = { email: string; name: string; role: 'partner' | 'admin' | 'user'; partner_id: string | null; remote: RemoteNow | null };

/** Staff of a partner, or a member of the unit, with the right to act for them as it is now. */
const subjectOf = ({ tenant_id, person_id, asker_role }: Begun, access_id: string) =>
  asker_role === 'operator'
    ? sql<Subject>`
      select p.email, p.name, s.role, s.partner_id, remote_access_now(null, ${access_id}) as remote
      from staff s join person p on p.id = s.person_id where s.person_id = ${person_id} and s.role = 'partner' and s.state = 'active'`
    : sql<Subject>`
      select p.email, p.name, m.role, null::uuid as partner_id, remote_access_now(m.tenant_id, ${access_id}) as remote
      from membership m join person p on p.id = m.person_id
      where m.tenant_id = ${tenant_id} and m.person_id = ${person_id} and m.state = 'active'`;

/** Once, and as long as what was allowed still holds. */
export async function begin(
  ctx: PublicContext,
  { access_id, person_id: asker_id, session_id: asker_session_id, cookie: kept }: Entering,
): Promise<SignedIn> {
  const { request } = ctx;
  const now = ctx.now();
  const [token, cookie, session_id] = [newToken(), kept ?? newToken(), uuidv7()];
  const { minutes, ...signedIn } = await ctx.identity.withTenant(async (tx): Promise<SignedIn & { minutes: number }> => {
    const [begun] = await tx.run(sql<Begun>`
      update remote_access set started_at = ${now}, ends_at = ${now}::timestamptz + make_interval(mins => minutes)
      where id = ${access_id} and asker_id = ${asker_id} and asker_session_id = ${asker_session_id}
        and state = 'allowed' and started_at is null and ended_at is null
        and answered_at > ${now}::timestamptz - make_interval(mins => ${enterMinutes})
      returning tenant_id, person_id, asker_role, minutes, ends_at, reason, mode`);
    if (!begun) return fail('remote_access_over');
    const [subject] = await tx.run(subjectOf(begun, access_id));
    const { email, name, role, partner_id, remote } = found(subject, 'remote_access_over');
    if (remote?.holds !== true) fail('remote_access_over');
    // A partner's staff is acted for above its units: what belongs to a unit, its own people alone let others see.
    const tenant_id = role === 'partner' ? null : begun.tenant_id;
    const auth_type = begun.asker_role === 'partner' ? 'partner' : 'remote';
    await tx.run(
      query.insertInto('session').values({
        id: session_id,
        token_hash: hashToken(token),
        cookie_hash: hashToken(cookie),
        person_id: begun.person_id,
        role,
        tenant_id,
        partner_id,
        auth_type,
        remote_access_id: access_id,
        host: request.host.host,
        ip: request.ip,
        user_agent: request.user_agent,
        created_at: now,
        last_used_at: now,
        chain_started_at: now,
        expires_at: new Date(begun.ends_at),
      }),
    );
    await tx.run(
      auditLine({
        action: 'session.remote',
        person_id: begun.person_id,
        actor_id: asker_id,
        tenant_id,
        partner_id,
        session_id,
        details: { reason: begun.reason, minutes: begun.minutes, mode: begun.mode },
      }),
    );
    await tx.run(toPages([begun.person_id, asker_id]));
    return {
      minutes: begun.minutes,
      user: { id: begun.person_id, email, name, partner_id, role, auth_type },
      token,
      tenant_id,
      intended: '/',
    };
  });
  if (kept === undefined) ctx.cookies.setSession(cookie, minutes * 60);
  return signedIn;
}

type Where = { tenant_id: string; back_path: string; is_here: boolean };

/** In the session that asked. The host of another unit is entered there, with a token that works once, within a minute and in this browser. */
export async function enter(ctx: Context, access_id: string): Promise<Entered> {
  const { actor, request } = ctx;
  const { person_id, session_id } = actor;
  await getAccess(ctx, access_id);
  const { host } = request;
  const [where] = await ctx.identity.run(sql<Where>`
    select r.tenant_id, r.back_path, r.asker_role = 'operator'
      or ((${host.tenant_id}::uuid is null or t.id = ${host.tenant_id}) and (${host.partner_id}::uuid is null or t.partner_id = ${host.partner_id})) as is_here
    from remote_access r join tenant t on t.id = r.tenant_id
    where r.id = ${access_id} and r.asker_id = ${person_id} and r.asker_session_id = ${session_id} and r.state = 'allowed' and r.started_at is null`);
  const { tenant_id, is_here } = found(where, 'remote_access_over');
  if (is_here) return { status: 'ok', ...(await begin(ctx, { access_id, person_id, session_id, cookie: ctx.cookies.session })) };
  const there = await hostOfTenant(ctx, tenant_id);
  const { token, statements } = issueChange({
    person_id,
    tenant_id,
    host: there.host,
    session_id,
    user_agent: request.user_agent,
    now: ctx.now(),
    remote_access_id: access_id,
  });
  await ctx.identity.run(...statements);
  return { status: 'change', domain: new URL(there.origin).host, token, intended: '/' };
}

/** The same screen twice in a row is one step; so many are kept. */
const mostSteps = 500;

export async function noteScreen({ actor, identity, now }: Context, { screen }: { screen: ScreenName }): Promise<void> {
  if (actor.acting === null) return;
  const { access_id } = actor.acting;
  await identity.run(
    sql`
      insert into remote_access_step (tenant_id, access_id, at, screen)
      select r.tenant_id, r.id, ${now()}, ${screen} from remote_access r
      where r.id = ${access_id}
        and (select count(*) from remote_access_step s where s.tenant_id = r.tenant_id and s.access_id = r.id) < ${sql.lit(mostSteps)}
        and ${screen} is distinct from (
          select s.screen from remote_access_step s where s.tenant_id = r.tenant_id and s.access_id = r.id order by s.id desc limit 1)`,
    toPages([actor.person_id]),
  );
}
