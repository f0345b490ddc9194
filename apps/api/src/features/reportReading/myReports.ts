/** *My reports* as one statement: the page, and the number of all beside every row. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/features/reportReading.ts';
import type { MyReport } from '@vitrine/contract/features/reportReading.ts';
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { ListAnswer } from '../../core/list.ts';
import { answerLongList, cutPage, every } from '../../core/list.ts';
import { dataAge } from '../../core/reportAccess/dataAge.ts';
import { blockedBy, fewAssigned, isAssigned, isOpen, manages } from '../../core/reportAccess/visible.ts';

type Query = Input<typeof contract.mine>['query'];
type Row = MyReport & { total: number };
/** When the page is empty its number still comes, in a row that has no report. */
type Empty = { [K in keyof MyReport]: K extends 'favourite' ? false : null } & { total: number };

export async function listMyReports(ctx: Context, query: Query): Promise<ListAnswer<MyReport>> {
  const rows = await ctx.run(statement(ctx, query));
  const data = rows.filter((row): row is Row => row.id !== null);
  // The report that the page begins behind may be gone, or be somebody else's by now: then the page's number decides.
  if (data.length === 0 && query.after !== undefined) return listMyReports(ctx, { ...query, after: undefined });
  return answerLongList(query, data, rows[0]?.total ?? 0);
}

function statement(ctx: Context, query: Query): RawBuilder<Row | Empty> {
  const byGroup = query.sort.endsWith('group_name') ? sql`join report_group g on g.id = r.group_id` : sql``;
  const by = { title: sql`r.title_sort`, group_name: sql`search_text(g.name) || ' ' || r.title_sort` };
  const cut = cutPage(query, { by, id: sql`r.id`, from: sql`report r ${byGroup}` });
  const pageOf = (table: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
    sql`(select r.id from ${table} r ${byGroup} where ${where} and ${cut.beyond} ${cut.order} ${cut.limit})`;
  const favourite = sql`exists (select from favourite f where f.report_id = r.id and f.person_id = ${ctx.actor.person_id})`;
  const narrowed = [
    query.group_id === undefined ? undefined : sql`r.group_id = ${query.group_id}`,
    query.subgroup_id === undefined ? undefined : sql`r.subgroup_id = ${query.subgroup_id}`,
    query.favourite === undefined ? undefined : sql`${favourite} = ${query.favourite}`,
  ];
  const wanted = every(isOpen(ctx), ...narrowed);
  const assigned = isAssigned(ctx);
  const isSearch = query.q !== '';

  // What a search finds, and the few reports that most readers see, are kept for page and number.
  const hits = isSearch
    ? sql`select r.id from own cross join lateral search_report(${query.q}, own.few) r where own.few is not null or ${assigned} offset 0`
    : sql`select unnest(own.few) as id from own`;
  const pageOfFound = pageOf(sql`found`, sql`true`);
  const numberOfFound = numberOf(sql`select from found`);

  // Many are walked in their order. A reader of many who narrows nothing has more than a list counts: that makes them many.
  const walked = every(wanted, assigned, sql`(select own.few is null from own)`);
  const isCounted = manages(ctx) || narrowed.some((condition) => condition !== undefined);
  const numberOfWalked = isCounted ? numberOf(sql`select from report r where ${walked}`) : sql.lit(countCap + 1);

  const page = isSearch ? pageOfFound : sql`${pageOfFound} union all ${pageOf(sql`report`, walked)}`;
  const total = isSearch ? numberOfFound : sql`case when own.few is null then ${numberOfWalked} else ${numberOfFound} end`;
  return sql`
    with own as materialized (select ${fewAssigned(ctx, countCap)} as few),
      found as materialized (select r.id, r.title_sort, r.group_id from (${hits}) as hit join report r on r.id = hit.id where ${wanted})
    select r.id, r.title, r.description, r.group_id, g.name as group_name, r.subgroup_id, s.name as subgroup_name, ${favourite} as favourite, ${blockedBy(ctx)} as blocked, ${dataAge} as updated, counted.total
    from (select ${total} as total from own) as counted
    left join (${page}) as hit on true
    left join report r on r.id = hit.id
    left join report_group g on g.id = r.group_id
    left join report_subgroup s on s.id = r.subgroup_id
    ${cut.order}`;
}

/** The number of rows, as far as a list counts. */
const numberOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*) from (${rows} limit ${sql.lit(countCap + 1)}) as every_hit)`;
