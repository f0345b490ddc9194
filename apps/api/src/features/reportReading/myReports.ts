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
import { assignedReports, blockedBy, isAssigned, isAssignedMore, isOpen, manages } from '../../core/reportAccess/visible.ts';

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
  const { beyond, order, limit } = cutPage(query, { by, id: sql`r.id`, from: sql`report r ${byGroup}` });
  const favourite = sql`exists (select from favourite f where f.report_id = r.id and f.person_id = ${ctx.actor.person_id})`;
  const wanted = every(
    isOpen(ctx),
    query.group_id === undefined ? undefined : sql`r.group_id = ${query.group_id}`,
    query.subgroup_id === undefined ? undefined : sql`r.subgroup_id = ${query.subgroup_id}`,
    query.favourite === undefined ? undefined : sql`${favourite} = ${query.favourite}`,
  );
  const assigned = isAssigned(ctx);
  // A search is made once, for page and number; what it finds is read only where it is assigned. Without one nothing is kept:
  // the page walks an index.
  const found =
    query.q === ''
      ? sql``
      : sql`with found as materialized (
          select r.id, r.title_sort, r.group_id from (select r.id from search_report(${query.q}) r where ${assigned} offset 0) as hit
          join report r on r.id = hit.id where ${wanted})`;
  const page = query.q === '' ? sql`report r ${byGroup} where ${wanted} and ${assigned} and` : sql`found r ${byGroup} where`;
  return sql`
    ${found}
    select r.id, r.title, r.description, r.group_id, g.name as group_name, r.subgroup_id, s.name as subgroup_name, ${favourite} as favourite, ${blockedBy(ctx)} as blocked, ${dataAge} as updated, counted.total
    from (select ${totalOf(ctx, query, every(wanted, assigned))} as total) as counted
    left join (select r.id from ${page} ${beyond} ${order} ${limit}) as hit on true
    left join report r on r.id = hit.id
    left join report_group g on g.id = r.group_id
    left join report_subgroup s on s.id = r.subgroup_id
    ${order}`;
}

/** The number of all, as far as a list counts. */
function totalOf(ctx: Context, query: Query, wanted: RawBuilder<unknown>): RawBuilder<unknown> {
  const numberOf = (rows: RawBuilder<unknown>) => sql`(select count(*) from (${rows} limit ${sql.lit(countCap + 1)}) as every_hit)`;
  if (query.q !== '') return numberOf(sql`select from found`);
  const narrowed = query.group_id !== undefined || query.subgroup_id !== undefined || query.favourite !== undefined;
  if (manages(ctx) || narrowed) return numberOf(sql`select from report r where ${wanted}`);
  // A reader's reports are counted from the assignments alone, without reading a report.
  return sql`case when ${isAssignedMore(ctx, countCap)} then ${sql.lit(countCap + 1)} else ${numberOf(assignedReports(ctx, countCap + 1))} end`;
}
