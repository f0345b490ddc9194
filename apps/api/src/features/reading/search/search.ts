/** What a few words find, for the palette. Whoever may not read a kind of thing is not asked about it. */
import { countCap } from '@vitrine/contract/list.ts';
import type { Found } from '@vitrine/contract/reading/search.ts';
import { foundOfEach, search as searchEndpoint } from '@vitrine/contract/reading/search.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { holds } from '#domain/access/access.ts';
import { membersFoundBy } from '#domain/people/findMembers.ts';
import { fewAssigned, isAssigned, isOpen } from '#domain/reportAccess/visible.ts';
import type { Context } from '#domain/serving/context.ts';
import type { Serve } from '#domain/serving/serve.ts';
import { holdsWords } from '#platform/http/list.ts';

const limit = sql`limit ${sql.lit(foundOfEach)}`;
const few = (ctx: Context) => sql`(select ${fewAssigned(ctx, countCap)} as few) as own`;

/** Results are restricted to the reader's reports first: of a large unit's matches a reader sees few. */
const visibleReports = (ctx: Context, words: string): RawBuilder<unknown> => sql`
  select r.* from (
    select r.id from ${few(ctx)} cross join lateral search_report(${words}, own.few) r where own.few is not null or ${isAssigned(ctx)} offset 0
  ) as hit
  cross join lateral (select x.* from report x where x.id = hit.id offset 0) as r where ${isOpen(ctx)}`;

/** Titles that begin with the words, then titles that hold them, then the rest. */
function reportsOf(ctx: Context, words: string): RawBuilder<Found['reports'][number]> {
  const text = sql`search_text(${words})`;
  return sql<Found['reports'][number]>`
    select r.id, r.title, r.kind, g.name as group_name, r.certified_at is not null as certified from (${visibleReports(ctx, words)}) as r join report_group g on g.id = r.group_id
    order by not starts_with(r.title_sort, ${text}), position(${text} in r.title_sort) = 0, word_similarity(${text}, r.title_sort) desc, r.title_sort, r.id
    ${limit}`;
}

/** Pages of reports that the caller sees: titles that begin with the words first, then by report. */
const pagesOf = (ctx: Context, words: string): RawBuilder<Found['pages'][number]> => sql<Found['pages'][number]>`
  select r.id as report_id, r.title as report_title, page.name, page.title from (
    select r.report_id as id, r.name, r.title from ${few(ctx)} cross join lateral search_page(${words}, own.few) r offset 0
  ) as page
  join lateral (select x.* from report x where x.id = page.id offset 0) as r on true
  where ${isAssigned(ctx)} and ${isOpen(ctx)}
  order by not starts_with(search_text(page.title), search_text(${words})), r.title_sort, r.id, page.title, page.name ${limit}`;

const usersOf = async (ctx: Context, words: string): Promise<RawBuilder<Found['users'][number]>> => sql<Found['users'][number]>`
  select m.id, p.name, p.email from membership m join person p on p.id = m.person_id
  where m.state <> 'deactivated' and ${await membersFoundBy(ctx, words)} order by m.name_sort, m.id ${limit}`;

const userGroupsOf = (words: string): RawBuilder<Found['user_groups'][number]> => sql<Found['user_groups'][number]>`
  select g.id, g.name, (select count(*) from user_group_member gm where gm.group_id = g.id) as member_count
  from user_group g where ${holdsWords(words, sql`g.name`)} order by g.name_key, g.id ${limit}`;

const nothing = <Row>() => sql<Row>`select where false`;

export function search(serve: Serve): void {
  serve(searchEndpoint, async (ctx, { query: { q } }) => {
    const [reports, pages, users, user_groups] = await ctx.run(
      reportsOf(ctx, q),
      pagesOf(ctx, q),
      holds(ctx.actor, 'users', 'read') ? await usersOf(ctx, q) : nothing<Found['users'][number]>(),
      holds(ctx.actor, 'user_groups', 'read') ? userGroupsOf(q) : nothing<Found['user_groups'][number]>(),
    );
    return { reports, pages, users, user_groups };
  });
}
