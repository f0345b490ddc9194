/** Units with a Power BI account that does not work, or soon will not. */
import { unit } from '#domain/waiting/conditions.ts';
import { sql } from 'kysely';
import { waits } from './waits.ts';

export const failingAccounts = waits(
  'failing_accounts',
  (at) => sql`select t.id as tenant_id from tenant t where not t.is_operator_tenant and ${unit.accountFails(at)}`,
);
