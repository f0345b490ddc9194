/** Legal holds: while one stands, nothing that it covers is removed. Which of them stand the function `standing_holds` says. */
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Scoped } from '#platform/database/scoped.ts';
import type { Transaction } from '#platform/database/transaction.ts';
import { fail } from '#platform/http/fail.ts';

/** Whether a row `x` of a unit is covered at a moment; `concerns` says whether a hold `h` of one member covers it. */
const isHeld = (concerns: RawBuilder<unknown>, at: RawBuilder<unknown>, row = 'x'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from standing_holds(${at}) h where h.tenant_id = ${sql.ref(row)}.tenant_id and (h.membership_id is null or ${concerns}))`;

export const heldBy = (concerns: RawBuilder<unknown> | null, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  concerns === null ? sql<boolean>`false` : isHeld(concerns, at);

export const notHeld = (concerns: RawBuilder<unknown> | null, at: RawBuilder<unknown>, row?: string): RawBuilder<boolean> =>
  concerns === null ? sql<boolean>`true` : sql<boolean>`not ${isHeld(concerns, at, row)}`;

/** Holds are put one after the other with erasures: a hold that waits for one comes too late, an erasure that waits for a hold sees it. */
const lock = (how: 'exclusive' | 'shared', tenant_id: string) =>
  sql`select ${sql.raw(how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')}(hashtextextended(${`hold ${tenant_id}`}, 0))`;

export const lockForHold = (tenant_id: string) => lock('exclusive', tenant_id);
export const lockForErasing = (tenant_id: string) => lock('shared', tenant_id);

/** Whether a hold covers a member `m`: the whole unit, the membership, or another one of the same person there. */
export const isMemberHeld = (m: RawBuilder<unknown>, at: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from standing_holds(${at}::timestamptz) h where h.tenant_id = ${m}.tenant_id
    and (h.membership_id is null or h.membership_id = ${m}.id or h.person_id = ${m}.person_id))`;

/** Refuses to erase a member whom a hold covers, until the transaction has ended. */
export async function refuseHeld(tx: Transaction, tenant_id: string, member: { id: string; person_id: string }, now: Date): Promise<void> {
  await tx.run(lockForErasing(tenant_id));
  const [held] = await tx.run(sql`
    select from standing_holds(${now}::timestamptz) h
    where h.tenant_id = ${tenant_id} and (h.membership_id is null or h.membership_id = ${member.id} or h.person_id = ${member.person_id}) limit 1`);
  if (held) fail('legal_hold_member');
}

/** Whether anything of a unit is held: then the unit is not erased either. */
export async function isUnitHeld(scope: Pick<Scoped, 'run'>, tenant_id: string, now: Date): Promise<boolean> {
  const [row] = await scope.run(sql<{ held: boolean }>`select unit_is_held(${tenant_id}, ${now}) as held`);
  return row?.held ?? false;
}
