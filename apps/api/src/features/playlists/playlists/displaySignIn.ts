/** How a display signs in: by the token of a link, by its stored key, or by a pairing code that an administrator enters. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/playlists/playlists.ts';
import { screensOfLink } from '@vitrine/contract/playlists/playlists.ts';
import { randomBytes } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isAllowed } from '#platform/http/ipAddress.ts';
import { renewableSeconds } from '#platform/http/cookies.ts';
import type { PublicContext } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { giveBack, requireAttemptFrom } from '#platform/http/rateLimit.ts';
import { auditLine } from '#domain/session/sessionAudit.ts';
import type { Host } from '#domain/hosts/hosts.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { effectiveSettings } from '#domain/settings/tenantSettings.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { addScreenTo } from './links.ts';
import { linkState, pairingCode, pairingMs, plainCode } from './displays.rules.ts';

type LinkRow = {
  tenant_id: string;
  unit_partner_id: string | null;
  id: string;
  name: string;
  playlist_id: string;
  playlist_name: string;
  ip_list: string[] | null;
  expires_at: string;
  last_used_at: string;
  revoked_at: string | null;
  person_id: string;
  owner_email: string;
  role: 'admin' | 'user';
  member_state: string;
  settings: unknown;
  partner_settings: unknown;
  /** The display that the key belongs to. */
  screen_id: string | null;
  screen_name: string | null;
};

const hourMs = 3_600_000;

const linkRow = (condition: RawBuilder<unknown>): RawBuilder<LinkRow> => sql<LinkRow>`
  select k.tenant_id, t.partner_id as unit_partner_id, k.id, k.name, k.playlist_id, l.name as playlist_name, k.ip_list, k.expires_at, k.revoked_at,
    greatest(k.created_at, screen.created_at, (select max(s.last_seen_at) from playlist_screen s where s.link_id = k.id)) as last_used_at,
    m.person_id, p.email as owner_email, m.role, m.state as member_state, ts.value as settings, ps.value as partner_settings,
    screen.id as screen_id, screen.name as screen_name
  from playlist_link k
  join playlist l on l.id = k.playlist_id and l.tenant_id = k.tenant_id
  join tenant t on t.id = k.tenant_id
  join membership m on m.id = k.membership_id and m.tenant_id = k.tenant_id
  join person p on p.id = m.person_id
  left join tenant_setting ts on ts.tenant_id = k.tenant_id
  left join partner_setting ps on ps.partner_id = t.partner_id
  left join playlist_screen screen on screen.link_id = k.id and screen.tenant_id = k.tenant_id and ${condition}`;

const byToken = (token: string) => sql<LinkRow>`${linkRow(sql`false`)} where k.token_hash = ${hashToken(token)}`;
const byKey = (key: string) =>
  sql<LinkRow>`${linkRow(sql`screen.key_hash = ${hashToken(key)} and screen.removed_at is null`)} where screen.id is not null`;

/** A unit's host serves its own displays, a partner's host those of its units, the platform's host all. */
const isAt = (host: Host, { tenant_id, unit_partner_id }: LinkRow): boolean =>
  host.tenant_id === null ? host.partner_id === null || host.partner_id === unit_partner_id : host.tenant_id === tenant_id;

/** Every problem of a link gets the same refusal. */
function requireUsable(ctx: PublicContext, row: LinkRow | undefined): LinkRow {
  if (!row || row.member_state !== 'active' || !isAt(ctx.request.host, row) || linkState(row, ctx.now()) !== 'active')
    return fail('link_used');
  const { ip } = ctx.request;
  if (row.ip_list !== null && !isAllowed(ip, row.ip_list)) fail('ip_not_allowed', {}, { ip });
  return row;
}

type Screen = { id: string; name: string; key: string | null };

