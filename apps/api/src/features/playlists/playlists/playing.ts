/** Playing a playlist, by a person or a display: which slides may be shown now, and the data to embed each of them. */
import type { OpenedSlide, Show } from '@vitrine/contract/playlists/playlists.ts';
import type { ColumnFilter } from '@vitrine/contract/access/reportAccess.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import type { Identity } from '#domain/reportAccess/decide.ts';
import { narrowed, seenWith } from '#domain/reportAccess/narrowed.ts';
import { basicFilter, embedOf, shownReportOf, withoutChrome } from '#domain/reportAccess/shown.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { isReachable, playlistRow, shownRow, slidesOf } from './playlist.queries.ts';

/** The fixed identity of the screen's link, if it has one. */
const identityOf = (ctx: Context) => sql<{ identity: Identity | null }>`
  select k.identity from playlist_screen s join playlist_link k on k.id = s.link_id where s.id = ${ctx.actor.screen_id}::uuid`;

export async function showOf(ctx: Context, id: string): Promise<Show> {
  // While a playlist plays, its session is renewed.
  ctx.cookies.keepSession();
  const [[row], slides, [link]] = await ctx.run(playlistRow(ctx, id), slidesOf(ctx, id), identityOf(ctx));
  const { name, shared, repeat_count, update_seconds, navigate_pages, skip_seconds, reload_minutes, version } = shownRow(ctx, found(row));
  // With a fixed identity, reports for which the owner has no data rule can be shown.
  const isShown = ({ shown, blocked }: (typeof slides)[number]) => shown && (blocked === null || Boolean(link?.identity));
  const shown = slides
    .filter(isShown)
    .map(({ id: slide_id, report_id, title, seconds, page }) => ({ id: slide_id, report_id, title, seconds, page }));
  return {
    id,
    name,
    shared,
    repeat_count,
    update_seconds,
    navigate_pages,
    skip_seconds,
    reload_minutes,
    version,
    slides: shown,
    slide_count: slides.length,
  };
}

type SlideRow = { report_id: string; page: string | null; filters: ColumnFilter[] };

export async function openSlide(ctx: Context, { id, slide_id }: { id: string; slide_id: string }): Promise<OpenedSlide> {
  const [[slide], [link]] = await ctx.run(
    sql<SlideRow>`
      select s.report_id, s.page, s.filters from playlist_slide s join playlist l on l.id = s.playlist_id
      where s.id = ${slide_id} and l.id = ${id} and ${isReachable(ctx)}`,
    identityOf(ctx),
  );
  const { report_id, page, filters } = found(slide);
  const { report, decision } = await seenWith(ctx, report_id, link?.identity ?? null);
  const [embed, unit] = await Promise.all([embedOf(ctx, report, decision), readTenantSettings(ctx)]);
  await ctx.run(viewOnce(ctx, report_id, embed.token_id));
  const shown = shownReportOf(report, decision, embed, withoutChrome(unit));
  // Displays show no page navigation and no filter pane.
  const settings = { ...shown.settings, show_navigation_panel: false, side_filter: false };
  return { ...shown, settings, filters: narrowed(decision.filters, filters).map(basicFilter), slide_id, page };
}

/** A display shows the same slide all day; one token counts as one view. */
const viewOnce = ({ actor }: Context, report_id: string, token_id: string) => sql`
  insert into report_view (tenant_id, id, report_id, person_id, actor_id, embed_token_id)
  select app_setting('tenant_id')::uuid, ${uuidv7()}::uuid, ${report_id}::uuid, ${actor.person_id}::uuid, ${actor.actor_id}::uuid, ${token_id}
  where not exists (
    select from report_view v where v.report_id = ${report_id} and v.person_id = ${actor.person_id} and v.embed_token_id = ${token_id})`;

/** Stores that the display is running and what it shows. */
export async function heartbeat(
  ctx: Context,
  id: string,
  slide_id: string | null,
): Promise<{ version: number; screen_name: string | null }> {
  const [[row], [screen]] = await ctx.run(
    sql<{ version: number }>`select l.version from playlist l where l.id = ${id} and ${isReachable(ctx)}`,
    sql<{ name: string }>`
      update playlist_screen set last_seen_at = ${ctx.now()}, slide_id = ${slide_id}::uuid, dark_since = null
      where id = ${ctx.actor.screen_id}::uuid and removed_at is null returning name`,
  );
  return { version: found(row).version, screen_name: screen?.name ?? null };
}
