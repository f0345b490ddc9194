/** The caller's own start page in this unit. It takes precedence over those of groups and unit. */
import type { Input } from '@vitrine/contract/endpoint.ts';
import type * as contract from '@vitrine/contract/reading/home.ts';
import { fillPath } from '@vitrine/contract/client.ts';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { failFields } from '#platform/http/fail.ts';
import { decideOn } from '#domain/reportAccess/readable.ts';

export async function saveStartPage(ctx: Context, { page, reportId }: Input<typeof contract.startPage>['body']): Promise<void> {
  if (page === 'report' && reportId === null) failFields({ reportId: 'required' });
  if (reportId !== null) await decideOn(ctx, reportId);
  const path = page === 'unit' ? null : page === 'home' ? '/' : fillPath('/:id/reports/view', { id: reportId ?? '' });
  const { membership_id, person_id } = ctx.actor;
  // Partner staff have no membership: their page is the same in every unit, so it cannot be a report of one.
  if (membership_id === null) {
    if (page === 'report') failFields({ page: 'invalid' });
    await ctx.identity.run(sql`update staff set home_page = ${path} where person_id = ${person_id}`);
    return;
  }
  await ctx.run(sql`update membership set home_page = ${path} where id = ${membership_id}`);
}
