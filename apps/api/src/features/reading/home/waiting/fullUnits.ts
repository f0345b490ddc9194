/** Units whose licences are nearly used up. */
import { unit } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const fullUnits = waits(
  'full_units',
  () => sql`select t.id as tenant_id from tenant t where not t.is_operator_tenant and ${unit.isNearlyFull}`,
);
