/** Ends sessions of people in a unit, on every node with their next call. */
import { sql } from 'kysely';
import type { Statement } from '../database/query.ts';

/** Sessions that follow from a membership. Whoever stands above the unit works on, whatever becomes of theirs. */
export const ofMembers = sql`role in ('admin', 'user')`;

/** `except` is the session that may stay: one's own. */
export const endSessions = (
  people: readonly string[],
  { tenant_id, reason, now, except = null }: { tenant_id: string | null; reason: string; now: Date; except?: string | null },
): Statement => sql`
  update session set ended_at = ${now}, end_reason = ${reason}
  where person_id = any (${[...people]}::uuid[]) and tenant_id = ${tenant_id}::uuid and ${ofMembers}
    and ended_at is null and id is distinct from ${except}::uuid`;