async function newScreen(ctx: PublicContext, link: LinkRow): Promise<Screen> {
  const key = newToken();
  const id = uuidv7();
  const screen = { id, link_id: link.id, name: link.name, key_hash: hashToken(key), now: ctx.now() };
  const added = await ctx.identity.withTenant((tx) => addScreenTo(tx.run, screen));
  if (added.length === 0) fail('screens_full', { limit: screensOfLink });
  return { id, name: link.name, key };
}

export async function loginPlaylist(
  ctx: PublicContext,
  body: Input<typeof contract.loginPlaylist>['body'],
): Promise<Answer<typeof contract.loginPlaylist>> {
  const now = ctx.now();
  const { host, ip, user_agent } = ctx.request;
  // A display that has a key is known, and never waits for others behind its address.
  const [known] = 'key' in body ? await ctx.identity.run(byKey(body.key)) : [];
  const attempts = known ? [] : [(await requireAttemptFrom(ctx)).key];
  const [row] = 'token' in body ? await ctx.identity.run(byToken(body.token)) : [known];
  const link = requireUsable(ctx, row);
  const { screen_id, screen_name } = link;
  const screen: Screen = screen_id === null ? await newScreen(ctx, link) : { id: screen_id, name: screen_name ?? link.name, key: null };

  const [token, cookie, session_id] = [newToken(), newToken(), uuidv7()];
  const { login_timeout } = effectiveSettings(link.settings, link.partner_settings);
  const expires_at = new Date(now.getTime() + login_timeout * hourMs);
  await ctx.identity.run(
    giveBack(attempts),
    // One session per display: the session of an earlier browser ends.
    query
      .updateTable('session')
      .set({ ended_at: now, end_reason: 'screen' })
      .where('screen_id', '=', screen.id)
      .where('ended_at', 'is', null),
    query.insertInto('session').values({
      id: session_id,
      token_hash: hashToken(token),
      cookie_hash: hashToken(cookie),
      person_id: link.person_id,
      role: link.role,
      tenant_id: link.tenant_id,
      partner_id: null,
      auth_type: 'playlist',
      screen_id: screen.id,
      host: host.host,
      ip,
      user_agent,
      created_at: now,
      chain_started_at: now,
      expires_at,
    }),
    auditLine({
      action: 'session.screen',
      person_id: link.person_id,
      tenant_id: link.tenant_id,
      session_id,
      details: { link: link.name, screen: screen.name, playlist: link.playlist_name },
    }),
  );
  ctx.cookies.setSession(cookie, renewableSeconds);
  return {
    token,
    playlist: { id: link.playlist_id, name: link.playlist_name },
    expires_at: expires_at.toISOString(),
    // The owner's name is not sent to the display.
    user: { id: screen.id, email: '', name: screen.name, partner_id: null, role: 'user', auth_type: 'playlist' },
    tenant_id: link.tenant_id,
    screen,
  };
}

export async function startPairing(ctx: PublicContext): Promise<Answer<typeof contract.startPairing>> {
  const now = ctx.now();
  await requireAttemptFrom(ctx, { known: 'note', unknown: 'note' });
  const [code, key, expires_at] = [pairingCode(randomBytes(6)), newToken(), new Date(now.getTime() + pairingMs)];
  await ctx.identity.run(
    sql`delete from screen_pairing where expires_at < ${new Date(now.getTime() - pairingMs)}`,
    query
      .insertInto('screen_pairing')
      .values({ code_hash: hashToken(plainCode(code)), key_hash: hashToken(key), created_at: now, expires_at }),
  );
  return { code, key, expires_at: expires_at.toISOString() };
}

export async function pairingState(ctx: PublicContext, key: string): Promise<{ paired: boolean }> {
  const [row] = await ctx.identity.run(
    sql<{ paired: boolean; over: boolean }>`
      select exists (select from playlist_screen s where s.key_hash = q.key_hash and s.removed_at is null) as paired, q.expires_at <= ${ctx.now()} as over
      from screen_pairing q where q.key_hash = ${hashToken(key)}`,
  );
  const { paired, over } = found(row, 'link_used');
  if (over && !paired) fail('link_used');
  return { paired };
}
