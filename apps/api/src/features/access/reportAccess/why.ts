/** *Why can this person see this, or not?* */
import type { Why } from '@vitrine/contract/access/reportAccess.ts';
import { query } from '#platform/database/query.ts';
import type { Context } from '#domain/serving/context.ts';
import { found } from '#platform/http/fail.ts';
import { askedOfService } from '#domain/reportAccess/askService.ts';
import { explained } from '#domain/reportAccess/explained.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import { todayOf } from '#domain/reportAccess/visible.ts';

export async function whyOf(ctx: Context, { id: report_id, membership_id }: { id: string; membership_id: string }): Promise<Why> {
  const [decided] = await askedOfService(ctx, await decideMany(ctx, [{ report_id, membership_id }], todayOf(ctx)));
  const { decision } = found(decided);
  const person = query
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['p.name', 'p.email'])
    .where('m.id', '=', membership_id);
  const [who] = await ctx.run(person);
  return {
    ...found(who),
    ...explained(decision),
    removed: decision.reasons.some(({ word }) => word === 'removed'),
    edit: decision.see && decision.edit,
  };
}
