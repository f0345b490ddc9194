/** The catalogue of reports and the requests for access to them. */
import * as contract from '@vitrine/contract/access/catalogue.ts';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { fail, found } from '#platform/http/fail.ts';
import { every, holdsWords, listPage, orderBy, pageOf } from '#platform/http/list.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { askFor, cancelRequest } from './asking.ts';
import { browseCatalogue } from './browse.ts';
import { before, keptMs } from '#domain/reportAccess/requestTimes.rules.ts';
import { denyRequest, grantRequest } from './deciding.ts';
import type { RequestRow } from './requests.queries.ts';
import { isAskedBy, requestColumns, requestJoins, requestRow, shownRequest } from './requests.queries.ts';

export function catalogue(serve: Serve): void {
  serve(contract.browse, (ctx, { query }) => browseCatalogue(ctx, query));
  serve(contract.request, (ctx, { body }) => askFor(ctx, body));
  serve(contract.cancel, (ctx, { params }) => cancelRequest(ctx, params.id));

  serve(contract.requests, async (ctx, { query: wanted }) => {
    if (wanted.scope === 'unit' && !holds(ctx.actor, 'catalogue_decision', 'use')) fail('forbidden');
    const conditions = every(
      sql`q.created_at > ${before(ctx.now(), keptMs)}`,
      wanted.scope === 'mine' ? isAskedBy(ctx) : undefined,
      wanted.state === undefined ? undefined : sql`q.state = ${wanted.state}`,
      wanted.q === ''
        ? undefined
        : holdsWords(wanted.q, sql`coalesce(p.name, fg.name)`, sql`p.email`, sql`asker.name`, sql`r.title`, sql`q.reason`),
    );
    const sorts = { created_at: sql`q.created_at`, title: sql`r.title_sort`, name: sql`search_text(coalesce(p.name, fg.name))` };
    const rows = sql<RequestRow>`
      select ${requestColumns} ${requestJoins} where ${conditions} ${orderBy(wanted.sort, sorts, sql`q.id`)} ${pageOf(wanted)}`;
    const { data, meta } = await listPage(ctx, wanted, rows, sql`select ${requestJoins} where ${conditions}`);
    return { data: data.map((row) => shownRequest(ctx, row)), meta };
  });

  serve(contract.getRequest, async (ctx, { params }) => {
    const [row] = await ctx.run(requestRow(params.id));
    const request = found(row);
    if ((request.asker_id ?? request.person_id) !== ctx.actor.person_id && !holds(ctx.actor, 'catalogue_decision', 'use'))
      fail('not_found');
    return shownRequest(ctx, request);
  });

  serve(contract.waiting, async (ctx) => {
    const [row] = await ctx.run(sql<{ waiting: number }>`
      select count(*)::int as waiting from catalogue_request q
      where q.state = 'open' and q.membership_id is distinct from ${ctx.actor.membership_id}::uuid and q.asked_by is distinct from ${ctx.actor.person_id}::uuid`);
    return found(row);
  });

  serve(contract.grantRequest, (ctx, { params, body }) => grantRequest(ctx, params.id, body));
  serve(contract.denyRequest, (ctx, { params, body }) => denyRequest(ctx, params.id, body));

  serve(contract.grantGroups, async (ctx, { params }) => {
    const [[request], data] = await ctx.run(
      requestRow(params.id),
      sql<{ id: string; name: string; sees: boolean }>`
        select ug.id, ug.name, exists (
          select from report_grant ra join catalogue_request q on q.report_id = ra.report_id where q.id = ${params.id} and ra.user_group_id = ug.id
        ) as sees
        from user_group ug order by sees desc, search_text(ug.name), ug.id limit 200`,
    );
    found(request);
    return { data };
  });
}
