/** Units whose trial ends, or has ended. */
import { unit } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const endingTrials = waits(
  'ending_trials',
  (at) => sql`select t.id as tenant_id from tenant t where not t.is_operator_tenant and ${unit.trialEndsSoon(at)}`,
);
