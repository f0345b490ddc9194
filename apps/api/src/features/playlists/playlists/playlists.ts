/** Playlists: edited by people, played by people and displays. */
import * as contract from '@vitrine/contract/playlists/playlists.ts';
import { sql } from 'kysely';
import { holds, mayCall } from '#domain/access/access.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import { readableReport } from '#domain/reportAccess/readable.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { addLink, listLinks, pairScreen, removeScreen, revokeLink } from './links.ts';
import { heartbeat, openSlide, showOf } from './playing.ts';
import type { Row } from './playlist.queries.ts';
import { isOwn, isReachable, playlistColumns, shownRow } from './playlist.queries.ts';
import { addPlaylist, readPlaylist, updatePlaylist } from './savePlaylist.ts';
import { loginPlaylist, pairingState, startPairing } from './displaySignIn.ts';

export function playlists(serve: Serve): void {
  serve(contract.list, async (ctx, { query: wanted }) => {
    const matching = every(isReachable(ctx), holdsWords(wanted.q, sql`l.name`));
    const rows = sql<Row>`
      select ${playlistColumns(ctx.now())} where ${matching} ${orderBy(wanted.sort, { name: sql`search_text(l.name)` }, sql`l.id`)} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select from playlist l where ${matching}`);
    return {
      data: data.map((row) => shownRow(ctx, row)),
      meta,
      can: { add: mayCall(ctx.actor, contract.add.can), share: holds(ctx.actor, 'unit_playlists', 'write') },
    };
  });
  serve(contract.get, (ctx, { params }) => readPlaylist(ctx, params.id));
  serve(contract.add, (ctx, { body }) => addPlaylist(ctx, body));
  serve(contract.update, (ctx, { params, body }) => updatePlaylist(ctx, params.id, body));
  serve(contract.remove, async (ctx, { params }) => {
    const [removed] = await ctx.run(sql`delete from playlist l where l.id = ${params.id} and ${isOwn(ctx)} returning l.id`);
    found(removed);
  });
  serve(contract.pages, async (ctx, { params }) => {
    const { report } = await readableReport(ctx, params.id);
    if (report.kind !== 'report') fail('not_found');
    return { data: await ctx.reporting.pages(report.account, report) };
  });

  serve(contract.show, (ctx, { params }) => showOf(ctx, params.id));
  serve(contract.openSlide, (ctx, { params }) => openSlide(ctx, params));
  serve(contract.beat, (ctx, { params, body }) => heartbeat(ctx, params.id, body.slide_id));

  serve(contract.links, (ctx, { params }) => listLinks(ctx, params.id));
  serve(contract.addLink, (ctx, { params, body }) => addLink(ctx, params.id, body));
  serve(contract.revokeLink, (ctx, { params }) => revokeLink(ctx, params.id, params.screen_link_id));
  serve(contract.pairScreen, (ctx, { params, body }) => pairScreen(ctx, params, body));
  serve(contract.removeScreen, (ctx, { params }) => removeScreen(ctx, params.id, params.screen_id));

  serve(contract.loginPlaylist, (ctx, { body }) => loginPlaylist(ctx, body));
  serve(contract.startPairing, (ctx) => startPairing(ctx));
  serve(contract.pairingState, (ctx, { body }) => pairingState(ctx, body.key));
}
