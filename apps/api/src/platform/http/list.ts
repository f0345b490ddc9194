/** Lists: one page of rows and the number of all, counted up to the contract's cap, in one round trip. */
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';
import type { Scoped } from '#platform/database/scoped.ts';

type Paging = { page: number; per_page: number; after?: string | undefined };

export type ListAnswer<Row> = {
  data: Row[];
  meta: { page: number; per_page: number; total: number; total_is_capped: boolean; next?: string | null };
};

type Field<Sort extends string> = Sort extends `-${infer Name}` ? Name : Sort;

/**
 * `limit … offset …` of the page that was asked for. The first page says its length in the text, not as a parameter:
 * only then does a cached plan know that few rows are wanted, and walks an index instead of sorting everything.
 */
export function pageOf({ page, per_page }: Paging): RawBuilder<unknown> {
  const limit = sql`limit ${sql.lit(per_page)}`;
  return page === 1 ? limit : sql`${limit} offset ${(page - 1) * per_page}`;
}

/** `order by …` for a sort word; each word of the contract has its expression here, and nothing else can be sorted by. */
export function orderBy<Sort extends string>(
  sort: Sort,
  expressions: Record<Field<Sort>, RawBuilder<unknown>>,
  ties: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const descending = sort.startsWith('-');
  const expression = expressions[(descending ? sort.slice(1) : sort) as Field<Sort>];
  return sql`order by ${expression} ${descending ? sql`desc` : sql`asc`}, ${ties}`;
}

/** The order of a long list: columns of `from` that are never null; `id` is the tie-breaker. */
export type Keys<Sort extends string> = {
  by: Record<Field<Sort>, RawBuilder<unknown>>;
  id: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
};

/** A page of a long list: `beyond` is a condition, `order` and `limit` stand at the end. */
export type Cut = { beyond: RawBuilder<unknown>; order: RawBuilder<unknown>; limit: RawBuilder<unknown> };

/**
 * Keyset paging: when the row before is given, the page begins behind that row in the order. An index leads to it, and
 * no rows are read in vain. The row's id is enough, because its sort values are looked up.
 */
export function cutPage<Sort extends string>(query: Paging & { sort: Sort }, { by, id, from }: Keys<Sort>): Cut {
  const descending = query.sort.startsWith('-');
  const expression = by[(descending ? query.sort.slice(1) : query.sort) as Field<Sort>];
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql`order by ${expression} ${direction}, ${id} ${direction}`;
  if (query.after === undefined) return { beyond: sql`true`, order, limit: pageOf(query) };
  const beyond = sql`(${expression}, ${id}) ${descending ? sql`<` : sql`>`} (select ${expression}, ${id} from ${from} where ${id} = ${query.after})`;
  return { beyond, order, limit: pageOf({ ...query, page: 1 }) };
}

/**
 * A condition: the texts together hold every word of the search, whatever the case and accents. Without words it is
 * true. It reads every row of the scope; tables that grow long have search functions of their own.
 */
export function holdsWords(q: string, ...texts: RawBuilder<unknown>[]): RawBuilder<boolean> {
  if (q === '') return sql<boolean>`true`;
  return sql<boolean>`search_text(concat_ws(' ', ${sql.join(texts)})) like all (search_patterns(${q}))`;
}

/** `and` of those conditions that are there. */
export function every(...conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  return sql.join([sql`true`, ...conditions.filter((condition) => condition !== undefined)], sql` and `);
}

/** Counts the rows of `select …`, but no further than the list tells. */
export function cappedCount(rows: RawBuilder<unknown>): RawBuilder<{ total: number }> {
  return sql<{ total: number }>`select count(*) as total from (${rows} limit ${countCap + 1}) as counted`;
}

/** The answer of a list from the rows of its page and the capped count. */
export function answerList<Row>({ page, per_page }: Paging, data: Row[], total: number): ListAnswer<Row> {
  return { data, meta: { page, per_page, total: Math.min(total, countCap), total_is_capped: total > countCap } };
}

/** Queries a page and its count in one round trip. `counted` selects all rows of the list. */
export async function listPage<Row>(
  scope: Pick<Scoped, 'run'>,
  query: Paging,
  rows: Statement<Row>,
  counted: RawBuilder<unknown>,
): Promise<ListAnswer<Row>> {
  const [data, [count]] = await scope.run(rows, cappedCount(counted));
  return answerList(query, data, count?.total ?? 0);
}

/** The same, with the id that the next page begins behind. */
export function answerLongList<Row extends { id: string }>(paging: Paging, data: Row[], total: number): ListAnswer<Row> {
  const { meta } = answerList(paging, data, total);
  const isLast = data.length < paging.per_page || (!meta.total_is_capped && paging.page * paging.per_page >= total);
  return { data, meta: { ...meta, next: isLast ? null : (data.at(-1)?.id ?? null) } };
}

/** Queries a page of a long list and its count. If the row before the page has been deleted, the page number is used. */
export async function longListPage<Row extends { id: string }, Sort extends string>(
  scope: Pick<Scoped, 'run'>,
  query: Paging & { sort: Sort },
  keys: Keys<Sort>,
  rowsOf: (cut: Cut) => Statement<Row>,
  counted: RawBuilder<unknown>,
): Promise<ListAnswer<Row>> {
  const [data, [count]] = await scope.run(rowsOf(cutPage(query, keys)), cappedCount(counted));
  if (data.length === 0 && query.after !== undefined) return longListPage(scope, { ...query, after: undefined }, keys, rowsOf, counted);
  return answerLongList(query, data, count?.total ?? 0);
}
