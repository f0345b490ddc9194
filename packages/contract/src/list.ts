/** The one shape of lists: `?page=1&per_page=20&sort=-created_at&q=` → `{ data, meta }` (product-decisions 16). */
import { z } from 'zod';
import { id } from './fields.ts';

/** Totals are counted up to this and then told as "more" (`total_is_capped`), so that long lists stay quick. */
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
    // zod wants what every word of the enum is, where one of them will do.
    sort: z.enum(words).prefault(words[0] as never),
    q: z.string().trim().max(120).default(''),
    ...(filter ?? ({} as Filter)),
  });
}

/**
 * Of a list that grows long: the last row of the page before. The page begins behind it, at the same cost wherever it
 * lies; `page` then only tells which one it is. The answer tells it for the page after as `meta.next`.
 */
export const keyset = { after: id.optional() };

export const listMeta = z.object({
  page: z.number(),
  per_page: z.number(),
  total: z.number(),
  total_is_capped: z.boolean(),
  /** Of lists that take `after`: what it is for the next page; null on the last one. */
  next: id.nullable().optional(),
});

/** The answer of a list. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), meta: listMeta });

/** What the caller may do with this row, decided by the server and travelling with it. */
export const rowCan = z.object({ edit: z.boolean(), remove: z.boolean() });
