/** Questions above the unit: those of the partner and those of the operator, each written by its own people. */
import * as contract from '@vitrine/contract/support/sharedFaq.ts';
import { sql } from 'kysely';
import type { Serve } from '#domain/serving/serve.ts';
import { query } from '#platform/database/query.ts';
import type { Desk } from './desk.ts';
import { reorder, serveDesk } from './desk.ts';
import { sharedShelf } from './questions.ts';

const desk: Desk = {
  ...sharedShelf,
  of: (ctx) => (ctx.actor.role === 'operator' ? ctx.operator() : ctx.partner()),
  table: sql.table('shared_faq'),
  // Nobody else may call it, and nobody sees another level's.
  writes: () => true,
  own: sql`true`,
  // The operator's scope has no partner, so its rows are the platform's.
  insert: (id, row) =>
    query.insertInto('shared_faq').values({ ...row, id, partner_id: sql<string | null>`app_setting('partner_id')::uuid` }),
  update: (id, version, row) =>
    query
      .updateTable('shared_faq')
      .set({ ...row, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
};

export function sharedFaq(serve: Serve): void {
  serveDesk(serve, contract, desk);
  serve(contract.reorder, (ctx, { body }) => reorder(ctx, desk, body.shared_faq_ids));
}
