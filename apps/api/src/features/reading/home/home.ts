/** The start page, favourites and added reports. */
import * as contract from '@vitrine/contract/reading/home.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { fail } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { cardsOfGroup, homeOf } from './cards.ts';
import { keepOn, orderShelf } from './ownLists.ts';
import { saveStartPage } from './startPage.ts';

const favourites = { table: 'favourite', limit: contract.favouritesLimit } as const;
const added = { table: 'home_report', limit: contract.homeLimit } as const;

export function home(serve: Serve): void {
  serve(contract.home, (ctx) => homeOf(ctx));
  serve(contract.groupCards, (ctx, { params }) => cardsOfGroup(ctx, params.id));

  serve(reading.favourite, async (ctx, { params, body }) => {
    if (!(await keepOn(ctx, favourites, params.id, body.favourite))) fail('favourites_full', { limit: favourites.limit });
  });
  serve(contract.addToHome, async (ctx, { params, body }) => {
    if (!(await keepOn(ctx, added, params.id, body.added))) fail('home_full', { limit: added.limit });
  });
  serve(contract.orderFavourites, (ctx, { body }) => orderShelf(ctx, favourites, body.report_ids));
  serve(contract.orderHome, (ctx, { body }) => orderShelf(ctx, added, body.report_ids));
  serve(contract.startPage, (ctx, { body }) => saveStartPage(ctx, body));
}
