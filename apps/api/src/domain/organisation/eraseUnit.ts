/**
 * Removes everything of a unit that is being erased (`tenant.erasing_since`), in slices: each is a transaction of its own, so nobody waits
 * for a long one, and whoever goes on after a crash begins with what is left. Nodes that do it at once take turns.
 */
import { sql } from 'kysely';
import { dropMailsTo } from '#domain/mail/mail.jobs.ts';
import { nobodyOf } from '#domain/people/anonymise.ts';
import { forgetAccounts } from '#domain/people/forgetAccounts.ts';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { tablesOfUnits } from './unitTables.ts';

type Means = { identity: Scoped; unit: (tenant_id: string) => Scoped; secrets: Secrets };

const rowsAtOnce = 1000;
const peopleAtOnce = 100;

/** Another node is at it. */
class Busy extends Error {}

type Slice = (tx: Transaction) => Promise<number>;

/** One slice after the other until one finds nothing. */
async function workOff(scope: Scoped, tenant_id: string, slice: Slice): Promise<void> {
  let removed = 1;
  while (removed > 0) {
    removed = await scope.withTenant(async (tx) => {
      const [[lock]] = await tx.run(
        sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`erase ${tenant_id}`}, 0)) as held`,
        sql`select 1`,
      );
      if (!lock?.held) throw new Busy();
      return slice(tx);
    });
  }
}

const counted = async (tx: Transaction, statement: ReturnType<typeof sql<{ removed: number }>>): Promise<number> =>
  (await tx.run(statement))[0]?.removed ?? 0;

/** Where a unit is read by its rows alone, of the table's own wall. */
const ofTable =
  (table: string): Slice =>
  (tx) =>
    counted(
      tx,
      sql<{ removed: number }>`
        with gone as (delete from ${sql.table(table)} where ctid = any (array(select ctid from ${sql.table(table)} limit ${rowsAtOnce})) returning 1)
        select count(*)::int as removed from gone`,
    );

const ofTenant =
  (table: 'session' | 'one_time_token', tenant_id: string): Slice =>
  (tx) =>
    counted(
      tx,
      sql<{ removed: number }>`
        with gone as (
          delete from ${sql.table(table)} where ctid = any (array(select ctid from ${sql.table(table)} where tenant_id = ${tenant_id} limit ${rowsAtOnce}))
          returning 1)
        select count(*)::int as removed from gone`,
    );

const ofRecords =
  (tenant_id: string): Slice =>
  (tx) =>
    counted(tx, sql<{ removed: number }>`select erase_records(${tenant_id}, ${rowsAtOnce}) as removed`);

/** Members, and who they were: of an account that belongs to no other unit nothing stays but its key. */
const ofPeople =
  (tenant_id: string): Slice =>
  async (tx) => {
    const people = await tx.run(
      sql<{ person_id: string; is_left: boolean }>`select person_id, is_left from erase_members(${tenant_id}, ${peopleAtOnce})`,
    );
    const left = people.flatMap(({ person_id, is_left }) => (is_left ? [person_id] : []));
    if (left.length === 0) return people.length;
    const accounts = await tx.run(sql<{ email: string }>`select email from person where id = any (${left}::uuid[])`);
    const emails = accounts.map(({ email }) => email);
    const names = left.map((id) => nobodyOf(id).name);
    const addresses = left.map((id) => nobodyOf(id).email);
    await tx.run(
      sql`update person p set name = n.name, email = n.email, phone = null, version = p.version + 1
        from unnest(${left}::uuid[], ${names}::text[], ${addresses}::text[]) as n (id, name, email) where p.id = n.id`,
      sql`delete from registration_link where email = any (${emails}::text[])`,
      sql`delete from sign_in_step where person_id = any (${left}::uuid[])`,
      sql`delete from mailed_code where person_id = any (${left}::uuid[])`,
      sql`delete from passkey_challenge where person_id = any (${left}::uuid[])`,
      sql`update session set ended_at = coalesce(ended_at, now()), end_reason = coalesce(end_reason, 'erased'), user_agent = ''
        where person_id = any (${left}::uuid[])`,
      ...forgetAccounts(left),
      sql`select forget_accounts(${left}::uuid[], ${emails}::text[])`,
    );
    return people.length;
  };

/** Mails to people who have an account for this unit alone. */
async function dropMails({ identity, secrets }: Means, tenant_id: string): Promise<void> {
  const people = await identity.run(sql<{ email: string }>`
    select p.email from membership m join person p on p.id = m.person_id
    where m.tenant_id = ${tenant_id} and not exists (select from membership o where o.person_id = p.id and o.tenant_id <> m.tenant_id)
      and not exists (select from staff s where s.person_id = p.id)`);
  await dropMailsTo({ identity, secrets }, new Set(people.map(({ email }) => email)));
}

/** False: another node does it. */
export async function eraseUnit(means: Means, tenant_id: string): Promise<boolean> {
  const { identity } = means;
  const unit = means.unit(tenant_id);
  try {
    await dropMails(means, tenant_id);
    await workOff(identity, tenant_id, ofRecords(tenant_id));
    for (const table of await tablesOfUnits(unit)) {
      if (table !== 'membership') await workOff(unit, tenant_id, ofTable(table));
    }
    // Staff who worked there goes on, in no unit.
    await identity.run(sql`update session set tenant_id = null where tenant_id = ${tenant_id} and role in ('partner', 'operator')`);
    await workOff(identity, tenant_id, ofTenant('session', tenant_id));
    await workOff(identity, tenant_id, ofTenant('one_time_token', tenant_id));
    await workOff(identity, tenant_id, ofPeople(tenant_id));
    // What the removals have written into its log.
    await workOff(identity, tenant_id, ofRecords(tenant_id));
    await identity.run(sql`select end_unit(${tenant_id})`);
    return true;
  } catch (error) {
    if (error instanceof Busy) return false;
    throw error;
  }
}
