/** Screen links of a playlist: created and revoked by people who manage the unit's playlists. */
import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/playlists/playlists.ts';
import type { Link, Screen } from '@vitrine/contract/playlists/playlists.ts';
import { screensOfLink } from '@vitrine/contract/playlists/playlists.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { isAddressRule } from '#platform/http/ipAddress.ts';
import type { Context } from '#domain/serving/context.ts';
import { isForeignKeyViolation } from '#platform/database/errors.ts';
import { checkIdentity } from '#domain/reportAccess/askService.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { requireAttempt } from '#platform/http/rateLimit.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { hashToken, newToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { isOwn } from './playlist.queries.ts';
import { darkSince, linkEnd, linkState, plainCode } from './displays.rules.ts';

type LinkRow = Omit<Link, 'state' | 'screens'> & { revoked_at: string | null };
type ScreenRow = Omit<Screen, 'state'> & { link_id: string };

const linksOf = (ctx: Context, playlist: string): RawBuilder<LinkRow> => sql<LinkRow>`
  select k.id, k.name, k.membership_id, p.name as owner_name, k.identity, k.ip_list, k.expires_at, k.revoked_at,
    greatest(k.created_at, (select max(s.last_seen_at) from playlist_screen s where s.link_id = k.id)) as last_used_at
  from playlist_link k
  join playlist l on l.id = k.playlist_id
  join membership m on m.id = k.membership_id
  join person p on p.id = m.person_id
  where k.playlist_id = ${playlist} and ${isOwn(ctx)}
  order by k.revoked_at is not null, k.created_at desc, k.id`;

const screensOf = (playlist: string): RawBuilder<ScreenRow> => sql<ScreenRow>`
  select s.id, s.link_id, s.name, s.last_seen_at, r.title as showing, s.created_at
  from playlist_screen s
  join playlist_link k on k.id = s.link_id
  left join playlist_slide slide on slide.id = s.slide_id
  left join report r on r.id = slide.report_id
  where k.playlist_id = ${playlist} and s.removed_at is null
  order by s.created_at, s.id`;

function shownScreen({ now }: Pick<Context, 'now'>, { id, name, last_seen_at: seen, showing, created_at }: ScreenRow): Screen {
  const state = seen === null ? 'new' : Date.parse(seen) < darkSince(now()).getTime() ? 'dark' : 'on';
  return { id, name, state, last_seen_at: seen, showing, created_at };
}

function shownLink(ctx: Context, { revoked_at, ...row }: LinkRow, screens: readonly ScreenRow[]): Link {
  const own = screens.filter(({ link_id }) => link_id === row.id).map((screen) => shownScreen(ctx, screen));
  return { ...row, state: linkState({ ...row, revoked_at }, ctx.now()), screens: own };
}

const ownPlaylist = (ctx: Context, id: string) => sql`select l.id from playlist l where l.id = ${id} and ${isOwn(ctx)}`;

export async function listLinks(ctx: Context, playlist: string): Promise<{ data: Link[] }> {
  const [[own], links, screens] = await ctx.run(ownPlaylist(ctx, playlist), linksOf(ctx, playlist), screensOf(playlist));
  found(own);
  return { data: links.map((link) => shownLink(ctx, link, screens)) };
}

type NewLink = Input<typeof contract.addLink>['body'];

/** The token is shown once; the database stores its hash. */
export async function addLink(ctx: Context, playlist: string, body: NewLink): Promise<Answer<typeof contract.addLink>> {
  const { name, membership_id, identity, ip_list, expires_on } = body;
  if (ip_list?.some((entry) => !isAddressRule(entry))) failFields({ ip_list: 'invalid' });
  const end = linkEnd(expires_on, ctx.now());
  if (end <= ctx.now()) failFields({ expires_on: 'in_the_past' });
  const [[own], [member]] = await ctx.run(
    ownPlaylist(ctx, playlist),
    sql<{ state: string }>`select state from membership where id = ${membership_id}`,
  );
  found(own);
  if (found(member).state !== 'active') failFields({ membership_id: 'person_not_active' });
  if (identity) {
    const slides = await ctx.run(sql<{ report_id: string }>`select distinct report_id from playlist_slide where playlist_id = ${playlist}`);
    await checkIdentity(
      ctx,
      slides.map(({ report_id }) => report_id),
      identity,
    );
  }
  const id = uuidv7();
  const token = newToken();
  const values = {
    tenant_id: ownTenant,
    id,
    playlist_id: playlist,
    name,
    token_hash: hashToken(token),
    membership_id,
    identity: identity === null ? null : JSON.stringify(identity),
    ip_list: ip_list?.length ? ip_list : null,
    expires_at: end,
    created_by: ctx.actor.actor_id,
    created_at: ctx.now(),
  };
  const [, links] = await ctx.run(query.insertInto('playlist_link').values(values), linksOf(ctx, playlist));
  return { ...shownLink(ctx, found(links.find((link) => link.id === id)), []), token };
}

