/** Lists: one page of rows and the number of all, counted up to the contract's cap, in one round trip. */
import { countCap } from '@vitrine/contract/list.ts';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Statement } from './database/query.ts';
import type { Scoped } from './database/scoped.ts';

type Paging = { page: number; per_page: number };

export type ListAnswer<Row> = { data: Row[]; meta: Paging & { total: number; total_is_capped: boolean } };

type Field<Sort extends string> = Sort extends `-${infer Name}` ? Name : Sort;

/**
 * `limit … offset …` of the page that was asked for. The first page says its length in the text, not as a parameter:
 * only so does a kept plan know that few rows are wanted, and walk an index instead of sorting everything.
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

/**
 * A condition: the texts together hold every word of the search, whatever the case and accents. Without words it is
 * true. It reads every row of the scope; a table that grows long has a search function of its own.
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

/** The answer of a list from the rows of its page and their capped number. */
export function answerList<Row>({ page, per_page }: Paging, data: Row[], total: number): ListAnswer<Row> {
  return { data, meta: { page, per_page, total: Math.min(total, countCap), total_is_capped: total > countCap } };
}

/** Asks for a page and its count at once. `counted` selects every row that the list would hold. */
export async function listPage<Row>(
  scope: Pick<Scoped, 'run'>,
  query: Paging,
  rows: Statement<Row>,
  counted: RawBuilder<unknown>,
): Promise<ListAnswer<Row>> {
  const [data, [count]] = await scope.run(rows, cappedCount(counted));
  return answerList(query, data, count?.total ?? 0);
}
