/** The start page and favourites. */
import * as contract from '@vitrine/contract/reading/home.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { fail } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { cardsOfGroup, homeOf } from './cards.ts';
import { orderFavourites, star } from './favourites.ts';
import { overviewOf } from './overview.ts';
import { saveStartPage } from './startPage.ts';

export function home(serve: Serve): void {
  serve(contract.home, (ctx) => homeOf(ctx));
  serve(contract.overview, (ctx) => overviewOf(ctx));
  serve(contract.groupCards, (ctx, { params }) => cardsOfGroup(ctx, params.id));

  serve(reading.favourite, async (ctx, { params, body }) => {
    if (!(await star(ctx, params.id, body.favourite))) fail('favourites_full', { limit: contract.favouritesLimit });
  });
  serve(contract.orderFavourites, (ctx, { body }) => orderFavourites(ctx, body.report_ids));
  serve(contract.startPage, (ctx, { body }) => saveStartPage(ctx, body));
}
