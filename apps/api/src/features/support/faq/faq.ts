/** Questions and answers of the unit with those above it, by topic and then in the order of those who write them. */
import * as contract from '@vitrine/contract/support/faq.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { found } from '#platform/http/fail.ts';
import type { Desk } from './desk.ts';
import { reorder, rowOf, serveDesk } from './desk.ts';
import { faqSearches } from './faqSearches.ts';
import { inheritedFaq } from './inheritedFaq.ts';
import { questionsOfScreen, suggestionsFor, unitShelf } from './questions.ts';
import { sharedFaq } from './sharedFaq.ts';

const desk: Desk = {
  ...unitShelf,
  of: (ctx) => ctx,
  table: sql.table('faq'),
  writes: ({ actor }, row) => holds(actor, 'faq', 'write') && (!row || row.level === 'unit'),
  own: sql`f.level = 'unit'`,
  insert: (id, row) => query.insertInto('faq').values({ ...row, id, tenant_id: ownTenant }),
  update: (id, version, row) =>
    query
      .updateTable('faq')
      .set({ ...row, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
};

/** A vote stands with the question, in one of two tables: the other one has no question of this id. */
function voted(ctx: Context, id: string, helped: boolean | null, table: 'faq_vote' | 'shared_faq_vote') {
  const { person_id } = ctx.actor;
  if (helped === null) return sql`delete from ${sql.table(table)} where faq_id = ${id} and person_id = ${person_id}`;
  return sql`
    insert into ${sql.table(table)} (tenant_id, faq_id, person_id, helped, voted_at)
    select ${ownTenant}, f.id, ${person_id}, ${helped}, ${ctx.now()} from ${desk.questions}
    where f.id = ${id} and ${desk.visible(ctx)} and ${table === 'faq_vote' ? sql`` : sql`not`} ${desk.own}
    on conflict (tenant_id, faq_id, person_id) do update set helped = excluded.helped, voted_at = excluded.voted_at`;
}

export function faq(serve: Serve): void {
  serveDesk(serve, contract, desk);
  serve(contract.reorder, (ctx, { body }) => reorder(ctx, desk, body.faq_ids));

  serve(contract.suggestions, async (ctx, { query: { q } }) => ({ data: q === '' ? [] : await ctx.run(suggestionsFor(ctx, q)) }));

  serve(contract.ofScreen, async (ctx, { query: { screen } }) => ({ data: await ctx.run(questionsOfScreen(ctx, screen)) }));

  serve(contract.vote, async (ctx, { params: { id }, body: { helped } }) => {
    const [[question]] = await ctx.run(rowOf(ctx, desk, id), voted(ctx, id, helped, 'faq_vote'), voted(ctx, id, helped, 'shared_faq_vote'));
    found(question);
  });

  faqSearches(serve);
  sharedFaq(serve);
  inheritedFaq(serve);
}
