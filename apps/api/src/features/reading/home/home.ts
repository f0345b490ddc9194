/** The start page and favourites. */
import { reaches } from '#domain/access/access.ts';
import * as contract from '@vitrine/contract/reading/home.ts';
import * as reading from '@vitrine/contract/reading/reportReading.ts';
import { fail } from '#platform/http/fail.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { cardsOfGroup, homeOf } from './cards.ts';
import { orderFavourites, star } from './favourites.ts';
import { overviewOf, platformOf, unitsOf } from './overview.ts';
import { saveStartPage } from './startPage.ts';

export function home(serve: Serve): void {
  serve(contract.home, (ctx) => homeOf(ctx));
  serve(contract.overview, (ctx) => overviewOf(ctx));
  serve(contract.unitsOverview, (ctx) => unitsOf(ctx));
  // Sellers have their own partners, and no counts of the platform.
  serve(contract.platformOverview, (ctx) => (reaches(ctx.actor, 'partners', 'read') === 'platform' ? platformOf(ctx) : fail('forbidden')));
  serve(contract.groupCards, (ctx, { params }) => cardsOfGroup(ctx, params.id));

  serve(reading.favourite, async (ctx, { params, body }) => {
    if (!(await star(ctx, params.id, body.favourite))) fail('favourites_full', { limit: contract.favouritesLimit });
  });
  serve(contract.orderFavourites, (ctx, { body }) => orderFavourites(ctx, body.report_ids));
  serve(contract.startPage, (ctx, { body }) => saveStartPage(ctx, body));
}
