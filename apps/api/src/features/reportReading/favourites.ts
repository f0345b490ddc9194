import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { query } from '../../core/database/query.ts';
import { fail } from '../../core/fail.ts';
import { ownTenant } from '../../core/ownTenant.ts';
import { decideOn } from './readableReport.ts';

/** Favourites of one person in one unit. */
const limit = 50;

/** Stars a report or takes the star away; doing it twice changes nothing. */
export async function setFavourite(ctx: Context, reportId: string, starred: boolean): Promise<void> {
  await decideOn(ctx, reportId);
  const { person_id } = ctx.actor;
  if (!starred) {
    await ctx.run(query.deleteFrom('favourite').where('person_id', '=', person_id).where('report_id', '=', reportId));
    return;
  }
  const add = sql`
    insert into favourite (tenant_id, person_id, report_id)
    select ${ownTenant}, ${person_id}, ${reportId} where (select count(*) from favourite where person_id = ${person_id}) < ${limit}
    on conflict do nothing`;
  const [, [now]] = await ctx.run(
    add,
    query.selectFrom('favourite').select('report_id').where('person_id', '=', person_id).where('report_id', '=', reportId),
  );
  if (!now) fail('favourites_full', { limit });
}
