import type { Answer, Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reading/savedViews.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { query } from '#platform/database/query.ts';
import { fail } from '#platform/http/fail.ts';
import { ownTenant } from '#platform/database/ownTenant.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';
import { readTenantSettings } from '#domain/settings/readTenantSettings.ts';
import { hashToken } from '#platform/secrets/tokens.ts';
import { uuidv7 } from '#platform/database/uuid.ts';

type Filters = Input<typeof contract.saveFilters>['body']['filters'];

/**
 * Saves the filters that a report opens with for the caller, or deletes them: on request, or when the reader is back at the report's original state.
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
  if (!(await readTenantSettings(ctx)).save_filter) fail('functionality_not_allowed');
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
          // A literal, because a generic plan could not choose the partial index.
          .where('kind', '=', sql.lit('filters'))
          .doUpdateSet({ ...kept, updated_at: sql`now()` }),
      ),
  );
  return { kept: true };
}
