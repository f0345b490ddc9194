import { z } from 'zod';
import { fieldRef } from '../../definitions/model.ts';

const filter = z.looseObject({ $schema: z.string().optional(), filterType: z.number().optional(), target: z.unknown() });

const visualQuery = z.object({
  id: z.string().max(200),
  group_by: z.array(fieldRef).max(50),
  values: z.array(fieldRef).max(50),
  filters: z.array(filter).max(200),
  order_by: z
    .array(z.object({ field: fieldRef, direction: z.enum(['ascending', 'descending']) }))
    .max(20)
    .optional(),
  limit: z.number().int().positive().optional(),
  offset: z.number().int().nonnegative().optional(),
  total: z.boolean().optional(),
});

/** What the embed page may ask; a page of a report is one call. */
export const queryRequest = z.object({ queries: z.array(visualQuery).max(100) });
