/** What each recipient of a mailed report may see of it now: whose rows and which filters, or nothing. */
import type { Locale } from '@vitrine/contract/fields.ts';
import { dayIn } from '#domain/access/accessRules.ts';
import type { JobContext } from '#domain/jobs/defineJob.ts';
import type { Decision, Seen } from '#domain/reportAccess/decide.ts';
import { decideMany } from '#domain/reportAccess/facts.ts';
import { decideFor } from '#domain/reportAccess/readable.ts';
import { askerNow } from '#domain/reportAccess/subject.ts';

/** `membership_id` is null for a partner's staff, who have none in the unit. */
export type Addressee = { person_id: string; membership_id: string | null };
type Sight = Pick<Seen, 'identity' | 'filters'>;

/** Two with the same key see the same, and get the same file. What was stored as JSON has its fields in another order. */
export const sightKey = ({ identity, filters }: Sight, locale: Locale): string =>
  JSON.stringify([
    identity && [identity.username, identity.roles],
    filters.map(({ table, column, values }) => [table, column, values]),
    locale,
  ]);

/** The decision about each person; who is nobody here any more is left out. */
export async function decisionsOn(
  ctx: JobContext,
  report_id: string,
  addressees: readonly Addressee[],
  timezone: string,
): Promise<Map<string, Decision>> {
  const members = addressees.flatMap(({ person_id, membership_id }) =>
    membership_id === null ? [] : [{ person_id, membership_id, report_id }],
  );
  const decided = await decideMany(ctx, members, dayIn(timezone, ctx.now()));
  const decisions = new Map(decided.map(({ pair, decision }) => [pair.person_id, decision]));
  for (const { person_id } of addressees.filter(({ membership_id }) => membership_id === null)) {
    const who = await askerNow(ctx, person_id);
    if (who) decisions.set(person_id, (await decideFor(ctx, who, report_id)).decision);
  }
  return decisions;
}
