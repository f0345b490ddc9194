/** The one shape of lists: `?page=1&per_page=20&sort=-created_at&q=` → `{ data, meta }` (docs/reference/product-rules.md 16). */
import { z } from 'zod';
import { id } from './fields.ts';

/** Totals are counted up to this number and then shown as "more than" (`total_is_capped`), so that long lists stay fast. */
export const countCap = 1000;

export const pageSizes = [10, 20, 50, 100] as const;

/**
 * The query of a list: `sort` takes the given fields, `-` in front for descending; `filter` adds fields of its own.
 * The first sort is the default.
 */
export function listQuery<const Sort extends string, Filter extends z.ZodRawShape = Record<never, never>>(
  sorts: readonly [Sort, ...Sort[]],
  filter?: Filter,
) {
  const words = sorts.flatMap((field) => [field, `-${field}` as const]) as [Sort | `-${Sort}`, ...(Sort | `-${Sort}`)[]];
  return z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(100).default(20),
    // The type of `prefault` asks for every word of the enum at once; one of them is what it means.
    sort: z.enum(words).prefault(words[0] as never),
    q: z.string().trim().max(120).default(''),
    ...(filter ?? ({} as Filter)),
  });
}

/**
 * Keyset paging for lists that grow long: `after` is the id of the last row of the page before. A page costs the same wherever it
 * lies; `page` then is only the number to show. The answer gives the id for the next page as `meta.next`.
 */
export const keyset = { after: id.optional() };

export const listMeta = z.object({
  page: z.number(),
  per_page: z.number(),
  total: z.number(),
  total_is_capped: z.boolean(),
  /** Of lists with keyset paging: `after` of the next page; null on the last one. */
  next: id.nullable().optional(),
});

/** The answer of a list. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), meta: listMeta });

/**
 * The answer of a list that somebody adds to: whether the caller may is told with the rows, decided by the server.
 * `more` names what else may be done on adding.
 */
export const editableListOf = <Row extends z.ZodType, More extends z.ZodRawShape = Record<never, never>>(row: Row, more?: More) =>
  z.object({ data: z.array(row), meta: listMeta, can: z.object({ add: z.boolean(), ...(more ?? ({} as More)) }) });

/** What the caller may do with this row, decided by the server and travelling with it. */
export const rowCan = z.object({ edit: z.boolean(), remove: z.boolean() });
