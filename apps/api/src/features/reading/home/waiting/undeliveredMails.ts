/** Units whose mails do not arrive. */
import { unit } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const undeliveredMails = waits(
  'undelivered_mails',
  (at) => sql`select t.id as tenant_id from tenant t where not t.is_operator_tenant and ${unit.mailsFail(at)}`,
);
