/**
 * Whether what was erased is still erased. A restore by the portal erases again; a database that was brought back by other means, such as a
 * snapshot of the server, does not know what was erased since, and this look finds it.
 */
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { WrittenErasure } from './erasures.ts';

const kindOf = (one: WrittenErasure) => ('membership_id' in one ? 'people' : 'unit' in one ? 'units' : 'partners');

/** How many of each kind. */
export function countErasures(erasures: readonly WrittenErasure[]): { people: number; units: number; partners: number } {
  const counted = { people: 0, units: 0, partners: 0 };
  for (const one of erasures) counted[kindOf(one)]++;
  return counted;
}

/**
 * Those of the written erasures that do not hold in this database. Somebody who joined again after it has the moment of the erasure in
 * the membership, so that they are not taken for somebody who came back with a backup.
 */
export async function hereAgain(identity: Scoped, erasures: readonly WrittenErasure[]): Promise<WrittenErasure[]> {
  if (erasures.length === 0) return [];
  const written = JSON.stringify(erasures);
  const keys = await identity.run(sql<{ key: string }>`
    with written as (
      select * from jsonb_to_recordset(${written}::jsonb)
        as e (key uuid, at timestamptz, tenant_id uuid, membership_id uuid, person_id uuid, unit uuid, partner uuid)
    )
    select e.key from written e join membership m on m.tenant_id = e.tenant_id and m.id = e.membership_id and m.person_id = e.person_id
      join person p on p.id = m.person_id
      where p.email <> 'deleted-' || p.id || '@invalid' and coalesce(m.erased_at < e.at, true)
    union all select e.key from written e join tenant t on t.id = e.unit where t.erasing_since is null
    union all select e.key from written e join partner p on p.id = e.partner`);
  const found = new Set(keys.map(({ key }) => key));
  return erasures.filter(({ key }) => found.has(key));
}
