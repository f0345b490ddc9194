import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { decideOn } from '../../core/reportAccess/readable.ts';
import { readUnitSettings } from '../../core/readUnitSettings.ts';
import { uuidv7 } from '../../core/uuid.ts';

/** Keeps what a report opens with for the caller, or forgets it. Refused where the unit keeps no filters. */
export async function saveFilters(ctx: Context, report_id: string, filters: { state: string; page: string } | null): Promise<void> {
  await decideOn(ctx, report_id);
  const { person_id } = ctx.actor;
  if (filters === null) {
    await ctx.run(sql`delete from saved_view where kind = 'filters' and report_id = ${report_id} and person_id = ${person_id}`);
    return;
  }
  if (!(await readUnitSettings(ctx)).save_filter) fail('functionality_not_allowed');
  await ctx.run(
    query
      .insertInto('saved_view')
      .values({ tenant_id: ownTenant, id: uuidv7(), report_id, person_id, kind: 'filters', ...filters })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'person_id', 'report_id'])
          .where('kind', '=', 'filters')
          .doUpdateSet({ ...filters, updated_at: sql`now()` }),
      ),
  );
}
