/** What was asked of the service, as it is kept with the act, and how that ends. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Statement } from '#platform/database/query.ts';

/** What the service was asked for, as far as it has to be known to find out whether it was done. */
export const wantedShape = z.object({
  name: z.string().optional(),
  identifier: z.string().optional(),
  right: z.string().optional(),
  capacity_id: z.string().nullish(),
  external_report_id: z.string().optional(),
  to_workspace_id: z.string().optional(),
  keep_original: z.boolean().optional(),
  /** Reports that stood in the other workspace before. */
  before: z.array(z.string()).optional(),
});
export type Wanted = z.infer<typeof wantedShape>;

export const ended = (id: string, state: 'done' | 'refused', more: { reason?: string; workspace_id?: string } = {}): Statement => sql`
  update workspace_act set state = ${state}, reason = ${more.reason ?? null}, workspace_id = coalesce(workspace_id, ${more.workspace_id ?? null}::uuid),
    ended_at = now()
  where id = ${id} and state = 'open'`;
