/** Audit lines about sessions and passwords, which are not changes of audited rows. */
import type { Statement } from '#platform/database/query.ts';
import { query } from '#platform/database/query.ts';

type Line = {
  /** Such as `session.sign_in`. */
  action: string;
  person_id: string | null;
  /** Who did it, when that is another person. */
  actor_id?: string;
  tenant_id?: string | null;
  partner_id?: string | null;
  session_id?: string | null;
  details?: Record<string, unknown>;
};

export function auditLine({
  action,
  person_id,
  actor_id,
  tenant_id = null,
  partner_id = null,
  session_id = null,
  details,
}: Line): Statement {
  return query.insertInto('audit_log').values({
    action,
    person_id,
    actor_id: actor_id ?? person_id,
    tenant_id,
    partner_id,
    object_type: session_id ? 'session' : 'person',
    object_id: session_id ?? person_id,
    after: details ? JSON.stringify(details) : null,
  });
}
