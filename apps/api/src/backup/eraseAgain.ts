/** A backup holds people who were erased after it was taken: after a restore they are erased again. */
import { sql } from 'kysely';
import { anonymise } from '#domain/people/anonymise.ts';
import type { Erasure } from '#domain/people/erasures.ts';
import { type Database, openDatabase } from '#platform/database/database.ts';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { scoped } from '#platform/database/scoped.ts';

/** Each once, and whom the database did not let go, with its reason. */
export type ErasedAgain = { people: number; left: { tenant_id: string; membership_id: string; reason: string }[] };

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

export async function eraseAgain({ url, masterKeys }: Restored, erasures: readonly Erasure[], made_at: string): Promise<ErasedAgain> {
  const since = Date.parse(made_at) - marginMs;
  const due = new Map(erasures.filter(({ at }) => Date.parse(at) >= since).map((erasure) => [erasure.membership_id, erasure]));
  const done: ErasedAgain = { people: 0, left: [] };
  if (due.size === 0) return done;
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
  } finally {
    await database.close();
  }
  return done;
}
