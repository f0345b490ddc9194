/** Playlists as rows: one's own and the unit's. */
import type { PlaylistRow, Slide } from '@vitrine/contract/playlists/playlists.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import { blockedBy, isVisible } from '#domain/reportAccess/visible.ts';
import { darkSince } from './displays.rules.ts';

export type Row = Omit<PlaylistRow, 'can'> & { owner_id: string };

/** Condition on a playlist `l`: private ones are visible to their owner only, and a display sees only that of its link. */
export function isReachable({ actor }: Pick<Context, 'actor'>): RawBuilder<boolean> {
  if (actor.screen_id !== null)
    return sql<boolean>`l.id = (
      select k.playlist_id from playlist_screen s join playlist_link k on k.id = s.link_id where s.id = ${actor.screen_id})`;
  return sql<boolean>`(l.shared or l.owner_id = ${actor.person_id})`;
}

/** Condition: the caller may change it. Shared playlists belong to the unit. */
export function isOwn({ actor }: Pick<Context, 'actor'>): RawBuilder<boolean> {
  const managed = holds(actor, 'unit_playlists', 'write') ? sql`l.shared or` : sql``;
  return sql<boolean>`(${managed} (not l.shared and l.owner_id = ${actor.person_id}))`;
}

export const playlistColumns = (now: Date): RawBuilder<unknown> => sql`
  l.id, l.name, l.shared, l.repeat_count, l.update_seconds, l.navigate_pages, l.skip_seconds, l.reload_minutes, l.owner_id, l.version,
  p.name as owner_name,
  (select count(*)::int from playlist_slide s where s.playlist_id = l.id) as slide_count,
  coalesce(screens.count, 0) as screen_count, coalesce(screens.dark, 0) as dark_count
  from playlist l
  join person p on p.id = l.owner_id
  left join lateral (
    select count(*)::int as count, count(*) filter (where s.last_seen_at < ${darkSince(now)})::int as dark
    from playlist_screen s join playlist_link k on k.id = s.link_id
    where k.playlist_id = l.id and s.removed_at is null and k.revoked_at is null
  ) as screens on true`;

export const playlistRow = (ctx: Context, id: string): RawBuilder<Row> => sql<Row>`
  select ${playlistColumns(ctx.now())} where l.id = ${id} and ${isReachable(ctx)}`;

/** Slides in their order; whether each could be shown to the caller is decided here for all of them at once. */
export const slidesOf = (ctx: Context, id: string): RawBuilder<Slide & { blocked: string | null }> => sql<
  Slide & { blocked: string | null }
>`
  select s.id, s.report_id, s.seconds, s.page, s.filters, r.title, g.name as group_name,
    ${isVisible(ctx)} and r.kind in ('report', 'paginated') and not exists (
      select from report_maintenance w where w.report_id = r.id and w.starts_at <= ${ctx.now()} and w.ends_at > ${ctx.now()}
    ) as shown, ${blockedBy(ctx)} as blocked
  from playlist_slide s
  join report r on r.id = s.report_id
  join report_group g on g.id = r.group_id
  where s.playlist_id = ${id}
  order by s.position, s.id`;

/** What the caller may do with it travels with the row. */
export function shownRow({ actor }: Pick<Context, 'actor'>, { owner_id, ...row }: Row): PlaylistRow {
  const manages = holds(actor, 'unit_playlists', 'write');
  const edit = actor.screen_id === null && (row.shared ? manages : owner_id === actor.person_id);
  return { ...row, can: { edit, remove: edit, screens: edit && manages } };
}
