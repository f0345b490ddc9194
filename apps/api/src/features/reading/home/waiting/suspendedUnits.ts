/** Units that nobody signs in to. */
import { unit } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const suspendedUnits = waits(
  'suspended_units',
  () => sql`select t.id as tenant_id from tenant t where not t.is_operator_tenant and ${unit.isSuspended}`,
);
