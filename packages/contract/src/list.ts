/** The one shape of lists: `?page=1&per_page=20&sort=-created_at&q=` → `{ data, meta }` (product-decisions 16). */
import { z } from 'zod';

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
    sort: z.enum(words).prefault(words[0] as never),
    q: z.string().trim().max(120).default(''),
    ...(filter ?? ({} as Filter)),
  });
}

export const listMeta = z.object({
  page: z.number(),
  per_page: z.number(),
  total: z.number(),
  total_is_capped: z.boolean(),
});

/** The answer of a list. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), meta: listMeta });

/** What the caller may do with this row, decided by the server and travelling with it. */
export const rowCan = z.object({ edit: z.boolean(), remove: z.boolean() });
