import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/features/savedViews.ts';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { decideOn } from '../../core/reportAccess/readable.ts';
import { readUnitSettings } from '../../core/readUnitSettings.ts';
import { hashToken } from '../../core/tokens.ts';
import { uuidv7 } from '../../core/uuid.ts';

type Filters = Input<typeof contract.saveFilters>['body']['filters'];

/**
 * Keeps what a report opens with for the caller, or forgets it: when asked to, or when everything was taken back by hand.
 * Refused where the unit keeps no filters.
 */
export async function saveFilters(ctx: Context, report_id: string, filters: Filters): Promise<Answer<typeof contract.saveFilters>> {
  await decideOn(ctx, report_id);
  const { person_id } = ctx.actor;
  const own = sql`kind = 'filters' and report_id = ${report_id} and person_id = ${person_id}`;
  const forget = async () => {
    await ctx.run(sql`delete from saved_view where ${own}`);
    return { kept: false };
  };
  if (filters === null) return forget();
  if (!(await readUnitSettings(ctx)).save_filter) fail('functionality_not_allowed');
  const [before] = await ctx.run(sql<{ made_hash: Buffer | null }>`select made_hash from saved_view where ${own}`);
  const { state, page, made } = filters;
  const made_hash = made === null ? (before?.made_hash ?? null) : hashToken(made);
  if (made_hash?.equals(hashToken(state))) return forget();
  const kept = { state, page, made_hash };
  await ctx.run(
    query
      .insertInto('saved_view')
      .values({ tenant_id: ownTenant, id: uuidv7(), report_id, person_id, kind: 'filters', ...kept })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'person_id', 'report_id'])
          // Not a parameter: a plan for all values could not know which index is meant.
          .where('kind', '=', sql.lit('filters'))
          .doUpdateSet({ ...kept, updated_at: sql`now()` }),
      ),
  );
  return { kept: true };
}
