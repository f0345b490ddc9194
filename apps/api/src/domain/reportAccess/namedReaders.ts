/** People of the unit by name or id, none of whom does not see the report: the one decision is asked for each of them. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Context } from '#domain/serving/context.ts';
import { decideMany } from './facts.ts';
import { readsReport } from './readers.ts';
import { todayOf } from './visible.ts';

export type NamedReader = { membership_id: string; person_id: string; name: string };

/** Active members `m` with their person `p` for whom `where` holds, but for the caller; at most `limit`, by name. */
export async function namedReaders(ctx: Context, report_id: string, where: RawBuilder<unknown>, limit: number): Promise<NamedReader[]> {
  const today = todayOf(ctx);
  const found = await ctx.run(sql<NamedReader>`
    select m.id as membership_id, m.person_id, p.name from membership m join person p on p.id = m.person_id
    where m.person_id <> ${ctx.actor.person_id} and ${where} and ${readsReport(report_id, today)}
    order by search_text(p.name), m.id limit ${sql.lit(limit)}`);
  const pairs = found.map(({ membership_id }) => ({ membership_id, report_id }));
  const decisions = pairs.length === 0 ? [] : await decideMany(ctx, pairs, today);
  const seeing = new Set(decisions.filter(({ decision }) => decision.see).map(({ pair }) => pair.membership_id));
  return found.filter(({ membership_id }) => seeing.has(membership_id));
}
