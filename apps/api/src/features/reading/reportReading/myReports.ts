/** *My reports* as one statement: the page, with the total in every row. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reading/reportReading.ts';
import type { MyReport } from '@vitrine/contract/reading/reportReading.ts';
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import type { ListAnswer } from '#platform/http/list.ts';
import { answerLongList, cutPage, every } from '#platform/http/list.ts';
import { dataAge } from '#domain/reportAccess/dataAge.ts';
import { blockedBy, fewAssigned, isAssigned, isOpen, manages } from '#domain/reportAccess/visible.ts';

type Query = Input<typeof contract.mine>['query'];
type Row = MyReport & { total: number };
/** For an empty page the total comes in a row without a report. */
type Empty = { [K in keyof MyReport]: K extends 'favourite' | 'certified' ? false : null } & { total: number };

export async function listMyReports(ctx: Context, query: Query): Promise<ListAnswer<MyReport>> {
  const rows = await ctx.run(statement(ctx, query));
  const data = rows.filter((row): row is Row => row.id !== null);
  // The report before the page may have been deleted or removed; then the page number is used.
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
    query.certified === undefined ? undefined : sql`(r.certified_at is not null) = ${query.certified}`,
    query.favourite === undefined ? undefined : sql`${favourite} = ${query.favourite}`,
  ];
  const wanted = every(isOpen(ctx), ...narrowed);
  const assigned = isAssigned(ctx);
  const isSearch = query.q !== '';

  // Search results, and the reports of readers with few of them, are materialised for both page and total.
  const hits = isSearch
    ? sql`select r.id from own cross join lateral search_report(${query.q}, own.few) r where own.few is not null or ${assigned} offset 0`
    : sql`select unnest(own.few) as id from own`;
  const pageOfFound = pageOf(sql`found`, sql`true`);
  const numberOfFound = numberOf(sql`select from found`);

  // Readers with more reports than a list counts, and without a filter, walk the index of the order.
  const walked = every(wanted, assigned, sql`(select own.few is null from own)`);
  const isCounted = manages(ctx) || narrowed.some((condition) => condition !== undefined);
  const numberOfWalked = isCounted ? numberOf(sql`select from report r where ${walked}`) : sql.lit(countCap + 1);

  const page = isSearch ? pageOfFound : sql`${pageOfFound} union all ${pageOf(sql`report`, walked)}`;
  const total = isSearch ? numberOfFound : sql`case when own.few is null then ${numberOfWalked} else ${numberOfFound} end`;
  return sql`
    with own as materialized (select ${fewAssigned(ctx, countCap)} as few),
      found as materialized (select r.id, r.title_sort, r.group_id from (${hits}) as hit join report r on r.id = hit.id where ${wanted})
    select r.id, r.title, r.description, r.group_id, g.name as group_name, r.subgroup_id, s.name as subgroup_name, ${favourite} as favourite, r.certified_at is not null as certified, ${blockedBy(ctx)} as blocked, ${dataAge} as updated, counted.total
    from (select ${total} as total from own) as counted
    left join (${page}) as hit on true
    left join report r on r.id = hit.id
    left join report_group g on g.id = r.group_id
    left join report_subgroup s on s.id = r.subgroup_id
    ${cut.order}`;
}

/** The total, up to the cap of lists. */
const numberOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select count(*) from (${rows} limit ${sql.lit(countCap + 1)}) as every_hit)`;
