/** Adding and changing playlists. The slides are replaced by those that are sent, in this order. */
import type { Playlist, PlaylistInput } from '@vitrine/contract/playlists/playlists.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';
import { fail, failFields, found } from '#platform/http/fail.ts';
import { publishEvent } from '#platform/live/publishEvent.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { isVisible } from '#domain/reportAccess/visible.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { isOwn, playlistRow, shownRow, slidesOf } from './playlist.queries.ts';

/** The playlist with its slides, as the caller sees it. */
export async function readPlaylist(ctx: Context, id: string): Promise<Playlist> {
  const [[row], slides] = await ctx.run(playlistRow(ctx, id), slidesOf(ctx, id));
  return {
    ...shownRow(ctx, found(row)),
    slides: slides.map(({ blocked, shown, ...slide }) => ({ ...slide, shown: shown && blocked === null })),
  };
}

/** Slides of reports that the caller does not see are refused, except those that were there before. */
const strangers = (ctx: Context, id: string, reports: readonly string[]): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select wanted.id from unnest(${[...new Set(reports)]}::uuid[]) as wanted (id)
  where not exists (select from report r where r.id = wanted.id and r.kind in ('report', 'paginated') and ${isVisible(ctx)})
    and not exists (select from playlist_slide s where s.playlist_id = ${id} and s.report_id = wanted.id)`;

const addSlides = (id: string, slides: PlaylistInput['slides']): Statement[] =>
  slides.length === 0
    ? []
    : [
        query.insertInto('playlist_slide').values(
          slides.map(({ filters, ...slide }, position) => ({
            ...slide,
            tenant_id: ownTenant,
            id: uuidv7(),
            playlist_id: id,
            position,
            filters: JSON.stringify(filters),
          })),
        ),
      ];

function requireSharing(ctx: Context, shared: boolean): void {
  if (shared && !holds(ctx.actor, 'unit_playlists', 'write')) failFields({ shared: 'invalid' });
}

export async function addPlaylist(ctx: Context, { slides, ...settings }: PlaylistInput): Promise<Playlist> {
  requireSharing(ctx, settings.shared);
  const id = uuidv7();
  const reports = slides.map(({ report_id }) => report_id);
  const [unseen] = await ctx.run(strangers(ctx, id, reports));
  if (unseen) fail('not_found');
  await ctx.run(
    query.insertInto('playlist').values({ ...settings, tenant_id: ownTenant, id, owner_id: ctx.actor.person_id }),
    ...addSlides(id, slides),
  );
  return readPlaylist(ctx, id);
}

export async function updatePlaylist(ctx: Context, id: string, { slides, version, ...settings }: PlaylistInput & { version: number }) {
  requireSharing(ctx, settings.shared);
  const reports = slides.map(({ report_id }) => report_id);
  await ctx.withTenant(async (tx) => {
    const [[unseen], [own]] = await tx.run(
      strangers(ctx, id, reports),
      sql`select l.id from playlist l where l.id = ${id} and ${isOwn(ctx)} for update`,
    );
    found(own);
    if (unseen) fail('not_found');
    const change = query
      .updateTable('playlist')
      .set({ ...settings, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id');
    const [changed] = await tx.run(
      change,
      query.deleteFrom('playlist_slide').where('playlist_id', '=', id),
      ...addSlides(id, slides),
      publishEvent({ topic: 'playlist', about: { id } }),
    );
    if (changed.length === 0) fail('conflict');
  });
  return readPlaylist(ctx, id);
}
