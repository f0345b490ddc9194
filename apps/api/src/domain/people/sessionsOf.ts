/** Ends sessions of people in a unit, on every node with their next call. */
import type { AuthType } from '@vitrine/contract/roles.ts';
import { sql } from 'kysely';
import type { Statement } from '#platform/database/query.ts';

/** Sessions by a membership. Partner and operator staff in the unit are not affected. */
export const ofMembers = sql`role in ('admin', 'user')`;

/** `except` is a session to keep: the caller's own; `auth_type`: only those that began this way. */
export const endSessions = (
  people: readonly string[],
  {
    tenant_id,
    reason,
    now,
    except = null,
    auth_type = null,
  }: { tenant_id: string | null; reason: string; now: Date; except?: string | null; auth_type?: AuthType | null },
): Statement => sql`
  update session set ended_at = ${now}, end_reason = ${reason}
  where person_id = any (${[...people]}::uuid[]) and tenant_id = ${tenant_id}::uuid and ${ofMembers}
    and ended_at is null and id is distinct from ${except}::uuid
    and auth_type = coalesce(${auth_type}, auth_type)`;