/** Its displays are refused from the next call on. */
export async function revokeLink(ctx: Context, playlist: string, link: string): Promise<void> {
  const [revoked] = await ctx.run(sql`
    update playlist_link k set revoked_at = ${ctx.now()}
    from playlist l where l.id = k.playlist_id and k.id = ${link} and l.id = ${playlist} and ${isOwn(ctx)} and k.revoked_at is null
    returning k.id`);
  found(revoked);
}

export async function removeScreen(ctx: Context, playlist: string, screen: string): Promise<void> {
  const [removed] = await ctx.run(sql`
    update playlist_screen s set removed_at = ${ctx.now()}
    from playlist_link k, playlist l
    where k.id = s.link_id and l.id = k.playlist_id and s.id = ${screen} and l.id = ${playlist} and ${isOwn(ctx)} and s.removed_at is null
    returning s.id`);
  found(removed);
}

type Place = { id: string; screen_link_id: string };

/** Accepts the key that the display with this pairing code already holds. A code works once; guesses are counted. */
export async function pairScreen(
  ctx: Context,
  { id, screen_link_id: link_id }: Place,
  { code, name }: Input<typeof contract.pairScreen>['body'],
): Promise<Screen> {
  const links = await ctx.run(linksOf(ctx, id));
  const link = found(links.find((one) => one.id === link_id));
  if (linkState(link, ctx.now()) !== 'active') fail('link_used');
  await requireAttempt(ctx.identity, [{ rule: 'device', key: `device:pairing:${ctx.actor.person_id}` }], ctx.now());
  const [pairing] = await ctx.identity.run(sql<{ key_hash: Buffer }>`
    update screen_pairing set used_at = ${ctx.now()}
    where code_hash = ${hashToken(plainCode(code))} and used_at is null and expires_at > ${ctx.now()}
    returning key_hash`);
  if (!pairing) return failFields({ code: 'code_wrong' });
  const screen = uuidv7();
  const [added] = await ctx
    .withTenant((tx) => addScreenTo(tx.run, { id: screen, link_id, name, key_hash: pairing.key_hash, now: ctx.now() }))
    .catch((error: unknown) => {
      if (isForeignKeyViolation(error)) return fail('not_found');
      throw error;
    });
  if (!added) fail('screens_full', { limit: screensOfLink });
  const [row] = (await ctx.run(screensOf(id))).filter((one) => one.id === screen);
  return shownScreen(ctx, found(row));
}

type NewScreen = { id: string; link_id: string; name: string; key_hash: Buffer; now: Date };
type Run = Context['run'];

/** Adds a display if the link's limit allows it, also under parallel calls. The unit is that of the link. */
export async function addScreenTo(run: Run, { id, link_id, name, key_hash, now }: NewScreen): Promise<{ id: string }[]> {
  // The identity role may not lock the row of the link.
  await run(sql`select pg_advisory_xact_lock(hashtextextended(${link_id}, 17))`);
  return run(sql<{ id: string }>`
    insert into playlist_screen (tenant_id, id, link_id, name, key_hash, created_at)
    select k.tenant_id, ${id}::uuid, k.id, ${name}, ${key_hash}, ${now}
    from playlist_link k
    where k.id = ${link_id} and (select count(*) from playlist_screen s where s.link_id = k.id and s.removed_at is null) < ${screensOfLink}
    returning id`);
}
