/** Something done to a capacity. It is written down first, with the job that follows it: what happens to the answer is found out afterwards. */
import type { CapacityDetail, WorkKind } from '@vitrine/contract/datasets/capacities.ts';
import { addJob } from '#domain/jobs/addJob.ts';
import { isUniqueViolation } from '#platform/database/errors.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { query } from '#platform/database/query.ts';
import { uuidv7 } from '#platform/database/uuid.ts';
import { Failure, fail } from '#platform/http/fail.ts';
import type { Refusal } from './ended.ts';
import { endedAct } from './ended.ts';
import { followAct } from './follow.jobs.ts';
import type { FullRow } from './rows.ts';
import type { Around } from './seen.ts';

type NewAct = {
  kind: WorkKind;
  to_sku: string | null;
  source: 'person' | 'rule';
  reason: CapacityDetail['verdict']['reason'] | null;
  asked_by: string | null;
};

const refusalsOfWords: Partial<Record<Failure['word'], Refusal>> = {
  capacity_no_right: 'no_right',
  reporting_account_refused: 'no_right',
  capacity_gone: 'not_found',
  capacity_quota: 'quota',
  capacity_not_ready: 'not_ready',
};

/** Without an answer nobody knows yet: the job looks. A refusal is written down, and told. */
export async function perform(ctx: Around, tenant_id: string, row: FullRow, act: NewAct): Promise<void> {
  const id = uuidv7();
  const insert = query
    .insertInto('capacity_act')
    .values({ ...act, tenant_id: ownTenant, id, capacity_id: row.id, from_sku: row.sku, asked_at: ctx.now() });
  await ctx.run(insert, addJob(followAct, tenant_id, { act_id: id })).catch((error: unknown) => {
    if (isUniqueViolation(error)) return fail('capacity_busy', {}, {}, error);
    throw error;
  });
  try {
    const { kind, to_sku } = act;
    if (kind === 'scale') await ctx.reporting.scaleCapacity(row.calling, row, to_sku ?? row.sku);
    else await ctx.reporting.turnCapacity(row.calling, row, kind);
  } catch (error) {
    const refusal = error instanceof Failure ? refusalsOfWords[error.word] : undefined;
    if (refusal === undefined) throw error;
    await ctx.run(endedAct(id, 'refused', ctx.now(), refusal));
    throw error;
  }
}
