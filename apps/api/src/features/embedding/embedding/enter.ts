/** A token of the host's server becomes a session, once. */
import type { EmbeddedSession } from '@vitrine/contract/embedding/embedding.ts';
import { sessionSeconds } from '@vitrine/contract/embedding/embedding.ts';
import { sql } from 'kysely';
import { dayIn, settingsNow } from '#domain/access/accessRules.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { checkSession, requireNoMaintenance, sessionOf } from '#domain/session/session.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { fail } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import type { Judged, Unit } from './judge.ts';
import { judge } from './judge.ts';

/** A unit's host serves its own pages, a partner's host those of its units, the platform's host all. */
const isAt =
  (host: Host) =>
  ({ id, partner_id }: Unit): boolean =>
    host.tenant_id === null ? host.partner_id === null || host.partner_id === partner_id : host.tenant_id === id;

type Accepted = Extract<Judged, { refusal: null }>;

async function startSession(ctx: PublicContext, { unit, claims, reader, report_ids }: Accepted) {
  const now = ctx.now();
  const [token, id] = [newToken(), uuidv7()];
  const expires_at = new Date(now.getTime() + sessionSeconds * 1000);
  const { membership_id, person_id, role, anonymous } = reader;
  const month = `${dayIn(settingsNow(unit, now).timezone, now).slice(0, 7)}-01`;
  const [reader_hash] = ctx.secrets.digests(
    anonymous ? `stranger ${claims.sub ?? ''}` : `member ${person_id}`,
    `${unit.id}/embedded_reader`,
  );
  await ctx.identity.withTenant(async (tx) => {
    const [first] = await tx.run(sql`
      insert into embedded_session (tenant_id, id, jti_hash, membership_id, anonymous, report_ids, filters, identity, origin, issued_at, created_at)
      values (${unit.id}, ${id}, ${hashToken(claims.jti)}, ${membership_id}, ${anonymous}, ${report_ids}::uuid[], ${JSON.stringify(claims.filters)},
        ${anonymous ? JSON.stringify(claims.rls ?? unit.anonymous_identity) : null}, ${claims.origin}, ${new Date(claims.iat * 1000)}, ${now})
      on conflict on constraint embedded_token_once do nothing returning id`);
    // Whoever comes at the same moment waits for the first, and is refused.
    if (!first) fail('embed_token_used');
    await tx.run(
      query.insertInto('session').values({
        id,
        token_hash: hashToken(token),
        // Never given to anybody: the page has no cookie.
        cookie_hash: hashToken(newToken()),
        person_id,
        role,
        tenant_id: unit.id,
        partner_id: null,
        auth_type: 'embedded',
        host: ctx.request.host.host,
        ip: ctx.request.ip,
        user_agent: ctx.request.user_agent,
        created_at: now,
        chain_started_at: now,
        last_used_at: now,
        expires_at,
      }),
    );
    await tx.run(
      sql`insert into embedded_reader (tenant_id, month, reader_hash) values (${unit.id}, ${month}, ${reader_hash}) on conflict do nothing`,
    );
    await tx.run(
      auditLine({
        action: 'session.embedded',
        person_id,
        tenant_id: unit.id,
        session_id: id,
        details: { origin: claims.origin, anonymous, ...(anonymous && claims.sub ? { reader: claims.sub } : {}) },
      }),
    );
  });
  return { token, expires_at };
}

export async function enter(ctx: PublicContext, text: string): Promise<EmbeddedSession> {
  const attempt = await requireAttemptFrom(ctx);
  const judged = await judge(ctx, text, isAt(ctx.request.host));
  const { refusal } = judged;
  if (refusal?.word !== 'embed_token_unsigned') await ctx.identity.run(giveBack([attempt.key]));
  if (refusal !== null) return fail(refusal.word, refusal.values);
  const { token, expires_at } = await startSession(ctx, judged);
  // The rules of every later call hold for the first one too: addresses, hours, maintenance.
  const session = await sessionOf(ctx.identity, token);
  requireNoMaintenance(session, ctx.now());
  await checkSession(ctx, session, ctx.request.ip);
  return { token, expires_at: expires_at.toISOString(), origin: judged.claims.origin };
}
