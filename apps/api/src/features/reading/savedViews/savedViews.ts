/** Saved filters, bookmarks and links of readers: the caller's own, for reports that the caller may open. */
import * as contract from '@vitrine/contract/reading/savedViews.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail, found } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { viewLink } from '#domain/reportAccess/viewLink.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { saveFilters } from './savedFilters.ts';

const bookmarkRows = (ctx: Context, where: RawBuilder<unknown>) => sql<contract.Bookmark>`
  select id, name, page, state, created_at from saved_view
  where kind = 'bookmark' and person_id = ${ctx.actor.person_id} and ${where} order by search_text(name), id`;

/** The caller's own bookmark, to be changed. */
const ownBookmark = (ctx: Context, params: { id: string; bookmark_id: string }) =>
  sql`kind = 'bookmark' and id = ${params.bookmark_id} and report_id = ${params.id} and person_id = ${ctx.actor.person_id}`;

async function addBookmark(
  ctx: Context,
  report_id: string,
  body: { name: string; page: string; state: string },
): Promise<contract.Bookmark> {
  await decideOn(ctx, report_id);
  const { person_id, tenant_id } = ctx.actor;
  const id = uuidv7();
  const [, , [row]] = await ctx.run(
    sql`select pg_advisory_xact_lock(hashtextextended(${`bookmark/${String(tenant_id)}/${person_id}/${report_id}`}, 0))`,
    sql`
      insert into saved_view (tenant_id, id, report_id, person_id, kind, name, page, state)
      select ${ownTenant}, ${id}, ${report_id}, ${person_id}, 'bookmark', ${body.name}, ${body.page}, ${body.state}
      where (select count(*) from saved_view where kind = 'bookmark' and report_id = ${report_id} and person_id = ${person_id}) < ${contract.bookmarksLimit}`,
    bookmarkRows(ctx, sql`id = ${id}`),
  );
  return row ?? fail('bookmarks_full', { limit: contract.bookmarksLimit });
}

export function savedViews(serve: Serve): void {
  serve(contract.saveFilters, (ctx, { body: { reportId, filters } }) => saveFilters(ctx, reportId, filters));

  serve(contract.chooseMemory, async (ctx, { body: { save_filter } }) => {
    const { person_id } = ctx.actor;
    const choose = query
      .insertInto('reader_choice')
      .values({ tenant_id: ownTenant, person_id, save_filter })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'person_id']).doUpdateSet({ save_filter }));
    await ctx.run(choose, sql`delete from saved_view where kind = 'filters' and person_id = ${person_id} and ${save_filter} = 'never'`);
  });

  serve(contract.bookmarks, async (ctx, { params }) => {
    await decideOn(ctx, params.id);
    return { data: await ctx.run(bookmarkRows(ctx, sql`report_id = ${params.id}`)) };
  });
  serve(contract.addBookmark, (ctx, { params, body }) => addBookmark(ctx, params.id, body));
  serve(contract.renameBookmark, async (ctx, { params, body }) => {
    const [renamed] = await ctx.run(
      sql<{ id: string }>`update saved_view set name = ${body.name}, updated_at = now() where ${ownBookmark(ctx, params)} returning id`,
    );
    found(renamed);
  });
  serve(contract.removeBookmark, async (ctx, { params }) => {
    const [removed] = await ctx.run(sql<{ id: string }>`delete from saved_view where ${ownBookmark(ctx, params)} returning id`);
    found(removed);
  });

  serve(contract.share, async (ctx, { params, body }) => {
    await decideOn(ctx, params.id);
    const link = viewLink({ report_id: params.id, person_id: ctx.actor.person_id, ...body });
    await ctx.run(link.keep);
    return { id: link.id };
  });
  serve(contract.shared, async (ctx, { params }) => {
    await decideOn(ctx, params.id);
    const [view] = await ctx.run(sql<{ page: string; state: string; shared_by: string }>`
      select v.page, v.state, coalesce(p.name, '–') as shared_by from saved_view v left join person p on p.id = v.person_id
      where v.kind = 'link' and v.id = ${params.link_id} and v.report_id = ${params.id}`);
    return found(view);
  });
}
