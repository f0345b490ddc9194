/**
 * The unit of a partner to which people come who name none: who registers on a host of the partner, and who signs in by the cloud for the
 * first time. The partner chooses one for each; a unit that is suspended or closed receives nobody.
 */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';

export type DefaultFor = 'cloud' | 'registration';

/** Its id, as a query; `partner_id` null: none. */
export const defaultUnitOf = (kind: DefaultFor, partner_id: RawBuilder<unknown>): RawBuilder<{ id: string }> => sql<{ id: string }>`
  select d.id from tenant d join partner dp on dp.id = d.partner_id and dp.state = 'active'
  where d.partner_id = ${partner_id} and d.${sql.ref(`default_for_${kind}`)} and d.state in ('trial', 'active') and d.erasing_since is null`;

/** Its id, or null where the partner has chosen none that is open. */
export async function defaultUnit(identity: Pick<Scoped, 'run'>, partner_id: string | null, kind: DefaultFor): Promise<string | null> {
  if (partner_id === null) return null;
  const [unit] = await identity.run(defaultUnitOf(kind, sql`${partner_id}::uuid`));
  return unit?.id ?? null;
}
