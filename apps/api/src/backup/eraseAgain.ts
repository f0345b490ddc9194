/** A backup holds people and units that were erased after it was taken: after a restore they are erased again. */
import { sql } from 'kysely';
import { deletingPartner, forgetStaff } from '#domain/organisation/formerPartner.ts';
import { eraseUnit } from '#domain/organisation/eraseUnit.ts';
import { anonymise } from '#domain/people/anonymise.ts';
import type { Ending, Erasure, Removal, WrittenErasure } from '#domain/people/erasures.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { scoped } from '#platform/database/scoped.ts';

/** Each once, and whom the database did not let go, with its reason. */
export type ErasedAgain = {
  people: number;
  units: number;
  partners: number;
  left: { tenant_id: string; membership_id: string; reason: string }[];
};

type Restored = { url: string; masterKeys: readonly string[] };

/** An erasure is written down before it happens, and the moment of a backup lies a little after its time. */
const marginMs = 10 * 60_000;
const action = 'user.erase';

/** False: the person came after the backup. */
async function eraseOne(database: Database, secrets: Secrets, { tenant_id, membership_id, person_id }: Erasure): Promise<boolean> {
  const unit = scoped(database, { kind: 'tenant', tenant_id, action });
  const [who] = await unit.run(sql<{ ours: boolean }>`
    select person_is_ours(person_id) as ours from membership where id = ${membership_id} and person_id = ${person_id}`);
  if (!who) return false;
  const identity = scoped(database, { kind: 'identity', action });
  await anonymise(unit, { identity, secrets }, tenant_id, { id: membership_id, person_id, identity_is_ours: who.ours }, new Date());
  return true;
}

/** False: the unit came after the backup. */
async function endOne(database: Database, secrets: Secrets, { unit: tenant_id, at }: Ending): Promise<boolean> {
  const operator = scoped(database, { kind: 'operator', action: 'company.erase' });
  const begun = await operator.run(sql`
    update tenant set state = 'closed', closed_at = coalesce(closed_at, ${at}), erasing_since = coalesce(erasing_since, ${at})
    where id = ${tenant_id} and not is_operator_tenant returning id`);
  if (begun.length === 0) return false;
  const identity = scoped(database, { kind: 'identity' });
  return eraseUnit({ identity, secrets, unit: (id) => scoped(database, { kind: 'tenant', tenant_id: id }) }, tenant_id);
}

/** False: the partner came after the backup. Its units were erased before it was deleted, and are by now. */
async function removeOne(database: Database, secrets: Secrets, { partner, people, at }: Removal): Promise<boolean> {
  const operator = scoped(database, { kind: 'operator', action: 'partner.delete' });
  const closed = await operator.run(
    sql`update partner set state = 'closed', closed_at = coalesce(closed_at, ${at}) where id = ${partner} returning id`,
  );
  if (closed.length === 0) return false;
  await operator.run(...deletingPartner(partner));
  await forgetStaff({ identity: scoped(database, { kind: 'identity' }), secrets }, partner, people);
  return true;
}

export async function eraseAgain(
  { url, masterKeys }: Restored,
  erasures: readonly WrittenErasure[],
  made_at: string,
): Promise<ErasedAgain> {
  const since = Date.parse(made_at) - marginMs;
  const recent = erasures.filter(({ at }) => Date.parse(at) >= since);
  const due = new Map(recent.flatMap((one) => ('membership_id' in one ? [[one.membership_id, one]] : [])));
  const ended = new Map(recent.flatMap((one) => ('unit' in one ? [[one.unit, one]] : [])));
  const removed = recent.filter((one) => 'partner' in one);
  const done: ErasedAgain = { people: 0, units: 0, partners: 0, left: [] };
  if (recent.length === 0) return done;
  const secrets = openSecrets(masterKeys);
  const database = openDatabase({ url, applicationName: 'vitrine restore' });
  try {
    for (const erasure of due.values()) {
      try {
        if (await eraseOne(database, secrets, erasure)) done.people++;
      } catch (error) {
        const { tenant_id, membership_id } = erasure;
        done.left.push({ tenant_id, membership_id, reason: error instanceof Error ? error.message : String(error) });
      }
    }
    for (const ending of ended.values()) if (await endOne(database, secrets, ending)) done.units++;
    for (const removal of removed) if (await removeOne(database, secrets, removal)) done.partners++;
  } finally {
    await database.close();
  }
  return done;
}
